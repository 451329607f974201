#include "tests/support/le_choc_views.h"

#include <fmt/format.h>

#include <cassert>

namespace rules::le_choc {

View public_view(const Seen& seen, const Rules& rules) {
  View view{.watcher = {}, .to_move = seen.to_move, .pieces = {}, .sides = {}, .clocks = seen.clocks, .ending = seen.ending};
  std::array<Deduction, 2> deductions;
  for (const Side side : kSides) {
    Deduction& deduction = deductions[index(side)] = deduce(seen, side, rules);
    view.sides[index(side)] = {seen.reserve[index(side)], deduction.in_reserve, {}, deduction.consistent};
  }
  for (const SeenPiece& piece : seen.pieces)
    view.pieces.push_back({piece.side, piece.number, piece.at,
                           deductions[index(piece.side)].possible[static_cast<std::size_t>(piece.number - 1)], piece.shown});
  return view;
}

View view_of(const SwornGame& game, Side watcher, const Rules& rules) {
  View view = public_view(game.seen, rules);
  view.watcher = watcher;
  view.sides[index(watcher)].own = game.position.reserve[index(watcher)];
  std::size_t standing = 0;  // both keep the pieces on the board in the order of appearing
  for (ViewedPiece& piece : view.pieces) {
    if (!piece.at) continue;
    const Piece& hidden = game.position.pieces[standing++];
    assert(hidden.at == *piece.at && hidden.side == piece.side);
    if (piece.side == watcher) piece.could_be = LetterSet::only(hidden.value);
  }
  return view;
}

std::string text(const View& view) {
  std::string out = fmt::format("{} to move, seen by {}\n", word(view.to_move), view.watcher ? word(*view.watcher) : "everybody");
  for (const ViewedPiece& piece : view.pieces)
    out += fmt::format("{} {} {} {}{}\n", word(piece.side), piece.number, piece.at ? text(*piece.at) : "fallen", text(piece.could_be),
                       piece.shown ? " shown" : "");
  for (const Side side : kSides) {
    const ViewedSide& its = view.sides[index(side)];
    out += fmt::format("{} reserve {} {}", word(side), its.reserve, text(its.in_reserve));
    for (const Value value : kAllValues)
      if (its.own && (*its.own)[index(value)] > 0) out += fmt::format(" {}{}", letter(value), (*its.own)[index(value)]);
    out += its.consistent ? "\n" : " contradicts itself\n";
  }
  out += fmt::format("quiet {} held {}\n", view.clocks.quiet, view.clocks.held);
  if (view.ending) out += fmt::format("{} by {}\n", view.ending->winner ? word(*view.ending->winner) : "draw", view.ending->rule);
  return out;
}

View view_of(const Seen& seen, const Entrusted& entrusted, Side watcher, const Rules& rules) {
  View view = public_view(seen, rules);
  view.watcher = watcher;
  view.sides[index(watcher)].own = not_entrusted(entrusted, watcher, rules);
  for (ViewedPiece& piece : view.pieces)
    if (const auto value = piece.side == watcher ? letter_of(entrusted, watcher, piece.number) : std::nullopt)
      piece.could_be = LetterSet::only(*value);
  return view;
}

}  // namespace rules::le_choc
