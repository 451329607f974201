// Whole games of Les Allies at random, with everything checked that must hold on the way.
//   Seeded. Used by the unit test with few steps and by the runner in tests/bench with a million.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "rules/les_allies/game.h"

namespace support {

/// Every house rule at random: each reading as likely as the default.
[[nodiscard]] rules::les_allies::House random_house(std::uint64_t seed);

struct LesAlliesRun {
  std::uint64_t steps = 0, games = 0, takes = 0, huffs = 0, taken_back = 0, broken_off = 0, refused = 0;
  std::map<std::string, int> results;  // "four_players won D-22"
  std::string failure;                 // empty: everything held
};
/// Plays until `steps` actions have been done. Every state has a legal action until the battle is over, every listed action is done and
/// leaves the state before it whole, going back leads to the start, and the kept game and the record read back as they were written.
[[nodiscard]] LesAlliesRun play_at_random(std::uint64_t steps, std::uint64_t seed);

}  // namespace support
