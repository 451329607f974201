// What a camera wrote into its JPEG about its lens (EXIF).
#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <optional>
#include <span>

namespace vision {

/// The focal length in pixels of a picture of this size, as its camera tells it: the focal length of a lens that would see as much on 35 mm
/// film (compared by the diagonal, CIPA DC-008), or the true one with the sensor's resolution. Good to some percent. Empty where nothing
/// is said, where it was zoomed digitally, and where the picture has been cut since it was taken.
[[nodiscard]] std::optional<double> focal_px_from_exif(std::span<const std::uint8_t> jpeg, cv::Size size);

}  // namespace vision
