#include "measure/board.h"

#include <algorithm>
#include <limits>

#include "measure/convex.h"
#include "measure/table.h"

namespace measure {

bool is_coloured(SquareName at, Coloured coloured) {
  const bool even = (at.column + at.row) % 2 == 0;
  return coloured == Coloured::All || even == (coloured == Coloured::Even);
}

std::vector<BoardSquare> grid_squares(int columns, int rows, Inches length, Inches width, Coloured coloured) {
  std::vector<BoardSquare> squares;
  squares.reserve(static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows));
  const auto x = [&](int c) { return length * (static_cast<double>(c) / columns); };
  const auto y = [&](int r) { return width * (static_cast<double>(r) / rows); };
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      squares.push_back({.at = {c, r},
                         .outline = {{x(c), y(r)}, {x(c + 1), y(r)}, {x(c + 1), y(r + 1)}, {x(c), y(r + 1)}},
                         .playable = is_coloured({c, r}, coloured)});
  return squares;
}

SquareName size_of(const Board& board) {
  SquareName size;
  for (const BoardSquare& square : board.squares)
    size = {std::max(size.column, square.at.column + 1), std::max(size.row, square.at.row + 1)};
  return size;
}

const BoardSquare* find_square(const Board& board, SquareName at) {
  const auto found = std::ranges::find(board.squares, at, &BoardSquare::at);
  return found != board.squares.end() ? &*found : nullptr;
}

Inches width_of_narrowest(const Board& board) {
  Inches narrowest(std::numeric_limits<double>::infinity());
  for (const BoardSquare& square : board.squares) {
    const TablePoint middle = mean_corner(square.outline);
    if (inside(square.outline, middle)) narrowest = std::min(narrowest, distance_to_outline(square.outline, middle) * 2.0);
  }
  return narrowest;
}

Inches overlap_depth(const BoardSquare& a, const BoardSquare& b) {
  Inches deepest(-std::numeric_limits<double>::infinity());
  for (const std::vector<TablePoint>& part : convex_pieces(a.outline))
    for (const std::vector<TablePoint>& other : convex_pieces(b.outline)) {
      const Convex mine{.oval = {}, .corners = part, .radius = {}}, theirs{.oval = {}, .corners = other, .radius = {}};
      deepest = std::max(deepest, Inches(-separation(mine, theirs).gap.value));
    }
  return deepest;
}

SquareReading read_square(const Board& board, TablePoint point, Inches margin) {
  SquareReading reading;
  reading.to_border = Inches(std::numeric_limits<double>::infinity());
  for (const BoardSquare& square : board.squares) {
    const Inches border = distance_to_outline(square.outline, point);
    if (inside(square.outline, point)) {
      reading.at = square.at;
      reading.to_border = border;
      reading.inside = border > margin ? Verdict::Yes : Verdict::TooCloseToCall;
      return reading;
    }
    // Outside all squares, but perhaps only by the margin: then it may stand on the nearest.
    if (border <= margin && border < reading.to_border) reading = {square.at, Verdict::TooCloseToCall, border};
  }
  return reading;
}

}  // namespace measure
