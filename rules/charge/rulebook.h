// The ids of all rules of Charge!; what one says: rule_text in house.h.
#pragma once

#include <string_view>
#include <vector>

namespace rules::charge {

/// "C-T1" and so on, in the order of the rulebook; they last as long as the program.
[[nodiscard]] std::vector<std::string_view> rule_ids();

}  // namespace rules::charge
