// From meanings to colours: the Okabe-Ito palette, told apart by colour-blind players, in print and on
// grass. Never colour alone: every verdict also has a sign, drawn from `strokes_of`.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/overlay/display_list.h"
#include "measure/roster.h"
#include "measure/table.h"
#include "vision/table_state.h"

namespace overlay {

inline constexpr Rgb kGreen{0, 158, 115};     // bluish green: yes
inline constexpr Rgb kYellow{240, 228, 66};   // yellow: too close to call
inline constexpr Rgb kVermilion{213, 94, 0};  // vermilion: no
inline constexpr Rgb kSkyBlue{86, 180, 233};  // sky blue: the player's focus
inline constexpr Rgb kWhite{255, 255, 255};   // the selection
inline constexpr Rgb kMist{198, 208, 216};    // what stays quiet
inline constexpr Rgb kPill{14, 18, 22};       // labels and halos

[[nodiscard]] Rgb rgb_of(const Colour& colour);
/// "#rrggbb" as a colour. Empty for anything else.
[[nodiscard]] std::optional<Rgb> parse_rgb(std::string_view text);

/// A sign as polylines in the unit square, y down.
[[nodiscard]] std::vector<std::vector<std::pair<double, double>>> strokes_of(Sign sign);

// The standing table as an overlay: every figure's base where it stands, its unit's name, its state.
//   Pure: a table state in, a display list out.

struct FigureOptions {
  std::set<int> selected;  // track ids
  std::optional<int> hovered;
  bool piece_names = false;  // one label for each selected man
};

/// An army's own colour as a ring round its pieces has it.
[[nodiscard]] Rgb ring_colour(Rgb army);
/// An army's colour as the roster gives it, or one of the palette's, as it is read on black: labels' rims, dots beside names.
[[nodiscard]] Rgb rim_colour(const measure::Roster& roster, const std::string& army);

/// Every piece: a ring in its army's colour at the height of its base's top, dashed while hidden, waves while doubtful.
[[nodiscard]] DisplayList figures(const vision::TableState& state, const measure::Roster& roster, const FigureOptions& options = {});

/// Outlines of the terrain with their names.
[[nodiscard]] DisplayList terrain(std::span<const measure::Terrain> terrain, bool names = true);

/// Corners of a playing area in the order they are clicked: its origin, along x, the far one, along y.
[[nodiscard]] std::array<measure::TablePoint, 4> corners_of_area(measure::Inches length, measure::Inches width);
[[nodiscard]] DisplayList table_edge(const measure::Table& table);

/// A piece's mark at the height of its base's top, grown by `grow`.
[[nodiscard]] Mark mark_of(const vision::Piece& piece, measure::Inches grow = measure::Inches(0.0));
/// A point of the table on its ground.
[[nodiscard]] Spot spot_at(const measure::Table& table, measure::TablePoint at);
/// The middle of a piece's base, at the height of its top.
[[nodiscard]] Spot spot_of(const vision::Piece& piece);

}  // namespace overlay
