// What the terrain means for one arm: where it is slow, where it slopes, what bars it, what halves the turn.
//   Overlapping grounds of one kind count once. Of overlapping hills the one that stands highest counts
//   (the greater base_height, then the greater height, then the later in the list). A bridge lifts the
//   river, or the ford, it lies on; a ford lifts the river and is an obstacle (C-M5..M8, CG44..CG46, CG54, CG55).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/effort.h"
#include "measure/length.h"
#include "measure/table.h"
#include "rules/charge/field.h"
#include "rules/charge/house.h"

namespace rules::charge::path {

// Points of the table as bare pairs of inches: what the search for paths counts with, millions of times.
//   Everything in path_* and going.* is in table inches, seen from above. The types of measure end at
//   movement.h.

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
  measure::Effort::spend(2 * ring.size());
  bool odd = false;
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Point &a = ring[i], &b = ring[j];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)) odd = !odd;
  }
  return odd;
}

/// The ground of one terrain piece: everything inside any of its parts.
struct Area {
  std::string name;  // as drawn; its kind where it has no name
  measure::TerrainKind kind = measure::TerrainKind::Obstacle;
  std::vector<Ring> parts;
  Box box;
  [[nodiscard]] bool holds(Point p) const {
    return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y &&
           std::ranges::any_of(parts, [&](const Ring& ring) { return inside(ring, p); });
  }
};

/// Rising ground. Downhill is straight away from the nearest point of the top; of a hill without a top,
/// from the middle of its outline (measure::ground_height); of a slope, against its uphill direction.
struct Rise {
  Area foot;
  Ring top;                   // a hill's flat top; empty without one
  bool bent_top = false;      // the top is not convex
  Point peak;                 // of a hill without a top
  std::optional<Point> down;  // of a slope: one inch downhill
  bool hill = true;
};

/// Ground that the whole footprint must keep off, or an obstacle the centre must not enter.
struct Barrier {
  Area area;
  std::vector<Area> lifted;  // where it does not count: bridges and fords
  std::string rule;          // that says so
  [[nodiscard]] bool holds(Point p) const {
    return area.holds(p) && std::ranges::none_of(lifted, [&](const Area& a) { return a.holds(p); });
  }
};

struct Going {
  std::vector<Area> woods, marshes;  // each inch counts two
  std::vector<Rise> rises;           // the highest first
  std::vector<Area> roads;
  std::vector<Barrier> barred, obstacles;
  Angle down_tolerance;  // so far off the steepest line is still directly downhill
  bool stack = true;     // two halvings multiply
};

/// A piece with fewer corners than an outline or a line needs, or a corner that is no number, is no ground.
[[nodiscard]] Going going_for(Arm arm, std::span<const measure::Terrain> terrain, const House& house);

/// The border of a barrier, cut into pieces: ground that counts lies on one side of each, free ground on the other.
struct Border {
  Point from, to;
};
[[nodiscard]] std::vector<Border> border_of(const Barrier& barrier);

}  // namespace rules::charge::path
