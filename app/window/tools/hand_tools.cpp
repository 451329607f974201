#include "app/window/tools/hand_tools.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "app/tongue/tongue.h"
#include "measure/footprint.h"
#include "measure/gap.h"

namespace window {
namespace {

using measure::Inches, measure::TablePoint;

/// Rounds of cutting a ray with the ground's own height; slopes are gentle, three settle it to a hundredth of an inch.
constexpr int kGroundRounds = 3;
/// How far from the meant point a hand clicks, in picture pixels (one sigma); smaller would flatter clicked points.
constexpr double kHandSigmaPx = 0.7;

using measure::TerrainKind, overlay::End, overlay::Laid;

/// A click is kept to a tenth of a pixel: no hand is finer, and files stay readable.
constexpr double kClickStepsPerPixel = 10.0;

[[nodiscard]] std::optional<Laid> between(Tool tool, const ToolOptions& options, const End& from, const End& to) {
  switch (tool) {
    case Tool::Ruler: return overlay::Ruler{from, to, options.centres};
    case Tool::Clearance: return overlay::LineOfFire{from, to, Inches(options.clearance_in)};
    case Tool::Sight: return overlay::LineOfSight{from, to};
    case Tool::Intent: return overlay::Intent{from, to, options.intent_beyond, Inches(options.intent_in), options.intent_of_units};
    default: return std::nullopt;
  }
}

[[nodiscard]] std::optional<Laid> on_piece(Tool tool, const ToolOptions& options, const End& end) {
  if (!end.piece) return std::nullopt;
  if (tool == Tool::Around) return overlay::Around{*end.piece, Inches(options.around_in)};
  if (tool == Tool::Arc) return overlay::FieldOfFire{*end.piece, measure::from_degrees(options.arc_half_deg), Inches(options.arc_reach_in)};
  return std::nullopt;
}

/// Middle of a tag that lies flat on the table, with the margin of its corners and of the registration.
[[nodiscard]] std::optional<measure::Spot> tag_centre(const calibration::TableCamera& camera, const calibration::TagObservation& tag) {
  measure::TablePoint centre;
  for (const auto corner : tag.corners) {
    const auto at = camera.table_from_image(corner, Inches(0.0));
    if (!at) return std::nullopt;
    centre = centre + (*at - measure::TablePoint{}) * 0.25;
  }
  const double variance = tag.corner_sigma_px * tag.corner_sigma_px / 4.0;  // of the mean of four corners
  const auto noise = camera.from_pixels(centre, Inches(0.0), Eigen::Matrix2d::Identity() * variance);
  return measure::Spot{.at = centre, .covariance = noise + camera.registration_covariance(centre, Inches(0.0))};
}

[[nodiscard]] bool two_ended(Tool tool) {
  return tool == Tool::Ruler || tool == Tool::Clearance || tool == Tool::Sight || tool == Tool::Intent;
}

/// A margin that fell by less than this share in `kWindowSeconds` has settled.
constexpr double kClearFall = 0.03;
constexpr double kWindowSeconds = 2.0;

}  // namespace

std::optional<int> piece_under(const vision::TableState& state, const calibration::TableCamera& camera, calibration::ImagePoint cursor,
                               double slack_px) {
  std::optional<int> best;
  double best_off = slack_px, best_centre = 0.0;
  for (const vision::Piece& piece : state.pieces) {
    const Inches z = piece.ground + piece.base.height;
    const auto at = camera.table_from_image(cursor, z);
    if (!at) continue;
    // In picture pixels, 0 over the base.
    const double off =
        std::max(0.0, measure::distance_to(vision::footprint_of(piece), {*at, {}}).value.value) * camera.pixels_per_inch(piece.at, z);
    const double centre = measure::distance(*at, piece.at).value;
    if (off > best_off || (best && off == best_off && centre >= best_centre)) continue;  // over two bases at once: the nearer middle
    best = piece.id;
    best_off = off;
    best_centre = centre;
  }
  return best;
}

std::optional<TablePoint> ground_under(const measure::Table& table, const calibration::TableCamera& camera,
                                       calibration::ImagePoint cursor) {
  auto at = camera.table_from_image(cursor, Inches(0.0));
  for (int round = 0; at && round < kGroundRounds; ++round) {
    const Inches z = measure::ground_height(table.terrain, *at);
    if (z.value <= 0.0 && round == 0) return at;
    at = camera.table_from_image(cursor, z);
  }
  return at;
}

std::optional<overlay::End> end_under(const vision::TableState& state, const measure::Table& table, const calibration::TableCamera& camera,
                                      calibration::ImagePoint cursor, double slack_px) {
  if (const auto id = piece_under(state, camera, cursor, slack_px)) return overlay::End{.piece = id};
  if (const auto at = ground_under(table, camera, cursor)) {
    const Inches z = measure::ground_height(table.terrain, *at);
    const auto hand = camera.from_pixels(*at, z, Eigen::Matrix2d::Identity() * (kHandSigmaPx * kHandSigmaPx));
    return overlay::End{.point = *at, .margin = measure::margin_of(camera.registration_covariance(*at, z) + hand)};
  }
  return std::nullopt;
}

std::vector<int> pieces_in_lasso(const vision::TableState& state, const calibration::TableCamera& camera,
                                 std::span<const calibration::ImagePoint> lasso) {
  std::vector<TablePoint> outline;  // the even-odd test knows only points of a plane: pixels serve as well as inches
  for (const auto point : lasso) outline.push_back({Inches(point.u), Inches(point.v)});
  std::vector<int> ids;
  if (outline.size() < 3) return ids;
  for (const vision::Piece& piece : state.pieces) {
    const auto pixel = camera.image_from_table(piece.at, piece.ground + piece.base.height);
    if (pixel && measure::inside(outline, {Inches(pixel->u), Inches(pixel->v)})) ids.push_back(piece.id);
  }
  std::ranges::sort(ids);
  return ids;
}

std::optional<Laid> place(Tool tool, const ToolOptions& options, Hand& hand, const End& end) {
  if (!two_ended(tool)) return on_piece(tool, options, end);
  if (tool == Tool::Intent && !hand.first && !end.piece) return std::nullopt;  // a place intends nothing
  if (!hand.first || *hand.first == end) {
    hand.first = end;
    return std::nullopt;
  }
  const End from = *hand.first;
  hand.first.reset();
  return between(tool, options, from, end);
}

std::optional<Laid> preview(Tool tool, const ToolOptions& options, const Hand& hand, const std::optional<End>& cursor) {
  if (!cursor) return std::nullopt;
  if (!two_ended(tool)) return on_piece(tool, options, *cursor);
  if (!hand.first || *hand.first == *cursor) return std::nullopt;
  return between(tool, options, *hand.first, *cursor);
}

bool drawn_as_line(TerrainKind kind) { return kind == TerrainKind::Wall || kind == TerrainKind::Hedge || kind == TerrainKind::Obstacle; }

std::string unfinished(const Hand& hand, TerrainKind kind) {  // a table file may not hold it
  if (drawn_as_line(kind)) return hand.outline.size() < 2 ? tongue::tr("It takes two points.") : "";
  if (hand.outline.size() < 3) return tongue::tr("It takes three points.");
  if (const auto crossing = measure::crossing_edges(hand.outline))
    return tongue::trf("Its edge crosses itself: the side after point {} and the side after point {}. Take points back with Backspace.",
                       crossing->first + 1, crossing->second + 1);
  return measure::enclosed_area(hand.outline) > measure::kSmallestArea ? "" : tongue::tr("Its points lie in one line.");
}

std::optional<measure::Terrain> finished_terrain(const Hand& hand, const ToolOptions& options, const measure::Table& table) {
  const bool line = drawn_as_line(options.terrain);
  if (!unfinished(hand, options.terrain).empty()) return std::nullopt;
  const std::string kind(measure::word(options.terrain));
  const auto same = std::ranges::count(table.terrain, options.terrain, &measure::Terrain::kind);
  measure::Terrain terrain;
  terrain.name = fmt::format("{} {}", kind, same + 1);
  terrain.kind = options.terrain;
  (line ? terrain.line : terrain.polygon) = hand.outline;
  terrain.height = Inches(options.terrain_height_in);
  if (line) terrain.width = Inches(0.4);  // a hedge of the usual scale
  return terrain;
}

void finish_terrain(const Look& look, UiState& ui, Requests& requests) {
  auto terrain = finished_terrain(ui.hand, ui.options, look.document.table.table);
  if (!terrain) return;
  change_document(look, requests, {.table = true}, [&](Document& next) { next.table.table.terrain.push_back(std::move(*terrain)); });
  ui.hand.outline.clear();
}

std::vector<calibration::Anchor> anchors_at(std::span<const calibration::ImagePoint> clicked,
                                            const std::array<measure::TablePoint, 4>& corners) {
  const auto rounded = [](double px) { return std::round(px * kClickStepsPerPixel) / kClickStepsPerPixel; };
  std::vector<calibration::Anchor> out;
  for (std::size_t i = 0; i < corners.size() && i < clicked.size(); ++i)
    out.push_back({.pixel = {rounded(clicked[i].u), rounded(clicked[i].v)}, .point = corners[i]});
  return out;
}

app::TableFile anchored(app::TableFile table, std::span<const calibration::ImagePoint> corners) {
  table.tags.clear();
  table.anchors = anchors_at(corners, overlay::corners_of_area(table.table.length, table.table.width));
  return table;
}

TagName name_of(const calibration::TagObservation& tag) { return {.dictionary = tag.dictionary, .id = tag.id}; }

bool can_prove(const app::TableFile& table, const calibration::TagObservation& tag) {
  return std::ranges::none_of(table.tags, [&](const auto& corner) { return corner.id == tag.id && corner.dictionary == tag.dictionary; });
}

void measure_known_length(const Look& look, UiState& ui, const TagName& first, const TagName& second) {
  ui.hand.first_tag.reset();
  const auto& tags = look.snapshot.tags;
  const auto seen = [&](const TagName& name) { return std::ranges::find(tags, name, name_of); };
  const auto one = seen(first), other = seen(second);
  if (!look.snapshot.camera || one == tags.end() || other == tags.end()) return;
  const auto a = tag_centre(*look.snapshot.camera, *one), b = tag_centre(*look.snapshot.camera, *other);
  if (!a || !b) return;
  const measure::Measured length = measure::distance_between(*a, *b);
  ui.proof = app::rounded(
      app::Proof{.at = {a->at, b->at}, .stated = Inches(ui.options.known_length_in), .measured = length, .when = app::today()});
}

void select(std::set<int>& selected, std::optional<int> piece, bool add) {
  if (!add) selected.clear();
  if (!piece) return;
  if (add && selected.erase(*piece) > 0) return;
  selected.insert(*piece);
}

void select_unit_of(const Look& look, UiState& ui, int id) {
  if (!look.snapshot.state) return;
  const vision::Piece* const piece = vision::find_piece(*look.snapshot.state, id);
  if (!piece || piece->unit.empty()) return;
  for (const auto& other : look.snapshot.state->pieces)
    if (other.unit == piece->unit && other.army == piece->army) ui.selected.insert(other.id);
}

void watch_margins(UiState& ui, const vision::TableState& state, double now) {
  for (const vision::Piece& piece : state.pieces) {
    const double margin = measure::margin_of(piece.covariance).value;
    const auto [watch, added] = ui.margins.try_emplace(piece.id, MarginWatch{margin, now - kWindowSeconds});
    if (added) continue;
    if (margin > watch->second.margin_in) watch->second = {margin, now - kWindowSeconds};  // moved: begins anew
    if (margin < watch->second.margin_in * (1.0 - kClearFall)) watch->second = {margin, now};
  }
}

bool still_shrinking(const UiState& ui, int piece, double now) {
  const auto watch = ui.margins.find(piece);
  return watch != ui.margins.end() && now - watch->second.since < kWindowSeconds;
}

}  // namespace window
