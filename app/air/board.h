// A board game as it goes on air: of its letters what everybody may know.
#pragma once

#include "app/air/look.h"
#include "app/session/board_snapshot.h"

namespace app::air {

/// `before`: the snapshot that was looked at last; null: none was. `board` must outlive what is made of it.
[[nodiscard]] Look look_of(const SharedBoardSnapshot& before, const SharedBoardSnapshot& now, const measure::Board& board);

}  // namespace app::air
