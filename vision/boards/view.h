// A board as it would be seen from straight above: the picture laid onto the plane of its print.
//   What lies in the print has its true shape there. What stands on it appears, at height h under a camera H above the board, as its
//   own plan grown about the camera's foot by H / (H - h): circles stay circles.
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>

#include "calibration/table_camera.h"
#include "measure/board.h"
#include "vision/discs/army_colours.h"

namespace vision {

struct BoardView {
  cv::Mat bgr;    // 8-bit, 3 channels; columns along x, rows along y
  cv::Mat known;  // 8-bit: 255 where the picture shows the place
  double per_inch = 0.0;
  measure::TablePoint origin;  // of the view's first pixel
  cv::Point2d foot;            // the point under the camera, view pixels
  double camera_height = 0.0;  // inches

  [[nodiscard]] cv::Point2d from_board(measure::TablePoint p) const {
    return {(p.x - origin.x).value * per_inch, (p.y - origin.y).value * per_inch};
  }
  [[nodiscard]] measure::TablePoint to_board(cv::Point2d p) const {
    return {origin.x + measure::Inches(p.x / per_inch), origin.y + measure::Inches(p.y / per_inch)};
  }
  /// How much larger a thing at this height appears, less one: (H / (H - h)) - 1.
  [[nodiscard]] double growth(measure::Inches height) const { return height.value / (camera_height - height.value); }
};

/// The board with as much around it on every side.
[[nodiscard]] BoardView view_from_above(const cv::Mat& bgr, const calibration::TableCamera& camera, const measure::Board& board,
                                        measure::Inches around);

/// The view's colour between its pixels; black outside. Here, as it is asked for millions of times a picture.
[[nodiscard]] inline Colour colour_at(const cv::Mat& bgr, cv::Point2d at) {
  if (!(at.x >= 0.0 && at.y >= 0.0 && at.x < bgr.cols - 1.0 && at.y < bgr.rows - 1.0)) return Colour::Zero();
  const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
  const float fx = static_cast<float>(at.x - x), fy = static_cast<float>(at.y - y);
  const std::uint8_t *upper = bgr.ptr<std::uint8_t>(y) + 3 * x, *lower = bgr.ptr<std::uint8_t>(y + 1) + 3 * x;
  Colour out;
  for (int k = 0; k < 3; ++k)
    out[k] = (1.0f - fy) * ((1.0f - fx) * upper[k] + fx * upper[k + 3]) + fy * ((1.0f - fx) * lower[k] + fx * lower[k + 3]);
  return out;
}

}  // namespace vision
