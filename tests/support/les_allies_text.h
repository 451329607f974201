// A game as text, to be kept and read back: the whole state, so that play goes on where it stopped.
//   What is written reads back as the same value. The game as players tell it, from the set-up on, is record.h.
#pragma once

#include <string>
#include <string_view>

#include "rules/les_allies/game.h"
#include "rules/les_allies/record/text.h"

namespace rules::les_allies {

[[nodiscard]] std::string serialise(const Game& game);
/// Errors: with the place of what is wrong; a man off the board's squares, two on one square, and fights the variant does not have.
[[nodiscard]] tl::expected<Game, TextError> parse_game(std::string_view text, const Board& board);

}  // namespace rules::les_allies
