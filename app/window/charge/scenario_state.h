// What the strip says of a scenario: turn n of N, the running clock, the result.
// Needs app/umpire/turn_clock.h, window/parts.h.
#pragma once

#include "app/umpire/turn_clock.h"
#include "app/window/tools/parts.h"
#include "rules/charge/game/scenario.h"

namespace window {

/// The players' clocks go on while this window is open, whatever is undone: time is not taken back.
struct ScenarioState {
  app::TurnClock clock;
};

/// "Turn 3 of 12", and the clock of the side whose time runs; `x` goes on behind them. A hover tells name, place and both clocks.
void draw_turn(const PartContext& on, const rules::charge::Game& game, const rules::charge::Field& seen, float& x, float middle);
/// Who has won; a hover tells why.
void draw_ending(const PartContext& on, const rules::charge::Ending& ending, float& x, float middle);

/// The place that decides, on the table: its outline, how near is near enough, and who holds it.
[[nodiscard]] overlay::DisplayList place_overlay(const rules::charge::Objective& objective, const rules::charge::Field& field,
                                                 const rules::charge::Holding& holding);

}  // namespace window
