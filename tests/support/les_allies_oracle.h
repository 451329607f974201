// A second generator of moves and sweeps, as simple as it can be: squares in a map, one man, one direction, one step at a time.
//   It shares with the engine only the words for squares, men and house rules; what it says is compared with what the engine says.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "rules/les_allies/moves.h"

namespace support {

struct SimpleLegal {
  std::set<rules::les_allies::Step> moves;
  std::set<rules::les_allies::Sweep> sweeps;
};
[[nodiscard]] SimpleLegal simple_legal(const rules::les_allies::Setting& setting, const rules::les_allies::Position& men,
                                       rules::les_allies::Side side);

/// Compares both on so many random positions: boards of any shape and colouring, closed countries and borders, every house rule that
/// moves depend on. On some of them every pair of squares is judged, too, and
/// who may be huffed after it. Empty: they agree; otherwise the first position on which they do
/// not.
[[nodiscard]] std::string compare_generators(int positions, std::uint64_t seed);

}  // namespace support
