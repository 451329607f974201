// Of things that exclude one another the set that weighs most.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vision {

/// Who cannot be chosen together: symmetric, a row and a column a thing.
using Conflicts = std::vector<std::vector<char>>;

/// The indices of the set of largest sum of `weights` (all above 0) of which no two exclude each other, those of greater weight first in
/// each cluster. Exact in each cluster of things that exclude one another, by branch and bound, up to a bound on the search beyond which a
/// cluster's best so far stands.
[[nodiscard]] std::vector<std::size_t> heaviest_set(std::span<const double> weights, const Conflicts& conflicts);

}  // namespace vision
