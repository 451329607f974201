// What compression did to a picture.
#pragma once

#include <opencv2/core/mat.hpp>

namespace vision {

/// Mean step of grey level at the borders of the 8 by 8 blocks that JPEG, MJPEG and MPEG code apart from each other, beyond the steps
/// inside them (after Wang, Sheikh and Bovik 2002). Near 0 where the picture was never compressed, was deblocked or resized; about 0.2 at
/// JPEG quality 95, 0.5 at 90, 1 at 80, 1.4 at 70. The blocks may begin anywhere, as in cut pictures.
/// `luma`: 8-bit, one channel.
[[nodiscard]] double jpeg_steps(const cv::Mat& luma);

}  // namespace vision
