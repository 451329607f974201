// The board itself: the live picture with what may be told drawn on it. Both windows show it, and neither gets more than a snapshot.
#pragma once

#include <imgui.h>

#include "app/overlay/board.h"
#include "app/window/shell/shell.h"

namespace window {

/// The board as large as a stage of this picture allows, with a little of the table round it. None: the board is not found.
[[nodiscard]] std::optional<View> view_of_board(const app::BoardSnapshot& snapshot, const measure::Board& board,
                                                calibration::ImageSize picture);

/// `labels`: what is written on it too.
void draw_board(ImDrawList& draw, const app::BoardSnapshot& snapshot, const measure::Board& board, const app::BoardFocus& focus,
                const Picture& picture, const View& view, const overlay::Box& box, const Theme& theme, bool labels = true);

}  // namespace window
