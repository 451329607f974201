// The table itself: the live picture with the overlay glued to it, and the hand on it.
//   `draw_stage` shows the overlay and turns the mouse into requests.
// Needs Dear ImGui, window/ui_state.h.
#pragma once

#include <imgui.h>

#include "app/window/shell/theme.h"
#include "app/window/tools/ui_state.h"

namespace window {

/// The picture on the graphics card.
struct Picture {
  ImTextureID texture = nullptr;
  calibration::ImageSize size;
};

void draw_stage(const Look& look, UiState& ui, const Picture& picture, const overlay::Box& stage, const Theme& theme, Requests& requests);

/// The same picture and overlay without anything else: the window for capture.
void draw_clean(const Look& look, const UiState& ui, const Picture& picture, const overlay::Box& stage, const Theme& theme);

}  // namespace window
