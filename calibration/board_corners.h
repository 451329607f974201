// The inner corners of a calibration board in one picture, to a few hundredths of a pixel.
//   Chessboards are found whole; ChArUco boards may be partly hidden. Every corner is refined as a
//   saddle point, which blur does not bias.
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "calibration/lens_calibration.h"

namespace calibration {

/// One board in one picture. `on_board` in inches: x along the columns, y along the rows, z = 0.
struct BoardView {
  std::string name;
  std::vector<cv::Point3f> on_board;
  std::vector<cv::Point2f> in_picture;  // raw pixels, same order
};

/// Number of inner corners of a board.
[[nodiscard]] int corner_count(const Board& board);

/// Checks that a board can exist: sizes positive, a known dictionary with enough tags.
[[nodiscard]] measure::Result<void> check_board(const Board& board);

/// The board in an 8-bit luma picture.
/// Errors: NotSeen with the reason, as the end of a sentence ("no 9x6 chessboard found in it").
[[nodiscard]] measure::Result<BoardView> find_board(const Board& board, const BoardPicture& picture);

}  // namespace calibration
