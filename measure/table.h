// What a table is before anybody stands on it: its size and its terrain.
//   All coordinates are table inches. Only hills and slopes raise the ground.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "measure/length.h"

namespace measure {

enum class TerrainKind { Wood, Hill, Slope, Marsh, River, Ford, Bridge, Road, House, Wall, Hedge, Obstacle };
/// In the order of TerrainKind: as files and questions write them, and answers say them.
inline constexpr std::array<std::string_view, 12> kTerrainWords{"wood",   "hill", "slope", "marsh", "river", "ford",
                                                                "bridge", "road", "house", "wall",  "hedge", "obstacle"};
[[nodiscard]] constexpr std::string_view word(TerrainKind kind) { return kTerrainWords[static_cast<std::size_t>(kind)]; }

/// One piece of terrain: either an area (`polygon`) or a line with a width (`line`).
struct Terrain {
  std::string name;
  TerrainKind kind = TerrainKind::Obstacle;
  std::vector<TablePoint> polygon;  // closed outline, either sense; a hill's is its foot
  std::vector<TablePoint> line;     // walls, hedges, fences: at least two points
  Inches height;                    // top above the table
  Inches base_height;               // where it stands: the second contour of a hill stands on the first
  Inches width;                     // of a `line`
  std::vector<TablePoint> top;      // a hill's flat top
  std::optional<Radians> uphill;    // a slope's upward direction
  std::vector<std::string> impassable_to;
};

struct Table {
  Inches length, width;  // along x, along y
  std::vector<Terrain> terrain = {};
};

/// Is `point` inside the closed outline? Even-odd rule; a point on the edge may go either way.
[[nodiscard]] bool inside(std::span<const TablePoint> outline, TablePoint point);
/// Distance from `point` to the nearest edge of the closed outline (two points at least).
[[nodiscard]] Inches distance_to_outline(std::span<const TablePoint> outline, TablePoint point);

/// The mean of an outline's corners: where a hill without a flat top is highest.
[[nodiscard]] TablePoint mean_corner(std::span<const TablePoint> outline);

/// The same, negative for an outline that goes round clockwise.
[[nodiscard]] double signed_area(std::span<const TablePoint> outline);
/// Area inside a closed outline that does not cross itself, in square inches.
[[nodiscard]] double enclosed_area(std::span<const TablePoint> outline);
/// Square inches. An outline that encloses less has no inside: its points lie on one line.
inline constexpr double kSmallestArea = 1e-6;
/// The first two edges of a closed outline that cross; edge i runs from corner i to the next. Edges
/// that only touch at a corner do not count. None: the outline is simple.
[[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> crossing_edges(std::span<const TablePoint> outline);

/// Height of the ground under a point, above the table: the highest of all hills and slopes there.
///
/// On a hill: its `height` on the flat top, linear between foot and top elsewhere. A hill without a
/// top is a cone to its centroid. On a slope: linear from `base_height` at its lowest point to
/// `height` at its highest. 0 on flat ground. Source: docs/formats.md, "Terrain".
[[nodiscard]] Inches ground_height(std::span<const Terrain> terrain, TablePoint point);

}  // namespace measure
