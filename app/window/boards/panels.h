// The panels round a board: whose turn it is, the touched piece, the letters of a fight, the record.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/files/disk.h"
#include "app/overlay/board.h"
#include "app/session/board_session.h"
#include "app/window/boards/replay_drawing.h"
#include "app/window/boards/replay_view.h"
#include "app/window/shell/events.h"
#include "app/window/shell/theme.h"
#include "app/window/shell/view.h"
#include "app/window/tools/choices.h"
#include "calibration/without_lens/standing.h"
#include "vision/sources/frame_source.h"

namespace window {

/// What one player does in private. His keys are here while he types and uses them, no longer.
struct BoardPrivacy {
  enum class Doing { Nothing, ChoosingKeys, Entering, Showing } doing = Doing::Nothing;
  std::size_t side = 0;
  std::string keys = {};                          // typed so far
  std::optional<int> asked = {};                  // to open sealed letters with them: the tries that had failed before
  bool proven = false;                            // they are his: what he types now is no key
  std::optional<measure::SquareName> piece = {};  // whose letter is being entered
  std::vector<measure::SquareName> given = {};    // pieces that got theirs just now: the page may not know yet
};

/// What the players wish.
struct BoardUi {
  vision::BoardSetup setup;
  calibration::StandingWatch standing = {};                     // where the camera would stand better
  app::LastUsed used;                                           // board, source, lens and house rules: their paths
  bool set_up = false;                                          // the side panel is for camera, lens and board
  std::vector<vision::CameraDevice> cameras;                    // as they were looked for last
  std::optional<std::vector<calibration::ImagePoint>> corners;  // being clicked
  CornerNames corner_names;
  app::BoardFocus focus;
  View view;
  bool light = false, help = false, quit = false;
  bool capture = false;  // the second window
  AirView air;
  ChoicesView choices;
  BoardPrivacy own;
  double zoom = 1.0;               // of the interface
  std::string attacker, defender;  // letters being declared
  BoardReplayUi replay;            // a record that was pasted
  std::string trouble;             // with what was dropped on the window; empty: none
  std::string other_game;          // chosen: a word of kGames
  std::vector<std::function<void(app::BoardSession&)>> wishes;
};

struct BoardLookAt {
  const app::BoardSnapshot& snapshot;
  const measure::Board& board;
  const std::string& title;
  bool past = false;  // a recorded moment: nothing about it can be chosen any more
};

void draw_board_top(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);
void draw_board_strip(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);
/// `page`: what a player's keys have opened; null: nothing.
void draw_board_side(const BoardLookAt& look, BoardUi& ui, const app::PrivatePage* page, const overlay::Box& box, const Theme& theme);
/// In place of the side panel.
void draw_board_setup(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);
/// The side panel's other face.
void turn_to_setup(BoardUi& ui);
/// Watches another source.
void open_source(BoardUi& ui, std::string source);
/// Watches on with `ui.setup` as it is now.
void change_setup(BoardUi& ui);
/// The next corner; after the last the board is where they say.
void click_corner(BoardUi& ui, calibration::ImagePoint at);
void draw_board_record(const BoardLookAt& look, BoardUi& ui, const overlay::Box& box, const Theme& theme);

/// Room between two sections.
void gap(const Theme& theme);
/// A spot of a side's colour before a line, where the side has one.
void side_dot(const Theme& theme, const measure::Board& board, std::optional<std::size_t> side, float height = ImGui::GetFrameHeight());

}  // namespace window
