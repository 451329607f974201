#include "vision/tracking/tracker_motion.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "vision/tracking/assignment.h"

namespace vision {
namespace {

using measure::Inches;
using measure::Radians;
using measure::TablePoint;
using measure::TableVector;

/// What an inch of displacement costs against a man carried (1): between motions that carry the same men the
/// shorter march wins. Larger would prefer losing a man to a long march.
constexpr double kPricePerInch = 0.1;
/// What a full half turn costs, likewise.
constexpr double kPriceOfHalfTurn = 0.4;
/// A leader's own motion is worth this much of a man more than one that is only guessed.
constexpr double kHintBonus = 1.5;
/// Farthest pairs of the formation that propose a motion. More costs time, fewer misses motions when those men are hidden.
constexpr std::size_t kProposingPairs = 6;

using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

TablePoint centroid(std::span<const TablePoint> points) {
  TableVector sum;
  for (const TablePoint& p : points) sum = sum + (p - TablePoint{});
  return TablePoint{} + sum * (1.0 / static_cast<double>(points.size()));
}

/// The best one-to-one pairing of the moved men with sightings, none farther apart than `tolerance`.
Pairs pairs_under(const RigidMotion& motion, std::span<const TablePoint> from, std::span<const TablePoint> to, Inches tolerance) {
  Eigen::MatrixXd cost(static_cast<Eigen::Index>(from.size()), static_cast<Eigen::Index>(to.size()));
  for (std::size_t i = 0; i < from.size(); ++i)
    for (std::size_t j = 0; j < to.size(); ++j) {
      const TableVector off = to[j] - motion(from[i]);
      cost(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = dot(off, off);
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

}  // namespace vision
