#include "vision/discs/place.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

namespace vision {
namespace {

// Light, figures, ground and compression move a whole rim and turn a whole wedge, which their own noise does not show, and in every frame
// alike. For each level by which the blocks of the code step: by so many times the variance of the noise, and a rim by so many levels a
// pixel over the slope of its edge, squared, too. By tests/bench/bases/fit_margins on 75 rendered worlds that the network was not trained
// on.
constexpr double kUnseenOfPlace = 2.35, kUnseenOfHeading = 2.1, kUnseenOfEdge = 38.5;
// Rim and network do not see the same base where they disagree more: 3 sigmas in each direction. That they do as expected counts as so many
// bases of each army: of 5, 10, 20 and 40 the one with which margins hold in 0.85 of the coordinates of each of 24 rendered worlds and
// fewest are wider than 0.08 inches.
constexpr double kMostDisagreement = 9.0, kAsExpected = 10.0;
// Where blocks step less, as in few of those worlds, the picture may have been deblocked or resized since: it counts as coded at
// quality 90.
constexpr double kLeastSteps = 0.5;

double steps_of(double jpeg_steps) { return std::max(kLeastSteps, jpeg_steps); }

Place by_network(const SeenDisc& seen) {
  return {{seen.pose.x, seen.pose.y}, seen.spread * seen.spread * Eigen::Matrix2d::Identity(), Eigen::Matrix2d::Zero()};
}

Place by_rim(const DiscFit& fit, double steps) {
  const Eigen::Matrix2d noise = fit.covariance.topLeftCorner<2, 2>();
  const double edges = kUnseenOfEdge * fit.edge_give * fit.edge_give;
  return {{fit.pose.x, fit.pose.y}, noise, (noise * kUnseenOfPlace + edges * Eigen::Matrix2d::Identity()) * steps};
}

Eigen::Matrix2d variance_of(const Place& place) { return place.noise + place.systematic; }

/// A base that rim and network see.
struct Witnesses {
  Place rim, network;

  /// How far apart they put it, squared, as a share of what is expected.
  [[nodiscard]] double disagreement() const {
    const Eigen::Vector2d apart = network.at - rim.at;
    return 0.5 * apart.dot((variance_of(network) + variance_of(rim)).inverse() * apart);
  }
};

/// None where only one of them sees this base: where no rim shows, or the network sees another base there.
std::optional<Witnesses> witnesses_of(const Found& found, double steps) {
  if (found.fit.supported <= 0.0 || found.seen.supposed || !nearly_as_large(found.fit.base, found.seen.base)) return std::nullopt;
  return Witnesses{by_rim(found.fit, steps), by_network(found.seen)};
}

}  // namespace

Place mean_of(const Place& a, const Place& b) {
  const Eigen::Matrix2d share_of_b = variance_of(a) * (variance_of(a) + variance_of(b)).inverse();
  const Eigen::Matrix2d share_of_a = Eigen::Matrix2d::Identity() - share_of_b;
  const auto sum = [&](const Eigen::Matrix2d& one, const Eigen::Matrix2d& other) -> Eigen::Matrix2d {
    return share_of_a * one * share_of_a.transpose() + share_of_b * other * share_of_b.transpose();
  };
  return {share_of_a * a.at + share_of_b * b.at, sum(a.noise, b.noise), sum(a.systematic, b.systematic)};
}

Place place_of(const Found& found, double jpeg_steps) {
  const double steps = steps_of(jpeg_steps);
  const auto both = witnesses_of(found, steps);
  if (!both) return found.fit.supported > 0.0 ? by_rim(found.fit, steps) : by_network(found.seen);
  return both->disagreement() < kMostDisagreement ? mean_of(both->rim, both->network) : both->rim;
}

double doubt_of(std::span<const Found> bases, double jpeg_steps) {
  double sum = kAsExpected, count = kAsExpected;
  for (const Found& found : bases)
    if (const auto both = witnesses_of(found, steps_of(jpeg_steps))) sum += std::min(both->disagreement(), kMostDisagreement), ++count;
  return std::max(1.0, sum / count);
}

double heading_systematic_sigma(const DiscFit& fit, double jpeg_steps) {
  return std::sqrt(kUnseenOfHeading * steps_of(jpeg_steps) * fit.covariance(2, 2));
}

}  // namespace vision
