// Who serves a gun, and the order its crew is counted in.
// Needs measure and the house rules.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "rules/charge/figure.h"
#include "rules/charge/house.h"

namespace rules::charge {

/// A man on foot of the gun's army, in no contact with an enemy (CG23).
struct Foot {
  Figure figure;
  Arm arm = Arm::Infantry;  // Gunners or Infantry
};

struct Crew {
  std::vector<std::size_t> men;         // surely serve it; indices of the foot
  std::vector<std::size_t> maybe;       // whether they stand near enough is too close to call
  std::vector<std::string> unverified;  // house keys used whose default has no source
};

/// The crew of every gun: the foot within `gun.crew_radius` of it, base edge to base edge (CG23).
///
/// A man within reach of two guns serves the nearer. `common` is the part of their errors all centres share.
[[nodiscard]] std::vector<Crew> crews_of(std::span<const Figure> guns, std::span<const Foot> foot, const House& house,
                                         const measure::PointCovariance& common = {});

/// The crew from the man behind the gun on, clockwise as seen from above (C-K6).
[[nodiscard]] std::vector<std::size_t> crew_order(const Figure& gun, std::span<const Figure> crew);

}  // namespace rules::charge
