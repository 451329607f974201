// A board as a record names it, so that a game can be replayed on the very squares it was played on:
//     board 16 12 even                       columns, rows, the coloured squares
//     no 0,0 15,11                           of these there are none
//     zone 2 8,0..15,11                      all squares of a rectangle; unnamed ones lie in zone 1
//     fortress allies 1,1 5,1
//     land central 0,6..15,11
//     neutral 4,4..5,7
//     country NL 4,4..5,7                    blanks and '#' in a name are written %20 and %23
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/les_allies/record/text.h"

namespace rules::les_allies {

struct BoardAsTold {
  int columns = 0, rows = 0;
  std::vector<Place> places;  // in the order of squares
  friend bool operator==(const BoardAsTold&, const BoardAsTold&) = default;
};

[[nodiscard]] BoardAsTold told_of(const Board& board);
/// Its lines, each with its end.
[[nodiscard]] std::string text(const BoardAsTold& board);

/// Is this the key of such a line?
[[nodiscard]] bool tells_of_board(std::string_view key);
/// One line more, after its key; "board" begins it. Throws TextError.
void read_board_line(Line& line, const Word& key, std::optional<BoardAsTold>& board);

/// Where two boards differ, in words for a player: "[3, 3] is a fortress of allies, here not", and how many squares more; none: they do
/// not.
[[nodiscard]] std::optional<std::string> difference(const BoardAsTold& told, const BoardAsTold& here);

}  // namespace rules::les_allies
