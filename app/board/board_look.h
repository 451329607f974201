// A board as one picture shows it: who stands on which square, and which squares nobody can see.
//   Between the camera and the rules: no pixels any more, no game yet.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
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

/// When a board has come to rest: the same men on the same squares for a while. Recordings of stills have no time between pictures: each of
/// them is at rest.
class BoardSettler {
 public:
  explicit BoardSettler(bool stills) : stills_(stills) {}
  /// Is the board at rest in this picture, taken at `time_s`? While squares are out of sight it takes longer: a hand that rests on the
  /// board rarely means that the action is done.
  [[nodiscard]] bool at_rest(const BoardLook& look, double time_s) {
    const bool same = last_ && same_men(*last_, look);
    if (!same) since_s_ = time_s;
    last_ = look;
    long_at_rest_ = same && (stills_ || time_s - since_s_ >= kLongRest);
    if (stills_) return true;
    return time_s - since_s_ >= (look.unseen.empty() ? kRest : kRestUnseen);
  }
  /// Has the board rested for so long, as that look had it, that nobody waits for a better one? Of stills: in two pictures.
  [[nodiscard]] bool long_at_rest() const { return long_at_rest_; }
  /// Something moved over the board.
  void moved() { last_.reset(); }

 private:
  /// Seconds that a board must stay as it is. Shorter, and a man put down for a moment on his way is an action; longer, and the game waits.
  static constexpr double kRest = 0.6;
  /// The same while squares are out of sight.
  static constexpr double kRestUnseen = 2.0;
  /// Seconds after which nobody waits for a hand to go. Shorter, and players are asked what the next moment shows; longer, and under a lamp
  /// that mirrors on a square the game waits for nothing.
  static constexpr double kLongRest = 8.0;

  bool stills_ = false;
  std::optional<BoardLook> last_;
  double since_s_ = 0.0;
  bool long_at_rest_ = false;
};

// A board's squares as the engines name them.

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
