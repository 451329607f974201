// How far pieces throw their shadows, against each other.
//   Under one lamp, far off, shadows on the board point the same way, and two men on top of each other throw one twice as long as a man's.
//   That tells them apart straight under the camera, too, where their walls do not show and their tops hardly grow.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "vision/boards/samples.h"

namespace vision {

/// A piece whose shadow is looked for.
struct ShadowOf {
  cv::Point2d foot;  // centre of its base, view pixels
  cv::Point2d top;   // where the middle of its top may be seen at the farthest: what lies between them is hidden
};

/// Of each piece how far its shadow reaches beyond it, radii; none where it is hidden or no shadows are seen. `empty`: the view without
/// pieces. `radius`: of all pieces, view pixels.
[[nodiscard]] std::vector<std::optional<double>> shadow_lengths(const BoardView& view, const cv::Mat& empty,
                                                                std::span<const ShadowOf> pieces, double radius);

}  // namespace vision
