// The rules and gaps of Charge! by their ids, in our words: what a hover shows and a reason cites.
#pragma once

#include <span>
#include <string_view>

#include "rules/answer.h"

namespace rules::charge {

/// Every rule and every gap, in the order of the book.
[[nodiscard]] std::span<const RuleText> rulebook();
/// The text of an id; empty for one that does not exist.
[[nodiscard]] std::string_view rule_text(std::string_view id);

}  // namespace rules::charge
