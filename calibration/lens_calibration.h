// A lens from pictures of a flat target: chessboard or ChArUco.
//   Views that would spoil the result are refused or warned of by name; parameters come with their
//   covariance, and with a cross-validation error beside the RMS, because the RMS alone flatters.
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <variant>
#include <vector>

#include "calibration/lens.h"
#include "calibration/registration.h"

namespace calibration {

struct Chessboard {
  int inner_columns = 9, inner_rows = 6;
  measure::Inches square{1.0};
};
struct CharucoBoard {
  int squares_x = 10, squares_y = 7;
  measure::Inches square{0.5906}, marker{0.4331};
  std::string dictionary = "DICT_4X4_50";
};
using Target = std::variant<Chessboard, CharucoBoard>;

struct TargetPicture {
  std::string name;
  cv::Mat luma;  // 8-bit, 1 channel
};

struct LensReport {
  Lens lens;
  std::vector<std::string> used;
  std::vector<Finding> findings;  // one for each refused or doubtful view, and for the set as a whole
};

/// Errors: NotCalibrated when too few usable views remain (the message names each view and why).
[[nodiscard]] measure::Result<LensReport> calibrate_lens(const Target& board, const std::vector<TargetPicture>& pictures);

}  // namespace calibration
