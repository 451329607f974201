// When an army has had enough (C-W1, CG42).
// Needs only the standard library.
#pragma once

namespace rules::charge {

/// Has an army of `original` soldiers that lost `removed` been defeated? More than half must be gone (C-W1).
[[nodiscard]] constexpr bool defeated(int original, int removed) { return 2LL * removed > original; }
/// The smallest loss that defeats an army of `original` soldiers (C-W1).
[[nodiscard]] constexpr int defeating_loss(int original) { return original / 2 + 1; }

}  // namespace rules::charge
