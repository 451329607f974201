#include "rules/le_choc/sworn.h"

#include <fmt/format.h>
#include <bit>
#include <cassert>

namespace rules::le_choc {

measure::Result<SwornGame> begin_sworn(const Deployment& set_up, Side toss, const Rules& rules) {
  return begin(set_up, toss, rules).transform([&](Position position) {
    std::array<std::vector<Square>, 2> squares;
    for (const Piece& piece : position.pieces) squares[index(piece.side)].push_back(piece.at);
    Seen seen = begin_seen(std::move(squares), position.to_move, rules);
    return SwornGame{std::move(position), std::move(seen)};
  });
}

Sworn play(const SwornGame& game, const Action& action, const Rules& rules) {
  Sworn sworn{.game = game, .applied = apply(game.position, action, rules)};
  if (!sworn.applied.done) return sworn;
  Observed observed = observe(game.seen, *sworn.applied.event, rules, sworn.applied.position.ending);
  assert(observed.done && observed.flags.empty());  // what is legal explains itself
  sworn.game = {.position = sworn.applied.position, .seen = std::move(observed.seen)};
  return sworn;
}

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
  const int all = rules.force[index(value)];
  return reason("L-2", fmt::format("a force has {} {}, and {} entered already", all, letter(value), all == 1 ? "it is" : "all are"),
                std::string(1, letter(value)));
}

std::optional<Reason> contradicted(const SeenPiece& piece, Value value) {
  if (piece.evidence.has(value)) return std::nullopt;
  const std::string where = piece.at ? text(*piece.at) : "a fallen piece";
  if (const auto shown = only_one(piece.evidence))
    return reason("L-4", fmt::format("{} was shown as {}, and is entered as {}", where, letter(*shown), letter(value)), where);
  return reason(
      "L-11", fmt::format("{} has done what only {} can; {} moves {}", where, text(piece.evidence), letter(value), mobility(value)), where);
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

}  // namespace rules::le_choc
