// What the terrain means for one arm: where it is slow, where it slopes, what bars it, what halves the turn.
//   Overlapping grounds of one kind count once. Of overlapping hills the one that stands highest counts
//   (the greater base_height, then the greater height, then the later in the list). A bridge lifts the
//   river, or the ford, it lies on; a ford lifts the river and is an obstacle (C-M5..M8, CG44..CG46, CG54, CG55).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/table.h"
#include "rules/charge/field.h"
#include "rules/charge/house.h"
#include "rules/charge/move/path_plane.h"

namespace rules::charge::path {

/// The ground of one terrain piece: everything inside any of its parts.
struct Area {
  std::string name;  // as drawn; its kind where it has no name
  measure::TerrainKind kind = measure::TerrainKind::Obstacle;
  std::vector<Ring> parts;
  Box box;
  [[nodiscard]] bool holds(Point p) const {
    return p.x >= box.low.x && p.x <= box.high.x && p.y >= box.low.y && p.y <= box.high.y &&
           std::any_of(parts.begin(), parts.end(), [&](const Ring& ring) { return inside(ring, p); });
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
    return area.holds(p) && std::none_of(lifted.begin(), lifted.end(), [&](const Area& a) { return a.holds(p); });
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
