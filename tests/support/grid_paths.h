// The cheapest path by brute force, to judge ours by: a search on a fine grid, sampled along every step.
//   It shares no code with rules/: what each ground costs, what bars and what is downhill is written here
//   once more, point by point. Round bases only; paths cost too much rather than too little, by about half
//   a percent at the default grid.
// Needs measure and the questions of rules/charge/movement.h.
#pragma once

#include <optional>
#include <random>

#include "rules/charge/movement.h"

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

/// Random ground round the middle of a square of `size` inches, a figure and a place for it to go.
struct RandomMove {
  rules::charge::MoveQuestion question;
  measure::TablePoint to;
  rules::charge::House house;
};
[[nodiscard]] RandomMove random_move(unsigned seed, double size = 12.0);
/// A table with so many pieces of terrain and one figure in its middle.
[[nodiscard]] rules::charge::MoveQuestion random_table(unsigned seed, double length, double width, int pieces, rules::charge::Arm arm);

}  // namespace grid_paths
