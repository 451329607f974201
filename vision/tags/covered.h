// Tags that something partly covers: one corner with its two sides in sight, and enough cells to tell which it is.
//   Only tags of the roster that were not read whole are looked for, at the size they must have there, so that a few
//   cells are evidence enough.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "vision/detector.h"
#include "vision/tags/candidates.h"

namespace vision {

/// Sightings of the tags of `missing` pieces in an 8-bit luma picture, at most one for each, among `quads` found in it. Errors: none; what
/// cannot be told apart is not returned.
[[nodiscard]] std::vector<calibration::TagObservation> find_covered_tags(const cv::Mat& luma, const Scene& scene,
                                                                         std::span<const measure::PieceSpec> missing,
                                                                         std::span<const DarkQuad> quads);

}  // namespace vision
