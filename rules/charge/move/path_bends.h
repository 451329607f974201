// The places where a cheapest path may bend, sampled.
//   Along every border of two grounds and every line where downhill changes its direction; round every
//   corner of what is in the way, on polygons that hug the true arc from outside; at the ends of obstacles.
#pragma once

#include <vector>

#include "rules/charge/move/path_search.h"

namespace rules::charge::path {

struct Fineness {
  double spacing = 0.25;  // inches between samples along a border
  double turn = 0.2;      // radians between samples round a corner
  double fan = 0.2;       // radians between lines downhill from a corner of a hill's top
};

/// Where samples are wanted: no farther than `most` inches from `from` and on to `to`, and near a known route.
struct Region {
  Point from, to;
  double most = kNever;
  const std::vector<Point>* route = nullptr;
  double beside = kNever;  // inches off the route
  [[nodiscard]] bool holds(Point p) const;
  [[nodiscard]] Box box() const;
};

[[nodiscard]] std::vector<Point> bends(const Scene& scene, const Region& region, const Fineness& fineness);

}  // namespace rules::charge::path
