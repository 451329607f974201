// What is new on the table: a map of the ground compared with that of the empty table.
#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>

namespace vision {

struct Novelty {
  cv::Mat distance;    // 32FC1, grey levels: how far each pixel is from being the empty table in any light, ...
  double noise = 1.0;  // ... and how far bare table is from that, 1 sigma
  cv::Mat as_before;   // 8UC1, 255 where a pixel is within noise of what the empty table shows there or a pixel beside, in the same light
};

/// `now` and `empty`: maps of one size, 8UC3. Most of the map is bare table.
[[nodiscard]] Novelty novelty(const cv::Mat& now, const cv::Mat& empty);

/// The share of a disc that is as before, 0..1; 0 where none of it lies in the map. `radius`: map pixels.
[[nodiscard]] double unchanged_share(const Novelty& seen, cv::Point2d at, double radius);

}  // namespace vision
