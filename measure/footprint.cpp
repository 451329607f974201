#include "measure/footprint.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace measure {
namespace {

/// The step of one inch along `step`; no step has no direction.
TableVector direction_of(TableVector step) {
  const Inches whole = length(step);
  return whole > Inches(0.0) ? step * (1.0 / whole.value) : TableVector{};
}

const Radians kHalfTurn(std::numbers::pi);

Radians hypot(Radians a, Radians b) { return Radians(std::hypot(a.value, b.value)); }

/// The angle an error across the line of sight makes at a distance.
Radians seen_angle(double across, double away) { return across < away ? Radians(std::asin(across / away)) : kHalfTurn; }

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

std::pair<double, double> sides(const Shape& shape) {
  if (const auto* round = std::get_if<RoundShape>(&shape)) return {round->diameter.value, round->diameter.value};
  if (const auto* oval = std::get_if<OvalShape>(&shape)) return {oval->length.value, oval->width.value};
  if (const auto* rect = std::get_if<RectShape>(&shape)) return {rect->length.value, rect->width.value};
  double reach = 0.0;
  for (const TableVector& corner : std::get<PolygonShape>(shape).outline) reach = std::max(reach, length(corner).value);
  return {2.0 * reach, 2.0 * reach};
}

Inches extent(const Shape& shape) {
  const auto [length, width] = sides(shape);
  return Inches(std::max(length, width));
}

Inches breadth(const Shape& shape) {
  const auto [length, width] = sides(shape);
  return Inches(std::min(length, width));
}

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
  const MeasuredAngle bearing = bearing_off(from, to, common);
  return {.value = Radians(std::abs(wrapped(bearing.value).value)), .margin = bearing.margin};
}

}  // namespace measure
