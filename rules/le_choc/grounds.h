// Why an action of Le Choc is allowed, and what it does, in sentences with their rules: what a referee says to a yes.
//   Made on demand, for the engine itself never reads them.
#pragma once

#include <vector>

#include "rules/le_choc/position.h"

namespace rules::le_choc {

/// "D (two companies)"
[[nodiscard]] std::string called(Value value);
/// L-5, L-6 or L-7: which rule decides a fight, and why so.
[[nodiscard]] Reason deciding(Value attacker, Value defender);
/// Who falls in a fight of these, and why.
[[nodiscard]] std::vector<Reason> grounds(Value attacker, Value defender, const House& house);
/// The grounds of an action that was done; `before` is the position in which it was. In the order in which it happened.
[[nodiscard]] std::vector<Reason> grounds(const Position& before, const Action& action, const Applied& applied, const Rules& rules);

/// The squares between two squares of a straight line; none where they are on no line.
[[nodiscard]] std::vector<Square> between(Square from, Square to);

}  // namespace rules::le_choc
