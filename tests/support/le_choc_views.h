// What each watcher of a game of Le Choc sees and may deduce, put together to be compared.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "rules/le_choc/sworn.h"

namespace rules::le_choc {

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
/// What everybody may deduce, and the watcher's own letters.
[[nodiscard]] View view_of(const Seen& seen, const Entrusted& entrusted, Side watcher, const Rules& rules);

}  // namespace rules::le_choc
