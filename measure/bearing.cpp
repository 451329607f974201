#include "measure/bearing.h"

#include <cmath>
#include <vector>

#include "measure/convex.h"
#include "measure/gap.h"

namespace measure {
namespace {

const Radians kHalfTurn(std::numbers::pi);

Radians hypot(Radians a, Radians b) { return Radians(std::hypot(a.value, b.value)); }

/// The angle an error across the line of sight makes at a distance.
Radians seen_angle(double across, double away) { return across < away ? Radians(std::asin(across / away)) : kHalfTurn; }

/// Where the outermost rays from `apex` touch an oval: tangents of the unit circle, stretched.
void append_tangent_points(std::vector<TablePoint>& out, TablePoint apex, const OvalCore& oval) {
  const TableVector from_centre = apex - oval.centre;
  const double x = dot(from_centre, oval.long_half) / dot(oval.long_half, oval.long_half);
  const double y = dot(from_centre, oval.short_half) / dot(oval.short_half, oval.short_half);
  const double squared = x * x + y * y;
  const double root = std::sqrt(std::max(0.0, squared - 1.0));
  for (const double side : {-1.0, 1.0}) {
    const double u = (x - side * root * y) / squared, v = (y + side * root * x) / squared;
    out.push_back(oval.centre + oval.long_half * u + oval.short_half * v);
  }
}

/// Points of the outline among which are the outermost as seen from `apex`.
std::vector<TablePoint> outermost_candidates(TablePoint apex, const Footprint& target) {
  std::vector<TablePoint> out;
  if (const auto* round = std::get_if<RoundShape>(&target.shape)) {
    const double radius = 0.5 * round->diameter.value;
    if (!(radius > 0.0)) return {target.centre};
    append_tangent_points(out, apex, {target.centre, {Inches(radius), Inches(0.0)}, {Inches(0.0), Inches(radius)}});
    return out;
  }
  for (const Convex& part : convex_parts(target)) {
    if (part.oval) append_tangent_points(out, apex, *part.oval);
    out.insert(out.end(), part.corners.begin(), part.corners.end());
  }
  return out;
}

/// Off-heading bearing of a point of `target`'s outline, not wrapped: near `around`.
MeasuredAngle bearing_of_edge(const Footprint& from, const Footprint& target, TablePoint point, Radians around,
                              const PointCovariance& common) {
  const Spot edge{.at = point, .covariance = target.covariance};
  MeasuredAngle bearing = bearing_off(from, edge, common);
  bearing.value = around + wrapped(bearing.value - around);
  const TableVector sight = point - from.centre;
  const double away = length(sight).value;
  if (away > 0.0) {
    const double lever = std::abs(dot(point - target.centre, sight)) / away;
    bearing.margin = std::min(kHalfTurn, hypot(bearing.margin, seen_angle(lever * target.heading_margin.value, away)));
  }
  return bearing;
}

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

Verdict in_arc(const Footprint& from, Radians half_width, const Spot& to, const PointCovariance& common) {
  return at_most(angle_off(from, to, common), half_width);
}

ArcSpan arc_span(const Footprint& from, const Footprint& target, const PointCovariance& common) {
  if (contains(target, from.centre)) return {.nearest = {Radians(0.0), Radians(0.0)}, .farthest = {kHalfTurn, Radians(0.0)}};
  const std::vector<TablePoint> edges = outermost_candidates(from.centre, target);
  const Radians middle = bearing_off(from, {.at = edges.front(), .covariance = {}}).value;
  MeasuredAngle right = bearing_of_edge(from, target, edges.front(), middle, common), left = right;
  for (const TablePoint& edge : edges) {
    const MeasuredAngle bearing = bearing_of_edge(from, target, edge, middle, common);
    if (bearing.value < right.value) right = bearing;
    if (bearing.value > left.value) left = bearing;
  }
  const auto lies_between = [&](double bearing) { return right.value.value <= bearing && bearing <= left.value.value; };
  const double turn = 2.0 * std::numbers::pi;
  ArcSpan span{.nearest = without_sign(right), .farthest = without_sign(left)};
  if (span.farthest.value < span.nearest.value) std::swap(span.nearest, span.farthest);
  if (lies_between(0.0) || lies_between(turn) || lies_between(-turn)) span.nearest.value = Radians(0.0);
  if (lies_between(turn / 2.0) || lies_between(-turn / 2.0)) span.farthest.value = kHalfTurn;
  return span;
}

Verdict partly_in_arc(const Footprint& from, Radians half_width, const Footprint& target, const PointCovariance& common) {
  return at_most(arc_span(from, target, common).nearest, half_width);
}

Verdict wholly_in_arc(const Footprint& from, Radians half_width, const Footprint& target, const PointCovariance& common) {
  return at_most(arc_span(from, target, common).farthest, half_width);
}

}  // namespace measure
