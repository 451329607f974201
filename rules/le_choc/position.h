// A game of Le Choc as one who knows every value sees it: pieces, reserves, whose action it is.
//   A value: questions never change it, `apply` makes a new one and leaves the old one whole, so undo is going back to it.
//   No clock and no dice here; whoever wins the toss comes with the set-up.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "measure/result.h"
#include "rules/answer.h"
#include "rules/le_choc/ending.h"
#include "rules/le_choc/value.h"

namespace rules::le_choc {

struct Piece {
  Side side = Side::South;
  Value value = Value::A;
  Square at;
  bool shown = false;  // it stays face up after a fight (LG9, reveal.sticky)
  friend bool operator==(const Piece&, const Piece&) = default;
};

struct Position {
  Side to_move = Side::South;
  std::vector<Piece> pieces;  // on the board; of those on one base square the last is on top (LG2, unlimited)
  std::array<Counts, 2> reserve{};
  Clocks clocks;
  std::optional<Ending> ending;
  friend bool operator==(const Position&, const Position&) = default;
};

// ---- set-up ----

struct Placed {
  Square at;
  Value value = Value::A;
};
using Deployment = std::array<std::vector<Placed>, 2>;  // by side
/// L-8: three on each base, what is left in reserve. Errors (Usage): the rule that the set-up breaks, in words.
[[nodiscard]] measure::Result<Position> begin(const Deployment& set_up, Side toss, const Rules& rules);
/// L-8: the first thing that is wrong with each side's set-up.
[[nodiscard]] std::vector<Reason> set_up_faults(const Deployment& set_up, const Rules& rules);
/// LG12: who begins, the toss having fallen to `toss`.
[[nodiscard]] Side who_begins(Side toss, const House& house);

/// A piece that cannot be there, and why: off the board, two on one square, more of a letter than a force has (L-2). `piece` is its
/// place in `pieces`; none: it is the reserve of `side`.
struct Misplaced {
  std::optional<std::size_t> piece;
  Side side = Side::South;
  Reason why;
};
[[nodiscard]] std::optional<Misplaced> misplaced(const Position& position, const Rules& rules);

// ---- actions ----

struct Move {
  Square from, to;
  friend bool operator==(const Move&, const Move&) = default;
};
struct Attack {
  Square from, to;
  bool stay = false;  // L-14: machine guns only
  friend bool operator==(const Attack&, const Attack&) = default;
};
struct Enter {
  Value value = Value::A;
  Square at;
  friend bool operator==(const Enter&, const Enter&) = default;
};
struct Pass {
  friend bool operator==(const Pass&, const Pass&) = default;
};
/// LG13(c): never among the legal actions that are listed, and always allowed.
struct Concede {
  friend bool operator==(const Concede&, const Concede&) = default;
};
using Action = std::variant<Move, Attack, Enter, Pass, Concede>;

/// Every action of the side to move (L-9), by pieces, directions and steps, then entries by base and letter; the pass alone where nothing
/// else is possible (LG12). Asks nothing about the game being over.
[[nodiscard]] std::vector<Action> legal(const Position& position, const Rules& rules);
/// Why an action is not legal; none where it is.
[[nodiscard]] std::optional<Reason> why_not(const Position& position, const Action& action, const Rules& rules);

struct Shown {
  Square at;  // where it stood, or where it enters
  Value value = Value::A;
};
/// What an action did. A refused one leaves `position` as it was and says why.
struct Applied {
  Position position;
  bool done = true;
  std::vector<Reason> because;
  std::vector<Shown> shown;                // attacker and defender (L-4)
  std::optional<Event> event;              // what everybody saw
  std::shared_ptr<const Position> before;  // the inverse: going back to it undoes the action
};
[[nodiscard]] Applied apply(const Position& position, const Action& action, const Rules& rules);

// ---- questions ----

/// Who stands where.
[[nodiscard]] Ground ground_of(const Position& position, const Rules& rules);
/// The piece on a square, the top one of several; null where there is none.
[[nodiscard]] const Piece* piece_on(const Position& position, Square at);
/// Pieces a side has left, by letter, on the board and in reserve.
[[nodiscard]] Counts left(const Position& position, Side side);
/// Has the side a move, an attack or an entry? (LG12)
[[nodiscard]] bool can_act(const Position& position, const Ground& ground, Side side, const Rules& rules);

}  // namespace rules::le_choc
