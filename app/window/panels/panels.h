// The panels beside the picture. Each takes what it looks at, its view state and the list of requests; it decides nothing.
#pragma once

#include <span>

#include "app/window/shell/theme.h"
#include "app/window/tools/commands.h"
#include "app/window/tools/ui_state.h"

namespace window {

/// Title, the three steps (set up, roster, measure), and how the watching goes.
void draw_top_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests);
/// The strip of a record that is looked back at, or of the game so far while the referee looks at now: its tables, what was ruled and
/// disputed; a click or a drag goes there.
void draw_timeline_panel(UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests);
/// The tools with their keys.
void draw_tool_panel(const UiState& ui, const overlay::Box& box, const Theme& theme, std::span<const Command> commands, Requests& requests);
/// The tool in hand, what is selected, the armies.
void draw_play_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests);
/// Set-up, step by step.
void draw_wizard_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests);
/// Armies, units and who belongs to them.
void draw_roster_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests);
/// What the umpire rules, the place under the cursor, findings.
void draw_bottom_panel(const Look& look, UiState& ui, const overlay::Box& box, const Theme& theme, Requests& requests);
/// Every key on one page, over everything until it is closed.
void draw_help(UiState& ui, ImVec2 window, const Theme& theme, std::span<const Command> commands);
/// Any command by typing a part of its name.
void draw_palette(UiState& ui, ImVec2 window, const Theme& theme, std::span<const Command> commands, Requests& requests);

/// The part of the play panel that says what is selected.
void draw_inspector(const Look& look, UiState& ui, const Theme& theme, Requests& requests);

// Changes to a roster, each a new value: what the roster panel's buttons do.
[[nodiscard]] measure::Roster with_new_army(measure::Roster roster);
[[nodiscard]] measure::Roster with_new_unit(measure::Roster roster, std::size_t army, measure::Arm arm);

}  // namespace window
