// The view of a pasted record: the board from straight above, without a picture, step by step; and how a record comes in and goes out.
//   The game that is watched goes on beneath.
#pragma once

#include <optional>
#include <string>

#include "app/board/board_replay.h"
#include "app/overlay/label_layout.h"

namespace window {

struct Theme;

struct BoardReplayUi {
  std::optional<app::BoardReplay> replay;  // none: the board that is watched
  bool turned = false;                     // seen from the other side
  std::string told;                        // what copying came to
  std::optional<std::size_t> scrolled_to;  // the step whose line the list shows
};

/// Puts a record on the clipboard.
void copy_record(BoardReplayUi& ui, const std::string& record);
/// Opens what the clipboard holds.
void paste_record(BoardReplayUi& ui, const measure::Board& here);
/// Left, Right, Home, End and Esc (GLFW's keys) while a record is open; true: the key is taken.
bool take_replay_key(BoardReplayUi& ui, int key);

/// The buttons of the record's panel, right of its title.
void draw_record_buttons(BoardReplayUi& ui, const std::string& record, const measure::Board& here, const Theme& theme);
/// Board and text of the record that is open.
void draw_board_replay(BoardReplayUi& ui, const overlay::Box& stage, const overlay::Box& side, const Theme& theme);

}  // namespace window
