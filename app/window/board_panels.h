// The panels round a board: whose turn it is, the touched piece, the letters of a fight, the record.
// Needs Dear ImGui, app/board/board_overlay.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/board/board_overlay.h"
#include "app/window/board_replay_view.h"
#include "app/window/layout.h"
#include "app/window/theme.h"
#include "app/window/view.h"

namespace window {

/// What the players wish.
struct BoardUi {
  app::BoardFocus focus;
  View view;
  bool light = false, help = false, quit = false;
  double zoom = 1.0;               // of the interface
  std::string attacker, defender;  // letters being declared
  BoardReplayUi replay;            // a record that was pasted
  std::vector<std::function<void(app::BoardSession&)>> wishes;
};

struct BoardLookAt {
  const app::BoardSnapshot& snapshot;
  const measure::Board& board;
  const std::string& title;
};

void draw_board_top(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);
void draw_board_strip(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);
void draw_board_side(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);
void draw_board_record(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);

}  // namespace window
