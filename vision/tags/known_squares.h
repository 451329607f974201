// Dark squares of a known size on white paper, found where their outline runs into something else that is dark and so tells nothing.
#pragma once

#include <functional>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
#include <optional>
#include <vector>

#include "vision/tags/candidates.h"

namespace vision {

/// The axes, pixels, of a square with sides of the known length that lies about a place in the picture, turned to the right so that the
/// first goes before the second. None where no square lies.
using SquareAxes = std::function<std::optional<cv::Matx22d>(cv::Point2d at)>;

/// Squares of the size that `axes` gives, with a white margin of a `cells`th of their side, whose middle lies in a window of an 8-bit luma
/// picture. Of each the place and turn that show most of its sides; whether it is one is left to who reads it. `taken`: an 8-bit picture of
/// the same size, not 0 where no square's middle can lie.
[[nodiscard]] std::vector<Quad> find_known_squares(const cv::Mat& luma, const cv::Rect& window, const SquareAxes& axes, int cells,
                                                   const cv::Mat& taken);

}  // namespace vision
