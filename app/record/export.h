// A record for other programs and for people: lines of JSON, a table of who stood where, or the text of the game.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "app/record/replay.h"
#include "app/record/store.h"

namespace app {

/// {"seq":..,"time_s":..,"kind":"..","body":{..}}
[[nodiscard]] nlohmann::ordered_json export_line(const RecordEvent& event);
/// One event in a few words: "settled 12: 96 pieces, 3 moved".
[[nodiscard]] std::string in_words(const RecordEvent& event);
/// A table with what is ruled on it, of Charge! as `umpire` prints it without --json.
[[nodiscard]] std::string in_words(const ReplayedTable& table);

/// `to`: jsonl (every event), csv (a piece a line, of every table), text (`umpire`'s words; of a board game the engines' record, which
/// reads back). Errors (BadFile): the first event that is damaged; what came before it has been written.
[[nodiscard]] measure::Result<void> write_export(const RecordStore& store, const std::string& to,
                                                 const std::function<void(const std::string&)>& write);

}  // namespace app
