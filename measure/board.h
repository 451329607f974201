// A board of squares: where each lies, who plays on it, and what is marked on it.
//   Squares are polygons in board inches, named [column, row] from 0; a regular grid is only their usual shape. Origin at the outer
//   corner of square [0,0], x along the columns, y along the rows. What a mark means is the game's business.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/length.h"
#include "measure/measured.h"

namespace measure {

/// A square's name on its board.
struct SquareName {
  int column = 0, row = 0;
  friend constexpr auto operator<=>(const SquareName&, const SquareName&) = default;
};

struct BoardSquare {
  SquareName at;
  std::vector<TablePoint> outline;  // closed, simple, either sense
  bool playable = true;             // "coloured": pieces may stand here
};

/// What players may do with a square, as far as the board's print says it. Words are the board file's.
struct BoardMark {
  SquareName at;
  std::string name, country, zone;   // empty: not given
  std::string fortress_of, base_of;  // a side's `plays`; empty: neither
  bool neutral = false, objective = false;
};

enum class BoardGame { LeChoc, LesAllies, Draughts };
enum class Coloured { Even, Odd, All };  // of column + row

struct BoardSide {
  std::string name;
  std::string plays;                       // allies | central, south | north, own | enemy
  std::string colour;                      // "#rrggbb", a hint; empty: none
  std::optional<Inches> diameter, height;  // of its men, where the file says so
  std::vector<int> tags, general_tags;     // ids worn by its men, and by its Generals
  std::string tag_dictionary = "DICT_4X4_250";
};

struct Board {
  BoardGame game = BoardGame::LesAllies;
  Inches length, width;  // of the playing area, along x and y
  Coloured coloured = Coloured::All;
  std::vector<BoardSquare> squares;  // by row, then column; they do not overlap
  std::vector<BoardSide> sides;      // two, and they play differently
  std::vector<BoardMark> marks;
  bool sworn = false;  // le_choc: the umpire is entrusted with the players' letters
};

/// The squares of a regular grid, by row, then column.
[[nodiscard]] std::vector<BoardSquare> grid_squares(int columns, int rows, Inches length, Inches width, Coloured coloured);
[[nodiscard]] bool is_coloured(SquareName at, Coloured coloured);

/// So many columns and rows hold all its squares, as one more than the last name.
[[nodiscard]] SquareName size_of(const Board& board);
[[nodiscard]] const BoardSquare* find_square(const Board& board, SquareName at);
[[nodiscard]] Inches width_of_narrowest(const Board& board);

/// How deep two squares reach into each other; not above zero where they only touch. Either may be concave.
[[nodiscard]] Inches overlap_depth(const BoardSquare& a, const BoardSquare& b);

/// Where a spot on the board stands.
struct SquareReading {
  std::optional<SquareName> at;  // none: beside the board, or between free squares
  Verdict inside = Verdict::No;  // is it in that square, given its margin? TooCloseToCall: the square beside it is possible, too
  Inches to_border;              // from the spot to the border of that square
};
/// The square a point stands on. `margin`: 95 % half-width of each coordinate.
[[nodiscard]] SquareReading read_square(const Board& board, TablePoint point, Inches margin);

}  // namespace measure
