// Four corners shown by hand: a player clicks them on the picture, one after the other.
// Needs Dear ImGui, calibration/lens.h, window/view.h.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "app/window/shell/theme.h"
#include "app/window/shell/view.h"
#include "calibration/lens.h"

struct ImDrawList;

namespace window {

/// What each corner is called, in the order they are clicked.
using CornerNames = std::array<std::string, 4>;

/// The corners that were clicked so far, and beside the mouse, where it is over the picture, which one is next.
void draw_corner_clicks(ImDrawList& draw, const std::vector<calibration::ImagePoint>& clicked, const CornerNames& names,
                        const Placement& placement, const Theme& theme, bool over);

}  // namespace window
