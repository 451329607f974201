// A picture taken too dark, as it would have been had the camera looked for longer.
#pragma once

#include <opencv2/core/mat.hpp>

#include "vision/boards/samples.h"

namespace vision {

/// Grey levels are what sRGB (IEC 61966-2-1) makes of light: twice the light is less than twice the level, and what is darkest gains most.
class Exposure {
 public:
  /// So long that the board's lightest tenth is as bright as in a well lit picture; as it is where it already is.
  explicit Exposure(const BoardView& view, const measure::Board& board);

  /// A picture in this light.
  [[nodiscard]] cv::Mat of(const cv::Mat& bgr) const;
  [[nodiscard]] Colour of(const Colour& colour) const;
  /// How many times the light; at least 1.
  [[nodiscard]] double times() const { return times_; }

 private:
  double times_ = 1.0;
  cv::Mat levels_;  // 8-bit, 1 x 256: what becomes of each
};

}  // namespace vision
