#include "measure/bearing.h"

#include <cmath>
#include <numbers>

namespace measure {
namespace {

const Radians kHalfTurn(std::numbers::pi);

Radians hypot(Radians a, Radians b) { return Radians(std::hypot(a.value, b.value)); }

/// The angle an error across the line of sight makes at a distance.
Radians seen_angle(double across, double away) { return across < away ? Radians(std::asin(across / away)) : kHalfTurn; }

MeasuredAngle without_sign(MeasuredAngle bearing) {
  return {.value = Radians(std::abs(wrapped(bearing.value).value)), .margin = bearing.margin};
}

}  // namespace

MeasuredAngle direction_between(const Spot& from, const Spot& to, const PointCovariance& common) {
  const TableVector step = to.at - from.at;
  const double away = length(step).value;
  if (away == 0.0) return {.value = Radians(0.0), .margin = kHalfTurn};
  const TableVector across = left_of(step) * (1.0 / away);
  const double variance = variance_along(covariance_of_difference(from.covariance, to.covariance, common), across);
  return {.value = heading_of(step), .margin = seen_angle(kSigmasOf95 * std::sqrt(std::max(0.0, variance)), away)};
}

MeasuredAngle bearing_off(const Footprint& from, const Spot& to, const PointCovariance& common) {
  const MeasuredAngle direction = direction_between(centre_of(from), to, common);
  return {.value = wrapped(direction.value - from.heading), .margin = std::min(kHalfTurn, hypot(direction.margin, from.heading_margin))};
}

MeasuredAngle angle_off(const Footprint& from, const Spot& to, const PointCovariance& common) {
  return without_sign(bearing_off(from, to, common));
}

}  // namespace measure
