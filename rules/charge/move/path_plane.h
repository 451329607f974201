// Points of the table as bare pairs of inches: what the search for paths counts with, millions of times.
//   Everything in path_* and going.* is in table inches, seen from above. The types of measure end at
//   movement.h.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "measure/length.h"

namespace rules::charge::path {

/// No way, or no end: larger than any cost.
inline constexpr double kNever = std::numeric_limits<double>::infinity();

struct Point {
  double x = 0.0, y = 0.0;
  friend constexpr bool operator==(Point, Point) = default;
  friend constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
  friend constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
  friend constexpr Point operator*(Point a, double k) { return {a.x * k, a.y * k}; }
};

/// An angle from 0 to a half turn, ready for use.
struct Angle {
  double cosine = 1.0, sine = 0.0;
};

[[nodiscard]] constexpr double dot(Point a, Point b) { return a.x * b.x + a.y * b.y; }
[[nodiscard]] constexpr double cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
[[nodiscard]] inline double length(Point a) { return std::sqrt(dot(a, a)); }
[[nodiscard]] inline double distance(Point a, Point b) { return length(b - a); }
[[nodiscard]] constexpr Point between(Point a, Point b, double share) { return a + (b - a) * share; }
[[nodiscard]] constexpr Point left_of(Point a) { return {-a.y, a.x}; }
/// One inch along `a`; +x for no step at all.
[[nodiscard]] inline Point unit(Point a) {
  const double l = length(a);
  return l > 0.0 ? a * (1.0 / l) : Point{1.0, 0.0};
}
[[nodiscard]] inline bool finite(Point a) { return std::isfinite(a.x) && std::isfinite(a.y); }

[[nodiscard]] inline Point plain(measure::TablePoint p) { return {p.x.value, p.y.value}; }
[[nodiscard]] inline measure::TablePoint on_table(Point p) { return {measure::Inches(p.x), measure::Inches(p.y)}; }

[[nodiscard]] inline Point nearest_on_segment(Point a, Point b, Point p) {
  const Point along = b - a;
  const double squared = dot(along, along);
  return squared > 0.0 ? a + along * std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : a;
}
[[nodiscard]] inline double distance_to_segment(Point a, Point b, Point p) { return distance(p, nearest_on_segment(a, b, p)); }

/// A rectangle along the axes; empty until something is put in.
struct Box {
  Point low{kNever, kNever}, high{-kNever, -kNever};
  void add(Point p) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y)};
  }
  [[nodiscard]] bool meets(const Box& other) const {
    return low.x <= other.high.x && other.low.x <= high.x && low.y <= other.high.y && other.low.y <= high.y;
  }
  [[nodiscard]] Box grown(double by) const { return {low - Point{by, by}, high + Point{by, by}}; }
};
[[nodiscard]] inline Box box_of(Point a, Point b) {
  return {{std::min(a.x, b.x), std::min(a.y, b.y)}, {std::max(a.x, b.x), std::max(a.y, b.y)}};
}
[[nodiscard]] inline Box box_of(std::span<const Point> points) {
  Box box;
  for (const Point& p : points) box.add(p);
  return box;
}

/// A closed outline, either sense.
using Ring = std::vector<Point>;

/// Even-odd rule; a point on the edge may go either way.
[[nodiscard]] inline bool inside(std::span<const Point> ring, Point p) {
  bool odd = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Point &a = ring[i], &b = ring[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) odd = !odd;
  }
  return odd;
}

}  // namespace rules::charge::path
