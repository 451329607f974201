// How a unit moved as a body: the rigid motion that carries most of its men onto sightings.
//   A marching unit keeps its formation, so one motion explains all its men; a man is then known by his
//   place in the formation and not by whoever happens to stand nearest to his old place.
#pragma once

#include <optional>
#include <span>

#include "measure/length.h"
#include "vision/detector.h"

namespace vision {

/// Turns about `about` and then steps: the motion of a body on the table.
struct RigidMotion {
  measure::TablePoint about;
  measure::Radians turn;
  measure::TableVector step;
  [[nodiscard]] measure::TablePoint operator()(measure::TablePoint p) const { return about + rotated(p - about, turn) + step; }
};

/// A motion and what speaks for it.
struct BodyMotion {
  RigidMotion motion;
  int men = 0;              // carried onto a sighting
  measure::Inches scatter;  // RMS of what remains: how far each man was put from his place in the formation
};

/// The motion that carries most of `from` to within `tolerance` of one of `to`, each used once; of equals the one that
/// moves least. `hints` are tried as they are (the leader's own motion). Empty when fewer than two men are carried.
[[nodiscard]] std::optional<BodyMotion> body_motion(std::span<const measure::TablePoint> from, std::span<const measure::TablePoint> to,
                                                    std::span<const RigidMotion> hints, measure::Inches tolerance);

// Where a piece stands, from many sightings: the recursive estimate of one pose.
//   While a piece stands still its sightings average, so the noise shrinks with their number; the
//   systematic part (lens, registration, model) stays, and so does whatever part of the noise turns out to
//   repeat from picture to picture. Motion starts the estimate anew.

/// How much of the noise that a detector states truly varies from one picture to the next.
///
/// A detector sees one picture: it cannot tell noise that will be drawn anew from an error of pixel grid, blur and
/// print that comes back each time. Only the first averages away. The tracker can tell them apart: pieces that stand
/// still should scatter as stated, and where they scatter less, the rest of the stated variance repeats.
class VaryingShare {
 public:
  /// `squared_steps`: a step between two sightings of a still piece, squared, in the variance stated for that step
  /// and per degree of freedom: 1 on average when all of the noise varies.
  void observe(double squared_steps);
  /// The varying share of the stated variance, 0..1.
  [[nodiscard]] double value() const;

 private:
  double sum_ = 0.0, weight_ = 0.0;
};

/// The shares for place and heading of one kind of marker.
struct VaryingShares {
  VaryingShare place, heading;
};

class PoseEstimate {
 public:
  explicit PoseEstimate(const Sighting& first) { restart(first); }
  /// A pose given by hand or predicted, with a margin.
  PoseEstimate(measure::TablePoint at, measure::PointCovariance covariance, std::optional<measure::Radians> heading, double heading_sigma);

  /// Forgets everything before `sighting`.
  void restart(const Sighting& sighting);
  /// Averages `sighting` in. `memory`: how many sightings the estimate may weigh at most; few while a
  /// piece may be on the move, so a slow push is followed. `shares` learns from the step since the last
  /// sighting, and says how much of the noise averages away.
  void absorb(const Sighting& sighting, double memory, VaryingShares& shares);
  /// The camera was registered anew: the next sighting replaces the pose, which no longer shares its
  /// systematic errors, without being a motion.
  void rebase() { rebased_ = true; }
  /// The same pose in other table coordinates, until the next sighting replaces it.
  void carry_to(measure::TablePoint at, std::optional<measure::Radians> heading);
  [[nodiscard]] bool rebased() const { return rebased_; }

  /// Squared distance of `sighting` in standard deviations (2 degrees of freedom), all that may differ
  /// between two sightings of a piece that did not move.
  [[nodiscard]] double normalized_innovation(const Sighting& sighting) const;
  /// The same for the heading, in standard deviations; 0 when either has none.
  [[nodiscard]] double normalized_heading_innovation(const Sighting& sighting) const;

  [[nodiscard]] measure::TablePoint at() const { return at_; }
  /// Everything included.
  [[nodiscard]] measure::PointCovariance covariance() const;
  [[nodiscard]] std::optional<measure::Radians> heading() const { return heading_; }
  /// 1 sigma, everything included, in radians.
  [[nodiscard]] double heading_sigma() const;

 private:
  void absorb_heading(const Sighting& sighting);
  void learn_scatter(const Sighting& sighting, VaryingShares& shares) const;
  void remember(const Sighting& sighting);

  measure::TablePoint at_;
  measure::PointCovariance noise_, systematic_;
  std::optional<measure::Radians> heading_;
  double heading_variance_ = 0.0, heading_systematic_ = 0.0;
  double count_ = 0.0;
  bool rebased_ = false;

  struct Last {
    measure::TablePoint at;
    measure::PointCovariance noise;
    std::optional<measure::Radians> heading;
    double heading_sigma = 0.0;
  };
  std::optional<Last> last_;                    // the newest sighting, as it was
  measure::PointCovariance single_;             // stated noise of one sighting, its mean
  double single_heading_ = 0.0;                 // stated variance of one heading, its mean
  double varies_ = 1.0, heading_varies_ = 1.0;  // shares of the noise that average away
};

/// Squared length of `step` in standard deviations of `covariance`.
[[nodiscard]] double mahalanobis_squared(measure::TableVector step, const measure::PointCovariance& covariance);

}  // namespace vision
