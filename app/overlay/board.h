// What is drawn over a board: its pieces, the last action, what the touched piece may do, who must take, what is not sure.
//   Pure: one snapshot and what the player points at in, a display list in board inches out. Nothing hidden has a place in it.
#pragma once

#include <optional>

#include "app/overlay/display_list.h"
#include "app/session/board_snapshot.h"

namespace app {

struct BoardFocus {
  std::optional<measure::SquareName> selected = {}, hovered = {};
  bool letters = true;  // what hidden pieces may be
};

/// What the player asks about: the square he clicked, else the one under the mouse.
[[nodiscard]] inline std::optional<measure::SquareName> in_hand(const BoardFocus& focus) {
  return focus.selected ? focus.selected : focus.hovered;
}

[[nodiscard]] overlay::DisplayList board_overlay(const BoardSnapshot& snapshot, const measure::Board& board, const BoardFocus& focus);

/// The square a point of the board lies on; none beside it.
[[nodiscard]] std::optional<measure::SquareName> square_at(const measure::Board& board, measure::TablePoint point);
/// The sides that squares of different zones have in common.
[[nodiscard]] std::vector<std::pair<measure::TablePoint, measure::TablePoint>> border_of_zones(const measure::Board& board);
/// The mean of a square's corners.
[[nodiscard]] measure::TablePoint middle_of(const measure::Board& board, measure::SquareName at);

}  // namespace app
