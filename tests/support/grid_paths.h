// The cheapest path by brute force, to judge ours by: a search on a fine grid, sampled along every step.
//   It shares no code with rules/: what each ground costs, what bars and what is downhill is written here
//   once more, point by point. Round bases only; paths cost too much rather than too little, by about half
//   a percent at the default grid.
#pragma once

#include <optional>
#include <span>

#include "rules/charge/move/movement.h"

namespace grid_paths {

struct Grid {
  double steps = 40.0;  // grid steps from the start to the end
  int reach = 5;        // one step of the search goes at most so many grid steps along each axis
};

/// Cheapest cost in inches of allowance, terrain.model=path_cost; none: no way below `at_most`, or eight times
/// the straight distance.
[[nodiscard]] std::optional<double> cheapest(const rules::charge::MoveQuestion& question, measure::TablePoint to,
                                             const rules::charge::House& house, const Grid& grid = {}, double at_most = 1e30);

/// What a path costs by sampling it every so many inches; none: it runs through something.
[[nodiscard]] std::optional<double> price(const rules::charge::MoveQuestion& question, std::span<const measure::TablePoint> path,
                                          const rules::charge::House& house, double every = 0.002);

/// May a base stand here: off everything that bars it, and off every obstacle?
[[nodiscard]] bool stands_free(const rules::charge::MoveQuestion& question, measure::TablePoint place, const rules::charge::House& house);

}  // namespace grid_paths
