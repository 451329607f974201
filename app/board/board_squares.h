// A board's squares as the engines name them.
// Needs app/board/board_look.h.
#pragma once

#include <algorithm>
#include <vector>

#include "app/board/board_look.h"

namespace app {

template <class Square>
[[nodiscard]] Square named(measure::SquareName at) {
  return {at.column, at.row};
}
template <class Square>
[[nodiscard]] measure::SquareName name_of(Square at) {
  return {at.column, at.row};
}

/// Squares of which nothing can be said: unseen ones, those of hidden pieces, and all a piece between squares may stand on.
template <class Square>
[[nodiscard]] std::vector<Square> unsure_squares(const BoardLook& look) {
  std::vector<Square> all;
  for (const measure::SquareName at : look.unseen) all.push_back(named<Square>(at));
  for (const measure::SquareName at : look.unsure) all.push_back(named<Square>(at));
  const auto stands = [&](measure::SquareName at) { return std::ranges::find(look.standing, at, &Standing::at) != look.standing.end(); };
  for (const Standing& piece : look.standing) {
    if (piece.sure) continue;
    for (int column = -1; column <= 1; ++column)
      for (int row = -1; row <= 1; ++row) {
        const measure::SquareName near{piece.at.column + column, piece.at.row + row};
        if (near == piece.at || !stands(near)) all.push_back(named<Square>(near));
      }
  }
  return all;
}

}  // namespace app
