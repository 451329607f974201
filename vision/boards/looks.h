// What a piece that is not seen any more has become: gone, or only hidden.
//   A hidden piece stays where it was. It is gone when its square is seen empty: where it stood the picture has changed, and around it the
//   board lies as it lay; or where it stood looks like the board beside it. Under a hand both have changed; and where neither has, the
//   piece was only not recognised.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "measure/board.h"
#include "vision/boards/samples.h"

namespace vision {

/// How a piece looked in its place, and the board around it.
struct PieceLook {
  static constexpr std::size_t kSectors = 16;
  measure::TablePoint at;  // where its disc appears on the board's plane
  double radius = 0.0;     // of the disc as it appears, inches
  std::array<Colour, kSectors> inside{}, around{};
};

[[nodiscard]] PieceLook look_at(const BoardView& view, measure::TablePoint at, double radius);

/// Is its place seen empty now? `light`: by how much each channel is brighter than then.
[[nodiscard]] bool seen_empty(const BoardView& view, const PieceLook& then, const Colour& light);

/// How much brighter a board is now, by the surroundings of pieces that stand as they stood.
[[nodiscard]] Colour light_since(std::span<const PieceLook> then, std::span<const PieceLook> now);

}  // namespace vision
