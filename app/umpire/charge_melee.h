// The melee as players see it: who is in contact, which combats are to be fought and with which odds, who has to go back.
//   Asked of the game and of the table that is seen; the dice come from a seeded roller or from the players' hands.
#pragma once

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "rules/charge/game/game.h"

namespace app {

/// Two bodies in contact.
struct ContactOptions {
  rules::charge::BodyPair bodies;
  std::string attacker;     // army; empty: nobody saw who came
  bool fights_now = false;  // false: they came together this turn (C-H1)
};

/// A combat that may be fought now.
struct CombatOptions {
  rules::charge::Pair men;
  std::array<std::string, 2> names;  // of a and b: "R/1 and R/2"
  std::array<rules::Fraction, 2> factors{1, 1};
  std::array<std::optional<rules::charge::FactorReason>, 2> reasons;
  bool touching = true;  // false: paired by the players though their bases do not touch
};

/// A survivor of a combat of this turn, and whether he stands where he goes back to (C-H8).
struct BackOptions {
  int id = 0;
  std::string name;
  rules::charge::PushBack way;
  rules::charge::Figure figure;  // as he stands
  bool waits = false;            // he has yet to go
  measure::Verdict verdict = measure::Verdict::Yes;
  measure::Measured off = {};  // from the place he goes back to
};

struct MeleeOptions {
  std::vector<ContactOptions> contacts;
  std::vector<CombatOptions> combats;
  std::vector<BackOptions> backs;
};
/// `seen`: the table as it was last settled.
[[nodiscard]] MeleeOptions melee_options(const rules::charge::Game& game, const rules::charge::Field& seen,
                                         const rules::charge::House& house);

/// The combat that these selected men would fight, a of the army that stands first; none where they cannot.
[[nodiscard]] std::optional<rules::charge::Pair> pair_of(const rules::charge::Game& game, const std::set<int>& selected,
                                                         const rules::charge::House& house);
/// The combat one of these men is in; none where they are in none, or in several.
[[nodiscard]] std::optional<rules::charge::Pair> combat_with(const MeleeOptions& legal, const std::set<int>& selected);
/// Fights it with these two dice. `how` they came goes into the game's log: "by hand".
[[nodiscard]] rules::charge::Applied fight(const rules::charge::Game& game, const CombatOptions& combat, const std::vector<int>& dice,
                                           const std::string& how, const rules::charge::House& house);

}  // namespace app
