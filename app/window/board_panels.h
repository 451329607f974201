// The panels round a board: whose turn it is, the touched piece, the letters of a fight, the record.
// Needs Dear ImGui, app/board/board_overlay.h.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/board/board_overlay.h"
#include "app/board/board_session.h"
#include "app/window/layout.h"
#include "app/window/theme.h"
#include "app/window/view.h"

namespace window {

/// What one player does in private. His keys are here while he types and uses them, no longer.
struct BoardPrivacy {
  enum class Doing { Nothing, ChoosingKeys, Entering, Showing } doing = Doing::Nothing;
  std::size_t side = 0;
  std::string keys;                          // typed so far
  bool proven = false;                       // they are his: what he types now is no key
  std::optional<measure::SquareName> piece;  // whose letter is being entered
  std::vector<measure::SquareName> given;    // pieces that got theirs just now: the page may not know yet
};
/// What his keys have opened; null: nothing.
struct PrivateLook {
  const app::PrivatePage* page = nullptr;
};

/// What the players wish.
struct BoardUi {
  app::BoardFocus focus;
  View view;
  bool light = false, help = false, quit = false;
  bool capture = false;  // the second window
  BoardPrivacy own;
  double zoom = 1.0;               // of the interface
  std::string attacker, defender;  // letters being declared
  std::vector<std::function<void(app::BoardSession&)>> wishes;
};

struct BoardLookAt {
  const app::BoardSnapshot& snapshot;
  const measure::Board& board;
  const std::string& title;
};

void draw_board_top(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);
void draw_board_strip(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);
void draw_board_side(const BoardLookAt& look, BoardUi& ui, const PrivateLook& own, const overlay::Box& box, const Theme& theme);
void draw_board_record(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);

/// Room between two sections.
void gap(const Theme& theme);
/// A spot of a side's colour before a line.
void coloured_dot(const Theme& theme, overlay::Rgb colour);

}  // namespace window
