// One picture with its time and its origin.
#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <string>

namespace vision {

/// A finished picture: nobody writes to the pixels after it is made.
struct Frame {
  cv::Mat bgr;               // 8-bit, 3 channels, raw (distorted)
  cv::Mat luma;              // 8-bit, 1 channel, same size
  double captured_at = 0.0;  // seconds since the source began; 0 for pictures, which know no time
  std::string name;          // file name, or frame number for video and cameras
  std::uint64_t sequence = 0;
  std::optional<double> focal_px = {};  // as the camera wrote it into its picture, good to some percent
};

/// A frame from an 8-bit BGR picture; luma is computed here, once.
[[nodiscard]] Frame make_frame(cv::Mat bgr, double captured_at, std::string name, std::uint64_t sequence = 0);

}  // namespace vision
