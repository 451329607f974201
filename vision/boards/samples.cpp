#include "vision/boards/samples.h"

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
  const auto place = [&](int i) { return from + along * (begin + (end - begin) * (i + 0.5) / steps); };
  if (picture.holds(place(0)) && picture.holds(place(steps - 1))) {
    const auto all = [](double value) { return cv::v_setall_f64(value); };
    cv::v_float64x2 middle(0.5, 1.5);
    for (int i = 0; i < steps; i += 2, middle += all(2.0)) {
      const auto out = all(begin) + all(end - begin) * cv::v_min(middle, all(steps - 0.5)) / all(steps);  // an odd one's last place twice
      const auto [one, other] = picture.inside_at(all(from.x) + all(along.x) * out, all(from.y) + all(along.y) * out);
      sum += one;
      if (i + 1 < steps) sum += other;
    }
  } else {
    for (int i = 0; i < steps; ++i) sum += picture.at(place(i));
  }
  return sum / cv::v_setall_f32(static_cast<float>(steps));
}

}  // namespace vision
