// What the laws of random games of Le Choc share: chance, and a game with its record.
#pragma once

#include <random>
#include <utility>
#include <vector>

#include "rules/le_choc/record/record.h"
#include "tests/support/le_choc_games.h"
#include "tests/support/le_choc_text.h"

namespace rules::le_choc::games {

/// From 0 to `below` - 1; the same on every machine, which std's distributions do not promise.
inline int pick(Random& random, std::size_t below) { return static_cast<int>(random() % below); }

template <class List>
void shuffle(List& list, Random& random) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[static_cast<std::size_t>(pick(random, i))]);
}

inline std::vector<Value> letters_of(const Counts& counts) {
  std::vector<Value> letters;
  for (const Value value : kAllValues) letters.insert(letters.end(), static_cast<std::size_t>(counts[index(value)]), value);
  return letters;
}

constexpr int kRareCheck = 37;  // steps between two checks that cost more than a step

struct Game {
  Rules rules;
  SwornGame now;
  Record record;
};

inline Game begin_game(const House& house, Random& random) {
  Game game{.rules = rules_of(house), .now = {}, .record = {}};
  game.now = begin_sworn(some_set_up(game.rules, random), kSides[static_cast<std::size_t>(pick(random, 2))], game.rules).value();
  game.record = begin_record(game.now, game.rules);
  return game;
}

/// One legal action, any of them as likely.
inline Action some_action(const std::vector<Action>& actions, Random& random) {
  return actions[static_cast<std::size_t>(pick(random, actions.size()))];
}

}  // namespace rules::le_choc::games
