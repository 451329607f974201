// From what a picture showed to a look at the board.
// Needs vision/boards/reader.h, app/board/board_look.h.
#pragma once

#include "app/board/board_look.h"
#include "vision/boards/reader.h"

namespace app {

/// A piece counts as sure of its square when its margin leaves no other; of two on one square the surer stands there.
[[nodiscard]] BoardLook look_of(const vision::BoardReading& reading, const measure::Board& board);

}  // namespace app
