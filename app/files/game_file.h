// game.json: a game of Charge! as it stands, so that it outlives the window.
//   The whole state with its log, beside the table file. Strict: version 1, and a key too many or too few, a number that cannot be, or men
//   of a body that is not there are errors that name the place. Terrain is the table file's; nothing but this program writes it.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "measure/result.h"
#include "measure/roster.h"
#include "measure/table.h"
#include "rules/charge/game/game.h"

namespace app {

struct SavedGame {
  std::string of;  // the table and the armies it is played with: `fingerprint`
  rules::charge::Game game;
  std::map<std::string, double> used_s;  // of the players' clocks, seconds
};

/// The size of the table and the pieces of the roster: another of either, and a game is not to be taken up again.
[[nodiscard]] std::string fingerprint(const measure::Table& table, const measure::Roster& roster);

[[nodiscard]] std::string game_text(const SavedGame& saved);
[[nodiscard]] nlohmann::ordered_json game_json(const SavedGame& saved);
/// `name` is the file's, for messages. Ids of pieces become those of `new_ids`; an id that is not there becomes a negative one, which no
/// watched piece has. Errors: BadFile.
[[nodiscard]] measure::Result<SavedGame> parse_game(std::string_view text, const std::string& name,
                                                    const std::map<int, int>* new_ids = nullptr);

/// The same of what `game_json` made.
[[nodiscard]] measure::Result<SavedGame> read_game(const nlohmann::ordered_json& json, const std::string& name,
                                                   const std::map<int, int>* new_ids = nullptr);

/// The game on the table that is seen now: of one unit and kind, each of its pieces is the nearest that is seen (men of a unit are alike),
/// by the name it has now; its terrain is the table's. Errors: BadFile.
[[nodiscard]] measure::Result<SavedGame> taken_up(std::string_view text, const std::string& name, const rules::charge::Field& seen);

}  // namespace app
