// Outlines of bases, and polygons as triangles.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "app/overlay/flatten.h"

namespace overlay {
namespace {

using measure::Inches;
using measure::TableVector;

/// Sides of a drawn circle: 36 keep a one-inch base round to 0.002 in.
constexpr int kCircleSides = 36;
/// Sides of a rounded corner.
constexpr int kCornerSides = 6;

[[nodiscard]] std::vector<TableVector> ellipse(Inches half_length, Inches half_width) {
  std::vector<TableVector> points;
  for (int i = 0; i < kCircleSides; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kCircleSides;
    points.push_back({half_length * std::cos(angle), half_width * std::sin(angle)});
  }
  return points;
}

/// A rectangle whose corners are rounded by `grow`, as the set of points within `grow` of it.
[[nodiscard]] std::vector<TableVector> rectangle(Inches half_length, Inches half_width, Inches grow) {
  std::vector<TableVector> points;
  const double signs[4][2] = {{1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
  const int steps = grow.value > 0.0 ? kCornerSides : 0;
  for (int corner = 0; corner < 4; ++corner) {
    for (int i = 0; i <= steps; ++i) {
      const double angle = std::numbers::pi / 2.0 * (corner + (steps > 0 ? static_cast<double>(i) / steps : 0.0));
      points.push_back({half_length * signs[corner][0] + grow * std::cos(angle), half_width * signs[corner][1] + grow * std::sin(angle)});
    }
  }
  return points;
}

[[nodiscard]] std::vector<TableVector> grown_polygon(const std::vector<TableVector>& outline, Inches grow) {
  std::vector<TableVector> points = outline;
  for (TableVector& point : points) {
    const double reach = measure::length(point).value;
    if (reach > 0.0) point = point * (1.0 + grow.value / reach);
  }
  return points;
}

[[nodiscard]] std::vector<TableVector> own_outline(const measure::Shape& shape, Inches grow) {
  struct Visitor {
    Inches grow;
    std::vector<TableVector> operator()(const measure::RoundShape& s) const {
      return ellipse(s.diameter * 0.5 + grow, s.diameter * 0.5 + grow);
    }
    std::vector<TableVector> operator()(const measure::OvalShape& s) const { return ellipse(s.length * 0.5 + grow, s.width * 0.5 + grow); }
    std::vector<TableVector> operator()(const measure::RectShape& s) const { return rectangle(s.length * 0.5, s.width * 0.5, grow); }
    std::vector<TableVector> operator()(const measure::PolygonShape& s) const { return grown_polygon(s.outline, grow); }
  };
  return std::visit(Visitor{grow}, shape);
}

[[nodiscard]] double turn(FlatPoint a, FlatPoint b, FlatPoint c) { return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u); }

[[nodiscard]] bool in_triangle(FlatPoint p, FlatPoint a, FlatPoint b, FlatPoint c) {
  return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
}

[[nodiscard]] bool is_ear(std::span<const FlatPoint> points, std::span<const std::size_t> ring, std::size_t at) {
  const std::size_t n = ring.size();
  const std::size_t before = ring[(at + n - 1) % n], here = ring[at], after = ring[(at + 1) % n];
  if (turn(points[before], points[here], points[after]) <= 0.0) return false;
  return std::ranges::none_of(ring, [&](std::size_t other) {
    return other != before && other != here && other != after && in_triangle(points[other], points[before], points[here], points[after]);
  });
}

}  // namespace

std::vector<measure::TablePoint> outline_of(const measure::Footprint& footprint, Inches grow) {
  std::vector<measure::TablePoint> outline;
  for (const TableVector& step : own_outline(footprint.shape, grow))
    outline.push_back(footprint.centre + measure::rotated(step, footprint.heading));
  return outline;
}

std::vector<std::size_t> triangulate(std::span<const FlatPoint> outline) {
  std::vector<std::size_t> triangles;
  if (outline.size() < 3) return triangles;
  std::vector<std::size_t> ring(outline.size());
  std::iota(ring.begin(), ring.end(), std::size_t{0});
  double area = 0.0;
  for (std::size_t i = 1; i + 1 < outline.size(); ++i) area += turn(outline[0], outline[i], outline[i + 1]);
  if (area < 0.0) std::ranges::reverse(ring);

  while (ring.size() > 2) {
    std::size_t ear = 0;
    while (ear < ring.size() && ring.size() > 3 && !is_ear(outline, ring, ear)) ++ear;
    if (ear == ring.size()) ear = 0;  // a crossed or flat rest: cut it anyhow, the area drawn is only a tint
    const std::size_t n = ring.size();
    triangles.insert(triangles.end(), {ring[(ear + n - 1) % n], ring[ear], ring[(ear + 1) % n]});
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  return triangles;
}

}  // namespace overlay
