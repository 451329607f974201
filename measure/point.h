// Positions and steps on the table plane.
//   Table frame: inches, origin at corner A of the playing surface, x along the long edge, y along
//   the short edge, z up, right-handed. point - point is a step; point + point does not compile.
// Needs only the standard library.
#pragma once

#include "measure/angle.h"
#include "measure/length.h"

namespace measure {

struct TableVector {
  Inches dx, dy;
  friend constexpr bool operator==(const TableVector&, const TableVector&) = default;
};

struct TablePoint {
  Inches x, y;
  friend constexpr bool operator==(const TablePoint&, const TablePoint&) = default;
};

constexpr TableVector operator-(TablePoint to, TablePoint from) { return {to.x - from.x, to.y - from.y}; }
constexpr TablePoint operator+(TablePoint from, TableVector step) { return {from.x + step.dx, from.y + step.dy}; }
constexpr TablePoint operator-(TablePoint from, TableVector step) { return {from.x - step.dx, from.y - step.dy}; }
constexpr TableVector operator+(TableVector a, TableVector b) { return {a.dx + b.dx, a.dy + b.dy}; }
constexpr TableVector operator-(TableVector a, TableVector b) { return {a.dx - b.dx, a.dy - b.dy}; }
constexpr TableVector operator-(TableVector a) { return {-a.dx, -a.dy}; }
constexpr TableVector operator*(TableVector a, double k) { return {a.dx * k, a.dy * k}; }
constexpr TableVector operator*(double k, TableVector a) { return a * k; }

[[nodiscard]] inline Inches length(TableVector step) { return hypot(step.dx, step.dy); }
[[nodiscard]] inline Inches distance(TablePoint a, TablePoint b) { return length(b - a); }
/// Dot product in square inches.
[[nodiscard]] constexpr double dot(TableVector a, TableVector b) { return a.dx.value * b.dx.value + a.dy.value * b.dy.value; }
/// z of the cross product in square inches: positive when `b` lies to the left of `a`.
[[nodiscard]] constexpr double cross(TableVector a, TableVector b) { return a.dx.value * b.dy.value - a.dy.value * b.dx.value; }
/// Direction of a step, anticlockwise from +x; 0 for no step at all.
[[nodiscard]] inline Radians heading_of(TableVector step) { return Radians(std::atan2(step.dy.value, step.dx.value)); }
/// A step of one inch in a direction.
[[nodiscard]] inline TableVector one_inch_towards(Radians heading) {
  return {Inches(std::cos(heading.value)), Inches(std::sin(heading.value))};
}
[[nodiscard]] inline TableVector rotated(TableVector step, Radians by) {
  const double c = std::cos(by.value), s = std::sin(by.value);
  return {step.dx * c - step.dy * s, step.dx * s + step.dy * c};
}
[[nodiscard]] constexpr TablePoint midpoint(TablePoint a, TablePoint b) { return a + (b - a) * 0.5; }

}  // namespace measure
