// A game as text, to be kept and read back: the whole state, so that play goes on where it stopped.
//   What is written reads back as the same value. The game as players tell it, from the set-up on, is record.h.
#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "rules/les_allies/game.h"
#include "rules/les_allies/record/record.h"

namespace rules::les_allies {

[[nodiscard]] std::string serialise(const Game& game);
/// Errors: with the place of what is wrong; a man off the board's squares, two on one square, and fights the variant does not have.
[[nodiscard]] tl::expected<Game, TextError> parse_game(std::string_view text, const Board& board);

/// A record, the whole of it. Errors: with the place where the text is none.
[[nodiscard]] tl::expected<ReadRecord, TextError> read_record(std::string_view text);
/// To its end or not at all.
[[nodiscard]] tl::expected<Replayed, TextError> replay(const ReadRecord& read, const Board& board);

}  // namespace rules::les_allies
