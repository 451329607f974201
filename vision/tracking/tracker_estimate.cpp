#include "vision/tracking/tracker_estimate.h"

#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "vision/tracking/assignment.h"

namespace vision {
namespace {

using measure::Inches, measure::Radians, measure::TablePoint, measure::TableVector, measure::PointCovariance;

/// What an inch of displacement costs against a man carried (1): between motions that carry the same men the
/// shorter march wins. Larger would prefer losing a man to a long march.
constexpr double kPricePerInch = 0.1;
/// What a full half turn costs, likewise.
constexpr double kPriceOfHalfTurn = 0.4;
/// A leader's own motion is worth this much of a man more than one that is only guessed.
constexpr double kHintBonus = 1.5;
/// Farthest pairs of the formation that propose a motion: all of nine men. More costs time, fewer misses motions when a hand hides those
/// men.
constexpr std::size_t kProposingPairs = 36;

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

TablePoint centroid(std::span<const TablePoint> points) {
  TableVector sum;
  for (const TablePoint& p : points) sum = sum + (p - TablePoint{});
  return TablePoint{} + sum * (1.0 / static_cast<double>(points.size()));
}

/// The best one-to-one pairing of the moved men with sightings, none farther apart than `tolerance`.
Pairs pairs_under(const RigidMotion& motion, std::span<const TablePoint> from, std::span<const TablePoint> to, Inches tolerance) {
  Eigen::MatrixXd cost(from.size(), to.size());
  for (std::size_t i = 0; i < from.size(); ++i)
    for (std::size_t j = 0; j < to.size(); ++j) {
      const TableVector off = to[j] - motion(from[i]);
      cost(i, j) = dot(off, off);
    }
  Pairs out;
  const auto column_of = assign(cost, tolerance.value * tolerance.value);
  for (std::size_t i = 0; i < column_of.size(); ++i)
    if (column_of[i]) out.emplace_back(i, *column_of[i]);
  return out;
}

/// Least squares over the pairs (Procrustes, no scaling). Needs at least one pair; one gives a pure step.
RigidMotion fitted(std::span<const TablePoint> from, std::span<const TablePoint> to, const Pairs& pairs) {
  std::vector<TablePoint> a, b;
  for (const auto& [i, j] : pairs) {
    a.push_back(from[i]);
    b.push_back(to[j]);
  }
  const TablePoint ca = centroid(a), cb = centroid(b);
  double along = 0.0, across = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    along += dot(a[k] - ca, b[k] - cb);
    across += cross(a[k] - ca, b[k] - cb);
  }
  return {.about = ca, .turn = Radians(a.size() > 1 ? std::atan2(across, along) : 0.0), .step = cb - ca};
}

/// Quick count without exclusivity: how many men land near a sighting.
double quick_score(const RigidMotion& motion, std::span<const TablePoint> from, std::span<const TablePoint> to, Inches tolerance) {
  const double reach = tolerance.value * tolerance.value;
  double score = 0.0;
  for (const TablePoint& p : from) {
    double nearest = reach;
    const TablePoint moved = motion(p);
    for (const TablePoint& q : to) nearest = std::min(nearest, dot(q - moved, q - moved));
    score += 1.0 - nearest / reach;
  }
  const double turn = std::abs(measure::wrapped(motion.turn).value) / std::numbers::pi;
  return score - kPricePerInch * length(motion(centroid(from)) - centroid(from)).value - kPriceOfHalfTurn * turn;
}

/// The farthest pairs of men: they fix a turn best.
Pairs far_pairs(std::span<const TablePoint> from) {
  Pairs pairs;
  for (std::size_t i = 0; i < from.size(); ++i)
    for (std::size_t j = i + 1; j < from.size(); ++j) pairs.emplace_back(i, j);
  const std::size_t keep = std::min(kProposingPairs, pairs.size());
  std::partial_sort(pairs.begin(), pairs.begin() + static_cast<std::ptrdiff_t>(keep), pairs.end(), [&](const auto& a, const auto& b) {
    return distance(from[a.first], from[a.second]) > distance(from[b.first], from[b.second]);
  });
  pairs.resize(keep);
  return pairs;
}

/// Share of the systematic variance that may differ between two pictures of one pose: light and a neighbour's
/// shadow shift a rim a little. Larger lets small pushes pass for noise, smaller sees motion in a lamp.
constexpr double kDriftShare = 0.25;
/// No position is known better than this, in inches: keeps the covariance invertible when a simulation is noiseless.
constexpr double kFinestSigma = 1e-4;
/// The same for headings, in radians.
constexpr double kFinestHeadingSigma = 1e-4;
/// What is believed of the varying share before anything was seen, and how many steps that belief weighs: with
/// none, the first two pictures would decide alone.
constexpr double kUsualVaryingShare = 0.5, kUsualWeight = 8.0;
/// Steps remembered: light and camera change over an evening, and what repeats with them.
constexpr double kStepsRemembered = 2000.0;
/// One step counts at most this much: a piece that was nudged says nothing of noise.
constexpr double kLargestStep = 9.0;

Eigen::Matrix2d matrix(const PointCovariance& c) {
  const double floor = kFinestSigma * kFinestSigma;
  return Eigen::Matrix2d{{c.xx + floor, c.xy}, {c.xy, c.yy + floor}};
}

PointCovariance covariance_from(const Eigen::Matrix2d& m) { return {m(0, 0), 0.5 * (m(0, 1) + m(1, 0)), m(1, 1)}; }

}  // namespace

std::optional<BodyMotion> body_motion(std::span<const TablePoint> from, std::span<const TablePoint> to, std::span<const RigidMotion> hints,
                                      Inches tolerance) {
  if (from.empty() || to.empty()) return std::nullopt;
  std::optional<RigidMotion> best;
  double best_score = 0.0;
  const auto consider = [&](const RigidMotion& motion, double bonus) {
    const double score = quick_score(motion, from, to, tolerance) + bonus;
    if (best && score <= best_score) return;
    best = motion;
    best_score = score;
  };
  for (const RigidMotion& hint : hints) {
    consider(hint, kHintBonus);
    // A leader turns a little on his own: what speaks for his motion speaks for the men's nearest to it.
    if (const Pairs carried = pairs_under(hint, from, to, tolerance); carried.size() > 1) consider(fitted(from, to, carried), kHintBonus);
  }
  const RigidMotion none{.about = centroid(from), .turn = {}, .step = {}};
  consider(none, 0.0);
  for (const auto& [i, k] : far_pairs(from))
    for (std::size_t j = 0; j < to.size(); ++j)
      for (std::size_t l = 0; l < to.size(); ++l)
        if (j != l && abs(distance(from[i], from[k]) - distance(to[j], to[l])) < tolerance)
          consider(fitted(from, to, {{i, j}, {k, l}}), 0.0);
  Pairs pairs = pairs_under(*best, from, to, tolerance);
  // No march loses a man whom a small step of his own explains: men who edge apart fit a march less well than each his own place.
  if (Pairs staying = pairs_under(none, from, to, tolerance); staying.size() > pairs.size()) {
    best = none;
    pairs = std::move(staying);
  }
  for (int round = 0; round < 3 && pairs.size() >= 2; ++round) {
    const RigidMotion closer = fitted(from, to, pairs);
    Pairs again = pairs_under(closer, from, to, tolerance);
    if (again.size() < pairs.size()) break;
    best = closer;
    pairs = std::move(again);
  }
  if (pairs.size() < 2) return std::nullopt;
  double sum = 0.0;
  for (const auto& [i, j] : pairs) sum += dot(to[j] - (*best)(from[i]), to[j] - (*best)(from[i]));
  return BodyMotion{
      .motion = *best, .men = static_cast<int>(pairs.size()), .scatter = Inches(std::sqrt(sum / static_cast<double>(pairs.size())))};
}

double mahalanobis_squared(measure::TableVector step, const PointCovariance& c) {
  const Eigen::Vector2d d(step.dx.value, step.dy.value);
  return d.dot(matrix(c).inverse() * d);
}

void VaryingShare::observe(double squared_steps) {
  if (weight_ >= kStepsRemembered) {
    const double kept = (kStepsRemembered - 1.0) / weight_;
    sum_ *= kept;
    weight_ *= kept;
  }
  sum_ += std::min(squared_steps, kLargestStep);
  weight_ += 1.0;
}

double VaryingShare::value() const { return std::clamp((sum_ + kUsualVaryingShare * kUsualWeight) / (weight_ + kUsualWeight), 0.0, 1.0); }

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
  single_ = s.noise;
  single_heading_ = s.heading_sigma * s.heading_sigma;
  last_.reset();
  remember(s);
}

void PoseEstimate::carry_to(measure::TablePoint at, std::optional<Radians> heading) {
  at_ = at;
  heading_ = heading;
  last_.reset();
  rebased_ = true;
}

void PoseEstimate::remember(const Sighting& s) {
  last_ = {.at = s.at, .noise = s.noise, .heading = s.heading, .heading_sigma = s.heading_sigma};
}

void PoseEstimate::learn_scatter(const Sighting& s, VaryingShares& shares) const {
  if (!last_) return;
  shares.place.observe(0.5 * mahalanobis_squared(s.at - last_->at, s.noise + last_->noise));
  if (!s.heading || !last_->heading) return;
  const double variance =
      s.heading_sigma * s.heading_sigma + last_->heading_sigma * last_->heading_sigma + kFinestHeadingSigma * kFinestHeadingSigma;
  shares.heading.observe(std::pow(measure::wrapped(*s.heading - *last_->heading).value, 2) / variance);
}

void PoseEstimate::absorb(const Sighting& s, double memory, VaryingShares& shares) {
  if (rebased_ || count_ < 1.0) return restart(s);
  learn_scatter(s, shares);
  remember(s);
  varies_ = shares.place.value();
  heading_varies_ = shares.heading.value();
  Eigen::Matrix2d mine = matrix(noise_);
  if (count_ > memory) mine *= count_ / memory;  // older sightings than `memory` lose their weight
  const Eigen::Matrix2d gain = mine * (mine + matrix(s.noise)).inverse();
  const measure::TableVector step = s.at - at_;
  const Eigen::Vector2d shift = gain * Eigen::Vector2d(step.dx.value, step.dy.value);
  at_ = at_ + measure::TableVector{Inches(shift.x()), Inches(shift.y())};
  noise_ = covariance_from((Eigen::Matrix2d::Identity() - gain) * mine);
  const double weight = 0.5 * gain.trace();
  systematic_ = systematic_ * (1.0 - weight) + s.systematic * weight;
  single_ = single_ * (1.0 - weight) + s.noise * weight;
  absorb_heading(s);
  count_ = std::min(count_, memory) + 1.0;
}

void PoseEstimate::absorb_heading(const Sighting& s) {
  if (!s.heading) return;
  if (!heading_) {
    heading_ = s.heading;
    heading_variance_ = single_heading_ = s.heading_sigma * s.heading_sigma;
    heading_systematic_ = s.heading_systematic_sigma;
    return;
  }
  const double theirs = s.heading_sigma * s.heading_sigma + kFinestHeadingSigma * kFinestHeadingSigma;
  const double weight = std::max(heading_variance_, kFinestHeadingSigma * kFinestHeadingSigma / 100.0) / (heading_variance_ + theirs);
  heading_ = measure::wrapped(*heading_ + measure::wrapped(*s.heading - *heading_) * weight);
  heading_variance_ *= 1.0 - weight;
  single_heading_ = single_heading_ * (1.0 - weight) + s.heading_sigma * s.heading_sigma * weight;
  heading_systematic_ = heading_systematic_ * (1.0 - weight) + s.heading_systematic_sigma * weight;
}

double PoseEstimate::normalized_innovation(const Sighting& s) const {
  const double share = rebased_ ? 1.0 : kDriftShare;  // a new registration shares none of the old one's errors
  return mahalanobis_squared(s.at - at_, noise_ + s.noise + (systematic_ + s.systematic) * share);
}

double PoseEstimate::normalized_heading_innovation(const Sighting& s) const {
  if (!heading_ || !s.heading) return 0.0;
  const double share = rebased_ ? 1.0 : kDriftShare;
  const double variance = heading_variance_ + s.heading_sigma * s.heading_sigma +
                          share * (heading_systematic_ * heading_systematic_ + s.heading_systematic_sigma * s.heading_systematic_sigma) +
                          kFinestHeadingSigma * kFinestHeadingSigma;
  return std::abs(measure::wrapped(*s.heading - *heading_).value) / std::sqrt(variance);
}

measure::PointCovariance PoseEstimate::covariance() const { return systematic_ + noise_ * varies_ + single_ * (1.0 - varies_); }

double PoseEstimate::heading_sigma() const {
  const double noise = heading_variance_ * heading_varies_ + single_heading_ * (1.0 - heading_varies_);
  return std::hypot(std::sqrt(noise), heading_systematic_);
}

}  // namespace vision
