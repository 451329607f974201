// How much each rule of Charge! counts at a table: [referee] rules in house-rules.toml.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

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

/// Every id and every group there is.
[[nodiscard]] std::vector<std::string_view> names_of_dials();

}  // namespace app
