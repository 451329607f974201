#include "measure/body.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "measure/effort.h"
#include "measure/measured.h"

namespace measure {
namespace {

/// Up to this heading margin, in radians, lever arms will do. On a base of 2 in a larger turn moves an
/// edge by some 0.003 in more or less than they say.
constexpr double kSmallTurn = 0.05;

BodySeparation nearest_parts(std::span<const Convex> of_a, std::span<const Convex> of_b) {
  BodySeparation nearest;
  nearest.separation.gap = Inches(std::numeric_limits<double>::infinity());
  for (const Convex& a : of_a)
    for (const Convex& b : of_b) {
      const Separation s = separation(a, b);
      if (std::isnan(s.gap.value)) return {s, a, b};
      if (s.gap < nearest.separation.gap) nearest = {s, a, b};
    }
  return nearest;
}

Convex moved(Convex shape, TableVector by) {
  if (shape.oval) shape.oval->centre = shape.oval->centre + by;
  for (TablePoint& p : shape.corners) p = p + by;
  return shape;
}

/// Overlapping bodies: pushed free, `a` touches `b` in the points to report.
BodySeparation overlapping(std::span<const Convex> of_a, std::span<const Convex> of_b, TableVector push) {
  std::vector<Convex> freed;
  for (const Convex& part : of_a) freed.push_back(moved(part, push));
  BodySeparation touch = nearest_parts(freed, of_b);
  touch.part_a = moved(touch.part_a, -push);
  touch.separation.on_a = touch.separation.on_b - push;
  touch.separation.gap = -length(push);
  touch.separation.direction = push * (-1.0 / length(push).value);
  return touch;
}

Convex turned(Convex shape, TablePoint about, Radians by) {
  const auto turn = [&](TablePoint p) { return about + rotated(p - about, by); };
  if (shape.oval) shape.oval = OvalCore{turn(shape.oval->centre), rotated(shape.oval->long_half, by), rotated(shape.oval->short_half, by)};
  for (TablePoint& p : shape.corners) p = turn(p);
  return shape;
}

/// A small turn moves the edge by its lever arm; where edges face each other, by that of the far end
/// of what they share. For larger turns the gap is measured again with the part turned.
Inches from_heading(const Body& body, const Convex& part, const Convex& other, const Separation& s, TablePoint touching) {
  const double margin = std::min(body.heading_margin.value, std::numbers::pi);
  if (!(margin > 0.0)) return {};
  if (margin <= kSmallTurn) return Inches(margin * (std::abs(cross(touching - body.centre, s.direction)) + s.shared.value));
  Inches change;
  const Inches straight = separation(part, other).gap;
  for (const double share : {-1.0, -0.5, 0.5, 1.0})
    change = std::max(change, abs(separation(turned(part, body.centre, Radians(share * margin)), other).gap - straight));
  return change;
}

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
  std::ranges::sort(points, [](TableVector p, TableVector q) { return p.dx != q.dx ? p.dx < q.dx : p.dy < q.dy; });
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
  Effort::spend(10 * polygon.size());
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
  std::ranges::sort(covered, [](Interval p, Interval q) { return p.from < q.from; });
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
  std::ranges::sort(edges, [](const Edge& p, const Edge& q) { return p.ahead() < q.ahead(); });
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

Body body_of(const Footprint& f) {
  const bool round = std::holds_alternative<RoundShape>(f.shape);
  return {.parts = convex_parts(f), .centre = f.centre, .covariance = f.covariance, .heading_margin = round ? Radians() : f.heading_margin};
}

Body exactly(std::vector<Convex> parts) { return {.parts = std::move(parts), .centre = {}, .covariance = {}, .heading_margin = {}}; }

BodySeparation separation(std::span<const Convex> a, std::span<const Convex> b) {
  BodySeparation nearest = nearest_parts(a, b);
  if (a.size() * b.size() == 1 || !(nearest.separation.gap.value <= kLimitSlack)) return nearest;
  const TableVector push = shortest_push(a, b);
  return length(push).value > 2.0 * kLimitSlack ? overlapping(a, b, push) : nearest;
}

Inches from_heading_of_a(const Body& a, const BodySeparation& nearest) {
  const Separation& s = nearest.separation;
  return from_heading(a, nearest.part_a, nearest.part_b, s, s.on_a);
}

Inches from_heading_of_b(const Body& b, const BodySeparation& nearest) {
  const Separation& s = nearest.separation;
  return from_heading(b, nearest.part_b, nearest.part_a, s, s.on_b);
}

Clearance clearance(const Spot& from, const Spot& to, const Body& body, const PointCovariance& common) {
  std::vector<Convex> line{{.oval = std::nullopt, .corners = {from.at}, .radius = {}}};
  if (to.at != from.at) line.front().corners.push_back(to.at);
  const BodySeparation nearest = separation(line, body.parts);
  const Separation& s = nearest.separation;

  const TableVector whole = to.at - from.at;
  const double squared = dot(whole, whole);
  const double t = squared > 0.0 ? std::clamp(dot(s.on_a - from.at, whole) / squared, 0.0, 1.0) : 0.5;
  // A point of the line moves by (1-t) of the one end's error and t of the other's; what all three share drops out.
  const PointCovariance on_line = from.covariance * ((1.0 - t) * (1.0 - t)) + to.covariance * (t * t);
  const PointCovariance between = on_line + body.covariance + common * (2.0 * t * (1.0 - t) - 2.0);
  const Inches position = margin_from(variance_along(between, s.direction));
  return {.value = {s.gap, hypot(position, from_heading_of_b(body, nearest))}, .on_line = s.on_a, .on_footprint = s.on_b};
}

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
