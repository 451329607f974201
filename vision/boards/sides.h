// Which round things are pieces, and whose.
//   The pieces of a game are alike: one size, two colours. The file's colours are hints; what the picture shows decides. A round thing of
//   another size or colour is no piece.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "measure/board.h"
#include "vision/boards/discs.h"

namespace vision {

struct SidedDisc {
  RoundThing thing;
  std::size_t side = 0;  // of Board::sides
};

/// The two sides' pieces among the round things of a view. `empty`: the view without pieces, or empty itself where
/// nobody knows it. `known_radius`: half the diameter the file gives, view pixels.
[[nodiscard]] std::vector<SidedDisc> pieces_among(const cv::Mat& bgr, const cv::Mat& empty, std::span<const RoundThing> things,
                                                  const measure::Board& board, const Colour& white, std::optional<double> known_radius);

}  // namespace vision
