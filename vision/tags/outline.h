// The four straight sides in the outline of a region.
//   A side may be interrupted (something lies across it) and a stray spur may stick out: the four sides
//   are chosen among the straight stretches by how much of the outline they explain.
#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "vision/tags/candidates.h"

namespace vision {

/// The quadrilaterals an outline runs round clockwise, best explained first: usually one, more where something
/// touches a tag. Corners whose two sides make no whole quadrilateral follow, guessed. Their sides are moved out by `grow_px`: from pixel
/// centres to where the shade changes.
[[nodiscard]] std::vector<DarkQuad> quads_of(const std::vector<cv::Point>& outline, double min_side_px, double grow_px);

}  // namespace vision
