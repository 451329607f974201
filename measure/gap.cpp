#include "measure/gap.h"

#include <algorithm>
#include <cmath>

#include "measure/body.h"

namespace measure {
namespace {

/// A polygon drawn for a round base has at least this many corners, however small the base.
constexpr int kFewestCorners = 12;
/// ... and never more than this, however fine the tolerance.
constexpr int kMostCorners = 720;

}  // namespace

Nearest nearest_points(const Footprint& a, const Footprint& b, const PointCovariance& common) {
  const Body body_a = body_of(a), body_b = body_of(b);
  const BodySeparation nearest = separation(body_a.parts, body_b.parts);
  const Separation& s = nearest.separation;
  const Inches centres = margin_from(variance_along(covariance_of_difference(a.covariance, b.covariance, common), s.direction));
  const Inches headings = hypot(from_heading_of_a(body_a, nearest), from_heading_of_b(body_b, nearest));
  return {.gap = {s.gap, hypot(centres, headings)}, .on_a = s.on_a, .on_b = s.on_b};
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
  if (const auto* rect = std::get_if<RectShape>(&shape)) return hypot(rect->length, rect->width) * 0.5;
  return extent(shape) * 0.5;
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
  out.reserve(corners.size());
  for (const TableVector& corner : corners) out.push_back(f.centre + rotated(corner, f.heading));
  return out;
}

Clearance clearance(const Spot& from, const Spot& to, const Footprint& footprint, const PointCovariance& common) {
  return clearance(from, to, body_of(footprint), common);
}

}  // namespace measure
