// The window of a board game: the board with what the umpire may tell of it, and a second one for capture that shows nothing else.
//   A player of a sworn game enters his letters, and looks at them, in the first alone.
#pragma once

#include <functional>
#include <string>

#include "app/board/board_umpire.h"
#include "app/window/window.h"
#include "vision/boards/reader.h"

namespace window {

struct BoardWindowOptions {
  vision::BoardSetup setup;
  app::BoardHouses houses;
  app::LastUsed used;                                    // board, source, lens and house rules: their paths
  std::function<void(const app::LastUsed&)> note = {};   // told when something else is watched
  std::optional<app::RecordWanted> record = {};          // none: nothing is recorded
  std::string replay = {};                               // a record to look back at, and nothing else; then nothing is watched
  std::shared_ptr<const app::StoppedGame> stopped = {};  // as of LiveOptions
  bool go_on = false;
  std::string title;                                     // of the game: "Le Choc"
  std::function<void(const OtherGame&)> leave_for = {};  // told when the players choose another game; the window then closes
  std::optional<app::air::InHall> in_hall = {};          // as of LiveOptions
  Screenshot screenshot = {};
};

/// Shows the window until it is closed. Returns the exit status: 0; 4 without a usable display; 6 for a record that cannot be looked at.
int run_board_window(const BoardWindowOptions& options);

}  // namespace window
