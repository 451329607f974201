// How sharp a picture is.
#pragma once

#include <opencv2/core/mat.hpp>

namespace vision {

/// The blur of the sharpest things in a picture, pixels, 1 sigma: of lens, focus, sensor and whatever smoothed or enlarged the picture
/// since, and of the three pixels that its slopes are read from, so that no picture has less than 0.58. Where an edge is blurred once more,
/// its slope falls the less the more it was blurred before (Zhuo and Sim, Defocus map estimation from a single image, 2011). As little
/// where no edge shows. `luma`: 8-bit, one channel.
[[nodiscard]] double blur_of(const cv::Mat& luma);

}  // namespace vision
