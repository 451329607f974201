// What a board file means to the rules of its game.
#pragma once

#include "measure/board.h"
#include "measure/result.h"
#include "rules/le_choc/board.h"
#include "rules/les_allies/board.h"

namespace app {

/// Size, objective and bases from the board; what it does not mark is the house's (LG1, LG2).
[[nodiscard]] rules::le_choc::Rules le_choc_rules(const measure::Board& board, const rules::le_choc::House& house);
/// Coloured squares with zones, countries and fortresses (DG1, DG2). Errors (Usage): more squares than the engine takes.
[[nodiscard]] measure::Result<rules::les_allies::Board> les_allies_board(const measure::Board& board);

/// Le Choc: the side that plays south; draughts: the one that moves toward higher rows.
[[nodiscard]] std::size_t side_playing(const measure::Board& board, rules::le_choc::Side side);
[[nodiscard]] std::size_t side_playing(const measure::Board& board, rules::les_allies::Side side);

}  // namespace app
