// Which men fall: the counting-out of a body, and the man's place in the order is his number.
//   The order itself (from the right-hand man, or clockwise round a gun) is read from the figures'
//   places elsewhere; here men are numbers 1..n in that order (C-K5, C-K6, CG20..CG22).
// Needs the house rules.
#pragma once

#include <vector>

#include "rules/charge/house.h"

namespace rules::charge {

/// Every `die`-th man falls, counted from No. 1, until `casualties` have fallen or nobody stands.
///
/// Returns their numbers in the order they fall. With `wrap` Continue the count goes on round the
/// survivors; with Restart it begins again at the right-hand survivor (CG22). `die` is at least 1.
[[nodiscard]] std::vector<int> count_out(int men, int die, int casualties, AllocationWrap wrap = AllocationWrap::Continue);

}  // namespace rules::charge
