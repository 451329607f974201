// What the cursor means: the figure under it, a corner of terrain near it, the figures inside a lasso.
//   Pure: table state, camera and a picture position in, an end or ids out.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/overlay/readings.h"
#include "app/tongue/tongue.h"
#include "app/window/tools/ui_state.h"
#include "calibration/table_camera.h"
#include "measure/table.h"
#include "vision/table_state.h"

namespace window {

/// The piece whose base (grown by `slack_px` picture pixels) the cursor is over; of several the nearest.
///
/// The ray is cut with the plane of each base's own top, so a figure on a hill is picked where it is seen.
[[nodiscard]] std::optional<int> piece_under(const vision::TableState& state, const calibration::TableCamera& camera,
                                             calibration::ImagePoint cursor, double slack_px);

/// Where a tool placed at the cursor begins or ends: the piece under it, or the ground there. Empty off the table plane.
[[nodiscard]] std::optional<overlay::End> end_under(const vision::TableState& state, const measure::Table& table,
                                                    const calibration::TableCamera& camera, calibration::ImagePoint cursor,
                                                    double slack_px);

/// The ground under the cursor. Empty where the ray misses the table plane.
[[nodiscard]] std::optional<measure::TablePoint> ground_under(const measure::Table& table, const calibration::TableCamera& camera,
                                                              calibration::ImagePoint cursor);

/// Ids of the pieces whose base centre lies inside a closed line drawn on the picture, ascending.
[[nodiscard]] std::vector<int> pieces_in_lasso(const vision::TableState& state, const calibration::TableCamera& camera,
                                               std::span<const calibration::ImagePoint> lasso);

// What a click does with the tool in hand: it places an end, or lays the finished tool.
//   Pure; the stage turns mouse positions into ends before it asks here.

/// A click of a measuring tool at `end`. Returns the tool once it is complete; until then `hand` holds what
/// was placed. Tools that need a piece ignore bare ground; the same piece twice starts over.
[[nodiscard]] std::optional<overlay::Laid> place(Tool tool, const ToolOptions& options, Hand& hand, const overlay::End& end);

/// What the tool would be if it were laid at the cursor now; empty when there is nothing to show.
[[nodiscard]] std::optional<overlay::Laid> preview(Tool tool, const ToolOptions& options, const Hand& hand,
                                                   const std::optional<overlay::End>& cursor);

/// What keeps the terrain being drawn from being finished, and what to do; empty: nothing does.
[[nodiscard]] std::string unfinished(const Hand& hand, measure::TerrainKind kind);
/// The terrain being drawn as a finished piece, with a name of its own; none while it is unfinished.
[[nodiscard]] std::optional<measure::Terrain> finished_terrain(const Hand& hand, const ToolOptions& options, const measure::Table& table);
/// Walls, hedges and obstacles are lines; the rest are areas.
[[nodiscard]] bool drawn_as_line(measure::TerrainKind kind);

/// Adds the terrain in hand to the table, if it has enough points.
void finish_terrain(const Look& look, UiState& ui, Requests& requests);

/// Clicks as anchors, one for each corner.
[[nodiscard]] std::vector<calibration::Anchor> anchors_at(std::span<const calibration::ImagePoint> clicked,
                                                          const std::array<measure::TablePoint, 4>& corners);

/// The table measured by its own four corners, as they appear in the picture: near left, near right, far right, far left. Its tags
/// are put away.
[[nodiscard]] app::TableFile anchored(app::TableFile table, std::span<const calibration::ImagePoint> corners);
inline constexpr std::array<const char*, 4> kCornerNames{tongue::tr_later("near left"), tongue::tr_later("near right"),
                                                         tongue::tr_later("far right"), tongue::tr_later("far left")};

[[nodiscard]] TagName name_of(const calibration::TagObservation& tag);
/// Can this tag be an end of a known length? The table's own corner tags cannot: the table is measured by them.
[[nodiscard]] bool can_prove(const app::TableFile& table, const calibration::TagObservation& tag);
/// Measures between two tags of the snapshot, which lie flat on the table, and keeps the result in `ui.proof`.
void measure_known_length(const Look& look, UiState& ui, const TagName& first, const TagName& second);

/// Selecting: a click replaces the selection, with `add` it toggles the piece.
void select(std::set<int>& selected, std::optional<int> piece, bool add);

/// Adds the whole unit of this piece to the selection.
void select_unit_of(const Look& look, UiState& ui, int piece);

}  // namespace window
