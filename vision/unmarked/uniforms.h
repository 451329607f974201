// What figures without a marker wear, from the feet up.
#pragma once

#include <Eigen/Core>
#include <array>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <vector>

#include "measure/roster.h"
#include "vision/colour.h"
#include "vision/detector.h"

namespace vision {

/// What a figure shows over the middle of its base.
struct Uniform {
  static constexpr std::size_t kHeights = 5;
  std::array<Colour, kHeights> tints;  // legs, belt, coat, shoulders, the lowest first
  Colour colour;                       // of all of them together, B, G, R in 0..255
};

/// The uniform of a figure so `tall` that stands there, in an 8UC3 picture; none where that does not show it. `light`: as a share of the
/// light in which tints are told, B, G, R, so that they can be compared from picture to picture.
[[nodiscard]] std::optional<Uniform> uniform_of(const cv::Mat& bgr, const calibration::TableCamera& camera, measure::Inches tall,
                                                const Sighting& sighting, const std::array<float, 3>& light);

/// How unlike everybody else's a uniform is, and how much it changes from the feet up: dice and mugs are of one colour that nobody wears.
struct Oddness {
  double unlike = 0.0;  // how far its tints are from those of the nearest comrades, beside what is usual on this table
  double varied = 0.0;  // the logarithm of how far its own tints lie apart, sigmas of one paint's
};

/// What men wear on a table: companies in uniform, or each man something else.
class Worn {
 public:
  /// Comrades whom a man resembles: fewer, and things that lie together pass for each other's; more, and small units are strangers.
  static constexpr std::size_t kComrades = 3;
  explicit Worn(std::vector<Uniform> men);
  /// None where too few others are known to compare it with. Whose tints are exactly his is he himself.
  [[nodiscard]] std::optional<Oddness> oddness_of(const Uniform& his) const;

 private:
  [[nodiscard]] std::optional<double> to_nearest(const Uniform& his) const;

  std::vector<Uniform> men_;
  double usual_ = 0.0;  // how far men are from their nearest comrades, half of them less
};

/// The log-odds that a man stands there. `evidence`: of a base alone, see BaseHypothesis.
[[nodiscard]] double log_odds(double evidence, const Oddness& odd);

}  // namespace vision
