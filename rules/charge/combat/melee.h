// When an army has had enough (C-W1, CG42).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "measure/length.h"
#include "measure/result.h"
#include "rules/charge/combat/dice.h"
#include "rules/charge/field.h"
#include "rules/charge/house.h"
#include "rules/fraction.h"

namespace rules::charge {

/// Has an army of `original` soldiers that lost `removed` been defeated? More than half must be gone (C-W1).
[[nodiscard]] constexpr bool defeated(int original, int removed) { return 2LL * removed > original; }
/// The smallest loss that defeats an army of `original` soldiers (C-W1).
[[nodiscard]] constexpr int defeating_loss(int original) { return original / 2 + 1; }

// One combat of a melee: one or two men a side, one die a side (C-H2..C-H8).
//   Gunners fight as infantry (CG40).

/// The men of one side of one combat.
struct Fighters {
  int cavalry = 0, infantry = 0;
  [[nodiscard]] int men() const { return cavalry + infantry; }
  friend bool operator==(const Fighters&, const Fighters&) = default;
};

struct Combat {
  std::array<Fraction, 2> factors, scores;          // of a and b; a score is the throw times the factor
  std::optional<int> loser;                         // 0 = a, 1 = b
  Fighters falls;                                   // of the loser
  std::array<Fighters, 2> survivors;                // they go back: `push_back`
  std::array<std::vector<WorkingLine>, 2> working;  // of each side's score: the die, then what it is multiplied with
};

/// May these men fight one combat? One or two a side, never more than two to one (C-H5).
[[nodiscard]] measure::Result<void> check_odds(const Fighters& a, const Fighters& b);

/// What each side's throw is multiplied with (C-H3, C-H4, C-H5, C-H7, CG33..CG35).
[[nodiscard]] std::array<Fraction, 2> factors(const Fighters& a, const Fighters& b, const House& house);

/// Why each side's throw is multiplied with its factor: the rule, in words and by id. Nothing where the throw counts as it falls.
struct FactorReason {
  std::string says, rule;
};
[[nodiscard]] std::array<std::optional<FactorReason>, 2> factor_reasons(const Fighters& a, const Fighters& b, const House& house);

/// One combat. `throws`: a's die and b's. Errors (Usage): impossible odds or dice.
[[nodiscard]] measure::Result<Combat> fight(const Fighters& a, const Fighters& b, std::array<int, 2> throws, const House& house);

/// How far a survivor goes back after a combat (C-H8, CG39).
[[nodiscard]] measure::Inches push_back(Arm arm, const House& house);

}  // namespace rules::charge
