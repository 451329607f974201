// Where a piece stands, from many sightings: the recursive estimate of one pose.
//   While a piece stands still its sightings average, so the noise shrinks with their number; the
//   systematic part (lens, registration, model) stays. Motion starts the estimate anew.
// Needs vision/detector.h.
#pragma once

#include <optional>

#include "vision/detector.h"

namespace vision {

class PoseEstimate {
 public:
  explicit PoseEstimate(const Sighting& first) { restart(first); }
  /// A pose given by hand or foretold, with a margin.
  PoseEstimate(measure::TablePoint at, measure::PointCovariance covariance, std::optional<measure::Radians> heading, double heading_sigma);

  /// Forgets everything before `sighting`.
  void restart(const Sighting& sighting);
  /// Averages `sighting` in. `memory`: how many sightings the estimate may weigh at most; few while a
  /// piece may be on the move, so a slow push is followed.
  void absorb(const Sighting& sighting, double memory);
  /// The camera was registered anew: the next sighting replaces the pose, which no longer shares its
  /// systematic errors, without being a motion.
  void rebase() { rebased_ = true; }
  [[nodiscard]] bool rebased() const { return rebased_; }

  /// Squared distance of `sighting` in standard deviations (2 degrees of freedom), all that may differ
  /// between two sightings of a piece that did not move.
  [[nodiscard]] double surprise(const Sighting& sighting) const;
  /// The same for the heading, in standard deviations; 0 when either has none.
  [[nodiscard]] double heading_surprise(const Sighting& sighting) const;

  [[nodiscard]] measure::TablePoint at() const { return at_; }
  [[nodiscard]] measure::PointCovariance noise() const { return noise_; }
  [[nodiscard]] measure::PointCovariance systematic() const { return systematic_; }
  [[nodiscard]] measure::PointCovariance covariance() const { return noise_ + systematic_; }
  [[nodiscard]] std::optional<measure::Radians> heading() const { return heading_; }
  /// 1 sigma, everything included, in radians.
  [[nodiscard]] double heading_sigma() const;
  /// How many sightings carry the pose.
  [[nodiscard]] double sightings() const { return count_; }

 private:
  void absorb_heading(const Sighting& sighting);

  measure::TablePoint at_;
  measure::PointCovariance noise_, systematic_;
  std::optional<measure::Radians> heading_;
  double heading_variance_ = 0.0, heading_systematic_ = 0.0;
  double count_ = 0.0;
  bool rebased_ = false;
};

/// Squared length of `step` in standard deviations of `covariance`.
[[nodiscard]] double mahalanobis_squared(measure::TableVector step, const measure::PointCovariance& covariance);

}  // namespace vision
