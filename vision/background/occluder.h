// What lies over the table that is neither the table nor a piece: a hand, an arm, a sleeve.
//   Compared with the background in small windows after the change of light is taken out: a window shows an occluder when
//   its colour changed against its surroundings or its texture is another. An intruder reaches in over the table's edge. A hand that was
//   there when the background was taken and has gone is none.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>

#include "calibration/table_camera.h"
#include "measure/table.h"
#include "vision/background/background.h"
#include "vision/table_state.h"

namespace vision {

/// What the picture shows of pieces: 8-bit, 255 on bases and the figures on them as the camera sees them lean.
/// `swell`: by how much each is drawn larger than it is, to allow for hats, lances and shadows.
[[nodiscard]] cv::Mat silhouettes(cv::Size picture, const calibration::TableCamera& camera, std::span<const Piece> pieces, double swell);

struct Occluders {
  cv::Mat mask;           // 8-bit, a sixth of the picture's size: 255 on windows that show an occluder
  cv::Mat arms;           // ... where that reaches in over the table's edge; empty where nothing does
  bool intruder = false;  // something does
};

/// Finds the occluders in `bgr` (8-bit). `explained`: 8-bit of the picture's size, set on pieces. Where the background is
/// unknown there are none.
[[nodiscard]] Occluders find_occluders(const cv::Mat& bgr, const Background& background, const cv::Mat& explained,
                                       const calibration::TableCamera& camera, const measure::Table& table);

}  // namespace vision
