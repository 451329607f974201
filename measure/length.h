// Lengths on the table, with the unit in the type.
//   Inches is the unit of play; millimetres exist because bases are sold in mm. A bare number never
//   becomes a length by accident; 1 in is exactly 25.4 mm.
#pragma once

#include <algorithm>
#include <cmath>
#include <compare>
#include <numbers>
#include <optional>

namespace measure {

inline constexpr double kMillimetresPerInch = 25.4;

struct Inches {
  double value = 0.0;
  constexpr Inches() = default;
  constexpr explicit Inches(double inches) : value(inches) {}
  friend constexpr auto operator<=>(Inches, Inches) = default;
  friend constexpr Inches operator+(Inches a, Inches b) { return Inches(a.value + b.value); }
  friend constexpr Inches operator-(Inches a, Inches b) { return Inches(a.value - b.value); }
  friend constexpr Inches operator-(Inches a) { return Inches(-a.value); }
  friend constexpr Inches operator*(Inches a, double k) { return Inches(a.value * k); }
  friend constexpr Inches operator*(double k, Inches a) { return Inches(a.value * k); }
  friend constexpr Inches operator/(Inches a, double k) { return Inches(a.value / k); }
  friend constexpr double operator/(Inches a, Inches b) { return a.value / b.value; }
  constexpr Inches& operator+=(Inches b) { return *this = *this + b; }
};

[[nodiscard]] inline Inches abs(Inches a) { return Inches(std::abs(a.value)); }
[[nodiscard]] inline Inches hypot(Inches a, Inches b) { return Inches(std::hypot(a.value, b.value)); }

// Angles: radians inside, degrees on screen and in files.
//   Headings run anticlockwise from table +x, seen from above.

struct Radians {
  double value = 0.0;
  constexpr Radians() = default;
  constexpr explicit Radians(double radians) : value(radians) {}
  friend constexpr auto operator<=>(Radians, Radians) = default;
  friend constexpr Radians operator+(Radians a, Radians b) { return Radians(a.value + b.value); }
  friend constexpr Radians operator-(Radians a, Radians b) { return Radians(a.value - b.value); }
  friend constexpr Radians operator-(Radians a) { return Radians(-a.value); }
  friend constexpr Radians operator*(Radians a, double k) { return Radians(a.value * k); }
};

[[nodiscard]] constexpr Radians from_degrees(double degrees) { return Radians(degrees * std::numbers::pi / 180.0); }
[[nodiscard]] constexpr double degrees(Radians angle) { return angle.value * 180.0 / std::numbers::pi; }

/// The same direction in (-pi, pi].
[[nodiscard]] inline Radians wrapped(Radians angle) {
  const double turn = 2.0 * std::numbers::pi;
  double value = std::remainder(angle.value, turn);
  if (value <= -std::numbers::pi) value += turn;
  return Radians(value);
}

/// The same heading in [0, 360) degrees, as files write it.
[[nodiscard]] inline double heading_degrees(Radians angle) {
  const double value = std::fmod(degrees(angle), 360.0);
  return value < 0.0 ? value + 360.0 : value;
}

// Positions and steps on the table plane.
//   Table frame: inches, origin at corner A of the playing surface, x along the long edge, y along
//   the short edge, z up, right-handed. point - point is a step; point + point does not compile.

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
[[nodiscard]] constexpr TableVector left_of(TableVector v) { return {-v.dy, v.dx}; }
/// The point of the straight line from `a` to `b` that is nearest to `p`.
[[nodiscard]] inline TablePoint nearest_on_segment(TablePoint a, TablePoint b, TablePoint p) {
  const TableVector step = b - a;
  const double squared = dot(step, step);
  return squared > 0.0 ? a + step * std::clamp(dot(p - a, step) / squared, 0.0, 1.0) : a;
}
/// Where the straight line from `a` to `b` crosses that from `c` to `d`; none: it does not, or they run side by side.
[[nodiscard]] inline std::optional<TablePoint> crossing(TablePoint a, TablePoint b, TablePoint c, TablePoint d) {
  const TableVector first = b - a, second = d - c;
  const double turn = cross(first, second);
  if (turn == 0.0) return std::nullopt;
  const double s = cross(c - a, second) / turn, t = cross(c - a, first) / turn;
  if (!(s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0)) return std::nullopt;
  return a + first * s;
}

}  // namespace measure
