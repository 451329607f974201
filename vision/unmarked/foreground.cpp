#include "vision/unmarked/foreground.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "measure/robust.h"

namespace vision {
namespace {

using measure::Inches, measure::TablePoint;

/// Map pixels between two points at which the lens model is evaluated; linear in between. Larger: the
/// bend of the lens shows as a shift; smaller: slower.
constexpr int kLensStep = 8;
/// A coordinate outside every picture.
constexpr float kNowhere = -1e4F;

double finest_scale(const calibration::TableCamera& camera, const measure::Table& table) {
  constexpr int kProbes = 8;  // along each side
  double finest = 1.0;
  for (int i = 0; i <= kProbes; ++i) {
    for (int j = 0; j <= kProbes; ++j) {
      const TablePoint at{table.length * (double(i) / kProbes), table.width * (double(j) / kProbes)};
      if (camera.image_from_table(at, Inches(0.0))) finest = std::max(finest, camera.pixels_per_inch(at, Inches(0.0)));
    }
  }
  return finest;
}

}  // namespace

GroundMap::GroundMap(const calibration::TableCamera& camera, const measure::Table& table, Inches above, Inches pad)
    : table_(table), above_(above), pad_(pad), per_inch_(finest_scale(camera, table)) {
  size_.width = static_cast<int>(std::ceil((table.length + 2.0 * pad).value * per_inch_));
  size_.height = static_cast<int>(std::ceil((table.width + 2.0 * pad).value * per_inch_));
}

TablePoint GroundMap::table_point(cv::Point2d pixel) const {
  return {Inches(pixel.x / per_inch_) - pad_, Inches(pixel.y / per_inch_) - pad_};
}

cv::Point2d GroundMap::pixel(TablePoint point) const { return {(point.x + pad_).value * per_inch_, (point.y + pad_).value * per_inch_}; }

cv::Mat GroundMap::resample(const cv::Mat& picture, const calibration::TableCamera& camera, const cv::Rect& part) const {
  const int columns = part.width / kLensStep + 2, rows = part.height / kLensStep + 2;
  cv::Mat coarse(rows, columns, CV_32FC2);
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      const TablePoint at = table_point({double(part.x + column * kLensStep), double(part.y + row * kLensStep)});
      const auto seen = camera.image_from_table(at, measure::ground_height(table_.terrain, at) + above_);
      coarse.at<cv::Vec2f>(row, column) = seen ? cv::Vec2f(float(seen->u), float(seen->v)) : cv::Vec2f(kNowhere, kNowhere);
    }
  }
  // warpAffine places coarse sample (c, r) at exactly (c, r) * kLensStep; resize would shift by half a sample.
  cv::Mat fine, out;
  const cv::Matx23d enlarge(1.0 / kLensStep, 0.0, 0.0, 0.0, 1.0 / kLensStep, 0.0);
  cv::warpAffine(coarse, fine, enlarge, part.size(), cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  cv::remap(picture, out, fine, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  return out;
}

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
/// How far blur carries a figure's colour, pixels, and the share of its strength at which its edge is. A smaller
/// share: figures swell and run together; a larger: those of two colours fall apart.
constexpr int kBlurReach = 2;
constexpr double kEdgeShare = 0.3;
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

/// How `now` differs from `expected`, counted by channel and brightness of `expected`.
class Deviations {
 public:
  Deviations(const cv::Mat& now, const cv::Mat& expected, int channel) {
    for (int row = 0; row < now.rows; row += kEveryRow) {
      const auto* n = now.ptr<cv::Vec3f>(row);
      const auto* e = expected.ptr<cv::Vec3f>(row);
      for (int column = 0; column < now.cols; ++column) {
        const double off = (n[column][channel] - e[column][channel]) / kBinWidth;
        const int bin = std::clamp(int(std::floor(off + 0.5)) + kZero, 0, kBins - 1);
        ++counts_[level_of(e[column][channel])][bin];
        ++counts_[kLevels][bin];
      }
    }
  }

  /// Median deviation at a brightness, grey levels; of all where there is too little of that brightness.
  [[nodiscard]] double offset(int level) const { return (offset_bin(counts_of(level)) - kZero) * kBinWidth; }
  /// Standard deviation about it, by the median magnitude: figures cover the lesser part.
  [[nodiscard]] double noise(int level) const {
    const Counts& counts = counts_of(level);
    const int middle = offset_bin(counts);
    const std::int64_t all = total(counts);
    std::int64_t seen = counts[middle];
    int reach = 0;
    while (2 * seen < all) {
      ++reach;
      if (middle >= reach) seen += counts[middle - reach];
      if (middle + reach < kBins) seen += counts[middle + reach];
    }
    return std::max(kLeastNoise, (reach + 0.5) * kBinWidth / kMedianOfNormal);
  }

 private:
  static constexpr double kBinWidth = 0.5;  // grey levels
  static constexpr int kBins = 513, kZero = 256;
  static constexpr int kEveryRow = 3;              // a median needs no more
  static constexpr std::int64_t kFewPixels = 400;  // fewer do not make a median
  using Counts = std::array<int, kBins>;

  [[nodiscard]] static std::int64_t total(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), std::int64_t{0}); }
  [[nodiscard]] const Counts& counts_of(int level) const { return total(counts_[level]) < kFewPixels ? counts_[kLevels] : counts_[level]; }
  [[nodiscard]] static int offset_bin(const Counts& counts) {
    const std::int64_t all = total(counts);
    std::int64_t seen = 0;
    int bin = 0;
    while (bin < kBins - 1 && 2 * (seen += counts[bin]) < all) ++bin;
    return bin;
  }

  std::array<Counts, kLevels + 1> counts_{};
};

/// Cameras do not answer light in proportion (exposure curve, white balance): what each brightness has become
/// in `now` is learned and put right in `expected`.
void follow_tone(cv::Mat& expected, const cv::Mat& now) {
  std::array<std::array<float, kLevels>, 3> offset{};
  for (int channel = 0; channel < 3; ++channel) {
    const Deviations deviations(now, expected, channel);
    for (int level = 0; level < kLevels; ++level) offset[channel][level] = float(deviations.offset(level));
  }
  constexpr float kLevelWidth = 256.0F / kLevels;
  for (cv::Vec3f& pixel : cv::Mat_<cv::Vec3f>(expected)) {
    for (int channel = 0; channel < 3; ++channel) {
      const float place = std::clamp(pixel[channel] / kLevelWidth - 0.5F, 0.0F, kLevels - 1.0F);  // between level middles
      const int below = std::min(int(place), kLevels - 2);
      const float share = place - float(below);
      pixel[channel] = std::max(0.0F, pixel[channel] + (1.0F - share) * offset[channel][below] + share * offset[channel][below + 1]);
    }
  }
}

NoiseTable noise_of(const cv::Mat& now, const cv::Mat& expected) {
  NoiseTable noise{};
  for (int channel = 0; channel < 3; ++channel) {
    const Deviations deviations(now, expected, channel);
    for (int level = 0; level < kLevels; ++level) noise[channel][level] = deviations.noise(level);
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
  return measure::median_in_place(all);
}

/// Deviations into sureness: 0 at the threshold, +1 at twice it. Blur smears a strong figure over its
/// neighbourhood, so near strong pixels the threshold is a share of their strength; what is deep inside
/// anything new is new, however weak beside a bright hat.
cv::Mat surely_new(const cv::Mat& deviations, double least) {
  const int reach = 2 * kBlurReach + 1;
  const cv::Mat neighbourhood = cv::getStructuringElement(cv::MORPH_ELLIPSE, cv::Size(reach, reach));
  cv::Mat threshold, inner, score;
  cv::dilate(deviations, threshold, neighbourhood);
  threshold *= kEdgeShare;
  cv::max(threshold, least, threshold);
  cv::divide(deviations, threshold, score);
  cv::erode(deviations, inner, neighbourhood);
  inner *= 1.0 / least;
  cv::max(score, inner, score);
  cv::min(score - 1.0, 1.0, score);
  return score;
}

}  // namespace

cv::Mat foreground(const cv::Mat& now, const cv::Mat& empty, double per_inch) {
  cv::Mat sharp_now, sharp_empty, seen, before;
  now.convertTo(sharp_now, CV_32F);
  empty.convertTo(sharp_empty, CV_32F);
  cv::GaussianBlur(sharp_now, seen, cv::Size(3, 3), 0.0);
  cv::GaussianBlur(sharp_empty, before, cv::Size(3, 3), 0.0);
  cv::Mat expected = relit(before, seen, per_inch);
  follow_tone(expected, seen);
  const NoiseTable noise = noise_of(seen, expected);
  const cv::Mat steep = steepness(expected);

  cv::Mat score(now.size(), CV_32FC1);
  for (int row = 0; row < score.rows; ++row) {
    for (int column = 0; column < score.cols; ++column) {
      score.at<float>(row, column) = static_cast<float>(
          deviation(seen.at<cv::Vec3f>(row, column), expected.at<cv::Vec3f>(row, column), steep.at<float>(row, column), noise));
    }
  }
  const double least = kTimesUsual * std::max(1.0, double(median_of(score)));
  score = surely_new(score, least);
  cv::medianBlur(score, score, 3);
  return score;
}

}  // namespace vision
