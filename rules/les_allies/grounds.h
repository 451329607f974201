// Why an action of a fight is allowed, and what it does, in sentences with their rules: what a referee says to a yes.
//   Made on demand, for the engine itself never reads them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "rules/les_allies/game.h"

namespace rules::les_allies {

/// The grounds of an action that was done; `before` is the fight in which it was. In the order in which it happened.
[[nodiscard]] std::vector<Reason> grounds(const Setting& setting, const Fight& before, const FightAction& action, const FightApplied& did);

/// The squares a man crosses on his way, whoever stands there; landings on the way are among them.
[[nodiscard]] std::vector<Square> crossed(const Play& play);

/// What became of the fights and of the battle between two of its states, each with its rule. `names`: of the Allies, of the Central
/// Empires.
[[nodiscard]] std::vector<Reason> battle_news(const Game& before, const Game& now, const House& house,
                                              const std::array<std::string, 2>& names);

}  // namespace rules::les_allies
