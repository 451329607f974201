// Random games of Le Choc and the laws they have to keep; the tests run some steps of them, the bench program all.
//   Seeded: the same arguments give the same games. Each law is kept, or `broken` says how it was not.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "rules/le_choc/position.h"

namespace rules::le_choc::games {

using Random = std::mt19937;

struct Tally {
  long games = 0, steps = 0;
  long skipped = 0;    // steps that could not be compared
  std::string broken;  // empty: every law was kept
};

/// The default, or another reading of about half of its keys.
[[nodiscard]] House some_house(Random& random);
[[nodiscard]] Deployment some_set_up(const Rules& rules, Random& random);
/// Pieces and reserves anywhere, within the force.
[[nodiscard]] Position some_position(const Rules& rules, Random& random);
/// The legal actions once more, square by square, without the engine's generator.
[[nodiscard]] std::vector<Action> plain_legal(const Position& position, const Rules& rules);

/// No crash, no dead end, no endless game; undo leads back to the start; texts of positions, of what is seen and of records read back the
/// same, and records play back the same.
[[nodiscard]] Tally games_keep_their_laws(long steps, unsigned seed);
/// `legal` and `plain_legal` agree as sets, and `why_not` with both.
[[nodiscard]] Tally generators_agree(long positions, unsigned seed);
/// Possible letters equal those of all ways to tell out a small force, listed one by one.
[[nodiscard]] Tally deductions_are_exact(long histories, unsigned seed);
/// What a piece is stays among what it may be, in whole games.
[[nodiscard]] Tally truth_stays_possible(long games, unsigned seed);
/// Two games that differ only in hidden letters look the same to everybody, and to a player when only the other's differ.
[[nodiscard]] Tally hidden_letters_stay_hidden(long steps, unsigned seed);

}  // namespace rules::le_choc::games
