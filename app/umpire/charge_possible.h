// What is still possible in a step of the firing: every gun or company that may fire and has not, with its targets.
//   A question to the game and the table that is seen. It may take a while; ask it beside the drawing.
// Needs rules/charge/game/game.h, umpire.h.
#pragma once

#include <string>
#include <vector>

#include "rules/charge/game/game.h"
#include "rules/charge/game/umpire.h"

namespace app {

struct MayFire {
  std::string unit, army;
  std::vector<int> ids;                              // to select it: the gun, or every man of the body
  std::vector<std::string> targets;                  // units; those it surely may fire at first
  measure::Verdict verdict = measure::Verdict::Yes;  // of the best of them
};
/// Empty outside the artillery and the musketry.
[[nodiscard]] std::vector<MayFire> may_still_fire(const rules::charge::Game& game, const rules::charge::Field& seen,
                                                  const rules::charge::House& house);

}  // namespace app
