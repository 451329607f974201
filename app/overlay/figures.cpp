#include "app/overlay/figures.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <iterator>
#include <map>
#include <numbers>

namespace overlay {

Ink ink_of(measure::Verdict verdict) {
  static constexpr std::array kInks{Ink::Yes, Ink::TooClose, Ink::No};
  return kInks[static_cast<std::size_t>(verdict)];
}

Sign sign_of(measure::Verdict verdict) {
  static constexpr std::array kSigns{Sign::Tick, Sign::Waves, Sign::Cross};
  return kSigns[static_cast<std::size_t>(verdict)];
}

void append(DisplayList& list, DisplayList more) {
  list.insert(list.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

Rgb rgb_of(const Colour& colour) {
  if (const Rgb* own = std::get_if<Rgb>(&colour)) return *own;
  static constexpr std::array kOfInk{kMist, kSkyBlue, kWhite, kGreen, kYellow, kVermilion};
  return kOfInk[static_cast<std::size_t>(std::get<Ink>(colour))];
}

std::optional<Rgb> parse_rgb(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  Rgb colour;
  std::uint8_t* const channels[] = {&colour.r, &colour.g, &colour.b};
  for (std::size_t i = 0; i < 3; ++i) {
    const char* const first = text.data() + 1 + 2 * i;
    const auto [end, error] = std::from_chars(first, first + 2, *channels[i], 16);
    if (error != std::errc() || end != first + 2) return std::nullopt;
  }
  return colour;
}

std::vector<std::vector<std::pair<double, double>>> strokes_of(Sign sign) {
  switch (sign) {
    case Sign::None: return {};
    case Sign::Tick: return {{{0.08, 0.55}, {0.38, 0.85}, {0.94, 0.18}}};
    case Sign::Cross: return {{{0.14, 0.14}, {0.86, 0.86}}, {{0.86, 0.14}, {0.14, 0.86}}};
    case Sign::Waves: {
      std::vector<std::vector<std::pair<double, double>>> waves(2);
      constexpr int kSteps = 14;
      for (int i = 0; i <= kSteps; ++i) {
        const double x = 0.04 + 0.92 * i / kSteps;
        const double swing = 0.13 * std::sin(2.0 * std::numbers::pi * i / kSteps);
        waves[0].emplace_back(x, 0.32 - swing);
        waves[1].emplace_back(x, 0.70 - swing);
      }
      return waves;
    }
  }
  return {};
}

namespace {

using measure::Inches, measure::TablePoint, vision::Piece, vision::Seen;

/// Rings stand this far outside the base, so that the rim that was measured stays visible.
constexpr Inches kRingGap{0.06};
constexpr int kUnitNamePriority = 10, kPieceNamePriority = 5, kDoubtPriority = 30, kHoverPriority = 70;

/// An army's colour on its own discs would not be seen: rings are this far on the way to white.
constexpr double kRingLightness = 0.45;
/// ... and what stands on the panels' black this far: a deep blue would vanish there.
constexpr double kRimLightness = 0.3;
[[nodiscard]] Rgb lightened(Rgb colour, double by) {
  const auto mix = [&](std::uint8_t c) { return static_cast<std::uint8_t>(c + by * (255.0 - c)); };
  return {mix(colour.r), mix(colour.g), mix(colour.b)};
}

[[nodiscard]] Style ring_style(const Piece& piece, Rgb army, const FigureOptions& options) {
  Style style{.colour = ring_colour(army), .width = 1.8, .opacity = 0.9};
  if (piece.seen != Seen::Yes) style.dashed = true, style.opacity = 0.6;
  if (options.hovered == piece.id) style.width = 3.0;
  if (options.selected.contains(piece.id)) style.colour = Ink::Selection, style.width = 3.2, style.opacity = 1.0;
  return style;
}

[[nodiscard]] Mark ring(const Piece& piece, Rgb army, const FigureOptions& options) {
  Mark mark = mark_of(piece, kRingGap);
  mark.style = ring_style(piece, army, options);
  mark.front = piece.heading.has_value();
  return mark;
}

[[nodiscard]] Label unit_label(const std::string& unit, const std::vector<const Piece*>& men, Rgb colour) {
  Label label{.text = unit, .rim = colour, .sign = Sign::None, .priority = kUnitNamePriority};
  TablePoint middle;
  for (const Piece* man : men) {
    middle = middle + (man->at - TablePoint{}) * (1.0 / static_cast<double>(men.size()));
    label.speaks_of.push_back(mark_of(*man, kRingGap));
  }
  label.anchor = {middle, men.front()->ground + men.front()->base.height};
  return label;
}

[[nodiscard]] Label doubt_label(const Piece& piece) {
  return {.anchor = spot_of(piece),
          .text = piece.name + "?",
          .rim = Ink::TooClose,
          .sign = Sign::Waves,
          .priority = kDoubtPriority,
          .speaks_of = {mark_of(piece, kRingGap)},
          .leader = true};
}

/// Among its own unit a man goes by the end of his name: "7" of "R1/7".
[[nodiscard]] Label name_label(const Piece& piece, Rgb colour, bool whole) {
  const auto slash = piece.name.rfind('/');
  const std::string text = whole || slash == std::string::npos ? piece.name : piece.name.substr(slash + 1);
  return {.anchor = spot_of(piece),
          .text = text,
          .rim = colour,
          .sign = Sign::None,
          .priority = whole ? kHoverPriority : kPieceNamePriority,
          .speaks_of = {mark_of(piece, kRingGap)},
          .leader = true};
}

[[nodiscard]] DisplayList ghosts(const vision::TableState& state) {
  DisplayList list;
  for (const vision::Move& move : state.moves) {
    const Piece* const piece = vision::find_piece(state, move.id);
    if (!piece) continue;
    Mark ghost = mark_of(*piece);
    ghost.footprint.centre = move.from;
    ghost.footprint.heading = move.heading_from.value_or(ghost.footprint.heading);
    ghost.style = {.colour = Ink::Selection, .width = 1.4, .opacity = 0.75, .dashed = true};
    list.push_back(ghost);
    list.push_back(Line{.points = {{move.from, ghost.z}, {move.to, ghost.z}},
                        .style = {.colour = Ink::Selection, .width = 1.2, .opacity = 0.6, .dashed = true}});
  }
  return list;
}

/// A rectangle round all these points.
[[nodiscard]] Mark mark_round(std::span<const TablePoint> points, Inches z) {
  TablePoint low = points.front(), high = points.front();
  for (const TablePoint point : points) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  return {.footprint = {.shape = measure::RectShape{high.x - low.x, high.y - low.y}, .centre = measure::midpoint(low, high)}, .z = z};
}

/// A wood is named on itself; a wall or a house, which its name would hide, beside itself.
[[nodiscard]] Label ground_label(const measure::Terrain& piece) {
  const auto& outline = piece.polygon.empty() ? piece.line : piece.polygon;
  Label label{.anchor = {measure::mean_corner(outline), piece.base_height},
              .text = piece.name,
              .rim = Ink::Quiet,
              .sign = Sign::None,
              .priority = 0,
              .names_ground = true};
  if (piece.polygon.empty() || piece.kind == measure::TerrainKind::House) label.speaks_of.push_back(mark_round(outline, piece.base_height));
  return label;
}

/// Army colours as the roster gives them; armies without one get a colour of the palette.
Rgb army_colour(const measure::Roster& roster, const std::string& army) {
  static constexpr Rgb kOwn[] = {{204, 121, 167}, {86, 180, 233}, {230, 159, 0}, {0, 114, 178}};  // the rest of Okabe-Ito
  const auto found = std::ranges::find(roster.armies, army, &measure::Army::name);
  if (found == roster.armies.end()) return kMist;
  if (const auto colour = parse_rgb(found->colour)) return *colour;
  return kOwn[static_cast<std::size_t>(found - roster.armies.begin()) % std::size(kOwn)];
}

}  // namespace

Rgb ring_colour(Rgb army) { return lightened(army, kRingLightness); }

Rgb rim_colour(const measure::Roster& roster, const std::string& army) { return lightened(army_colour(roster, army), kRimLightness); }

Spot spot_at(const measure::Table& table, TablePoint at) { return {at, measure::ground_height(table.terrain, at)}; }

Spot spot_of(const Piece& piece) { return {piece.at, piece.ground + piece.base.height}; }

Mark mark_of(const Piece& piece, Inches grow) {
  return {.footprint = vision::footprint_of(piece), .z = piece.ground + piece.base.height, .grow = grow};
}

DisplayList figures(const vision::TableState& state, const measure::Roster& roster, const FigureOptions& options) {
  DisplayList list;
  std::map<std::string, std::vector<const Piece*>> units;
  std::map<std::string, Rgb> colours;
  for (const Piece& piece : state.pieces) {
    const auto [colour, added] = colours.try_emplace(piece.army);
    if (added) colour->second = army_colour(roster, piece.army);
    list.push_back(ring(piece, colour->second, options));
    if (piece.doubtful)
      list.push_back(doubt_label(piece));
    else if (options.hovered == piece.id || (options.piece_names && options.selected.contains(piece.id)))
      list.push_back(name_label(piece, lightened(colour->second, kRimLightness), options.hovered == piece.id));
    if (!piece.unit.empty()) units[piece.unit].push_back(&piece);
  }
  for (const auto& [unit, men] : units) list.push_back(unit_label(unit, men, lightened(colours[men.front()->army], kRimLightness)));
  append(list, ghosts(state));
  return list;
}

DisplayList terrain(std::span<const measure::Terrain> terrain, bool names) {
  DisplayList list;
  std::set<std::string> named;  // a hill of several contours has one label
  const Style style{.colour = Ink::Quiet, .width = 1.6, .opacity = 0.7, .fill = 0.06, .dashed = true};
  for (const measure::Terrain& piece : terrain) {
    const auto& outline = piece.polygon.empty() ? piece.line : piece.polygon;
    if (outline.empty()) continue;
    if (!piece.polygon.empty()) list.push_back(Area{.outline = piece.polygon, .z = piece.base_height, .style = style});
    if (!piece.top.empty()) list.push_back(Area{.outline = piece.top, .z = piece.height, .style = style});
    if (!piece.line.empty()) {
      Line line{.style = style};
      for (const TablePoint point : piece.line) line.points.push_back({point, Inches(0.0)});
      list.push_back(line);
    }
    if (names && !piece.name.empty() && named.insert(piece.name).second) list.push_back(ground_label(piece));
  }
  return list;
}

std::array<TablePoint, 4> corners_of_area(Inches length, Inches width) {
  const Inches none(0.0);
  return {{{none, none}, {length, none}, {length, width}, {none, width}}};
}

DisplayList table_edge(const measure::Table& table) {
  const auto corners = corners_of_area(table.length, table.width);
  return {Area{.outline = {corners.begin(), corners.end()},
               .z = Inches(0.0),
               .style = {.colour = Ink::Quiet, .width = 1.2, .opacity = 0.5, .halo = false}}};
}

}  // namespace overlay
