#include "vision/background/background.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "measure/robust.h"

namespace vision {
namespace {

/// Pixels between the points whose way is computed; between them the map is interpolated. Wider bends the lens straight.
constexpr int kMapStep = 16;

/// For points of `to`'s picture on a coarse grid: where `from` saw the same ground. Far outside where it did not.
cv::Mat coarse_map(const calibration::TableCamera& from, const calibration::TableCamera& to, const measure::Table& table, cv::Size size) {
  const cv::Vec2f nowhere(-1e4F, -1e4F);
  cv::Mat map(size.height / kMapStep + 2, size.width / kMapStep + 2, CV_32FC2, cv::Scalar(nowhere[0], nowhere[1]));
  for (int r = 0; r < map.rows; ++r)
    for (int c = 0; c < map.cols; ++c) {
      const calibration::ImagePoint pixel{static_cast<double>(c * kMapStep), static_cast<double>(r * kMapStep)};
      const auto flat = to.table_from_image(pixel, measure::Inches(0.0));
      if (!flat) continue;
      const measure::Inches ground = ground_height(table.terrain, *flat);
      const auto point = to.table_from_image(pixel, ground);
      const auto there = point ? from.image_from_table(*point, ground) : std::nullopt;
      if (there) map.at<cv::Vec2f>(r, c) = {static_cast<float>(there->u), static_cast<float>(there->v)};
    }
  return map;
}

cv::Mat full_map(const cv::Mat& coarse, cv::Size size) {
  cv::Mat out(size, CV_32FC2);
  const float step = 1.0F / static_cast<float>(kMapStep);
  const cv::Matx23f fine_to_coarse(step, 0.0F, 0.0F, 0.0F, step, 0.0F);
  cv::warpAffine(coarse, out, fine_to_coarse, size, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return out;
}

/// Noise sigmas within which two samples are the same. Fewer finds a fold in the cloth, more overlooks a dark coat.
constexpr double kSameSigmas = 3.0;
/// ... plus this share of the brightness: texture resampled half a pixel off, and light that changed unevenly.
constexpr double kSameShare = 0.12;
/// Darkest shadow and brightest glare that still count as light, as a gain.
constexpr double kDarkest = 0.25, kBrightest = 3.0;
/// Colours of light differ by at most this factor between channels: a warm lamp against daylight.
constexpr double kLightColour = 1.5;
/// Least share of the samples that must be known in both.
constexpr double kLeastKnown = 0.25;
/// Spreads of a surface's colour within which a sample belongs to it.
constexpr double kSurfaceSpreads = 2.5;

/// Gain of one channel between two patches: the median ratio, which a few samples of an occluder do not move.
double channel_gain(const Patch& a, const Patch& b, int channel) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < a.bgr.size(); ++i)
    if (a.known[i] && b.known[i]) ratios.push_back((a.bgr[i][channel] + 1.0) / (b.bgr[i][channel] + 1.0));
  return measure::median_in_place(ratios);
}

/// Mean of the pixels in a square of half-side `half` pixels about (u, v); empty outside the picture or where unknown.
std::optional<cv::Vec3f> mean_at(const cv::Mat& bgr, const cv::Mat& mask, double u, double v, int half) {
  const int cu = static_cast<int>(std::lround(u)), cv_ = static_cast<int>(std::lround(v));
  if (cu - half < 0 || cv_ - half < 0 || cu + half >= bgr.cols || cv_ + half >= bgr.rows) return std::nullopt;
  if (!mask.empty() && !mask.at<std::uint8_t>(cv_, cu)) return std::nullopt;
  cv::Vec3f sum(0.0F, 0.0F, 0.0F);
  for (int y = cv_ - half; y <= cv_ + half; ++y)
    for (int x = cu - half; x <= cu + half; ++x) sum += cv::Vec3f(bgr.at<cv::Vec3b>(y, x));
  return sum * (1.0F / static_cast<float>((2 * half + 1) * (2 * half + 1)));
}

}  // namespace

void Background::know(const cv::Mat& bgr) {
  bgr_ = bgr.clone();
  known_ = cv::Mat(bgr.size(), CV_8U, cv::Scalar(255));
}

void Background::learn(const cv::Mat& bgr, const cv::Mat& bare) {
  if (bgr_.size() != bgr.size()) {
    bgr_ = cv::Mat::zeros(bgr.size(), bgr.type());
    known_ = cv::Mat::zeros(bgr.size(), CV_8U);
  }
  bgr.copyTo(bgr_, bare);
  known_.setTo(255, bare);
}

void Background::carry_over(const calibration::TableCamera& from, const calibration::TableCamera& to, const measure::Table& table) {
  if (empty()) return;
  const cv::Mat map = full_map(coarse_map(from, to, table, bgr_.size()), bgr_.size());
  cv::Mat bgr, known;
  cv::remap(bgr_, bgr, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_CONSTANT);
  cv::remap(known_, known, map, cv::noArray(), cv::INTER_NEAREST, cv::BORDER_CONSTANT);
  bgr_ = bgr;
  known_ = known;
}

Patch patch_of(const cv::Mat& bgr, const cv::Mat& mask, const calibration::TableCamera& camera, measure::TablePoint at, measure::Inches z,
               measure::Inches reach) {
  Patch patch;
  const auto centre = camera.image_from_table(at, z);
  if (!centre) return patch;
  const Eigen::Matrix2d scale = camera.image_jacobian(at, z);
  const double spacing = 2.0 * reach.value / kPatchSide;
  const int half = std::max(0, static_cast<int>(0.5 * spacing * std::sqrt(std::abs(scale.determinant()))));
  for (int r = 0; r < kPatchSide; ++r)
    for (int c = 0; c < kPatchSide; ++c) {
      const Eigen::Vector2d step(spacing * (c + 0.5) - reach.value, spacing * (r + 0.5) - reach.value);
      const Eigen::Vector2d pixel = Eigen::Vector2d(centre->u, centre->v) + scale * step;
      const auto mean = mean_at(bgr, mask, pixel.x(), pixel.y(), half);
      const auto i = static_cast<std::size_t>(r * kPatchSide + c);
      patch.known[i] = mean.has_value();
      if (!mean) continue;
      patch.bgr[i] = *mean;
      ++patch.count;
    }
  return patch;
}

std::optional<double> likeness(const Patch& a, const Patch& b, double noise) {
  int both = 0;
  for (std::size_t i = 0; i < a.bgr.size(); ++i) both += a.known[i] && b.known[i];
  if (both < kLeastKnown * static_cast<double>(a.bgr.size())) return std::nullopt;
  const std::array<double, 3> gain{channel_gain(a, b, 0), channel_gain(a, b, 1), channel_gain(a, b, 2)};
  const auto [least, most] = std::ranges::minmax_element(gain);
  if (*least < kDarkest || *most > kBrightest || *most > kLightColour * *least) return std::nullopt;
  int same = 0;
  for (std::size_t i = 0; i < a.bgr.size(); ++i) {
    if (!a.known[i] || !b.known[i]) continue;
    bool agrees = true;
    for (int c = 0; c < 3; ++c) {
      const double expected = gain[c] * b.bgr[i][c];
      agrees = agrees && std::abs(a.bgr[i][c] - expected) < kSameSigmas * noise + kSameShare * std::max<double>(expected, a.bgr[i][c]);
    }
    same += agrees;
  }
  return static_cast<double>(same) / both;
}

std::optional<double> belongs_to(const Patch& inner, const Patch& ring, double noise) {
  if (ring.count < kLeastKnown * static_cast<double>(ring.bgr.size()) || inner.count == 0) return std::nullopt;
  cv::Vec3d mean(0, 0, 0), square(0, 0, 0);
  for (std::size_t i = 0; i < ring.bgr.size(); ++i) {
    if (!ring.known[i]) continue;
    mean += cv::Vec3d(ring.bgr[i]);
    square += cv::Vec3d(ring.bgr[i]).mul(cv::Vec3d(ring.bgr[i]));
  }
  mean *= 1.0 / ring.count;
  square *= 1.0 / ring.count;
  int fits = 0;
  for (std::size_t i = 0; i < inner.bgr.size(); ++i) {
    if (!inner.known[i]) continue;
    bool fit = true;
    for (int c = 0; c < 3; ++c) {
      const double spread = std::sqrt(std::max(0.0, square[c] - mean[c] * mean[c]) + noise * noise);
      fit = fit && std::abs(inner.bgr[i][c] - mean[c]) < kSurfaceSpreads * spread;
    }
    fits += fit;
  }
  return static_cast<double>(fits) / inner.count;
}

double noise_of(const cv::Mat& luma) {
  // Immerkaer's operator leaves edges of first and second order out; the median leaves the rest of the structure out.
  std::vector<int> samples;
  for (int y = 1; y + 1 < luma.rows; y += 7)
    for (int x = 1; x + 1 < luma.cols; x += 7) {
      const auto at = [&](int dy, int dx) { return static_cast<int>(luma.at<std::uint8_t>(y + dy, x + dx)); };
      samples.push_back(std::abs(at(-1, -1) - 2 * at(-1, 0) + at(-1, 1) - 2 * at(0, -1) + 4 * at(0, 0) - 2 * at(0, 1) + at(1, -1) -
                                 2 * at(1, 0) + at(1, 1)));
    }
  if (samples.empty()) return 1.0;
  return std::max(0.5, measure::median_in_place(samples) / (0.6745 * 6.0));  // median of |normal| is 0.6745 sigma; the operator's norm is 6
}

}  // namespace vision
