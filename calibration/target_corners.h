// The inner corners of a calibration target in one picture, to a few hundredths of a pixel.
//   Chessboards are found whole; ChArUco boards may be partly hidden. Every corner is refined as a
//   saddle point, which blur does not bias.
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "calibration/lens_calibration.h"

namespace calibration {

/// One target in one picture. `on_target` in inches: x along the columns, y along the rows, z = 0.
struct TargetView {
  std::string name;
  std::vector<cv::Point3f> on_target;
  std::vector<cv::Point2f> in_picture;  // raw pixels, same order
};

/// Checks that a target can exist: sizes positive, a known dictionary with enough tags.
[[nodiscard]] measure::Result<void> check_target(const Target& board);

/// The target in an 8-bit luma picture.
/// Errors: NotSeen with the reason, as the end of a sentence ("no 9x6 chessboard found in it").
[[nodiscard]] measure::Result<TargetView> find_target(const Target& board, const TargetPicture& picture);

}  // namespace calibration
