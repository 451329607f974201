// Everywhere a base can get to, as outlines.
//   The arrival cost is known exactly at the places where paths bend; from the best of them one straight
//   step leads to any other. The outline is followed on a grid, and where it cuts the grid it is exact.
#pragma once

#include <vector>

#include "rules/charge/move/path_search.h"

namespace rules::charge::path {

/// Rings round all places that some fare reaches within its allowance and that overlap none of `not_upon`:
/// outer ones anticlockwise, holes clockwise.
[[nodiscard]] std::vector<Ring> reachable(const World& world, const std::vector<Fare>& fares, Point from,
                                          const std::vector<Blocker>& not_upon);

/// Positive anticlockwise.
[[nodiscard]] double signed_area(const Ring& ring);

}  // namespace rules::charge::path
