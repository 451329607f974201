// What the umpire of a board says, as JSON and as words.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/board/board_umpire.h"
#include "measure/result.h"

namespace app {

/// {"side":"green","kind":"sweep","from":[4,4],"lands":[[2,6],[0,8]],"takes":[[3,5],[1,7]],"promoted":false,"says":"4,4x2,6x0,8"}; an entry
/// has "at" instead of "from" and "lands", an attack "to", "stay" and "winner".
[[nodiscard]] nlohmann::ordered_json json_of(const BoardAction& action, const measure::Board& board);
/// {"actions":[..],"verdict":"yes","could_be":[[..],..],"differences":[..],"because":[..]} and, of a game that is over, "over"; of a battle
/// "news", what became of its fights.
[[nodiscard]] nlohmann::ordered_json json_of(const BoardRuling& ruling, const measure::Board& board);
/// [{"zone":1,"to_move":"green","men":{"green":12,"red":9},"generals":{..},"over":null}, ..]
[[nodiscard]] nlohmann::ordered_json json_of(const std::vector<BoardZone>& zones, const measure::Board& board);
/// What a look that was ruled on came to: the ruling, who is to move, a battle's zones, what Le Choc's pieces may be; {"refused":".."}
/// where no game can begin with it. `umpire`: null while no game has begun.
[[nodiscard]] nlohmann::ordered_json answer_of(const measure::Result<BoardRuling>& ruling, const BoardUmpire* umpire,
                                               const measure::Board& board);
/// A line for every action, or for what is not explained.
[[nodiscard]] std::string text_of(const BoardRuling& ruling, const measure::Board& board);

}  // namespace app
