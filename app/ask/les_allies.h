// The questions of Les Allies: legal, apply, setup, battle, perft, players.
#pragma once

#include <optional>

#include "app/wire/question.h"
#include "rules/les_allies/fight.h"

namespace app::ask {

/// Answers the question whose "game" is les_allies. Throws BadQuestion.
[[nodiscard]] Json answer_les_allies(Question& question);

// Positions and actions as JSON (les_allies_position.cpp). "own" are the Allies of the rules, who move toward higher rows.

/// "board": "size", and where they are given "coloured" or "squares", "fortresses", "neutral", "own_rows" and "enemy_rows".
[[nodiscard]] rules::les_allies::Board read_les_allies_board(Question& question);
[[nodiscard]] rules::les_allies::Side read_les_allies_side(Question& question, std::string_view key);
/// A list of men on coloured squares of the board, in the order of the question. Throws BadQuestion for men who cannot stand there.
[[nodiscard]] std::vector<rules::les_allies::Man> read_les_allies_men(Question& question, std::string_view key,
                                                                      const rules::les_allies::Board& board);
/// {"from":..,"lands":[..]}, {"huff":..} or {"make_take":..}; squares on the grid, coloured or not.
[[nodiscard]] rules::les_allies::FightAction read_les_allies_action(Question action, const rules::les_allies::Board& board);
/// A coloured square, or one of a list of them.
[[nodiscard]] rules::les_allies::Square read_les_allies_square(Question& question, std::string_view key,
                                                               const rules::les_allies::Board& board);
[[nodiscard]] std::vector<rules::les_allies::Square> read_les_allies_squares(Question& question, std::string_view key,
                                                                             const rules::les_allies::Board& board);

[[nodiscard]] const char* own_or_enemy(rules::les_allies::Side side);
[[nodiscard]] Json json_of(rules::les_allies::Square square);
[[nodiscard]] Json json_of(const std::vector<rules::les_allies::Square>& squares);
[[nodiscard]] Json json_of(const std::vector<rules::les_allies::Man>& men);

}  // namespace app::ask
