// One line of the working shown to players: "halved: beyond 9 in (C-A6)", and what the number is then.
// Needs rules/fraction.h.
#pragma once

#include <string>

#include "rules/fraction.h"

namespace rules::charge {

struct WorkingLine {
  std::string says, rule;
  Fraction number;
  friend bool operator==(const WorkingLine&, const WorkingLine&) = default;
};

}  // namespace rules::charge
