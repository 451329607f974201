// Following a recording of a board game to its end: one line a picture, with the actions that were recognised.
#pragma once

#include "app/board/board_umpire.h"
#include "app/commands/commands.h"
#include "app/commands/pictures.h"
#include "app/commands/report.h"
#include "app/files/lens_memory.h"
#include "measure/result.h"
#include "vision/boards/reader.h"

namespace app {

/// Reads board and lens. Errors: BadFile of either, Usage for anchors that cannot be used.
[[nodiscard]] measure::Result<vision::BoardSetup> load_board(const std::string& board, const std::string& lens,
                                                             const std::vector<std::string>& anchors);

/// What is kept of a board game that is followed; `files` and `anchors` as the command line names them.
struct BoardKeeping {
  RecordTo record = {};
  LastUsed files = {};
  std::vector<std::string> anchors = {};
  LensMemory lens_memory = LensMemory();  // of a live camera
  OverlayPictures* pictures = nullptr;    // every board at rest on which something was done is drawn there
};

/// Opens `source` (one source, or pictures in order) and follows it to its end, or until Ctrl-C. Returns the exit status.
int follow_board(const vision::BoardSetup& setup, const BoardHouses& houses, const std::vector<std::string>& source, bool json,
                 BoardKeeping keeping = {});

}  // namespace app
