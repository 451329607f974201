// The board itself, as it would be without pieces; and round things that are nothing but the board.
#pragma once

#include <opencv2/core/mat.hpp>

#include "measure/board.h"
#include "vision/boards/discs.h"

namespace vision {

/// The view as it would be without pieces: each square as its corners are, where pieces seldom reach, and what lies around the board as
/// it is for the most part.
[[nodiscard]] cv::Mat view_without_pieces(const BoardView& view, const measure::Board& board);

/// Is this nothing but the board, the circle in one of its squares? `empty`: the view without pieces.
[[nodiscard]] bool is_ground(const BoardView& view, const cv::Mat& empty, const RoundThing& thing);

/// May this be the circle in a square rather than a disc? Such things do not teach what pieces look like.
[[nodiscard]] bool is_like_a_square(const BoardView& view, const measure::Board& board, const RoundThing& thing);

}  // namespace vision
