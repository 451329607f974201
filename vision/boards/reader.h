// A picture of a board game into squares: who stands where.
//   Every picture on its own: registration from corner tags, anchors or the board's own squares, pieces by disc colour or tag, each read
//   from where its base stands, with the camera's slant taken out. Beside the board is not on it; under a hand is not known.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "calibration/registration.h"
#include "measure/board.h"
#include "measure/result.h"
#include "vision/background/change.h"
#include "vision/boards/looks.h"
#include "vision/boards/registrar.h"
#include "vision/frame.h"

namespace vision {

enum class BoardRank { Soldier, General, Hidden };

struct BoardPiece {
  std::size_t side = 0;  // of Board::sides
  BoardRank rank = BoardRank::Soldier;
  measure::TablePoint at;                      // centre of its base
  measure::Inches margin;                      // 95 %, of each coordinate
  std::optional<measure::SquareName> on = {};  // none: beside the board
  bool sure = false;                           // side, rank and square all beyond doubt
  bool sure_but_for_rank = false;              // side and square are
  std::optional<int> tag;                      // what it wears, if a tag told of it
  std::optional<PieceLook> look = {};          // none of what only its tag told of
};

struct BoardReading {
  std::optional<calibration::Registration> registration;
  std::vector<BoardPiece> pieces;           // on the board, by row, then column
  std::vector<BoardPiece> off_board;        // in sight beside it
  std::vector<BoardPiece> hidden;           // stood there before, and their squares, all `unseen` now, have not been seen empty since
  std::vector<measure::SquareName> unseen;  // nobody knows who stands there
  std::vector<measure::SquareName> open;    // of those, the ones that nothing lies over: a hidden piece's own
  std::vector<calibration::Finding> findings;
  std::optional<int> plane = {};  // of blue, green and red, in which the board's lines were found; none: in its brightness
};

/// Reads one picture. `before`, when given, is an earlier reading of the same board: its pieces stay where they stood until their squares
/// are seen empty, or they are found elsewhere in their place; a board found by its squares stays where it was while they have not moved. A
/// picture that cannot be registered gives a reading without registration, and a finding that says why. Errors: NotCalibrated when the lens
/// is for another picture size; BadFile for a picture of the wrong format.
[[nodiscard]] measure::Result<BoardReading> read_board_picture(const BoardSetup& setup, const Frame& frame,
                                                               const BoardReading* before = nullptr);

// Watching a board in a recording or live: read anew when it has come to rest after a change, and else remembered.
//   Pieces that are out of sight stay where they were until their squares are seen empty.
//   While something moves nobody knows where the men are going; reading every picture of a hand would only cost time.

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
  /// What the pictures so far tell of a lens that nobody measured; none of one that was, and before the board was found.
  [[nodiscard]] std::optional<calibration::Lens> estimated_lens() const;

 private:
  [[nodiscard]] measure::Result<BoardState> read(const Frame& frame);
  [[nodiscard]] bool moved(const BoardReading& reading) const;

  BoardSetup setup_;
  std::optional<calibration::Lens> told_here_;  // by the first picture of the board where it lies now, of a lens that nobody measured
  bool stills_ = false;
  ChangeDetector since_last_frame_, since_read_;
  std::shared_ptr<const BoardReading> reading_, registered_;  // the last, and the last of a picture that was registered
};

}  // namespace vision
