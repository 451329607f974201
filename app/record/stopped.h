// A recorded game that was not ended: what it takes to go on with it where it stopped.
#pragma once

#include <ctime>
#include <memory>
#include <optional>
#include <string>

#include "app/board/board_play.h"
#include "app/record/bodies.h"
#include "app/record/game_events.h"
#include "app/umpire/charge_umpire.h"
#include "app/wire/registration_json.h"
#include "measure/result.h"

namespace app {

struct StoppedGame {
  std::string path;
  RecordedGame game;                     // the set-up as it was last
  int tables = 0;                        // since it began: settled tables, or looks at a board
  double seconds = 0.0;                  // since it began
  std::time_t at = 0;                    // when it stopped, by the clock on the wall
  std::vector<unsigned char> jpeg = {};  // how the table looked then; empty: its picture could not be kept

  // Of a table: as it settled last, the umpire who has seen all of it, and the game of Charge! with its steps.
  vision::TableState last = {};
  std::optional<SeenBy> camera = {};
  std::optional<ChargeUmpire> umpire = {};
  int next_id = 1;  // no piece of the game has this id or a higher one
  GameSteps steps = {};

  // Of a board: the game, and how the board looked last.
  std::shared_ptr<BoardPlay> play = {};
  BoardLook look = {};
};

/// What stopped in this record; none: nothing was played, it was ended, or it is the record of another game than `now` (`identity`; of a
/// board game also of other house rules). Errors (BadFile): the record cannot be read, is damaged, or another program adds to it.
[[nodiscard]] measure::Result<std::optional<StoppedGame>> stopped_in(const std::string& path, const RecordedGame& now);

/// "A game stopped at 21:14"; of another day than `now`: "A game stopped on 24 November at 21:14".
[[nodiscard]] std::string when_stopped(const StoppedGame& stopped, std::time_t now);
/// "turn 4, red moves: 83 tables, 2 h 10".
[[nodiscard]] std::string what_stopped(const StoppedGame& stopped);

}  // namespace app
