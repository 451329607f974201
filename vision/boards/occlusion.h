// Squares that cannot be seen: under a hand, a sleeve, a sheet of paper, or a lamp's glare.
//   A board shows the borders of its squares, as lines or as a change of tint, at places known exactly. Where they are missing although
//   no piece hides them, something lies over the board.
#pragma once

#include <span>
#include <vector>

#include "measure/board.h"
#include "vision/boards/samples.h"
#include "vision/boards/sides.h"

namespace vision {

/// The squares whose borders are hidden for the most part by something else than `pieces`, by row, then column. None on a board whose
/// borders cannot be seen anywhere.
[[nodiscard]] std::vector<measure::SquareName> unseen_squares(const BoardView& view, const measure::Board& board,
                                                              std::span<const SidedDisc> pieces);

// Discs of which size and colour are known by now, and whose rim is hidden in part: by the figure that stands on them, by a finger.
//   Only rays that begin in the disc's colour are asked where it ends; what hides the others neither speaks for the disc nor against it.

struct KnownDisc {
  RoundThing thing;     // `support` and `spill` are shares of the whole rim
  double hidden = 0.0;  // share of the rim behind something
};

/// The disc of about this radius and this colour near a place. `empty`: the view without pieces; null where nobody knows it.
[[nodiscard]] KnownDisc fit_known_disc(const ColourSamples& picture, cv::Point2d at, double radius, const Colour& colour,
                                       const ColourSamples* empty = nullptr);

/// What may be the circle in a printed square, or the disc within that square whose own rim shows plainly: a square's border may be a
/// stronger edge than the rim of a man close inside it. `empty`: the view without pieces.
[[nodiscard]] RoundThing disc_within_square(const ColourSamples& picture, const ColourSamples& empty, const RoundThing& thing);

}  // namespace vision
