#include "vision/discs/army_colours.h"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "measure/robust.h"

namespace vision {
namespace {

// Print in shade is a darker multiple of print in light: the range of multiples still called that print.
// Wider lets roofs and brown earth pass for red; narrower loses bases under trees.
constexpr float kDarkestShade = 0.35f, kBrightestLight = 1.25f;
// A lamp mirrored in the varnish lays a white veil over print in light: these shares of its brightness are tried. More veil
// takes bare earth for print, none loses the bases under the lamp.
constexpr std::array kVeils = {0.0f, 0.1f, 0.2f};
constexpr float kDarkestVeiled = 0.65f;
// Grey levels that sensor noise and JPEG add to any colour, 1 sigma; smaller makes learning forget bases on frame edges.
constexpr float kNoiseLevels = 4.0f;
// ... in pictures whose white is at least this bright (grey levels); darker ones have less of it, down to this share. A brighter start sees
// ghosts in ordinary pictures, a darker one takes earth for print in dark ones.
constexpr float kWellExposed = 200.0f, kLeastExposure = 0.4f;
// How far lamps and daylight tint one print across a table, as a share of its brightness, 1 sigma; smaller loses the bases
// under a warm lamp, larger takes brown earth and hands for red.
constexpr float kTint = 0.05f;
// Mahalanobis distance of the border; a base's own pixels lie within 3.
constexpr float kBorderSigmas = 3.5f;
// Distances beyond this look all the same to the table.
constexpr float kFar = 1.5f;

constexpr int kLevels = 32;  // of one channel in a ColourTable
using Levels = Eigen::Array<float, kLevels, 1>;

/// The middles of a channel's cells.
Levels levels() { return Levels::LinSpaced(4.0f, 252.0f); }

/// The distance from a learned colour, for all reds at once, with everything that is the same for all colours worked out before.
class LearnedDistance {
 public:
  explicit LearnedDistance(const ArmyColour& army) : mean_(army.mean), noise_(kNoiseLevels * army.exposure) {
    const float tint = std::max(1.0f, kTint * army.mean.norm());
    precision_ = (army.spread + tint * tint * Eigen::Matrix3f::Identity()).inverse();
    along_ = precision_ * mean_ / mean_.dot(precision_ * mean_);
  }

  [[nodiscard]] Levels of(float blue, float green) const {
    const Levels red = levels();
    Levels best = Levels::Constant(kFar * kFar * kBorderSigmas * kBorderSigmas);
    for (const float veil : kVeils) {
      const float haze = veil * mean_.maxCoeff();
      const Levels scale = ((blue - haze) * along_[0] + (green - haze) * along_[1] + (red - haze) * along_[2])
                               .max(veil > 0.0f ? kDarkestVeiled : kDarkestShade)
                               .min(kBrightestLight);
      const Levels b = (blue - haze) - scale * mean_[0], g = (green - haze) - scale * mean_[1], r = (red - haze) - scale * mean_[2];
      const Levels noisy = (b * b + g * g + r * r) / (noise_ * noise_), fading = scale.min(1.0f);
      // Tint and spread fade with the light, noise does not.
      const Levels tinted =
          (b * (precision_(0, 0) * b + 2.0f * precision_(0, 1) * g) + g * (precision_(1, 1) * g + 2.0f * precision_(1, 2) * r) +
           r * (precision_(2, 2) * r + 2.0f * precision_(0, 2) * b)) /
          (fading * fading);
      best = best.min(tinted * noisy / (tinted + noisy).max(1e-6f));
    }
    return best.sqrt() / kBorderSigmas;
  }

 private:
  Colour mean_, along_;
  float noise_;
  Eigen::Matrix3f precision_;
};

}  // namespace

ColourTable::ColourTable(const ArmyColour& army) : cells_(kLevels * kLevels * kLevels) {
  if (!army.learned) return;  // nothing fits
  const LearnedDistance distance(army);
  auto* to = cells_.data();
  for (const float blue : levels())
    for (const float green : levels()) {
      const Levels fit = (383.5f - 255.0f * distance.of(blue, green)).max(0.0f).min(255.0f);  // 1 -> 128
      for (const float f : fit) *to++ = static_cast<std::uint8_t>(f);
    }
}

std::uint8_t ColourTable::fit(const Colour& c) const {
  const auto level = [](float v) { return static_cast<std::size_t>(std::clamp(static_cast<int>(v), 0, 255) * kLevels / 256); };
  return cells_[(level(c[0]) * kLevels + level(c[1])) * kLevels + level(c[2])];
}

float exposure_of(const Colour& white) { return std::clamp(white.mean() / kWellExposed, kLeastExposure, 1.0f); }

Colour white_of(const cv::Mat& bgr) {
  // Wedges and tags are a few thousandths of a table; the brightest 0.3 % by their darkest channel are among them.
  constexpr double kBrightestShare = 0.003;
  std::array<int, 256> count{};
  for (int y = 0; y < bgr.rows; y += 2) {
    const auto* row = bgr.ptr<std::uint8_t>(y);
    for (int x = 0; x < bgr.cols; x += 2) ++count[std::min({row[3 * x], row[3 * x + 1], row[3 * x + 2]})];
  }
  const int wanted = std::max(1, static_cast<int>(kBrightestShare * (bgr.rows / 2) * (bgr.cols / 2)));
  int level = 255;
  for (int seen = count[255]; level > 0 && seen < wanted; seen += count[level]) --level;
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  double pixels = 0.0;
  for (int y = 0; y < bgr.rows; y += 2) {
    const auto* row = bgr.ptr<std::uint8_t>(y);
    for (int x = 0; x < bgr.cols; x += 2)
      if (std::min({row[3 * x], row[3 * x + 1], row[3 * x + 2]}) >= level) {
        sum += Eigen::Vector3d(row[3 * x], row[3 * x + 1], row[3 * x + 2]);
        pixels += 1.0;
      }
  }
  return pixels > 0.0 ? Colour((sum / pixels).cast<float>()) : Colour::Constant(255.0f);
}

Colour white_of(const cv::Mat& bgr, const cv::Rect& area, double width) {
  constexpr double kReducedWidth = 10.0;  // pixels: a wedge keeps some of its own
  const int step = std::max(1, static_cast<int>(width / kReducedWidth));
  const cv::Rect crop(area.x, area.y, area.width / step * step, area.height / step * step);
  cv::Mat reduced = bgr(crop);
  if (step > 1) cv::resize(bgr(crop), reduced, {crop.width / step, crop.height / step}, 0, 0, cv::INTER_AREA);
  return white_of(reduced);
}

ArmyColour learned_from(const ArmyColour& before, std::span<const Colour> bases, std::size_t least) {
  if (bases.size() < std::max<std::size_t>(1, least)) return before;
  ArmyColour army = before;
  std::vector<float> channel(bases.size());
  for (int k = 0; k < 3; ++k) {
    std::ranges::transform(bases, channel.begin(), [k](const Colour& c) { return c[k]; });
    army.mean[k] = measure::median_in_place(channel);
  }
  Eigen::Matrix3f spread = Eigen::Matrix3f::Zero();
  float used = 0.0f;
  for (const Colour& c : bases) {
    const Colour off = c - c.dot(army.mean) / army.mean.squaredNorm() * army.mean;
    if (off.norm() > 0.25f * army.mean.norm()) continue;  // not this print at all
    spread += off * off.transpose();
    used += 1.0f;
  }
  army.spread = used > 0.0f ? Eigen::Matrix3f(spread / used) : spread;
  army.learned = true;
  return army;
}

}  // namespace vision
