// The sworn umpire: each player entrusts his values to it, it resolves the fights, and everybody is shown what the rules show.
//   The hidden position and what is seen of it go side by side; the public part is made of events alone, never of the position.
// Needs rules/le_choc/position.h, seen.h.
#pragma once

#include <optional>

#include "rules/le_choc/position.h"
#include "rules/le_choc/seen.h"

namespace rules::le_choc {

struct SwornGame {
  Position position;
  Seen seen;
  friend bool operator==(const SwornGame&, const SwornGame&) = default;
};

/// L-8. Errors (Usage): as `begin`.
[[nodiscard]] measure::Result<SwornGame> begin_sworn(const Deployment& set_up, Side toss, const Rules& rules);

struct Sworn {
  SwornGame game;   // unchanged where the action is refused
  Applied applied;  // for the player who acted: a refusal may speak of his own hidden values
};
[[nodiscard]] Sworn play(const SwornGame& game, const Action& action, const Rules& rules);

// ---- what a watcher sees ----

struct ViewedPiece {
  Side side = Side::South;
  int number = 1;            // of its side, in the order of appearing
  std::optional<Square> at;  // none: fallen
  LetterSet could_be;        // one letter: known
  bool shown = false;        // face up
  friend bool operator==(const ViewedPiece&, const ViewedPiece&) = default;
};
struct ViewedSide {
  int reserve = 0;
  LetterSet in_reserve;       // letters its reserve may hold
  std::optional<Counts> own;  // its reserve by letter, for the watcher it belongs to
  bool consistent = true;     // false: what it showed contradicts itself
  friend bool operator==(const ViewedSide&, const ViewedSide&) = default;
};
struct View {
  std::optional<Side> watcher;  // none: the public
  Side to_move = Side::South;
  std::vector<ViewedPiece> pieces;
  std::array<ViewedSide, 2> sides;
  Clocks clocks;
  std::optional<Ending> ending;
  friend bool operator==(const View&, const View&) = default;
};
/// What anybody may deduce who has followed the game. It cannot tell more: it is given no hidden value.
[[nodiscard]] View public_view(const Seen& seen, const Rules& rules);
/// The same with the watcher's own values.
[[nodiscard]] View view_of(const SwornGame& game, Side watcher, const Rules& rules);
/// The view in words, a line for each piece.
[[nodiscard]] std::string text(const View& view);

}  // namespace rules::le_choc
