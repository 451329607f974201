// How large the tops of pieces appear against each other.
//   What is nearer to the camera looks larger: the top of two men on top of each other by about one part in a hundred, wherever it stands
//   and however it was put down. Turned rings, relief or a print on the tops tell that much; plain tops do not, and nothing is said of
//   them.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "vision/boards/sides.h"

namespace vision {

/// Of each top its size against the median of all, less one; none where nothing on it can be compared. `tops`: where the middle of each top
/// is expected, within a few pixels; tops of one kind look alike.
[[nodiscard]] std::vector<std::optional<double>> sizes_of_tops(const cv::Mat& bgr, std::span<const cv::Point2d> tops, double radius);

}  // namespace vision
