// The board itself: the live picture with what may be told drawn on it. Both windows show it, and neither gets more than a snapshot.
#pragma once

#include <imgui.h>
#include <functional>
#include <optional>
#include <string>

#include "app/board/board_overlay.h"
#include "app/board/board_umpire.h"
#include "app/window/shell/theme.h"
#include "app/window/shell/view.h"
#include "app/window/tools/stage.h"
#include "app/window/window.h"
#include "vision/boards/reader.h"

namespace window {

/// The board as large as a stage of this picture allows, with a little of the table round it. None: the board is not found.
[[nodiscard]] std::optional<View> view_of_board(const app::BoardSnapshot& snapshot, const measure::Board& board,
                                                calibration::ImageSize picture);

/// `labels`: what is written on it too.
void draw_board(ImDrawList& draw, const app::BoardSnapshot& snapshot, const measure::Board& board, const app::BoardFocus& focus,
                const Picture& picture, const View& view, const overlay::Box& box, const Theme& theme, bool labels = true);

// The window of a board game: the board with what the umpire may tell of it, and a second one for capture that shows nothing else.
//   A player of a sworn game enters his letters, and looks at them, in the first alone.

struct BoardWindowOptions {
  vision::BoardSetup setup;
  app::BoardHouses houses;
  app::LastUsed used;                                    // board, source, lens and house rules: their paths
  std::function<void(const app::LastUsed&)> note = {};   // told when something else is watched
  std::string title;                                     // of the game: "Le Choc"
  std::function<void(const OtherGame&)> leave_for = {};  // told when the players choose another game; the window then closes
  // For tests and documentation: write the window's picture (PNG) after so many seconds and end.
  std::optional<std::string> screenshot = {};
  double after_seconds = 5.0;
  int width = 0, height = 0;  // 0: as large as fits
};

/// Shows the window until it is closed. Returns the exit status: 0; 4 without a usable display.
int run_board_window(const BoardWindowOptions& options);

}  // namespace window
