#include "vision/board_samples.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace vision {

ColourSamples::ColourSamples(const cv::Mat& bgr) : last_x_(bgr.cols - 1.0), last_y_(bgr.rows - 1.0) {
  cv::Mat four;
  cv::cvtColor(bgr, four, cv::COLOR_BGR2BGRA);
  four.convertTo(picture_, CV_32F);
  first_ = picture_.ptr<float>();
  step_ = static_cast<std::ptrdiff_t>(picture_.step1());
  row_ = static_cast<double>(step_);
}

Channels mean_along(const ColourSamples& picture, cv::Point2d from, cv::Point2d along, double begin, double end) {
  Channels sum = cv::v_setzero_f32();
  const int steps = std::max(2, static_cast<int>(std::ceil(end - begin)));
  for (int i = 0; i < steps; ++i) sum += picture.at(from + along * (begin + (end - begin) * (i + 0.5) / steps));
  return sum / cv::v_setall_f32(static_cast<float>(steps));
}

}  // namespace vision
