// The parts that a game's actions are made of; nobody outside rules/charge/game*.cpp needs them.
#pragma once

#include "rules/charge/game/game.h"

namespace rules::charge {

[[nodiscard]] BodyKey key_of(const Piece& piece);
[[nodiscard]] Applied refused(const Game& game, std::string rule, std::string says);
void note(Game& game, std::string rule, std::string says);

/// Takes a man: he stands on the table until he is lifted.
void take(Game& game, const BodyKey& body, int id);
/// Owes men of a body. When all of those who may fall do, nobody needs a die (CG21).
void owe(Game& game, const BodyKey& body, int men, const std::vector<int>& among);
[[nodiscard]] int owed_by(const Game& game, const BodyKey& body);
[[nodiscard]] Applied allocate(const Game& game, const Allocate& action, const House& house);

/// Counts who stands when the firing of a turn begins.
void begin_firing(Game& game);
[[nodiscard]] Applied fire_now(const Game& game, const Fire& action, const House& house);
/// C-K3, C-K4: the fractions of the whole firing become men.
void settle(Game& game, const House& house);

[[nodiscard]] Applied pair_up_now(const Game& game, const PairUp& action);
[[nodiscard]] Applied fight_now(const Game& game, const Fight& action, const House& house);
/// Reality: whatever stands, stands. Men who are gone have been taken off; men who came are new; illegal moves are listed.
[[nodiscard]] Applied accept(const Game& game, const AcceptTable& action, const House& house);
/// C-W1, CG43.
void test_morale(Game& game);

}  // namespace rules::charge
