#include "vision/foreground.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace vision {
namespace {

/// Side of the cells in which the change of light is measured, inches. Smaller: a block of figures is
/// taken for a change of light; larger: the edge of a lamp's pool of light is taken for a figure.
constexpr double kLightCell = 1.5;
/// Darkest shadow, as a share of the light around it. Lower: dark figures are taken for shadows; higher:
/// hard shadows are taken for figures.
constexpr double kDarkestShadow = 0.35;
/// Brightest patch of light that is still the table (sparkle on the cloth).
constexpr double kBrightestPatch = 1.1;
/// A shadow is lit by the sky and the walls and tinted by them: deviation of its colour for a full shadow,
/// as a share of the colour. Smaller: tinted shadows are taken for figures.
constexpr double kShadowTint = 0.06;
/// By how many pixels the two pictures may fail to fall on each other (lens, wind, a nudge). Larger: thin
/// parts of figures are lost beside sharp edges of the table's pattern.
constexpr double kMisalignment = 0.3;
/// Least noise of an 8-bit picture, grey levels: rounding alone.
constexpr double kLeastNoise = 0.5;
/// Foreground deviates by at least this many times the usual deviation of the table itself. Smaller: noise
/// and texture become foreground; larger: figures in the table's colour are lost.
constexpr double kTimesUsual = 4.0;
/// Median of a standard normal deviate's magnitude.
constexpr double kMedianOfNormal = 0.6745;

constexpr int kLevels = 16;                                     // classes of brightness with their own noise
using NoiseTable = std::array<std::array<double, kLevels>, 3>;  // grey levels, by channel and brightness

/// `empty` in the light of `now`: each channel is multiplied by a smooth gain.
cv::Mat relit(const cv::Mat& empty, const cv::Mat& now, double per_inch) {
  const double cell = std::max(1.0, kLightCell * per_inch);
  const cv::Size cells(std::max(1, int(now.cols / cell)), std::max(1, int(now.rows / cell)));
  cv::Mat small_now, small_empty, gain;
  cv::resize(now, small_now, cells, 0, 0, cv::INTER_AREA);
  cv::resize(empty, small_empty, cells, 0, 0, cv::INTER_AREA);
  cv::divide(small_now + cv::Scalar::all(1.0), small_empty + cv::Scalar::all(1.0), gain);  // + 1: a black cell has no gain
  for (int pass = 0; pass < 2; ++pass) cv::medianBlur(gain, gain, 5);                      // cells full of figures are outvoted
  cv::GaussianBlur(gain, gain, cv::Size(3, 3), 0.0);
  cv::Mat smooth;
  cv::resize(gain, smooth, now.size(), 0, 0, cv::INTER_LINEAR);
  return smooth.mul(empty);
}

int level_of(float value) { return std::clamp(int(value) * kLevels / 256, 0, kLevels - 1); }

/// Noise of each channel at each brightness, from the median deviation: figures cover the lesser part.
NoiseTable noise_of(const cv::Mat& now, const cv::Mat& expected) {
  constexpr int kBins = 256;       // half grey levels of deviation
  constexpr int kFewPixels = 400;  // fewer do not make a median
  NoiseTable noise{};
  for (int channel = 0; channel < 3; ++channel) {
    std::array<std::array<int, kBins>, kLevels + 1> counts{};
    for (int row = 0; row < now.rows; ++row) {
      const auto* n = now.ptr<cv::Vec3f>(row);
      const auto* e = expected.ptr<cv::Vec3f>(row);
      for (int column = 0; column < now.cols; ++column) {
        const int bin = std::min(kBins - 1, int(2.0F * std::abs(n[column][channel] - e[column][channel])));
        ++counts[level_of(e[column][channel])][bin];
        ++counts[kLevels][bin];
      }
    }
    const auto median = [&](const std::array<int, kBins>& of, int total) {
      int seen = 0;
      for (int bin = 0; bin < kBins; ++bin) {
        if ((seen += of[bin]) * 2 >= total) return std::max(kLeastNoise, (bin + 0.5) / 2.0 / kMedianOfNormal);
      }
      return kLeastNoise;
    };
    const auto total = [](const std::array<int, kBins>& of) {
      int sum = 0;
      for (const int c : of) sum += c;
      return sum;
    };
    const double overall = median(counts[kLevels], total(counts[kLevels]));
    for (int level = 0; level < kLevels; ++level) {
      const int pixels = total(counts[level]);
      noise[channel][level] = pixels < kFewPixels ? overall : median(counts[level], pixels);
    }
  }
  return noise;
}

/// Steepness of the expected picture in grey levels a pixel.
cv::Mat steepness(const cv::Mat& expected) {
  cv::Mat grey, dx, dy, out;
  cv::cvtColor(expected, grey, cv::COLOR_BGR2GRAY);
  constexpr double kSobelScale = 1.0 / 8.0;
  cv::Sobel(grey, dx, CV_32F, 1, 0, 3, kSobelScale);
  cv::Sobel(grey, dy, CV_32F, 0, 1, 3, kSobelScale);
  cv::magnitude(dx, dy, out);
  return out;
}

/// How far, in standard deviations, a pixel is from being the table in light or in shadow.
double deviation(const cv::Vec3f& now, const cv::Vec3f& expected, float steep, const NoiseTable& noise) {
  std::array<double, 3> variance{};
  double ne = 0.0, ee = 0.0;
  for (int c = 0; c < 3; ++c) {
    const double sigma = noise[c][level_of(expected[c])];
    variance[c] = sigma * sigma + (kMisalignment * steep) * (kMisalignment * steep);
    ne += now[c] * expected[c] / variance[c];
    ee += expected[c] * expected[c] / variance[c];
  }
  const double light = std::clamp(ee > 0.0 ? ne / ee : 1.0, kDarkestShadow, kBrightestPatch);
  double sum = 0.0;
  for (int c = 0; c < 3; ++c) {
    const double tint = kShadowTint * (1.0 - std::min(1.0, light)) * expected[c];
    const double off = now[c] - light * expected[c];
    sum += off * off / (variance[c] + tint * tint);
  }
  return std::sqrt(sum);
}

float median_of(const cv::Mat& values) {
  std::vector<float> all;
  all.reserve(values.total() / 7 + 1);
  const float* data = values.ptr<float>();
  for (std::size_t i = 0; i < values.total(); i += 7) all.push_back(data[i]);
  std::nth_element(all.begin(), all.begin() + all.size() / 2, all.end());
  return all[all.size() / 2];
}

}  // namespace

cv::Mat foreground(const cv::Mat& now, const cv::Mat& empty, double per_inch) {
  cv::Mat sharp_now, sharp_empty, seen, before;
  now.convertTo(sharp_now, CV_32F);
  empty.convertTo(sharp_empty, CV_32F);
  cv::GaussianBlur(sharp_now, seen, cv::Size(3, 3), 0.0);
  cv::GaussianBlur(sharp_empty, before, cv::Size(3, 3), 0.0);
  const cv::Mat expected = relit(before, seen, per_inch);
  const NoiseTable noise = noise_of(seen, expected);
  const cv::Mat steep = steepness(expected);

  cv::Mat score(now.size(), CV_32FC1);
  for (int row = 0; row < score.rows; ++row) {
    for (int column = 0; column < score.cols; ++column) {
      score.at<float>(row, column) = static_cast<float>(
          deviation(seen.at<cv::Vec3f>(row, column), expected.at<cv::Vec3f>(row, column), steep.at<float>(row, column), noise));
    }
  }
  const double threshold = kTimesUsual * std::max(1.0, double(median_of(score)));
  score = score * (1.0 / threshold) - 1.0;
  cv::min(score, 1.0, score);
  cv::medianBlur(score, score, 3);
  return score;
}

}  // namespace vision
