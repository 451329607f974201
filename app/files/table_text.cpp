#include "app/files/table_text.h"

#include <fmt/format.h>

#include "app/files/toml_text.h"

namespace app {

using measure::Inches;

std::string text_of(const calibration::TableTag& tag) {
  return fmt::format("\n[[tag]]\nid = {}\ndictionary = {}\ncentre = {}\nside = {}\nheading = {}\n", tag.id,
                     toml_text::toml_string(tag.dictionary), toml_text::point(tag.centre), toml_text::number(tag.side.value),
                     toml_text::degrees(tag.heading));
}

std::string text_of(const measure::Terrain& terrain) {
  std::string out = "\n[[terrain]]\n";
  const auto key = [&](std::string_view name, const std::string& value) { out += fmt::format("{} = {}\n", name, value); };
  const auto length = [&](std::string_view name, Inches value) {
    if (value != Inches(0.0)) key(name, toml_text::number(value.value));
  };
  if (!terrain.name.empty()) key("name", toml_text::toml_string(terrain.name));
  key("kind", toml_text::toml_string(word(terrain.kind)));
  if (!terrain.polygon.empty()) key("polygon", toml_text::points(terrain.polygon));
  if (!terrain.line.empty()) key("line", toml_text::points(terrain.line));
  length("height", terrain.height);
  length("base_height", terrain.base_height);
  length("width", terrain.width);
  if (!terrain.top.empty()) key("top", toml_text::points(terrain.top));
  if (terrain.uphill) key("uphill_deg", toml_text::degrees(*terrain.uphill));
  if (!terrain.impassable_to.empty()) key("impassable_to", toml_text::words(terrain.impassable_to));
  return out;
}

std::string text_of(const Proof& proof) {
  return fmt::format("\n[[proof]]\nat = {}\nstated = {}\nmeasured = {}\nmargin = {}\nwhen = {}\n", toml_text::points(proof.at),
                     toml_text::number(proof.stated.value), toml_text::number(proof.measured.value.value),
                     toml_text::number(proof.measured.margin.value), toml_text::toml_string(proof.when));
}

std::string text_of(const calibration::Anchor& anchor) {
  return fmt::format("\n[[anchor]]\npixel = {}\nat = {}\n", toml_text::pair(anchor.pixel.u, anchor.pixel.v),
                     toml_text::point(anchor.point));
}

std::string size_text(const measure::Table& table) { return toml_text::pair(table.length.value, table.width.value); }

std::string table_text(const TableFile& file) {
  std::string out = fmt::format("version = {}\n\n[table]\nsize = {}\n", kTableVersion, size_text(file.table));
  const auto append = [&](const auto& entries) {
    for (const auto& entry : entries) out += text_of(entry);
  };
  append(file.tags);
  append(file.anchors);
  append(file.table.terrain);
  append(file.proofs);
  return out;
}

}  // namespace app
