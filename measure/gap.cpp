#include "measure/gap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "measure/convex.h"

namespace measure {
namespace {

/// A polygon drawn for a round base has at least this many corners, however small the base.
constexpr int kFewestCorners = 12;
/// ... and never more than this, however fine the tolerance.
constexpr int kMostCorners = 720;

/// The nearest of all pairs of convex parts.
struct NearestParts {
  Separation separation;
  Convex a, b;
};

NearestParts nearest_parts(const std::vector<Convex>& of_a, const std::vector<Convex>& of_b) {
  NearestParts nearest;
  nearest.separation.gap = Inches(std::numeric_limits<double>::infinity());
  for (const Convex& a : of_a)
    for (const Convex& b : of_b) {
      const Separation s = separation(a, b);
      if (std::isnan(s.gap.value)) return {s, a, b};
      if (s.gap < nearest.separation.gap) nearest = {s, a, b};
    }
  return nearest;
}

/// By how much the edge of `part` towards `direction` moves as `whole` turns within its heading margin.
///
/// To first order the lever arm times the margin; taken from the outline itself, so that a flat edge
/// counts with its corners and a heading that is not known at all counts no more than the shape allows.
Inches from_heading(const Footprint& whole, const Convex& part, TableVector direction) {
  if (std::holds_alternative<RoundShape>(whole.shape) || !(whole.heading_margin.value > 0.0)) return {};
  const auto reach = [&](Radians turn) {
    const TableVector u = rotated(direction, turn);
    return support(part, u).value - dot(whole.centre - TablePoint{}, u);
  };
  const double most = std::min(whole.heading_margin.value, std::numbers::pi), straight = reach(Radians(0.0));
  double change = 0.0;
  for (const double share : {-1.0, -0.5, 0.5, 1.0}) change = std::max(change, std::abs(reach(Radians(share * most)) - straight));
  return Inches(change);
}

Inches margin_from(double variance) { return Inches(kSigmasOf95 * std::sqrt(std::max(0.0, variance))); }

}  // namespace

Nearest nearest_points(const Footprint& a, const Footprint& b, const PointCovariance& common) {
  const NearestParts parts = nearest_parts(convex_parts(a), convex_parts(b));
  const Separation& s = parts.separation;
  const PointCovariance between = covariance_of_difference(a.covariance, b.covariance, common);
  const Inches headings = hypot(from_heading(a, parts.a, s.direction), from_heading(b, parts.b, -s.direction));
  return {.gap = {s.gap, hypot(margin_from(variance_along(between, s.direction)), headings)}, .on_a = s.on_a, .on_b = s.on_b};
}

Measured gap(const Footprint& a, const Footprint& b, const PointCovariance& common) { return nearest_points(a, b, common).gap; }

Measured distance_to(const Footprint& footprint, const Spot& spot, const PointCovariance& common) {
  const Footprint point{.shape = RoundShape{}, .centre = spot.at, .heading = {}, .covariance = spot.covariance, .heading_margin = {}};
  return gap(footprint, point, common);
}

bool contains(const Footprint& footprint, TablePoint point) {
  return distance_to(footprint, {.at = point, .covariance = {}}).value.value <= kLimitSlack;
}

Inches bounding_radius(const Shape& shape) {
  if (const auto* round = std::get_if<RoundShape>(&shape)) return round->diameter * 0.5;
  if (const auto* oval = std::get_if<OvalShape>(&shape)) return std::max(oval->length, oval->width) * 0.5;
  if (const auto* rect = std::get_if<RectShape>(&shape)) return hypot(rect->length, rect->width) * 0.5;
  Inches farthest;
  for (const TableVector& corner : std::get<PolygonShape>(shape).outline) farthest = std::max(farthest, length(corner));
  return farthest;
}

std::vector<TablePoint> outline_of(const Footprint& f, Inches tolerance) {
  std::vector<TableVector> corners;
  const auto ring = [&](Inches long_half, Inches short_half) {
    const double bulge = std::clamp(tolerance.value / std::max(long_half, short_half).value, 1e-6, 1.0);
    const double wanted = std::ceil(std::numbers::pi / std::acos(1.0 - bulge));
    const int n = std::isfinite(wanted) ? std::clamp(static_cast<int>(wanted), kFewestCorners, kMostCorners) : kFewestCorners;
    for (int i = 0; i < n; ++i) {
      const double t = 2.0 * std::numbers::pi * i / n;
      corners.push_back({long_half * std::cos(t), short_half * std::sin(t)});
    }
  };
  if (const auto* round = std::get_if<RoundShape>(&f.shape)) ring(round->diameter * 0.5, round->diameter * 0.5);
  if (const auto* oval = std::get_if<OvalShape>(&f.shape)) ring(oval->length * 0.5, oval->width * 0.5);
  if (const auto* rect = std::get_if<RectShape>(&f.shape)) {
    const Inches l = rect->length * 0.5, w = rect->width * 0.5;
    corners = {{l, w}, {-l, w}, {-l, -w}, {l, -w}};
  }
  if (const auto* polygon = std::get_if<PolygonShape>(&f.shape)) corners = polygon->outline;
  std::vector<TablePoint> out;
  for (const TableVector& corner : corners) out.push_back(f.centre + rotated(corner, f.heading));
  return out;
}

Clearance clearance(const Spot& from, const Spot& to, const Footprint& footprint, const PointCovariance& common) {
  Convex line{.oval = std::nullopt, .corners = {from.at}, .radius = {}};
  if (to.at != from.at) line.corners.push_back(to.at);
  const NearestParts parts = nearest_parts({line}, convex_parts(footprint));
  const Separation& s = parts.separation;

  const TableVector whole = to.at - from.at;
  const double squared = dot(whole, whole);
  const double t = squared > 0.0 ? std::clamp(dot(s.on_a - from.at, whole) / squared, 0.0, 1.0) : 0.5;
  // A point of the line moves by (1-t) of the one end's error and t of the other's; what all three share drops out.
  const PointCovariance on_line = from.covariance * ((1.0 - t) * (1.0 - t)) + to.covariance * (t * t);
  const PointCovariance between = on_line + footprint.covariance + common * (2.0 * t * (1.0 - t) - 2.0);
  const Inches position = margin_from(variance_along(between, s.direction));
  return {.value = {s.gap, hypot(position, from_heading(footprint, parts.b, -s.direction))}, .on_line = s.on_a, .on_footprint = s.on_b};
}

}  // namespace measure
