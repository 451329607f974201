// What everybody at the table sees of an action: squares, and the two values of a fight. A hidden value has no place in it.
//   The public record, log and view are made of events alone, so they cannot tell what the rules keep hidden.
// Needs rules/le_choc/board.h.
#pragma once

#include <optional>
#include <string>

#include "rules/le_choc/board.h"

namespace rules::le_choc {

/// The values both sides show in a fight (L-4).
struct ShownFight {
  Value attacker = Value::A, defender = Value::A;
  friend bool operator==(const ShownFight&, const ShownFight&) = default;
};

struct Event {
  enum class Kind { Move, Attack, Enter, Pass, Concede };
  Kind kind = Kind::Pass;
  Side side = Side::South;
  Square from = {}, to = {};             // Enter: only `to`
  std::optional<ShownFight> fight = {};  // Attack, and an entry by attack (LG3)
  bool stay = false;                     // machine guns that stay where they are if they win (L-14)
  friend bool operator==(const Event&, const Event&) = default;
};

/// How a game ended, and by which rule. No winner: a draw.
struct Ending {
  std::optional<Side> winner;
  std::string rule;
  friend bool operator==(const Ending&, const Ending&) = default;
};

}  // namespace rules::le_choc
