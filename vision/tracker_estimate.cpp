#include "vision/tracker_estimate.h"

#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace vision {
namespace {

using measure::Inches;
using measure::PointCovariance;
using measure::Radians;

/// Share of the systematic variance that may differ between two pictures of one pose: light and a neighbour's
/// shadow shift a rim a little. Larger lets small pushes pass for noise, smaller sees motion in a lamp.
constexpr double kDriftShare = 0.25;
/// No position is known better than this, in inches: keeps the covariance invertible when a simulation is noiseless.
constexpr double kFinestSigma = 1e-4;
/// The same for headings, in radians.
constexpr double kFinestHeadingSigma = 1e-4;

Eigen::Matrix2d matrix(const PointCovariance& c) {
  const double floor = kFinestSigma * kFinestSigma;
  return Eigen::Matrix2d{{c.xx + floor, c.xy}, {c.xy, c.yy + floor}};
}

PointCovariance covariance_from(const Eigen::Matrix2d& m) { return {m(0, 0), 0.5 * (m(0, 1) + m(1, 0)), m(1, 1)}; }

}  // namespace

double mahalanobis_squared(measure::TableVector step, const PointCovariance& c) {
  const Eigen::Vector2d d(step.dx.value, step.dy.value);
  return d.dot(matrix(c).inverse() * d);
}

PoseEstimate::PoseEstimate(measure::TablePoint at, PointCovariance covariance, std::optional<Radians> heading, double heading_sigma)
    : at_(at), systematic_(covariance), heading_(heading), heading_systematic_(heading_sigma), rebased_(true) {}

void PoseEstimate::restart(const Sighting& s) {
  at_ = s.at;
  noise_ = s.noise;
  systematic_ = s.systematic;
  if (s.heading) {
    heading_ = s.heading;
    heading_variance_ = s.heading_sigma * s.heading_sigma;
    heading_systematic_ = s.heading_systematic_sigma;
  }
  count_ = 1.0;
  rebased_ = false;
}

void PoseEstimate::absorb(const Sighting& s, double memory) {
  if (rebased_ || count_ < 1.0) return restart(s);
  Eigen::Matrix2d mine = matrix(noise_);
  if (count_ > memory) mine *= count_ / memory;  // older sightings than `memory` lose their weight
  const Eigen::Matrix2d gain = mine * (mine + matrix(s.noise)).inverse();
  const measure::TableVector step = s.at - at_;
  const Eigen::Vector2d shift = gain * Eigen::Vector2d(step.dx.value, step.dy.value);
  at_ = at_ + measure::TableVector{Inches(shift.x()), Inches(shift.y())};
  noise_ = covariance_from((Eigen::Matrix2d::Identity() - gain) * mine);
  const double weight = 0.5 * gain.trace();
  systematic_ = systematic_ * (1.0 - weight) + s.systematic * weight;
  absorb_heading(s);
  count_ = std::min(count_, memory) + 1.0;
}

void PoseEstimate::absorb_heading(const Sighting& s) {
  if (!s.heading) return;
  if (!heading_) {
    heading_ = s.heading;
    heading_variance_ = s.heading_sigma * s.heading_sigma;
    heading_systematic_ = s.heading_systematic_sigma;
    return;
  }
  const double theirs = s.heading_sigma * s.heading_sigma + kFinestHeadingSigma * kFinestHeadingSigma;
  const double weight = std::max(heading_variance_, kFinestHeadingSigma * kFinestHeadingSigma / 100.0) / (heading_variance_ + theirs);
  heading_ = measure::wrapped(*heading_ + measure::wrapped(*s.heading - *heading_) * weight);
  heading_variance_ *= 1.0 - weight;
  heading_systematic_ = heading_systematic_ * (1.0 - weight) + s.heading_systematic_sigma * weight;
}

double PoseEstimate::surprise(const Sighting& s) const {
  const double share = rebased_ ? 1.0 : kDriftShare;  // a new registration shares none of the old one's errors
  return mahalanobis_squared(s.at - at_, noise_ + s.noise + (systematic_ + s.systematic) * share);
}

double PoseEstimate::heading_surprise(const Sighting& s) const {
  if (!heading_ || !s.heading) return 0.0;
  const double share = rebased_ ? 1.0 : kDriftShare;
  const double variance = heading_variance_ + s.heading_sigma * s.heading_sigma +
                          share * (heading_systematic_ * heading_systematic_ + s.heading_systematic_sigma * s.heading_systematic_sigma) +
                          kFinestHeadingSigma * kFinestHeadingSigma;
  return std::abs(measure::wrapped(*s.heading - *heading_).value) / std::sqrt(variance);
}

double PoseEstimate::heading_sigma() const { return std::hypot(std::sqrt(heading_variance_), heading_systematic_); }

}  // namespace vision
