// The board of Les Allies, or of any game of draughts: coloured squares on a lattice of columns and rows, and what each of them is.
//   Neighbours are diagonals on every board, also where all squares are coloured: the game moves diagonally (D-8), so such a board
//   is two boards that never meet. Any set of squares will do; what is not listed does not exist.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/board.h"
#include "measure/result.h"
#include "rules/les_allies/house.h"

namespace rules::les_allies {

struct Square {
  int column = 0, row = 0;
  friend constexpr bool operator==(Square, Square) = default;
  /// By rows, then by columns.
  friend constexpr std::strong_ordering operator<=>(Square a, Square b) {
    if (const auto rows = a.row <=> b.row; rows != 0) return rows;
    return a.column <=> b.column;
  }
};
/// "[3, 5]"
[[nodiscard]] std::string text(Square at);
/// "[3, 5], [4, 4] and [6, 2]"
[[nodiscard]] std::string listed(std::span<const Square> squares);

/// The Allies move toward higher rows, the Central Empires toward lower ones (in a question: own and enemy).
enum class Side { Allies, Central };
[[nodiscard]] constexpr Side other(Side side) { return side == Side::Allies ? Side::Central : Side::Allies; }
[[nodiscard]] std::string_view word(Side side);

enum class Rank { Soldier, General };

/// One coloured square (D-3).
struct Place {
  Square at;
  int zone = 1;                    // 1 west, 2 east (D-1)
  std::string country{};           // "FR", "NL"; may be empty
  std::optional<Side> land{};      // whose territory it is (D-4); neutral ground is nobody's
  std::optional<Side> fortress{};  // whose fortress stands on it (D-14)
  bool neutral = false;            // a neutral country's (D-5)
  friend bool operator==(const Place&, const Place&) = default;
};

using Colouring = measure::Coloured;
/// Every coloured square of a grid, with nothing on it. Column + row is even, or odd, or anything.
[[nodiscard]] std::vector<Place> grid(int columns, int rows, Colouring coloured);

class Board {
 public:
  static constexpr int kWidestWords = 16;   // sets of squares are this many machine words at most: 1024 bits
  static constexpr int kMostOfASide = 100;  // columns or rows; more is a slip of the keyboard

  /// Errors (Usage): a place off the grid, twice, or a board of too many squares.
  [[nodiscard]] static measure::Result<Board> make(int columns, int rows, std::vector<Place> places);

  [[nodiscard]] int columns() const { return columns_; }
  [[nodiscard]] int rows() const { return rows_; }
  /// In the order of their bits.
  [[nodiscard]] std::span<const Place> places() const { return places_; }
  [[nodiscard]] bool on_grid(Square at) const { return at.column >= 0 && at.column < columns_ && at.row >= 0 && at.row < rows_; }
  /// None where there is no coloured square.
  [[nodiscard]] const Place* find(Square at) const;

  // ---- squares as bits (generator.h) ----
  /// Machine words a set of squares takes: 1, 2, 4 or 16.
  [[nodiscard]] int words() const { return words_; }
  /// The bit of a square of the board.
  [[nodiscard]] int bit(Square at) const { return (at.column + at.row * stride_) >> half_; }
  [[nodiscard]] Square square(int bit) const { return places_[place_at_[bit]].at; }
  [[nodiscard]] const Place& place(int bit) const { return places_[place_at_[bit]]; }
  /// How far a bit moves for one step: up-left, up-right, down-left, down-right (up: toward higher rows).
  [[nodiscard]] const std::array<int, 4>& steps() const { return steps_; }
  /// The squares of a zone; zone 0: all.
  [[nodiscard]] std::span<const std::uint64_t> mask(int zone) const { return masks_[zone]; }
  [[nodiscard]] std::span<const int> neutral_bits() const { return neutral_bits_; }

 private:
  int columns_ = 0, rows_ = 0, words_ = 1, stride_ = 1, half_ = 0;
  std::array<int, 4> steps_{};
  std::vector<Place> places_;
  std::vector<int> place_at_;  // by bit; -1: no square
  std::array<std::vector<std::uint64_t>, 3> masks_;
  std::vector<int> neutral_bits_;
};

/// The board of DG1 and DG2 (no real one is known): both zones side by side, zone 2 from column 12 and row 2 on, so that the borders meet.
[[nodiscard]] Board synthetic_board();
/// International draughts: 10 x 10, even squares.
[[nodiscard]] Board international_board();

/// The fortresses of the enemy of `side` that lie nearest to the territory of `side` (D-23); by steps, several where they are equal.
[[nodiscard]] std::vector<Square> nearest_fortresses(const Board& board, Side side);

// Men on a board, and how far the border binds them.
//   A Position is a value: men in the order of their squares, no two on one square.

struct Man {
  Square at;
  Side side = Side::Allies;
  Rank rank = Rank::Soldier;
  int home = 1;            // the zone he began in; with his side it names his first player (D-1)
  bool has_taken = false;  // for soldier.back_move = until_he_takes (DG5)
  int nation = 0;          // whose man he is (D-1), as a place in the asker's list, from 1; 0: nobody says
  friend bool operator==(const Man&, const Man&) = default;
};

using Position = std::vector<Man>;

/// The border between the zones (D-2, D-20): with a zone named, its men stay in it.
struct Border {
  int zone = 0;                    // 0: open to all
  bool transferred_cross = false;  // men whose home is the other zone may cross (DG20)
  friend bool operator==(const Border&, const Border&) = default;
};

/// What a position is judged by.
struct Setting {
  const Board& board;
  const House& house;
  Border border{};
};

/// The man on a square; none where nobody stands.
[[nodiscard]] const Man* man_at(const Position& men, Square at);
/// Puts men in the order of their squares.
void put_in_order(Position& men);
[[nodiscard]] int count_of(const Position& men, Side side);
/// May nobody stand here: Holland (D-5, DG4)?
[[nodiscard]] bool closed(const Place& place, const House& house);
/// Does a soldier who ends here become a General (D-14, DG14, DG15)?
[[nodiscard]] bool promotes(const Setting& setting, const Man& soldier, Square at);

}  // namespace rules::les_allies
