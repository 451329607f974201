#include "measure/body.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/overlap.h"

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

}  // namespace measure
