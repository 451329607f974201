// What a rule says: a verdict, and the reasons that led to it.
// Needs measure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/measured.h"

namespace rules {

/// One reason: the rule, a sentence, and the number it stands on.
struct Reason {
  std::string rule;  // "C-A4"
  std::string says;
  std::optional<double> value, limit, margin;  // in the unit of the rule: inches or degrees
  std::string who;
};

struct Answer {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::vector<Reason> because;
};

}  // namespace rules
