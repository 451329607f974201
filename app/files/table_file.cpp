#include "app/files/table_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/files/dictionaries.h"
#include "app/files/disk.h"
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
/// Points that fix a plane's picture: three leave it open.
constexpr std::size_t kFewestAnchors = 4;
std::vector<TablePoint> read_outline(const Section& section, std::string_view key) {
  std::vector<TablePoint> outline = section.points(key, 3);
  // A first point repeated at the end closes what is closed anyway.
  if (outline.size() > 3 && outline.front() == outline.back()) outline.pop_back();
  if (outline.size() < 3) return outline;  // already complained of
  if (const auto crossing = measure::crossing_edges(outline))
    section.complain(key, fmt::format("crosses itself: edges {} and {} meet; list its corners in order round the outline", crossing->first,
                                      crossing->second));
  else if (measure::enclosed_area(outline) <= measure::kSmallestArea)
    section.complain(key, "encloses no area: its points lie on one line");
  return outline;
}

calibration::TableTag read_tag(const Section& section) {
  section.allow_only({"id", "dictionary", "centre", "side", "heading"});
  calibration::TableTag tag;
  tag.dictionary = section.text_or("dictionary", tag.dictionary);
  const auto dictionary = find_dictionary(tag.dictionary);
  if (!dictionary) section.complain("dictionary", fmt::format("unknown dictionary \"{}\"", tag.dictionary));
  tag.id = section.integer("id", 0, dictionary ? dictionary->ids - 1 : std::numeric_limits<int>::max());
  tag.centre = section.point("centre");
  tag.side = Inches(section.number("side", Range::Positive));
  if (section.has("heading")) tag.heading = measure::from_degrees(section.number("heading"));
  return tag;
}

std::vector<calibration::TableTag> read_tags(const Section& root) {
  std::vector<calibration::TableTag> tags;
  for (const Section& section : root.sections("tag")) {
    const calibration::TableTag tag = read_tag(section);
    const bool twice = std::ranges::any_of(tags, [&](const calibration::TableTag& other) {
      return other.id == tag.id && family_of(other.dictionary) == family_of(tag.dictionary);
    });
    if (twice) section.complain("id", fmt::format("tag {} of {} is listed twice", tag.id, tag.dictionary));
    tags.push_back(tag);
  }
  return tags;
}

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

calibration::Anchor read_anchor(const Section& section) {
  section.allow_only({"pixel", "at"});
  const auto [u, v] = section.pair("pixel");
  return {.pixel = {u, v}, .point = section.point("at")};
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
  for (const Section& section : root.sections("anchor")) file.anchors.push_back(read_anchor(section));
  if (!file.anchors.empty() && file.anchors.size() < kFewestAnchors) root.complain("anchor", "at least four are needed");
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
