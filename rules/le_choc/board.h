// The board of Le Choc: its size, the objective, each side's two bases; and what one game is played by.
//   Squares are [column, row] from 0, South at row 0; people read them as a1, b1..., programs as numbers.
#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/answer.h"
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

// Who stands where, as far as moving is concerned: which squares a piece reaches, and after how many steps.
//   Knows sides, not values: the umpire who knows no value asks the same questions.

/// A square that can be reached, and the fewest steps it takes.
struct Arrival {
  Square at;
  int steps = 1;
};

class Ground {
 public:
  explicit Ground(const Board& board) : board_(&board) { cells_.fill(kEmpty); }
  /// `at` must be on the board.
  void stand(Side side, Square at) { cells_[cell(at)] = static_cast<std::uint8_t>(index(side)); }
  [[nodiscard]] bool holds(Square at) const { return board_->holds(at); }
  [[nodiscard]] std::optional<Side> who(Square at) const {
    const std::uint8_t cell_value = cells_[cell(at)];
    return cell_value == kEmpty ? std::nullopt : std::optional(static_cast<Side>(cell_value));
  }
  [[nodiscard]] bool empty(Square at) const { return cells_[cell(at)] == kEmpty; }
  [[nodiscard]] const Board& board() const { return *board_; }

 private:
  static constexpr std::uint8_t kEmpty = 0xff;
  [[nodiscard]] static std::size_t cell(Square at) { return static_cast<std::size_t>(at.row * kWidestBoard + at.column); }
  const Board* board_;
  std::array<std::uint8_t, kWidestBoard * kWidestBoard> cells_{};
};

/// L-11, L-12, LG4, LG5, LG18: every square within `most` steps of `from`, in the order of directions and steps. Occupied squares are
/// among them, as ends of an attack; one passes them only where the house lets pieces jump.
[[nodiscard]] std::vector<Arrival> arrivals(const Ground& ground, Square from, int most, const House& house);
/// Fewest steps from one square to the other; none where no number of steps leads there.
[[nodiscard]] std::optional<int> steps_between(const Ground& ground, Square from, Square to, const House& house);
/// Why a piece of this mobility does not get from `from` to `to`, which is another square of the board; none where it does.
[[nodiscard]] std::optional<Reason> barred_way(const Ground& ground, Square from, Square to, int mobility, const House& house);
/// LG6: how far a piece of this mobility attacks.
[[nodiscard]] int attack_reach(int mobility, const House& house);
/// LG12: is a square beside `from` free of own pieces? A side's pieces can act if and only if one of them has such a square, whatever they
/// are: the board hangs together, and everybody moves and attacks one square.
[[nodiscard]] bool has_room(const Ground& ground, Side side, Square from);
/// LG2, LG3: may a new piece of `side` be put on `at`? None: yes.
[[nodiscard]] std::optional<Reason> barred_entry(const Ground& ground, Side side, Square at, const House& house);
/// Is there a square on which it may?
[[nodiscard]] bool may_enter(const Ground& ground, Side side, const House& house);

}  // namespace rules::le_choc
