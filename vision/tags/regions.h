// Connected regions of a bit plane, and the way round them.
#pragma once

#include <opencv2/core/types.hpp>
#include <vector>

#include "vision/tags/shades.h"

namespace vision {

/// What makes two pixels neighbours: a side in common, or a corner too.
enum class Touching { Sides, Corners };

struct PixelRegion {
  int left, top, right, bottom;  // pixels, inclusive
  int first_x;                   // of its topmost run
  int pixels;
};

/// All connected regions, from top to bottom.
[[nodiscard]] std::vector<PixelRegion> regions_of(const BitPlane& plane, Touching touching);

/// The outer outline of the region that holds `start` (its topmost, leftmost pixel), clockwise.
[[nodiscard]] std::vector<cv::Point> outline_of(const BitPlane& plane, cv::Point start, Touching touching);

}  // namespace vision
