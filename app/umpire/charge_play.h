// A game in progress beside the table that is seen: how strong the armies are, whose step it is, what the next step does.
//   Every change goes through rules::charge::apply; nothing is decided here.
// Needs rules/charge/game.h.
#pragma once

#include <string>
#include <vector>

#include "rules/charge/game.h"

namespace app {

struct Strength {
  std::string name;
  int original = 0, lost = 0;
  int defeating = 0;  // so many lost and it fights no more (C-W1)
  bool defeated = false;
};
/// In the order of the game's armies.
[[nodiscard]] std::vector<Strength> strengths(const rules::charge::Game& game);

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
