// Pictures of single tags, drawn finely and then blurred, lit and compressed as a camera would.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "calibration/dictionaries.h"

namespace tag_picture {

/// How a picture is spoilt.
struct Look {
  double blur_px = 0.7;
  double noise = 2.0;  // grey levels
  int jpeg = 92;       // 0: not compressed
  double gain = 1.0;
};

/// The four corners of a square, clockwise from its printed top left, turned clockwise by `turn` degrees.
inline std::array<cv::Point2d, 4> square(cv::Point2d centre, double side, double turn) {
  const double a = turn * std::numbers::pi / 180.0;
  const cv::Point2d right(std::cos(a), std::sin(a)), up(std::sin(a), -std::cos(a));
  const double h = 0.5 * side;
  return {centre - right * h + up * h, centre + right * h + up * h, centre + right * h - up * h, centre - right * h - up * h};
}

/// A grey picture, drawn several times too large; `finished` brings it down.
class Canvas {
 public:
  Canvas(int width, int height, double grey = 105.0, int fine = 6)
      : times_(fine), fine_(height * fine, width * fine, CV_8U, cv::Scalar(grey)) {}

  /// A tag on white paper one cell wider all round; `corners` of its black square in pixels of the finished picture.
  Canvas& tag(const std::string& dictionary, int id, const std::array<cv::Point2d, 4>& corners) {
    const cv::Mat pattern = calibration::tag_pattern(dictionary, id);
    cv::Mat paper(pattern.rows + 2, pattern.cols + 2, CV_8U, cv::Scalar(255));
    pattern.copyTo(paper(cv::Rect(1, 1, pattern.cols, pattern.rows)));
    paper = paper * ((235.0 - 45.0) / 255.0) + 45;  // printer's black is not black
    constexpr int kCell = 24;
    cv::resize(paper, paper, {}, kCell, kCell, cv::INTER_NEAREST);
    const auto n = static_cast<float>(pattern.cols * kCell);
    const auto c = static_cast<float>(kCell);
    std::vector<cv::Point2f> from{{c, c}, {c + n, c}, {c + n, c + n}, {c, c + n}}, to;
    for (cv::Point2f& p : from) p -= cv::Point2f(0.5F, 0.5F);
    for (const cv::Point2d& p : corners) to.emplace_back((p + cv::Point2d(0.5, 0.5)) * times_ - cv::Point2d(0.5, 0.5));
    const cv::Mat map = cv::getPerspectiveTransform(from, to);
    cv::warpPerspective(paper, fine_, map, fine_.size(), cv::INTER_LINEAR, cv::BORDER_TRANSPARENT);
    return *this;
  }

  /// Something that lies across: a line in pixels of the finished picture.
  Canvas& stick(cv::Point2d from, cv::Point2d to, double width, double grey) {
    cv::line(fine_, from * times_, to * times_, cv::Scalar(grey), static_cast<int>(width * times_));
    return *this;
  }

  /// A soft-edged shadow over everything right of `column`: that share of the light remains.
  Canvas& shadow(double column, double light) {
    cv::Mat right = fine_.colRange(static_cast<int>(column * times_), fine_.cols);
    right *= light;
    return *this;
  }

  [[nodiscard]] cv::Mat finished(const Look& look, std::uint64_t seed) const {
    cv::Mat out, grain;
    cv::GaussianBlur(fine_, out, {}, look.blur_px * times_);
    cv::resize(out, out, {}, 1.0 / times_, 1.0 / times_, cv::INTER_AREA);
    out.convertTo(out, CV_32F, look.gain);
    grain.create(out.size(), CV_32F);
    cv::RNG random(seed);
    random.fill(grain, cv::RNG::NORMAL, 0.0, look.noise);
    out += grain;
    out.convertTo(out, CV_8U);
    if (look.jpeg == 0) return out;
    std::vector<uchar> bytes;
    cv::imencode(".jpg", out, bytes, {cv::IMWRITE_JPEG_QUALITY, look.jpeg});
    return cv::imdecode(bytes, cv::IMREAD_GRAYSCALE);
  }

 private:
  int times_;
  cv::Mat fine_;
};

}  // namespace tag_picture
