#include "measure/table.h"

#include <algorithm>
#include <limits>

#include "measure/effort.h"

namespace measure {
namespace {

Inches hill_height(const Terrain& hill, TablePoint point) {
  if (!inside(hill.polygon, point)) return {};
  const bool has_top = hill.top.size() >= 3;
  if (has_top && inside(hill.top, point)) return hill.height;
  const Inches from_foot = distance_to_outline(hill.polygon, point);
  const Inches from_top = has_top ? distance_to_outline(hill.top, point) : distance(mean_corner(hill.polygon), point);
  const Inches whole = from_foot + from_top;
  const double share = whole > Inches(0.0) ? from_foot / whole : 1.0;
  return hill.base_height + (hill.height - hill.base_height) * share;
}

Inches slope_height(const Terrain& slope, TablePoint point) {
  if (!slope.uphill || !inside(slope.polygon, point)) return {};
  const TableVector up = one_inch_towards(*slope.uphill);
  const auto along = [&](TablePoint p) { return dot(p - TablePoint{}, up); };
  double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
  for (const TablePoint& p : slope.polygon) {
    lowest = std::min(lowest, along(p));
    highest = std::max(highest, along(p));
  }
  const double share = highest > lowest ? (along(point) - lowest) / (highest - lowest) : 0.0;
  return slope.base_height + (slope.height - slope.base_height) * share;
}

}  // namespace

TablePoint mean_corner(std::span<const TablePoint> outline) {
  Inches x, y;
  for (const TablePoint& p : outline) {
    x += p.x;
    y += p.y;
  }
  const double n = static_cast<double>(std::max<std::size_t>(1, outline.size()));
  return {x / n, y / n};
}

bool inside(std::span<const TablePoint> outline, TablePoint point) {
  Effort::spend(3 * outline.size());
  bool odd = false;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const TablePoint &a = outline[i], &b = outline[j];
    if ((a.y > point.y) == (b.y > point.y)) continue;
    const double t = (point.y - a.y) / (b.y - a.y);
    if (point.x < a.x + (b.x - a.x) * t) odd = !odd;
  }
  return odd;
}

Inches distance_to_outline(std::span<const TablePoint> outline, TablePoint point) {
  Effort::spend(16 * outline.size());
  Inches nearest(std::numeric_limits<double>::infinity());
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++)
    nearest = std::min(nearest, distance(point, nearest_on_segment(outline[j], outline[i], point)));
  return nearest;
}

double signed_area(std::span<const TablePoint> outline) {
  double twice = 0.0;
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++)
    twice += cross(outline[j] - TablePoint{}, outline[i] - TablePoint{});
  return twice / 2.0;
}

double enclosed_area(std::span<const TablePoint> outline) { return std::abs(signed_area(outline)); }

std::optional<std::pair<std::size_t, std::size_t>> crossing_edges(std::span<const TablePoint> outline) {
  const std::size_t corners = outline.size();
  const auto side = [](TablePoint a, TablePoint b, TablePoint p) { return cross(b - a, p - a); };
  for (std::size_t i = 0; i < corners; ++i) {
    const TablePoint a = outline[i], b = outline[(i + 1) % corners];
    for (std::size_t j = i + 1; j < corners; ++j) {
      const TablePoint c = outline[j], d = outline[(j + 1) % corners];
      if (side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0) return std::pair{i, j};
    }
  }
  return std::nullopt;
}

Inches ground_height(std::span<const Terrain> terrain, TablePoint point) {
  Inches highest;
  for (const Terrain& t : terrain) {
    if (t.kind == TerrainKind::Hill) highest = std::max(highest, hill_height(t, point));
    if (t.kind == TerrainKind::Slope) highest = std::max(highest, slope_height(t, point));
  }
  return highest;
}

}  // namespace measure
