#include "app/board/board_look.h"

namespace app {
namespace {

/// Seconds that a board must stay as it is. Shorter, and a man put down for a moment on his way is an action; longer, and the game waits.
constexpr double kRest = 0.6;
/// The same while squares are out of sight.
constexpr double kRestUnseen = 2.0;
/// Seconds after which nobody waits for a hand to go. Shorter, and players are asked what the next moment shows; longer, and under a lamp
/// that mirrors on a square the game waits for nothing.
constexpr double kLongRest = 8.0;

}  // namespace

bool BoardSettler::at_rest(const BoardLook& look, double time_s) {
  const bool same = last_ && same_men(*last_, look);
  if (!same) since_s_ = time_s;
  last_ = look;
  long_at_rest_ = same && (stills_ || time_s - since_s_ >= kLongRest);
  if (stills_) return true;
  return time_s - since_s_ >= (look.unseen.empty() ? kRest : kRestUnseen);
}

}  // namespace app
