// What the moving side has done so far in its movement: every moved piece by its cheapest way from where the turn began.
//   A question to the game and the table that is seen. It may take a while; ask it beside the drawing.
// Needs rules/charge/game/game.h, umpire.h.
#pragma once

#include <string>
#include <vector>

#include "rules/charge/game/game.h"
#include "rules/charge/game/umpire.h"

namespace app {

/// One moved piece and its start.
struct MovedPiece {
  rules::charge::JudgedMove move;
  rules::charge::Figure start;  // as it stood when the turn began
  [[nodiscard]] measure::Inches left() const;
};
/// The moved pieces of one body, the worst first: not legal, then too close, then the longest.
struct MovedBody {
  std::string unit;
  std::vector<MovedPiece> pieces;
  int not_legal = 0;
};
/// Empty outside the movements.
[[nodiscard]] std::vector<MovedBody> moves_so_far(const rules::charge::Game& game, const rules::charge::Field& seen,
                                                  const rules::charge::House& house);

/// "5.53 in of 6, 0.47 left"; "7.50 in of 6, 1.50 too far"; "there is no way".
[[nodiscard]] std::string length_text(const MovedPiece& piece);
/// The way priced by ground: "open 4.00 in", "wood West Wood 1.00 in costs 2.00".
[[nodiscard]] std::vector<std::string> leg_texts(const MovedPiece& piece);

}  // namespace app
