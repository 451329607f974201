// What everybody at the table sees of an action: squares, and the two values of a fight. A hidden value has no place in it.
//   The public record, log and view are made of events alone, so they cannot tell what the rules keep hidden.
#pragma once

#include <array>
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

// When a game of Le Choc is over: what is tested after every action, and what of it needs no hidden value.

/// How long the present occupant has stood on the objective, and how long nothing has happened.
struct Clocks {
  int quiet = 0;  // actions in a row without capture or entry (LG17)
  int held = 0;   // enemy turns the occupant of the objective has held it through (LG13)
  friend bool operator==(const Clocks&, const Clocks&) = default;
};
/// The clocks after an action of `mover`; `before` and `after` say whose piece stood on the objective. `stirred`: it captured or entered.
[[nodiscard]] Clocks ticked(Clocks clocks, Side mover, bool stirred, std::optional<Side> before, std::optional<Side> after);

/// LG13(a), LG15: no piece that the enemy has left, on the board or in reserve, would win by attacking the occupant.
[[nodiscard]] bool cannot_be_dislodged(Value occupant, const Counts& enemies);

/// What everybody knows when an action is over.
struct Standing {
  std::optional<Side> occupant;   // of the objective
  std::array<int, 2> pieces{};    // left by side, on the board and in reserve
  std::array<bool, 2> can_act{};  // by side: an entry, a move or an attack
  Clocks clocks;
};
/// L-15, LG13(b), LG12, LG16, LG17: the end that the public facts bring about. `undislodged`: the occupant's values are known and
/// nothing can dislodge it (LG13a).
[[nodiscard]] std::optional<Ending> ending_after(const Standing& standing, bool undislodged, const House& house);

/// The rule, and why it ends the game, in words. `names`: of South and North.
[[nodiscard]] Reason reason_of(const Ending& ending, const House& house, const std::array<std::string, 2>& names = {"south", "north"});

}  // namespace rules::le_choc
