#include "app/board/board_settler.h"

#include <algorithm>

namespace app {
namespace {

/// Seconds that a board must stay as it is. Shorter, and a man put down for a moment on his way is an action; longer, and the game waits.
constexpr double kRest = 0.6;
/// The same while squares are out of sight.
constexpr double kRestUnseen = 2.0;

/// Whether a man near a border counts as sure may flicker; where he stands may not.
bool same_men(const BoardLook& a, const BoardLook& b) {
  return std::ranges::equal(a.standing, b.standing, [](const Standing& x, const Standing& y) {
    return x.at == y.at && x.side == y.side && x.general == y.general;
  });
}

}  // namespace

bool BoardSettler::at_rest(const BoardLook& look, double time_s) {
  if (stills_) return true;
  if (!last_ || !same_men(*last_, look)) since_s_ = time_s;
  last_ = look;
  return time_s - since_s_ >= (look.unseen.empty() ? kRest : kRestUnseen);
}

}  // namespace app
