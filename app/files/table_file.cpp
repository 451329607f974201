#include "app/files/table_file.h"

#include <fmt/format.h>

#include <array>

#include "app/files/disk.h"
#include "app/files/ground_sections.h"
#include "app/files/strict_toml.h"
#include "app/files/table_text.h"

namespace app {
namespace {

using measure::Inches;
using measure::Result;
using measure::TablePoint;
using measure::TerrainKind;

/// In the order of measure::TerrainKind.
constexpr std::array<std::string_view, 12> kTerrainWords{"wood",   "hill", "slope", "marsh", "river", "ford",
                                                         "bridge", "road", "house", "wall",  "hedge", "obstacle"};

void read_heights(const Section& section, measure::Terrain& terrain) {
  terrain.height = Inches(section.number_or("height", 0.0));
  terrain.base_height = Inches(section.number_or("base_height", 0.0));
  const bool raises = terrain.kind == TerrainKind::Hill || terrain.kind == TerrainKind::Slope;
  if (raises && terrain.height < terrain.base_height) section.complain("height", "is below base_height");
  if (section.has("top") && terrain.kind != TerrainKind::Hill) section.complain("top", "only a hill has a flat top");
  if (section.has("top")) terrain.top = read_outline(section, "top");
  if (section.has("uphill_deg") && terrain.kind != TerrainKind::Slope)
    section.complain("uphill_deg", "only a slope has an uphill direction");
  if (terrain.kind == TerrainKind::Slope) terrain.uphill = measure::from_degrees(section.number("uphill_deg"));
}

measure::Terrain read_terrain(const Section& section) {
  section.allow_only({"name", "kind", "polygon", "line", "height", "base_height", "width", "top", "uphill_deg", "impassable_to"});
  measure::Terrain terrain;
  terrain.name = section.text_or("name", "");
  terrain.kind = static_cast<TerrainKind>(section.choice("kind", kTerrainWords));
  const bool line = section.has("line");
  if (line && section.has("polygon")) section.complain("line", "give either `polygon` or `line`, not both");
  if (line && (terrain.kind == TerrainKind::Hill || terrain.kind == TerrainKind::Slope))
    section.complain("line", "a hill or slope is an area: give `polygon`");
  if (line) {
    terrain.line = section.points("line", 2);
  } else if (section.has("polygon")) {
    terrain.polygon = read_outline(section, "polygon");
  } else {
    section.complain("polygon", "is missing; give `polygon` (an area) or `line`");
  }
  read_heights(section, terrain);
  terrain.width = Inches(section.number_or("width", 0.0, Range::NotNegative));
  terrain.impassable_to = section.texts("impassable_to");
  return terrain;
}

Proof read_proof(const Section& section) {
  section.allow_only({"at", "stated", "measured", "margin", "when"});
  Proof proof;
  const std::vector<TablePoint> ends = section.points("at", 2);
  if (ends.size() == 2)
    proof.at = {ends[0], ends[1]};
  else
    section.complain("at", "must be the two ends of the known length");
  proof.stated = Inches(section.number("stated", Range::Positive));
  proof.measured = {.value = Inches(section.number("measured", Range::NotNegative)),
                    .margin = Inches(section.number("margin", Range::NotNegative))};
  proof.when = section.text("when");
  if (!is_day(proof.when)) section.complain("when", "must be a day such as \"2026-11-21\"");
  return proof;
}

TableFile read_all(const Section& root) {
  root.allow_only({"version", "table", "tag", "anchor", "terrain", "proof"});
  root.integer("version", kTableVersion, kTableVersion);
  TableFile file;
  const Section table = root.section("table");
  if (!table.exists()) root.complain("table", "is missing; it gives the size: [table] size = [72.0, 48.0]");
  table.allow_only({"size"});
  const auto [length, width] = table.pair("size", Range::Positive);
  file.table.length = Inches(length);
  file.table.width = Inches(width);
  file.tags = read_tags(root);
  file.anchors = read_anchors(root);
  for (const Section& section : root.sections("terrain")) file.table.terrain.push_back(read_terrain(section));
  for (const Section& section : root.sections("proof")) file.proofs.push_back(read_proof(section));
  return file;
}

}  // namespace

std::string_view word(TerrainKind kind) { return kTerrainWords[static_cast<std::size_t>(kind)]; }

Result<TableFile> parse_table(std::string_view text, const std::string& name) {
  Result<Document> document = Document::parse(text, name);
  if (!document) return tl::unexpected(document.error());
  TableFile file = read_all(document->root());
  if (document->problem()) return tl::unexpected(*document->problem());
  return file;
}

Result<TableFile> read_table(const std::string& path) {
  return read_text(path).and_then([&](const std::string& text) { return parse_table(text, path); });
}

Result<Replaced> write_table(const std::string& path, const TableFile& file) {
  const auto old = read_text(path);
  if (const auto text = old ? patched_table(*old, file) : std::nullopt) return write_text(path, *text).transform([] { return Replaced{}; });
  return write_over(path, table_text(file));
}

}  // namespace app
