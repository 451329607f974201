#include "measure/overlap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "measure/measured.h"

namespace measure {
namespace {

/// Parts that come this near each other leave no way out between them, in inches. Smaller lets
/// rounding open a seam; larger closes slits that are really there.
constexpr double kSeam = 1e-9;
/// Parts with less area than this, in square inches, hold nothing.
constexpr double kNoArea = 1e-12;

using Pushes = std::vector<TableVector>;  // corners of a convex polygon of pushes, anticlockwise

/// Directions enough to draw a circle of this radius to the tolerance.
int directions_for(Inches radius) {
  const double bulge = kOverlapTolerance / std::max(radius, kOverlapTolerance);
  return std::clamp(static_cast<int>(std::ceil(std::numbers::pi / std::acos(1.0 - bulge))), 4, 720);
}

std::vector<TablePoint> corners_of(const Convex& shape) {
  std::vector<TablePoint> core = shape.corners, out;
  const auto on_circle = [](int i, int n) { return one_inch_towards(Radians(2.0 * std::numbers::pi * i / n)); };
  if (shape.oval) {
    const int n = directions_for(std::max(length(shape.oval->long_half), length(shape.oval->short_half)));
    for (int i = 0; i < n; ++i) {
      const TableVector c = on_circle(i, n);
      core.push_back(shape.oval->centre + shape.oval->long_half * c.dx.value + shape.oval->short_half * c.dy.value);
    }
  }
  if (!(shape.radius > Inches(0.0))) return core;
  const int n = directions_for(shape.radius);
  for (const TablePoint& p : core)
    for (int i = 0; i < n; ++i) out.push_back(p + on_circle(i, n) * shape.radius.value);
  return out;
}

/// Convex hull, anticlockwise, by the monotone chain.
Pushes hull_of(Pushes points) {
  std::sort(points.begin(), points.end(), [](TableVector p, TableVector q) { return p.dx != q.dx ? p.dx < q.dx : p.dy < q.dy; });
  points.erase(std::unique(points.begin(), points.end()), points.end());
  if (points.size() < 3) return points;
  Pushes hull;
  const auto chain = [&](auto first, auto last) {
    const std::size_t start = hull.size();
    for (auto p = first; p != last; ++p) {
      while (hull.size() >= start + 2 && cross(hull.back() - hull[hull.size() - 2], *p - hull.back()) <= 0.0) hull.pop_back();
      hull.push_back(*p);
    }
    hull.pop_back();
  };
  chain(points.begin(), points.end());
  chain(points.rbegin(), points.rend());
  return hull;
}

double area(const Pushes& p) {
  double twice = 0.0;
  for (std::size_t i = 0, j = p.size() - 1; i < p.size(); j = i++) twice += cross(p[j], p[i]);
  return 0.5 * twice;
}

/// All pushes of `a` that leave it on `b`: the Minkowski difference.
std::vector<Pushes> overlapping_pushes(std::span<const Convex> a, std::span<const Convex> b) {
  std::vector<Pushes> all;
  for (const Convex& part_b : b)
    for (const Convex& part_a : a) {
      Pushes differences;
      const std::vector<TablePoint> of_a = corners_of(part_a);
      for (const TablePoint& q : corners_of(part_b))
        for (const TablePoint& p : of_a) differences.push_back(q - p);
      Pushes hull = hull_of(std::move(differences));
      if (hull.size() >= 3 && area(hull) > kNoArea) all.push_back(std::move(hull));
    }
  return all;
}

struct Interval {
  double from, to;
};

/// The part of a ray from no push at all that lies in one polygon.
std::optional<Interval> along_ray(const Pushes& polygon, TableVector direction) {
  Interval in{0.0, std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0, j = polygon.size() - 1; i < polygon.size(); j = i++) {
    const TableVector edge = polygon[i] - polygon[j];
    const double room = cross(edge, -polygon[j]) + kSeam * length(edge).value;  // inside: not negative
    const double closing = -cross(edge, direction);
    if (closing > 0.0) in.to = std::min(in.to, room / closing);
    if (closing < 0.0) in.from = std::max(in.from, room / closing);
    if (closing == 0.0 && room < 0.0) return std::nullopt;
  }
  return in.from <= in.to ? std::optional(in) : std::nullopt;
}

/// How far one must go along a direction to be out of all polygons.
double way_out(const std::vector<Pushes>& all, TableVector direction) {
  std::vector<Interval> covered;
  for (const Pushes& polygon : all)
    if (const auto in = along_ray(polygon, direction)) covered.push_back(*in);
  std::sort(covered.begin(), covered.end(), [](Interval p, Interval q) { return p.from < q.from; });
  double reached = 0.0;
  for (const Interval& in : covered)
    if (in.from <= reached + kSeam) reached = std::max(reached, in.to);
  return reached;
}

struct Edge {
  TableVector from, to;
  std::size_t polygon = 0;
  /// How far its line lies ahead of no push at all; negative when it lies behind.
  [[nodiscard]] double ahead() const { return cross(to - from, -from) / length(to - from).value; }
  [[nodiscard]] TableVector outwards() const { return {to.dy - from.dy, from.dx - to.dx}; }
};

std::vector<Edge> edges_of(const std::vector<Pushes>& all) {
  std::vector<Edge> edges;
  for (std::size_t k = 0; k < all.size(); ++k)
    for (std::size_t i = 0, j = all[k].size() - 1; i < all[k].size(); j = i++) edges.push_back({all[k][j], all[k][i], k});
  std::sort(edges.begin(), edges.end(), [](const Edge& p, const Edge& q) { return p.ahead() < q.ahead(); });
  return edges;
}

/// The shortest way out so far.
struct WayOut {
  const std::vector<Pushes>& all;
  double far = std::numeric_limits<double>::infinity();
  TableVector push = {};

  void try_towards(TableVector direction) {
    const double size = length(direction).value;
    if (!(size > 0.0)) return;
    const TableVector unit = direction * (1.0 / size);
    const double out = way_out(all, unit);
    if (out >= far) return;
    far = out;
    push = unit * out;
  }
};

}  // namespace

TableVector shortest_push(std::span<const Convex> a, std::span<const Convex> b) {
  const std::vector<Pushes> all = overlapping_pushes(a, b);
  const std::vector<Edge> edges = edges_of(all);
  // The shortest way out ends square to an edge ahead, or in a corner between two edges. Neither can
  // beat the best so far where it lies farther off than that.
  WayOut best{all};
  for (const Edge& e : edges)
    if (e.ahead() >= -kSeam && e.ahead() < best.far) best.try_towards(e.outwards());
  std::vector<Edge> near;
  for (const Edge& e : edges)
    if (std::abs(e.ahead()) < best.far) near.push_back(e);
  for (std::size_t i = 0; i < near.size(); ++i)
    for (std::size_t j = i + 1; j < near.size(); ++j) {
      if (near[i].polygon == near[j].polygon) continue;
      const TablePoint none;
      const auto corner = crossing(none + near[i].from, none + near[i].to, none + near[j].from, none + near[j].to);
      if (corner && length(*corner - none).value < best.far) best.try_towards(*corner - none);
    }
  return best.push;
}

}  // namespace measure
