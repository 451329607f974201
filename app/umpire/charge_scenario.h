// A scenario beside its game: turn n of N, whose time runs, who holds the place, and the result with its reasons, in words.
//   Everything is asked of rules/charge/game/scenario.h; here it is only said.
// Needs rules/charge/game/scenario.h, app/umpire/rulings_json.h.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "app/umpire/rulings_json.h"
#include "rules/charge/game/scenario.h"

namespace app {

/// "Turn 3", "Turn 3 of 12", "Turn 13, 12 were agreed".
[[nodiscard]] std::string turn_text(const rules::charge::Game& game, const rules::charge::Scenario* scenario);

/// The side whose own time runs: it moves, the game is not paused and has not ended.
[[nodiscard]] std::optional<std::string> on_the_clock(const rules::charge::Game& game, const rules::charge::Scenario& scenario,
                                                      bool paused);

/// "Imperial has won", "a draw", "too close to call: the players rule".
[[nodiscard]] std::string headline(const rules::charge::Ending& ending);
/// The headline, then every reason with its figures.
[[nodiscard]] std::vector<std::string> lines_of(const rules::charge::Ending& ending);

/// Who holds the place, as a line of the log: "the bridge: Imperial holds it (5 men)".
[[nodiscard]] RulingLine ruling_line(const rules::charge::Objective& objective, const rules::charge::Holding& holding);
/// The key `objective` of an umpire's line.
[[nodiscard]] nlohmann::ordered_json json_of(const rules::charge::Objective& objective, const rules::charge::Holding& holding);

/// Begins the game as the scenario says: with the army that moves first, where it names one.
[[nodiscard]] rules::charge::Applied begin_game(const rules::charge::Field& seen, const rules::charge::Scenario* scenario,
                                                const rules::charge::House& house);

}  // namespace app
