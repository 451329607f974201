// The overlay drawn on the screen: a flat list through a placement into an ImGui draw list.
//   Line widths and letters keep their size on the screen while the picture is zoomed.
#pragma once

#include <imgui.h>

#include "app/overlay/flatten.h"
#include "app/window/shell/theme.h"
#include "app/window/shell/view.h"

namespace window {

/// Draws what lies under the labels, then the labels, laid out on the screen inside the stage.
/// Returns the boxes of the labels drawn.
std::vector<overlay::Box> draw_on_screen(ImDrawList& draw, const overlay::Flat& flat, const Placement& placement, const Theme& theme);

/// A verdict's sign in a box.
void draw_sign(ImDrawList& draw, overlay::Sign sign, const overlay::Box& box, ImU32 colour);

}  // namespace window
