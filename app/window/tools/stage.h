// The table itself: the live picture with the overlay glued to it, and the hand on it.
//   `draw_stage` shows the overlay and turns the mouse into requests.
#pragma once

#include "app/window/shell/shell.h"
#include "app/window/tools/ui_state.h"

namespace window {

void draw_stage(const Look& look, UiState& ui, const Picture& picture, const overlay::Box& stage, const Theme& theme, Requests& requests);

/// The same picture and overlay without anything else: the window for capture.
void draw_clean(const Look& look, const UiState& ui, const Picture& picture, const overlay::Box& stage, const Theme& theme);

// What is drawn over the table; pure.

/// Everything drawn over the table: terrain, figures, readings, what the hand holds, and in set-up the corner tags.
[[nodiscard]] overlay::DisplayList stage_overlay(const Look& look, const UiState& ui);

}  // namespace window
