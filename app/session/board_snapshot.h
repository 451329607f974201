// A board game at one moment: the picture, what was read in it, and what may be told. Everybody may see all of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/board/board_look.h"
#include "app/board/public_board.h"
#include "vision/boards/reader.h"
#include "vision/sources/frame_source.h"

namespace app {

/// What everybody may see: of the game nothing but what is told.
struct BoardSnapshot : PublicBoard {
  std::shared_ptr<const vision::Frame> frame;           // null until the first picture
  std::shared_ptr<const vision::BoardReading> reading;  // null until a picture has been read
  std::vector<BoardDifference> astray;                  // of a game that goes on: what stands otherwise than when it stopped
  bool moving = false, settled = false;
  std::vector<calibration::Finding> findings;
  std::string source;
  vision::SourceStatus status = vision::SourceStatus::Running;
  double frames_per_second = 0.0;
  std::uint64_t serial = 0;
};
using SharedBoardSnapshot = std::shared_ptr<const BoardSnapshot>;

// From what a picture showed to a look at the board.

/// A piece counts as sure of its square when its margin leaves no other; of two on one square the surer stands there.
[[nodiscard]] BoardLook look_of(const vision::BoardReading& reading, const measure::Board& board);

}  // namespace app
