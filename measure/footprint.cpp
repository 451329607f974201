#include "measure/footprint.h"

namespace measure {
namespace {

/// The step of one inch along `step`; no step has no direction.
TableVector direction_of(TableVector step) {
  const Inches whole = length(step);
  return whole > Inches(0.0) ? step * (1.0 / whole.value) : TableVector{};
}

}  // namespace

Measured distance_between(const Spot& a, const Spot& b, const PointCovariance& common) {
  const TableVector step = b.at - a.at;
  const PointCovariance c = covariance_of_difference(a.covariance, b.covariance, common);
  if (step == TableVector{}) return {.value = Inches(0.0), .margin = margin_of(c)};
  return {.value = length(step), .margin = margin_from(variance_along(c, direction_of(step)))};
}

Measured centre_distance(const Footprint& a, const Footprint& b, const PointCovariance& common) {
  return distance_between(centre_of(a), centre_of(b), common);
}

Measured path_length(std::span<const Spot> path) {
  Inches sum;
  double variance = 0.0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    TableVector pull;  // how the length grows as this point moves
    if (i > 0) pull = pull + direction_of(path[i].at - path[i - 1].at);
    if (i + 1 < path.size()) {
      pull = pull - direction_of(path[i + 1].at - path[i].at);
      sum += distance(path[i].at, path[i + 1].at);
    }
    variance += variance_along(path[i].covariance, pull);
  }
  return {.value = sum, .margin = margin_from(variance)};
}

Inches path_length(std::span<const TablePoint> path) {
  Inches sum;
  for (std::size_t i = 1; i < path.size(); ++i) sum += distance(path[i - 1], path[i]);
  return sum;
}

}  // namespace measure
