#include "rules/le_choc/entrusted.h"

#include <fmt/format.h>

#include <bit>

namespace rules::le_choc {
namespace {

std::optional<Value> only_one(LetterSet letters) {
  if (letters.size() != 1) return std::nullopt;
  return static_cast<Value>(std::countr_zero(letters.bits));
}

/// The letter a piece has: the one it was entrusted with, else the one it has shown.
std::optional<Value> known(const Entrusted& entrusted, const SeenPiece& piece) {
  const auto entered = letter_of(entrusted, piece.side, piece.number);
  return entered ? entered : only_one(piece.evidence);
}

}  // namespace

std::optional<Value> letter_of(const Entrusted& entrusted, Side side, int number) {
  const auto& letters = entrusted.letters[index(side)];
  const auto place = static_cast<std::size_t>(number - 1);
  return place < letters.size() ? letters[place] : std::nullopt;
}

void entrust(Entrusted& entrusted, Side side, int number, std::optional<Value> value) {
  auto& letters = entrusted.letters[index(side)];
  const auto place = static_cast<std::size_t>(number - 1);
  if (place >= letters.size()) letters.resize(place + 1);
  letters[place] = value;
}

Counts not_entrusted(const Entrusted& entrusted, Side side, const Rules& rules) {
  Counts left = rules.force;
  for (const auto& value : entrusted.letters[index(side)])
    if (value) --left[index(*value)];
  return left;
}

std::optional<Reason> why_not_entrusted(const Entrusted& entrusted, Side side, int number, Value value, const Rules& rules) {
  const bool same = letter_of(entrusted, side, number) == value;
  if (same || not_entrusted(entrusted, side, rules)[index(value)] > 0) return std::nullopt;
  return Reason{"L-2",
                fmt::format("a force has {} {}, and {} entered already", rules.force[index(value)], letter(value),
                            rules.force[index(value)] == 1 ? "it is" : "all are"),
                {},
                {},
                {},
                std::string(1, letter(value))};
}

std::optional<Reason> contradicted(const SeenPiece& piece, Value value) {
  if (piece.evidence.has(value)) return std::nullopt;
  const std::string where = piece.at ? text(*piece.at) : "a fallen piece";
  if (const auto shown = only_one(piece.evidence))
    return Reason{"L-4", fmt::format("{} was shown as {}, and is entered as {}", where, letter(*shown), letter(value)), {}, {}, {}, where};
  return Reason{
      "L-11", fmt::format("{} has done what only {} can; {} moves {}", where, text(piece.evidence), letter(value), mobility(value)),
      {},     {},
      {},     where};
}

bool undislodged(const Seen& seen, const Entrusted& entrusted, const Rules& rules) {
  if (!rules.board.objective) return false;
  const auto place = seen_on(seen, *rules.board.objective);
  if (!place) return false;
  const auto occupant = known(entrusted, seen.pieces[*place]);
  if (!occupant) return false;
  const Side enemy = other(seen.pieces[*place].side);
  Counts left = rules.force;
  for (const SeenPiece& piece : seen.pieces)
    if (const auto value = piece.side == enemy && !piece.at ? only_one(piece.evidence) : std::nullopt) --left[index(*value)];
  return cannot_be_dislodged(*occupant, left);
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
