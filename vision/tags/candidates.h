// Dark four-sided shapes on a brighter surround: where a tag may be.
//   One pass over the luma: local threshold by tiles, connected dark regions, their outlines, straight
//   sides. Only outer outlines of dark regions are looked at, so the edge of the white paper is never
//   taken for a tag.
#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>
#include <vector>

namespace vision {

/// A quadrilateral in raw pixels, clockwise in the picture, good to about a pixel.
using Quad = std::array<cv::Point2d, 4>;

/// Where a tag may be.
struct DarkQuad {
  Quad corners;
  bool guessed = false;  // only the first two sides were seen: the other two complete a parallelogram
};

/// Shortest side of a quadrilateral that is worth finding, px: what half a covered tag still shows of the smallest side
/// that can be told apart (16 px). Larger loses covered tags, smaller costs time and finds texture.
constexpr double kMinQuadSidePx = 9.6;

/// Every dark quadrilateral of an 8-bit luma picture whose sides are at least `min_side_px` long.
/// `window` limits the search; it must lie inside the picture.
[[nodiscard]] std::vector<DarkQuad> find_dark_quads(const cv::Mat& luma, const cv::Rect& window, double min_side_px);

}  // namespace vision
