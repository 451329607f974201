// Watching a board in a recording or live: read anew when it has come to rest after a change, and else remembered.
//   Pieces that are out of sight stay where they were until their squares are seen empty.
//   While something moves nobody knows where the men are going; reading every picture of a hand would only cost time.
// Needs vision/boards/reader.h, change.h.
#pragma once

#include <memory>
#include <optional>

#include "vision/background/change.h"
#include "vision/boards/reader.h"

namespace vision {

struct BoardState {
  std::shared_ptr<const BoardReading> reading;  // of the last picture that was read; null before the first
  bool moving = false;                          // something moves: the board may be changing under it
};

class BoardWatch {
 public:
  /// `stills`: pictures minutes apart, each read on its own.
  BoardWatch(BoardSetup setup, bool stills) : setup_(std::move(setup)), stills_(stills) {}
  /// Frames in order. Errors: as read_board_picture.
  [[nodiscard]] measure::Result<BoardState> step(const Frame& frame);
  [[nodiscard]] const BoardSetup& setup() const { return setup_; }

 private:
  [[nodiscard]] measure::Result<BoardState> read(const Frame& frame);

  BoardSetup setup_;
  bool stills_ = false;
  ChangeDetector since_last_frame_, since_read_;
  std::shared_ptr<const BoardReading> reading_, registered_;  // the last, and the last of a picture that was registered
};

}  // namespace vision
