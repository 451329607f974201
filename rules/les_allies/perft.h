// Counting move sequences: how many ways a game can go for so many turns.
//   What tells one engine of draughts from another, and how fast it is. Sweeps of equal start, end and men taken are one. Nobody huffs, and
//   no fight is null here: a line ends where the side to move
//   cannot. A border with a zone keeps everybody in it.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>

#include "rules/les_allies/board.h"

namespace rules::les_allies {

/// Sequences of `depth` turns from here; depth 0 is 1. The last turn is counted, not made. None where positions, jumps and sequences
/// together are more than `most`.
[[nodiscard]] std::optional<std::uint64_t> perft(const Setting& setting, const Position& men, Side to_move, int depth,
                                                 std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// The international game at its start: 20 soldiers a side on the first and last four rows.
[[nodiscard]] Position international_start();

}  // namespace rules::les_allies
