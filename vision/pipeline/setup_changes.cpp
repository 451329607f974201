#include "vision/pipeline/setup_changes.h"

#include <algorithm>
#include <ranges>
#include <set>

namespace vision {
namespace {

using measure::Inches, measure::PieceSpec;

/// Rounds of cutting a ray with the ground's own height; slopes are gentle, three settle it to a hundredth of an inch.
constexpr int kGroundRounds = 3;

bool same_looks(const PieceSpec& a, const PieceSpec& b) {
  return a.army == b.army && a.colour == b.colour && a.base == b.base && a.marker == b.marker && a.tag == b.tag &&
         a.figure_height == b.figure_height && a.mount == b.mount;
}

bool same_lens(const std::optional<calibration::Lens>& a, const std::optional<calibration::Lens>& b) {
  if (!a || !b) return a.has_value() == b.has_value();
  return a->image_size == b->image_size && a->fx == b->fx && a->fy == b->fy && a->cx == b->cx && a->cy == b->cy &&
         a->distortion == b->distortion && a->covariance == b->covariance;
}

bool same_height(const measure::Terrain& a, const measure::Terrain& b) {
  return a.polygon == b.polygon && a.top == b.top && a.height == b.height && a.base_height == b.base_height && a.uphill == b.uphill;
}
bool same_ground(const measure::Table& a, const measure::Table& b) {
  const auto raised = std::views::filter([](const measure::Terrain& terrain) {
    return terrain.kind == measure::TerrainKind::Hill || terrain.kind == measure::TerrainKind::Slope;
  });
  return a.length == b.length && a.width == b.width && std::ranges::equal(a.terrain | raised, b.terrain | raised, same_height);
}

}  // namespace

std::vector<std::string> dictionaries_of(const Setup& setup, std::span<const measure::PieceSpec> specs) {
  std::set<std::string> names;
  for (const calibration::TableTag& tag : setup.tags) names.insert(tag.dictionary);
  for (const measure::PieceSpec& spec : specs)
    if (spec.tag) names.insert(spec.mount.dictionary);
  return {names.begin(), names.end()};
}

std::optional<calibration::Finding> missing_in(const Setup& setup) {
  if (!setup.tags.empty() || !setup.anchors.empty()) return std::nullopt;
  return calibration::fault("not-registered", "Nothing says yet where the table is.",
                            "in Set up (F2) choose its size and lay the tags of `vedette targets corner-tags --out tags.pdf`, or click its "
                            "corners; a command needs a --table file with [[tag]] entries, or four --anchor");
}

SetupChanges changes_between(const Setup& before, const Setup& now) {
  const auto were = pieces_of(before.roster), are = pieces_of(now.roster);
  return {.roster = were != are,
          .looks = !std::ranges::equal(were, are, same_looks),
          .view = before.tags != now.tags || before.anchors != now.anchors || !same_lens(before.lens, now.lens),
          .ground = !same_ground(before.table, now.table),
          .empty = before.empty.data != now.empty.data};
}

std::optional<Carried> carried(const calibration::TableCamera& from, const calibration::TableCamera& to, const measure::Table& table,
                               measure::TablePoint at, Inches ground, Inches above) {
  const auto pixel = from.image_from_table(at, ground + above);
  if (!pixel) return std::nullopt;
  Carried out{at, ground};
  for (int round = 0; round < kGroundRounds; ++round) {
    const auto there = to.table_from_image(*pixel, out.ground + above);
    if (!there) return std::nullopt;
    out = {*there, measure::ground_height(table.terrain, *there)};
  }
  return out;
}

}  // namespace vision
