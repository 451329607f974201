// A picture of a board game into squares: who stands where.
//   Every picture on its own: registration from corner tags, anchors or the board's own squares, pieces by disc colour or tag, each read
//   from where its base stands, with the camera's slant taken out. Beside the board is not on it; under a hand is not known.
// Needs vision, calibration, measure.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "calibration/registration.h"
#include "measure/board.h"
#include "measure/result.h"
#include "vision/boards/memory.h"
#include "vision/frame.h"

namespace vision {

/// What is known about a board before its first picture.
struct BoardSetup {
  measure::Board board;
  std::vector<calibration::TableTag> tags;
  std::vector<calibration::Anchor> anchors;
  std::optional<calibration::Lens> lens;
};

enum class BoardRank { Soldier, General, Hidden };

struct BoardPiece {
  std::size_t side = 0;  // of Board::sides
  BoardRank rank = BoardRank::Soldier;
  measure::TablePoint at;                 // centre of its base
  measure::Inches margin;                 // 95 %, of each coordinate
  std::optional<measure::SquareName> on;  // none: beside the board
  bool sure = false;                      // side, rank and square all beyond doubt
  std::optional<int> tag;                 // what it wears, if a tag told of it
  std::optional<PieceLook> look;          // none of what only its tag told of
};

struct BoardReading {
  std::optional<calibration::Registration> registration;
  std::vector<BoardPiece> pieces;           // on the board, by row, then column
  std::vector<BoardPiece> off_board;        // in sight beside it
  std::vector<BoardPiece> hidden;           // stood there before, and their squares, all `unseen` now, have not been seen empty since
  std::vector<measure::SquareName> unseen;  // nobody knows who stands there
  std::vector<measure::SquareName> open;    // of those, the ones that nothing lies over: a hidden piece's own
  std::vector<calibration::Finding> findings;
};

/// Reads one picture. `before`, when given, is an earlier reading of the same board: its pieces stay where they stood until their squares
/// are seen empty, or they are found elsewhere in their place; a board found by its squares stays where it was while they have not moved. A
/// picture that cannot be registered gives a reading without registration, and a finding that says why. Errors: NotCalibrated when the lens
/// is for another picture size; BadFile for a picture of the wrong format.
[[nodiscard]] measure::Result<BoardReading> read_board_picture(const BoardSetup& setup, const Frame& frame,
                                                               const BoardReading* before = nullptr);

}  // namespace vision
