// A record gone through again: every answer computed from what was recorded, and compared with the one that was given then.
//   Charge! is ruled on anew from its settled tables, a board game played again from its looks and the players' wishes.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "app/board/board_play.h"
#include "app/record/bodies.h"
#include "app/record/store.h"
#include "app/umpire/charge_umpire.h"

namespace app {

/// One recorded table, ruled on again; of a board game also how it stands after a wish of the players (then without look and answer).
struct ReplayedTable {
  const RecordEvent& event;
  const RecordedGame& game;
  // Of a table ...
  const vision::TableState* state = nullptr;
  const ChargeRulings* rulings = nullptr;  // null where nothing is ruled
  // ... or of a board; never both
  const RecordedLook* look = nullptr;
  const BoardPlay* play = nullptr;
  BoardRuling ruling = {};
  nlohmann::ordered_json answer = {};  // the keys that rulings add to a line
  bool differs = false;                // from the recorded answer
};

/// Who rules, as the end of a record leaves him.
struct ReplayEnd {
  std::optional<RecordedGame> game;
  std::optional<ChargeUmpire> umpire;
  std::shared_ptr<BoardPlay> play;  // of a board game
};

/// The same as `replay`, to the end. Of Charge! nothing is ruled: tables go by, which takes a hundredth of the time.
[[nodiscard]] measure::Result<ReplayEnd> follow(const RecordStore& store, const std::function<bool(const ReplayedTable&)>& visit);

/// Tables in order until `visit` returns false. Errors (BadFile): the first event that is damaged, or that cannot be understood.
[[nodiscard]] measure::Result<void> replay(const RecordStore& store, const std::function<bool(const ReplayedTable&)>& visit);

}  // namespace app
