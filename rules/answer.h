// A rule or gap of any of the games by its id, in our words: what a hover shows and a reason cites.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/measured.h"

namespace rules {

struct RuleText {
  std::string_view id;  // "C-A4", "CG17"
  std::string_view says;
};
/// The text of an id in a rule book; empty for one that does not exist.
[[nodiscard]] constexpr std::string_view rule_text(std::span<const RuleText> rulebook, std::string_view id) {
  for (const RuleText& rule : rulebook)
    if (rule.id == id) return rule.says;
  return {};
}

// What a rule says: a verdict, and the reasons that led to it.

/// One reason: the rule, a sentence, and the number it stands on.
struct Reason {
  std::string rule;  // "C-A4"
  std::string says;
  std::optional<double> value = {}, limit = {}, margin = {};  // in the unit of the rule: inches or degrees
  std::string who = {};
};
/// A reason that stands on no number.
[[nodiscard]] inline Reason reason(std::string rule, std::string says, std::string who = {}) {
  return {std::move(rule), std::move(says), {}, {}, {}, std::move(who)};
}
/// A reason that stands on a measured length.
[[nodiscard]] inline Reason reason(std::string rule, std::string says, measure::Measured m, measure::Inches limit, std::string who) {
  return {std::move(rule), std::move(says), m.value.value, limit.value, m.margin.value, std::move(who)};
}

struct Answer {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::vector<Reason> because;
};

}  // namespace rules
