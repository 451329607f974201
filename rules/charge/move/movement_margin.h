// How far off the cost of a way may be, because the camera errs: both ends, and the figures on the way.
//   An end errs along its leg, as dear as the ground there. Where the ground changes within the margin of an
//   end - a wood's edge, an obstacle's side - the move is judged once more from just beyond: that is where
//   the cost may be another, or jump. Ground in the middle of a way needs nothing of the kind: the cheapest
//   way goes on being cheapest to the first order. Figures are tried grown and shrunk by their margins.
#pragma once

#include "rules/charge/move/movement_setting.h"

namespace rules::charge {

/// What the cost may be instead, each at 95 %: inches less and inches more.
struct Swing {
  double less = 0.0, more = 0.0;
  bool may_be_barred = false;      // figures that err may close the way altogether
  bool may_be_legal = false;       // there is no way, but figures that err may have left one within the allowance
  bool crossing_in_doubt = false;  // it may cross an obstacle where the way does not, or the reverse
  [[nodiscard]] double margin() const { return std::max(less, more); }
};

/// Of the cheapest way to `to`.
[[nodiscard]] Swing swing_of(const MoveQuestion& question, const Setting& setting, const Counted& way, path::Point to, const House& house);
/// Of a way as it was walked.
[[nodiscard]] Swing swing_of_walked(const MoveQuestion& question, const Setting& setting, const Counted& way, const House& house);

/// Within the allowance, as far as the camera can tell? Without a way no.
[[nodiscard]] measure::Verdict by_cost(const Counted& way, const Swing& swing);

}  // namespace rules::charge
