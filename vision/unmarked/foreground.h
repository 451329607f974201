// What stands on the table that was not there when it was empty.
//   Two resampled pictures are compared after the change of light between them is taken out; a shadow
//   (darker, but of the same colour) is not foreground. The threshold follows the pictures' own noise.
// Needs OpenCV core.
#pragma once

#include <opencv2/core/mat.hpp>

namespace vision {

/// How surely each pixel shows something new: from -1 (surely the table) over 0 to +1 (surely not).
///
/// `now` and `empty`: 8-bit BGR of one size. `per_inch`: their scale. Returns 32-bit float, 1 channel.
[[nodiscard]] cv::Mat foreground(const cv::Mat& now, const cv::Mat& empty, double per_inch);

}  // namespace vision
