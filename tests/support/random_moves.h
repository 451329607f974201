// Random ground with a figure on it and a place for it to go; the same seed gives the same on every machine.
#pragma once

#include "rules/charge/move/movement.h"

namespace grid_paths {

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
