// What a rule says: a verdict, and the reasons that led to it.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "measure/measured.h"

namespace rules {

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
