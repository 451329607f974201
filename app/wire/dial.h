// How much each rule of Charge! counts at a table: [referee] rules in house-rules.toml.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "measure/measured.h"
#include "rules/charge/house.h"

namespace app {

enum class Dial {
  Enforce,  // what the rule says is the ruling
  Propose,  // it is a proposal: the players decide
  Log,      // it is noted, neither drawn nor counted
  Ignore,   // the rule says nothing
};

/// "enforce", "propose", "log", "ignore".
inline constexpr std::string_view kDials[] = {"enforce", "propose", "log", "ignore"};

/// By a rule's id ("C-A4") or the beginning that a group of rules shares ("C-A", "CG").
using Dials = std::map<std::string, Dial>;

/// Of the longest name that is the rule's, or its group's; what is not named is enforced.
[[nodiscard]] Dial dial_of(const Dials& dials, std::string_view rule);

/// The dials with this rule turned to `dial`; what its group gives it anyway is not named.
void turn(Dials& dials, const std::string& rule, Dial dial);

/// The verdict as it counts: of a proposal open, of what is noted or ignored yes.
[[nodiscard]] measure::Verdict as_it_counts(measure::Verdict verdict, Dial dial);
/// The house rules by which a game is played at this table: what the dial does not enforce forbids no shot.
[[nodiscard]] rules::charge::House in_play(rules::charge::House house, const Dials& dials);

/// Every id and every group there is.
[[nodiscard]] std::vector<std::string_view> names_of_dials();

}  // namespace app
