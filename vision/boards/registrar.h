// Where a board lies in a picture: by its corner tags, by points that somebody has named, by its own squares, or by all of them together.
//   Points named are right to a few pixels, and a lens that nobody measured is a guess: the board's lines correct both.
#pragma once

#include <optional>
#include <span>
#include <tl/expected.hpp>
#include <vector>

#include "calibration/registration.h"
#include "measure/board.h"
#include "measure/result.h"
#include "vision/boards/grid/grid.h"
#include "vision/frame.h"

namespace vision {

/// What is known about a board before its first picture.
struct BoardSetup {
  measure::Board board;
  std::vector<calibration::TableTag> tags;
  std::vector<calibration::Anchor> anchors;
  std::optional<calibration::Lens> lens = {};
  std::optional<calibration::Lens> lens_before = {};  // else: what earlier pictures of this board told of it
};

/// Where a board lies, and how it was found.
struct BoardPlace {
  calibration::Registration registration;
  std::optional<int> plane = {};  // of blue, green and red, in which the board's lines were found; none: in its brightness
  bool by_squares_alone = false;  // neither tags nor points tell where it lies
  bool cut_off = false;           // a part of it lies outside the picture
};

class BoardRegistrar {
 public:
  /// `tags`: all seen in the picture. `before`: where the board lay in an earlier picture; may be null. All of them outlive this.
  BoardRegistrar(const BoardSetup& setup, const Frame& frame, std::span<const calibration::TagObservation> tags, const BoardPlace* before)
      : setup_(setup), board_(setup.board), frame_(frame), tags_(tags), before_(before) {}

  /// A board that is not found, or too small to be read, gives a finding that says why. `setup.lens` is for pictures of this size.
  [[nodiscard]] tl::expected<BoardPlace, calibration::Finding> find() const;

  /// The same place on the picture a quarter turned: by its squares, with those that look lighter taken for the coloured ones.
  [[nodiscard]] std::optional<BoardPlace> find_by_other_colour(const BoardPlace& found) const;

 private:
  [[nodiscard]] measure::Result<BoardPlace> by_grid(GridHints hints) const;
  [[nodiscard]] bool shows_its_colours(const calibration::TableCamera& camera) const;
  /// `channel`: as BoardPlace::plane.
  [[nodiscard]] measure::Result<BoardPlace> in_plane(std::optional<int> channel, GridHints hints) const;
  [[nodiscard]] BoardPlace told(BoardPlace place) const;
  [[nodiscard]] BoardPlace refined(calibration::Registration about) const;
  [[nodiscard]] bool may_go_by_grid() const;
  [[nodiscard]] const calibration::Lens* told_before() const { return setup_.lens_before ? &*setup_.lens_before : nullptr; }

  const BoardSetup& setup_;
  const measure::Board& board_;
  const Frame& frame_;
  std::span<const calibration::TagObservation> tags_;
  const BoardPlace* before_ = nullptr;
};

}  // namespace vision
