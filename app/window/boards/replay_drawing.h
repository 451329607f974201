// One step of a record, drawn from straight above: squares, marks, men, the last action. Sides differ in shape, not by colour alone.
#pragma once

#include <imgui.h>
#include <optional>

#include "app/board/board_replay.h"
#include "app/overlay/label_layout.h"
#include "app/window/shell/theme.h"

namespace window {

/// Draws the board as large as the box allows. Returns the square the mouse is on.
std::optional<measure::SquareName> draw_replayed_board(ImDrawList& draw, const app::BoardReplay& replay, bool turned,
                                                       const overlay::Box& box, const Theme& theme);
/// A man as the board shows him, to explain his shape beside it.
void draw_replayed_man(ImDrawList& draw, const measure::Board& board, std::size_t side, ImVec2 at, float radius);

}  // namespace window
