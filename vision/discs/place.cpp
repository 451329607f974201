#include "vision/discs/place.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

namespace vision {
namespace {

// Rim and network do not see the same base where they disagree more: 3 sigmas in each direction. That they do as expected counts as so
// much, where a base counts 1 whose rim alone is expected to be off, and 1/4 where both are alike: of 0.2, 0.4, 0.7, 1 and 2 the number
// with which margins hold best in the worst of 32 rendered worlds without more of them being wider than 0.08 inches.
constexpr double kMostDisagreement = 9.0, kAsExpected = 0.4;

Place by_network(const SeenDisc& seen) {
  return {{seen.pose.x, seen.pose.y}, seen.spread * seen.spread * Eigen::Matrix2d::Identity(), Eigen::Matrix2d::Zero()};
}

Place by_rim(const DiscFit& fit, double blur, double doubt) {
  const Eigen::Matrix2d noise = doubt * fit.covariance.topLeftCorner<2, 2>();
  return {{fit.pose.x, fit.pose.y}, noise, (times_scatter(kPlaceByBlur, blur) - 1.0) * noise};
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
  /// How much of what they are expected to be apart is the rim's.
  [[nodiscard]] double share_of_rim() const { return variance_of(rim).trace() / (variance_of(rim) + variance_of(network)).trace(); }
};

/// None where only one of them sees this base: where no rim shows, or the network sees another base there.
std::optional<Witnesses> witnesses_of(const Found& found, double blur, double doubt) {
  if (found.fit.supported <= 0.0 || found.seen.supposed || !nearly_as_large(found.fit.base, found.seen.base)) return std::nullopt;
  return Witnesses{by_rim(found.fit, blur, doubt), by_network(found.seen)};
}

}  // namespace

double times_scatter(double factor, double blur) { return std::max(1.0, factor * blur * blur * blur); }

Place mean_of(const Place& a, const Place& b) {
  const Eigen::Matrix2d share_of_b = variance_of(a) * (variance_of(a) + variance_of(b)).inverse();
  const Eigen::Matrix2d share_of_a = Eigen::Matrix2d::Identity() - share_of_b;
  const auto sum = [&](const Eigen::Matrix2d& one, const Eigen::Matrix2d& other) -> Eigen::Matrix2d {
    return share_of_a * one * share_of_a.transpose() + share_of_b * other * share_of_b.transpose();
  };
  return {share_of_a * a.at + share_of_b * b.at, sum(a.noise, b.noise), sum(a.systematic, b.systematic)};
}

Place place_of(const Found& found, double blur, double doubt) {
  const auto both = witnesses_of(found, blur, doubt);
  if (both && both->disagreement() < kMostDisagreement) return mean_of(both->rim, both->network);
  return place_beside_movement(found, blur, doubt);
}

Place place_beside_movement(const Found& found, double blur, double doubt) {
  return found.fit.supported > 0.0 ? by_rim(found.fit, blur, doubt) : by_network(found.seen);
}

double doubt_of(std::span<const Found> bases, double blur) {
  double sum = kAsExpected, weights = kAsExpected;
  for (const Found& found : bases)
    if (const auto both = witnesses_of(found, blur, 1.0)) {
      // What a disagreement tells of the rim's variance (Fisher's information): hardly anything beside a sharp rim.
      const double weight = both->share_of_rim() * both->share_of_rim();
      sum += weight * std::min(both->disagreement(), kMostDisagreement), weights += weight;
    }
  return std::max(1.0, sum / weights);
}

double heading_systematic_sigma(const DiscFit& fit, double blur) {
  return std::sqrt((times_scatter(kHeadingByBlur, blur) - 1.0) * fit.covariance(2, 2));
}

}  // namespace vision
