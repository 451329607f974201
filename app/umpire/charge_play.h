// What the moving side has done so far in its movement: every moved piece by its cheapest way from where the turn began.
//   A question to the game and the table that is seen. It may take a while; ask it beside the drawing.
#pragma once

#include <string>
#include <vector>

#include "app/umpire/charge_fire.h"
#include "rules/charge/game/game.h"
#include "rules/charge/game/umpire.h"

namespace app {

/// One moved piece and its start.
struct MovedPiece {
  rules::charge::JudgedMove move;
  rules::charge::Figure start;  // as it stood when the turn began
  [[nodiscard]] measure::Inches left() const {
    return move.ruling.cost ? move.ruling.allowance - move.ruling.cost->value : measure::Inches(0.0);
  }
};
/// The moved pieces of one body, the worst first: not legal, then too close, then the longest.
struct MovedBody {
  std::string unit;
  std::vector<MovedPiece> pieces;
};
/// Empty outside the movements.
[[nodiscard]] std::vector<MovedBody> moves_so_far(const rules::charge::Game& game, const rules::charge::Field& seen,
                                                  const rules::charge::House& house);

/// "5.53 in of 6, 0.47 left"; "7.50 in of 6, 1.50 too far"; "there is no way".
[[nodiscard]] std::string length_text(const MovedPiece& piece);
/// The way priced by ground: "open 4.00 in", "wood West Wood 1.00 in costs 2.00".
[[nodiscard]] std::vector<std::string> leg_texts(const MovedPiece& piece);

// A game in progress beside the table that is seen: how strong the armies are, whose step it is, what the next step does.
//   Every change goes through rules::charge::apply; nothing is decided here.

/// What one body has lost.
struct UnitLoss {
  std::string unit;
  int original = 0, lost = 0;
};
struct Strength {
  std::string name;
  int original = 0, lost = 0;
  int defeating = 0;  // so many lost and it fights no more (C-W1)
  bool defeated = false;
  std::vector<UnitLoss> units;  // every body of it
};
/// In the order of the game's armies.
[[nodiscard]] std::vector<Strength> strengths(const rules::charge::Game& game);

/// "red stands: 3 of 37 lost, 16 more and it is defeated".
[[nodiscard]] std::string text_of(const Strength& strength);
/// Who has won, or that nobody has; empty while the game goes on (C-W1, CG43).
[[nodiscard]] std::string outcome_text(const rules::charge::Game& game);
/// Who moves first is thrown for: one die an army, the highest moves first, equal ones throw again (CG3).
[[nodiscard]] rules::charge::Applied roll_first(const rules::charge::Game& game, Roller& roller, const rules::charge::House& house);

/// How these house rules settle who moves first.
[[nodiscard]] std::string initiative_text(const rules::charge::House& house);

/// "red moves", "artillery": a step as players call it.
[[nodiscard]] std::string title_of(const rules::charge::Game& game, rules::charge::Step step);
/// What differs, unit by unit: "R1/4 has moved 2.31 in", "R2: 13 have moved, at most 7.50 in".
[[nodiscard]] std::vector<std::string> lines_of(const rules::charge::Comparison& comparison, const rules::charge::Game& game,
                                                const rules::charge::Field& seen);

/// What the table still owes the game: "2 to lift, 1 to go back".
[[nodiscard]] std::string owed_text(const rules::charge::Comparison& comparison);

/// The next step. What was done on the table as it should be becomes the game's first: moves of the side that moves, men lifted, men
/// who went back; the others are still waited for. Anything else stays a difference until somebody accepts it.
[[nodiscard]] rules::charge::Applied next_step(const rules::charge::Game& game, const rules::charge::Field& seen,
                                               const rules::charge::House& house);

}  // namespace app
