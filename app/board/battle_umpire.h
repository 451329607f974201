// The umpire of a battle: two zones watched each by itself, then the fight that the survivors of one have joined (D-2, D-20, D-21).
//   What becomes of the fights is the engine's: after every look the battle is put together from what was told in either zone. Four people
//   do not wait for each other: each zone goes on at its own pace, and rounds only say what happened at the same time (DG24).
#pragma once

#include <memory>

#include "app/board/les_allies_on_board.h"

namespace app {

/// A battle that begins with this look, on a board of two zones.
[[nodiscard]] std::unique_ptr<BoardUmpire> begin_battle(LesAlliesOnBoard on, const BoardLook& first);

}  // namespace app
