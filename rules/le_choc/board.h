// The board of Le Choc: its size, the objective, each side's two bases; and what one game is played by.
//   Squares are [column, row] from 0, South at row 0; people read them as a1, b1..., programs as numbers.
// Needs rules/le_choc/house.h, value.h.
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/le_choc/house.h"
#include "rules/le_choc/value.h"

namespace rules::le_choc {

struct Square {
  int column = 0, row = 0;
  friend constexpr auto operator<=>(const Square&, const Square&) = default;
};
/// "b1" for [1, 0]; a square off the board is told by its numbers.
[[nodiscard]] std::string text(Square square);
/// None for a text that names no square.
[[nodiscard]] std::optional<Square> square_called(std::string_view name);

using Base = std::vector<Square>;

struct Board {
  int width = 11, height = 11;
  std::optional<Square> objective;
  std::array<std::vector<Base>, 2> bases;  // by side
  [[nodiscard]] bool holds(Square square) const {
    return square.column >= 0 && square.column < width && square.row >= 0 && square.row < height;
  }
  [[nodiscard]] bool is_base_of(Side side, Square square) const;
  friend bool operator==(const Board&, const Board&) = default;
};

/// L-1, L-8, LG1, LG2: the board as the house has it. Base columns beside the board are left out.
[[nodiscard]] Board board_of(const House& house);

/// What a game is played by. The force is L-2's but in tests.
struct Rules {
  House house;
  Board board;
  Counts force;
};
[[nodiscard]] Rules rules_of(const House& house);

}  // namespace rules::le_choc
