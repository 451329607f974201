// Counting move sequences: how many ways a game can go for so many turns.
//   What tells one engine of draughts from another, and how fast it is. Sweeps of equal start, end and men taken are one. Nobody huffs, and
//   no fight is null here: a line ends where the side to move
//   cannot. A border with a zone keeps everybody in it.
#pragma once

#include <cstdint>

#include "rules/les_allies/board.h"

namespace rules::les_allies {

/// What a count may cost, in steps of a nanosecond or so (a move counted is one, a position 24 to 474), so that an answer or a refusal
/// takes about two seconds. Nine turns of the international game are within it, ten are not.
inline constexpr std::int64_t kPerftWork = 1'800'000'000;
/// Turns of the longest line that is followed: each takes room on the stack, some 4 kB on the largest boards.
inline constexpr int kLongestLine = 500;

/// Sequences of `depth` turns from here; depth 0 is 1. The last turn is counted, not made. Errors (Usage): it costs more than `work`, or a
/// line goes on for more than kLongestLine turns.
[[nodiscard]] measure::Result<std::uint64_t> perft(const Setting& setting, const Position& men, Side to_move, int depth,
                                                   std::int64_t work = kPerftWork);

/// The international game at its start: 20 soldiers a side on the first and last four rows.
[[nodiscard]] Position international_start();

}  // namespace rules::les_allies
