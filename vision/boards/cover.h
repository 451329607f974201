// Squares that cannot be seen: under a hand, a sleeve, a sheet of paper, or a lamp's glare.
//   A board shows the borders of its squares, as lines or as a change of tint, at places known exactly. Where they are missing although
//   no piece hides them, something lies over the board.
// Needs vision/boards/view.h.
#pragma once

#include <span>
#include <vector>

#include "measure/board.h"
#include "measure/table.h"
#include "vision/boards/view.h"

namespace vision {

/// What hides borders honestly: a piece, as a round place of the view.
struct CoverDisc {
  cv::Point2d at;
  double radius = 0.0;  // view pixels
};

/// The squares whose borders are hidden for the most part, by row, then column. None on a board whose borders cannot be seen anywhere.
[[nodiscard]] std::vector<measure::SquareName> unseen_squares(const BoardView& view, const measure::Board& board,
                                                              std::span<const CoverDisc> pieces);

}  // namespace vision
