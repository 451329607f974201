// A board as one picture shows it: who stands on which square, and which squares nobody can see.
//   Between the camera and the rules: no pixels any more, no game yet.
// Needs measure/board.h.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "measure/board.h"

namespace app {

struct Standing {
  measure::SquareName at;
  std::size_t side = 0;  // its place in Board::sides
  bool general = false;  // two men on top of each other, or a crown, beyond doubt; else he may be one nobody has recognised
  bool sure = true;      // false: it may stand on the square beside it
  friend bool operator==(const Standing&, const Standing&) = default;
};

struct BoardLook {
  std::vector<Standing> standing;           // by square, none twice
  std::vector<measure::SquareName> unseen;  // under a hand, in a glare
  std::vector<measure::SquareName> unsure;  // somebody stood there who is not recognised now, and nobody has seen the square empty
  bool long_at_rest = false;                // nobody has moved for so long that no better look is to be waited for
  friend bool operator==(const BoardLook&, const BoardLook&) = default;
};

/// Do both looks show the same men on the same squares? Whether one near a border counts as sure may flicker; where he stands may not.
[[nodiscard]] inline bool same_men(const BoardLook& a, const BoardLook& b) {
  return std::ranges::equal(a.standing, b.standing, [](const Standing& x, const Standing& y) {
    return x.at == y.at && x.side == y.side && x.general == y.general;
  });
}

}  // namespace app
