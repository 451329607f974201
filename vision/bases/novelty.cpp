#include "vision/bases/novelty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "measure/robust.h"

namespace vision {
namespace {

// The light that may fall on a place now, as a share of that on the empty table: deep shadow and a lamp turned.
constexpr float kLeastLight = 0.3F, kMostLight = 1.3F;
// A channel that differs by more than so many sigmas of its noise is not as before; nor is one that differs by more than so many sigmas of
// so many grey levels, where the lamp has changed and little is as before.
constexpr double kSigmas = 2.0, kMostNoise = 8.0;
// The medians are taken over every so many pixels along each axis.
constexpr int kEvery = 4;

template <class Take>
void at_some_pixels(cv::Size size, Take take) {
  for (int row = 0; row < size.height; row += kEvery)
    for (int column = 0; column < size.width; column += kEvery) take(row, column);
}

/// Channels may have other gains now than over the empty table.
std::array<float, 3> gains_of(const cv::Mat& now, const cv::Mat& empty) {
  std::array<float, 3> gains{};
  for (int channel = 0; channel < 3; ++channel) {
    std::vector<float> ratios;
    at_some_pixels(now.size(), [&](int row, int column) {
      const float before = empty.at<cv::Vec3b>(row, column)[channel];
      if (before > 8.0F) ratios.push_back(now.at<cv::Vec3b>(row, column)[channel] / before);
    });
    gains[static_cast<std::size_t>(channel)] = ratios.empty() ? 1.0F : measure::median_in_place(ratios);
  }
  return gains;
}

/// `before`: the empty table in the light of now.
cv::Mat as_before(const cv::Mat& now, const cv::Mat& before) {
  cv::Mat off, low, high, out;
  cv::absdiff(now, before, off);
  cv::Scalar most;
  for (int channel = 0; channel < 3; ++channel) {
    std::vector<float> some;
    at_some_pixels(now.size(), [&](int row, int column) { some.push_back(off.at<cv::Vec3b>(row, column)[channel]); });
    const double noise = some.empty() ? 1.0 : measure::kSigmaOfMedian * static_cast<double>(measure::median_in_place(some));
    most[channel] = kSigmas * std::clamp(noise, 1.0, kMostNoise);
  }
  const cv::Mat beside = cv::Mat::ones(3, 3, CV_8U);
  cv::erode(before, low, beside), cv::dilate(before, high, beside);
  cv::subtract(low, most, low), cv::add(high, most, high);
  cv::inRange(now, low, high, out);
  return out;
}

}  // namespace

Novelty novelty(const cv::Mat& now, const cv::Mat& empty) {
  const std::array<float, 3> gains = gains_of(now, empty);
  cv::Mat before;
  cv::multiply(empty, cv::Scalar(gains[0], gains[1], gains[2]), before);
  Novelty out{.distance = cv::Mat(now.size(), CV_32FC1), .noise = 1.0, .as_before = as_before(now, before)};
  // What is left of a change of light, and shadow, is one gain for a place's three channels.
  for (int row = 0; row < now.rows; ++row)
    for (int column = 0; column < now.cols; ++column) {
      const cv::Vec3b is = now.at<cv::Vec3b>(row, column), was = empty.at<cv::Vec3b>(row, column);
      float both = 0.0F, square = 1.0F;
      std::array<float, 3> expected{};
      for (int c = 0; c < 3; ++c) {
        const float b = expected[static_cast<std::size_t>(c)] = was[c] * gains[static_cast<std::size_t>(c)];
        both += is[c] * b, square += b * b;
      }
      const float light = std::clamp(both / square, kLeastLight, kMostLight);
      float off = 0.0F;
      for (int c = 0; c < 3; ++c) {
        const float d = is[c] - light * expected[static_cast<std::size_t>(c)];
        off += d * d;
      }
      out.distance.at<float>(row, column) = std::sqrt(off);
    }
  std::vector<float> some;
  at_some_pixels(now.size(), [&](int row, int column) { some.push_back(out.distance.at<float>(row, column)); });
  if (!some.empty()) out.noise = std::max(1.0, static_cast<double>(measure::median_in_place(some)));
  return out;
}

double unchanged_share(const Novelty& seen, cv::Point2d at, double radius) {
  const cv::Rect about =
      cv::Rect(cv::Point(cv::Point2d(at.x - radius, at.y - radius)), cv::Point(cv::Point2d(at.x + radius + 2.0, at.y + radius + 2.0))) &
      cv::Rect({0, 0}, seen.as_before.size());
  int all = 0, same = 0;
  for (int row = about.y; row < about.br().y; ++row)
    for (int column = about.x; column < about.br().x; ++column) {
      if (std::hypot(column - at.x, row - at.y) > radius) continue;
      ++all, same += seen.as_before.at<unsigned char>(row, column) != 0;
    }
  return static_cast<double>(same) / std::max(1, all);
}

}  // namespace vision
