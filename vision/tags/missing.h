// Tags of the roster that were not read: something covers them in part, touches them, or they are too blurred or dirty to be read cell by
// cell.
//   Only the roster's are looked for, at the size they must have there, so that a few cells are evidence enough.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "vision/detector.h"
#include "vision/tags/candidates.h"

namespace vision {

/// Sightings of the tags of `missing` pieces in some windows of an 8-bit luma picture, at most one for each, among `quads` found in it and
/// squares of their size. Errors: none; what cannot be told apart is not returned.
[[nodiscard]] std::vector<calibration::TagObservation> find_missing_tags(const cv::Mat& luma, const Scene& scene,
                                                                         std::span<const measure::PieceSpec> missing,
                                                                         std::span<const DarkQuad> quads,
                                                                         std::span<const cv::Rect> windows);

}  // namespace vision
