// The standing table as an overlay: every figure's base where it stands, its unit's name, its state.
//   Pure: a table state in, a display list out.
// Needs vision/table_state.h, overlay/display_list.h.
#pragma once

#include <set>
#include <span>

#include "app/overlay/display_list.h"
#include "measure/roster.h"
#include "measure/table.h"
#include "vision/table_state.h"

namespace overlay {

struct FigureOptions {
  std::set<int> selected;  // track ids
  std::optional<int> hovered;
  bool unit_names = true;    // one label a unit
  bool piece_names = false;  // one label for each selected man
  bool moves = true;         // a ghost where a piece stood
};

/// Army colours as the roster gives them; armies without one get a colour of the palette.
[[nodiscard]] Rgb army_colour(const measure::Roster& roster, const std::string& army);

/// The same as it is read on black: labels' rims, dots beside names.
[[nodiscard]] Rgb rim_colour(const measure::Roster& roster, const std::string& army);

/// Every piece: a ring in its army's colour at the height of its base's top, dashed while hidden, waves while doubtful.
[[nodiscard]] DisplayList figures(const vision::TableState& state, const measure::Roster& roster, const FigureOptions& options = {});

/// Outlines of the terrain with their names.
[[nodiscard]] DisplayList terrain(std::span<const measure::Terrain> terrain, bool names = true);

/// The table's edge.
[[nodiscard]] DisplayList table_edge(const measure::Table& table);

/// A piece's mark at the height of its base's top, grown by `grow`.
[[nodiscard]] Mark mark_of(const vision::Piece& piece, measure::Inches grow = measure::Inches(0.0));
/// The middle of a piece's base, at the height of its top.
[[nodiscard]] Spot spot_of(const vision::Piece& piece);

}  // namespace overlay
