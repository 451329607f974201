// Everybody at everybody: who of many single firers may fire at whom of many enemies.
//   For overlays and reach maps, where `aim` for every pair would take too long: almost every line of fire on a
//   crowded table is barred, and that is quickly seen. Verdicts are those of `aim`.
// Needs measure and the house rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "measure/table.h"
#include "rules/charge/figure.h"
#include "rules/charge/house.h"

namespace rules::charge {

struct AimAllQuestion {
  Arm arm = Arm::Infantry;          // of every firer: Gun or Infantry
  std::span<const Figure> firers;   // each by himself; they do not bar each other's lines
  std::span<const Figure> enemies;  // each a target, and in the way of the others (CG26)
  std::span<const Figure> friends;
  std::span<const measure::Terrain> terrain;
  measure::PointCovariance common;
};

struct AimPair {
  std::uint32_t firer = 0, enemy = 0;  // indices
  measure::Verdict verdict = measure::Verdict::Yes;
  friend bool operator==(const AimPair&, const AimPair&) = default;
};

/// Every pair that is not a sure No, by firer, then by enemy.
///
/// A pair's verdict is that of `aim` for a body of this firer alone at a body of this enemy alone, all other
/// enemies standing in the way.
[[nodiscard]] std::vector<AimPair> aim_all(const AimAllQuestion& question, const House& house);

}  // namespace rules::charge
