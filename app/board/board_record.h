// The record of a watched board game: what the umpire told, as the engines write it.
#pragma once

#include <span>
#include <string>

#include "app/board/le_choc_on_board.h"
#include "app/board/les_allies_on_board.h"

namespace app {

/// One thing the umpire told: actions, or, with none, a board that nothing explained.
template <class State>
struct WatchedStep {
  const State& before;
  std::span<const BoardAction> actions;
  const State& after;
  int zone = 0;           // of a battle: where; `after` is then this zone's fight alone
  bool settling = false;  // what was over had to be dealt with before this, in the midst of a round
};

/// The record of a game that began so. Everything in it may be seen by everybody.
[[nodiscard]] std::string record_of(const LeChocOnBoard& game, const choc::Seen& start, std::span<const WatchedStep<choc::Seen>> steps);
[[nodiscard]] std::string record_of(const LesAlliesOnBoard& game, const allies::Game& start,
                                    std::span<const WatchedStep<allies::Game>> steps);

}  // namespace app
