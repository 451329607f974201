// What the side panel of a board game says, as lines: whose turn, men, letters, ground, the piece in hand.
//   Pure: what everybody may know of a game in, text out. It decides nothing; every rule in it comes from the engines.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/overlay/board.h"
#include "measure/measured.h"

namespace window {

struct BoardLine {
  std::string text;
  std::optional<measure::Verdict> sign = {};
  std::optional<std::size_t> side = {};  // a spot of its colour stands before the line
  bool quiet = false;
  friend bool operator==(const BoardLine&, const BoardLine&) = default;
};
struct BoardSection {
  std::string title;
  std::vector<BoardLine> lines;
};

/// Those that have something to say, the most urgent first; the piece in hand comes last, so that nothing jumps when the mouse moves.
[[nodiscard]] std::vector<BoardSection> board_sections(const app::BoardSnapshot& now, const measure::Board& board,
                                                       const app::BoardFocus& focus);

/// As the game's players name it: "b4", "3,4".
[[nodiscard]] std::string square_name(const measure::Board& board, measure::SquareName at);
/// "b3: nobody stands there any more, green did"; "c4: red stands there now".
[[nodiscard]] std::string difference_text(const measure::Board& board, const app::BoardDifference& difference);
/// "Zone 1", or "Survivors".
[[nodiscard]] std::string name_of(const app::BoardZone& zone);
/// Whose turn it is in a zone, or how its fight ended.
[[nodiscard]] std::string turn_in(const measure::Board& board, const app::BoardZone& zone);

}  // namespace window
