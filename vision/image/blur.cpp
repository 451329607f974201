#include "vision/image/blur.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "measure/robust.h"

namespace vision {
namespace {

constexpr double kAgain = 1.0;  // pixels, sigma of the second blur: noise hardly survives it, a larger one mixes edges side by side
// Lines are looked at in bands, one of four: an estimate of some thousand edges needs no more, and of a single tag the upper half does.
constexpr int kBand = 32, kBandEvery = 128;
// Slope of an edge after the second blur, grey levels a pixel: less is texture or noise.
constexpr float kLeastSlope = 8.0f;
// Of all edges so many are sharper than what is told: rounded and shaded things are no measure of the lens, and where edges cross no blur
// can be read.
constexpr double kSharper = 0.2;
constexpr double kOfFilter = 0.577;  // pixels, 1 sigma: of the difference of a pixel's two neighbours
constexpr double kMostBlur = 8.0;    // pixels: slopes of what is more blurred fall too little to tell

cv::Mat slope_of(const cv::Mat& grey) {
  cv::Mat along, down, slope;
  cv::Sobel(grey, along, CV_32F, 1, 0, 3, 1.0 / 8.0);
  cv::Sobel(grey, down, CV_32F, 0, 1, 3, 1.0 / 8.0);
  cv::magnitude(along, down, slope);
  return slope;
}

/// The blur, pixels, of an edge whose slope falls by this factor.
double blur_from(double fall) { return fall > 1.0 ? std::min(kMostBlur, kAgain / std::sqrt(fall * fall - 1.0)) : kMostBlur; }

/// Adds how blurred the edges of a band are.
void add_blurs(const cv::Mat& band, std::vector<double>& blurs) {
  cv::Mat grey, smooth, largest;
  band.convertTo(grey, CV_32F);
  cv::GaussianBlur(grey, smooth, {}, kAgain);
  const cv::Mat before = slope_of(grey), after = slope_of(smooth);
  cv::dilate(after, largest, cv::Mat());
  for (int y = 1; y + 1 < band.rows; ++y)
    for (int x = 1; x + 1 < band.cols; ++x)
      if (const float slope = after.at<float>(y, x); slope >= kLeastSlope && slope >= largest.at<float>(y, x))
        blurs.push_back(blur_from(before.at<float>(y, x) / slope));
}

}  // namespace

double blur_of(const cv::Mat& luma) {
  std::vector<double> blurs;
  for (int from = 0; from < luma.rows; from += kBandEvery) add_blurs(luma.rowRange(from, std::min(luma.rows, from + kBand)), blurs);
  return std::max(kOfFilter, measure::quantile(std::move(blurs), kSharper));
}

}  // namespace vision
