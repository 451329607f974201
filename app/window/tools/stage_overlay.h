// What is drawn over the table; pure.
// Needs window/ui_state.h.
#pragma once

#include "app/window/tools/ui_state.h"

namespace window {

/// Everything drawn over the table: terrain, figures, readings, what the hand holds, and in set-up the corner tags.
[[nodiscard]] overlay::DisplayList stage_overlay(const Look& look, const UiState& ui);

}  // namespace window
