// Terrain as files and questions write it: the same words, keys and checks for both.
//   `Source` is a section of a TOML file (app/files/toml.h) or an object of a JSON question (question.h); each complains in its own way.
#pragma once

#include <fmt/format.h>
#include <string_view>
#include <vector>

#include "measure/table.h"

namespace app {

/// The outline of an area: at least three corners, not crossing itself; a first corner repeated at the end is dropped.
[[nodiscard]] std::vector<measure::TablePoint> read_outline(auto& source, std::string_view key) {
  std::vector<measure::TablePoint> outline = source.points(key, 3);
  if (outline.size() > 3 && outline.front() == outline.back()) outline.pop_back();
  if (outline.size() < 3) return outline;  // already complained of
  if (const auto crossing = measure::crossing_edges(outline))
    source.complain(key, fmt::format("crosses itself: edges {} and {} meet; list its corners in order round the outline", crossing->first,
                                     crossing->second));
  else if (measure::enclosed_area(outline) <= measure::kSmallestArea)
    source.complain(key, "encloses no area: its points lie on one line");
  return outline;
}

[[nodiscard]] measure::Terrain read_terrain(auto& source) {
  using measure::Inches, measure::TerrainKind;
  measure::Terrain terrain;
  terrain.kind = static_cast<TerrainKind>(source.choice("kind", measure::kTerrainWords));
  terrain.name = source.text_or("name", "");
  const bool line = source.has("line"), hill = terrain.kind == TerrainKind::Hill, slope = terrain.kind == TerrainKind::Slope;
  if (line == source.has("polygon")) source.complain(line ? "line" : "polygon", "give either polygon (an area) or line (a wall, a hedge)");
  if (line && (hill || slope)) source.complain("line", "a hill or slope is an area: give polygon");
  if (line)
    terrain.line = source.points("line", 2);
  else if (source.has("polygon"))
    terrain.polygon = read_outline(source, "polygon");
  terrain.height = Inches(source.number_or("height", 0.0));
  terrain.base_height = Inches(source.number_or("base_height", 0.0));
  if ((hill || slope) && terrain.height < terrain.base_height) source.complain("height", "is below base_height");
  if (source.has("top") && !hill) source.complain("top", "only a hill has a flat top");
  if (source.has("top")) terrain.top = read_outline(source, "top");
  if (slope) terrain.uphill = measure::from_degrees(source.number("uphill_deg"));
  if (source.has("uphill_deg") && !slope) source.complain("uphill_deg", "only a slope has an uphill direction");
  terrain.width = Inches(source.length_or("width", 0.0));
  if (source.has("impassable_to")) terrain.impassable_to = source.texts("impassable_to");
  return terrain;
}

}  // namespace app
