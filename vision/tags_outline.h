// Outlines of dark regions and the four straight sides in them.
//   A side may be interrupted (something lies across it) and a stray spur may stick out: the four sides
//   are chosen among the straight stretches by how much of the outline they explain.
// Needs OpenCV core.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "vision/tags_candidates.h"

namespace vision {

/// The outer outline of the region that holds `start` (its topmost, leftmost pixel), clockwise, 8-connected.
/// `mask` needs a margin of zeros.
[[nodiscard]] std::vector<cv::Point> outline_of(const cv::Mat& mask, cv::Point start);

/// The quadrilateral that explains most of an outline, on the outer edge of its pixels; empty when it has no
/// four straight sides.
[[nodiscard]] std::optional<Quad> quad_of(const std::vector<cv::Point>& outline, double min_side_px);

}  // namespace vision
