#include "vision/frame.h"

#include <opencv2/imgproc.hpp>
#include <utility>

namespace vision {

Frame make_frame(cv::Mat bgr, double captured_at, std::string name, std::uint64_t sequence) {
  cv::Mat luma;
  cv::cvtColor(bgr, luma, cv::COLOR_BGR2GRAY);
  return {.bgr = std::move(bgr), .luma = std::move(luma), .captured_at = captured_at, .name = std::move(name), .sequence = sequence};
}

}  // namespace vision
