#include "vision/bases/novelty.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "measure/robust.h"

namespace vision {
namespace {

// The light that may fall on a place now, as a share of that on the empty table: deep shadow and a lamp turned.
constexpr float kLeastLight = 0.3F, kMostLight = 1.3F;
// A channel that differs by more than so many sigmas of its noise is not as before; nor is one that differs by more than so many sigmas of
// so many grey levels, where the lamp has changed and little is as before.
constexpr float kSigmas = 2.0F, kMostNoise = 8.0F;
// The medians are taken over every so many pixels along each axis.
constexpr int kEvery = 8;

/// Of something at some pixels; `none` where there is nothing.
template <class Value>
float median_of(cv::Size size, float none, Value value) {
  std::vector<float> some;
  for (int row = 0; row < size.height; row += kEvery)
    for (int column = 0; column < size.width; column += kEvery)
      if (const std::optional<float> here = value(row, column)) some.push_back(*here);
  return some.empty() ? none : measure::median_in_place(some);
}

}  // namespace

Novelty::Novelty(const cv::Mat& now, const cv::Mat& empty) : now_(now), empty_(empty) {
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const int c = static_cast<int>(channel);
    gains_[channel] = median_of(now.size(), 1.0F, [&](int row, int column) -> std::optional<float> {
      const float before = empty.at<cv::Vec3b>(row, column)[c];
      return before > 8.0F ? std::optional(now.at<cv::Vec3b>(row, column)[c] / before) : std::nullopt;
    });
    const float off = median_of(now.size(), 1.0F, [&](int row, int column) -> std::optional<float> {
      return std::abs(now.at<cv::Vec3b>(row, column)[c] - gains_[channel] * empty.at<cv::Vec3b>(row, column)[c]);
    });
    most_[channel] = kSigmas * std::clamp(static_cast<float>(measure::kSigmaOfMedian) * off, 1.0F, kMostNoise);
  }
  noise_ = std::max(1.0F, median_of(now.size(), 1.0F, [&](int row, int column) { return std::optional(distance(row, column)); }));
}

float Novelty::distance(int row, int column) const {
  // What is left of a change of light, and shadow, is one gain for a place's three channels.
  const cv::Vec3b is = now_.at<cv::Vec3b>(row, column), was = empty_.at<cv::Vec3b>(row, column);
  float both = 0.0F, square = 1.0F;
  std::array<float, 3> expected{};
  for (int c = 0; c < 3; ++c) {
    const float before = expected[static_cast<std::size_t>(c)] = was[c] * gains_[static_cast<std::size_t>(c)];
    both += is[c] * before, square += before * before;
  }
  const float light = std::clamp(both / square, kLeastLight, kMostLight);
  float off = 0.0F;
  for (int c = 0; c < 3; ++c) {
    const float d = is[c] - light * expected[static_cast<std::size_t>(c)];
    off += d * d;
  }
  return std::sqrt(off);
}

bool Novelty::as_before(int row, int column) const {
  const cv::Vec3b is = now_.at<cv::Vec3b>(row, column);
  const cv::Rect beside = cv::Rect(column - 1, row - 1, 3, 3) & cv::Rect({0, 0}, now_.size());
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const int c = static_cast<int>(channel);
    float low = 255.0F, high = 0.0F;
    for (int y = beside.y; y < beside.br().y; ++y)
      for (int x = beside.x; x < beside.br().x; ++x) {
        const float before = std::min(255.0F, gains_[channel] * empty_.at<cv::Vec3b>(y, x)[c]);
        low = std::min(low, before), high = std::max(high, before);
      }
    if (is[c] < low - most_[channel] || is[c] > high + most_[channel]) return false;
  }
  return true;
}

double Novelty::unchanged_share(cv::Point2d at, double radius) const {
  const cv::Rect about =
      cv::Rect(cv::Point(cv::Point2d(at.x - radius, at.y - radius)), cv::Point(cv::Point2d(at.x + radius + 2.0, at.y + radius + 2.0))) &
      cv::Rect({0, 0}, now_.size());
  int all = 0, same = 0;
  for (int row = about.y; row < about.br().y; ++row)
    for (int column = about.x; column < about.br().x; ++column) {
      if (std::hypot(column - at.x, row - at.y) > radius) continue;
      ++all, same += as_before(row, column);
    }
  return static_cast<double>(same) / std::max(1, all);
}

}  // namespace vision
