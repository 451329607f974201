// When a board has come to rest: the same men on the same squares for a while.
//   Recordings of stills have no time between pictures: each of them is at rest.
// Needs app/board/board_look.h.
#pragma once

#include <optional>

#include "app/board/board_look.h"

namespace app {

class BoardSettler {
 public:
  explicit BoardSettler(bool stills) : stills_(stills) {}
  /// Is the board at rest in this picture, taken at `time_s`? While squares are out of sight it takes longer: a hand that rests on the
  /// board rarely means that the action is done.
  [[nodiscard]] bool at_rest(const BoardLook& look, double time_s);
  /// Has the board rested for so long, as that look had it, that nobody waits for a better one? Of stills: in two pictures.
  [[nodiscard]] bool long_at_rest() const { return long_at_rest_; }
  /// Something moved over the board.
  void moved() { last_.reset(); }

 private:
  bool stills_ = false;
  std::optional<BoardLook> last_;
  double since_s_ = 0.0;
  bool long_at_rest_ = false;
};

}  // namespace app
