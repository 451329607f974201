// A board as one picture shows it: who stands on which square, and which squares nobody can see.
//   Between the camera and the rules: no pixels any more, no game yet.
// Needs measure/board.h.
#pragma once

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
  friend bool operator==(const BoardLook&, const BoardLook&) = default;
};

}  // namespace app
