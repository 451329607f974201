// What a battle's fights come to, in words: who has won where and by which rule, who joins whom, what is decided.
// Needs app/board/les_allies_on_board.h.
#pragma once

#include <vector>

#include "app/board/les_allies_on_board.h"

namespace app {

/// What became of the fights and of the battle between two of its states.
[[nodiscard]] std::vector<rules::Reason> battle_news(const allies::Game& before, const allies::Game& now, const LesAlliesOnBoard& on);
/// One fight, as it is shown.
[[nodiscard]] BoardZone zone_of(const allies::ZoneFight& fight, const LesAlliesOnBoard& on);

}  // namespace app
