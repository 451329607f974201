// A tag that was read, as it is seen: its corners fitted to a fraction of a pixel.
#pragma once

#include <array>
#include <opencv2/core/mat.hpp>
#include <optional>

#include "calibration/registration.h"
#include "vision/tags/decode.h"

namespace vision {

/// Smallest side of a black square that is tried: 2 px a cell of a 4x4 tag. Smaller cannot be told from texture.
inline constexpr double kMinTagSidePx = 11.0;
/// A fit that less than this share of the sides carried is no tag.
inline constexpr double kMinSupport = 0.35;

/// Lengths of the sides, px.
[[nodiscard]] std::array<double, 4> sides_of(const Quad& quad);
[[nodiscard]] double mean_side(const Quad& quad);

/// The tag with its corners fitted in the picture; none where less than a share of its sides shows.
[[nodiscard]] std::optional<calibration::TagObservation> observe(const cv::Mat& luma, const TagReading& reading,
                                                                 double least_support = kMinSupport);

}  // namespace vision
