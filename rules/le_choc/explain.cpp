#include "rules/le_choc/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rules::le_choc {
namespace {

using FightGuess = Guess::Fight;

bool holds(const std::vector<Square>& squares, Square at) { return std::ranges::find(squares, at) != squares.end(); }

/// Who is seen on each square of a game: of several on one base square the top one.
std::map<Square, Side> faces(const Seen& game) {
  std::map<Square, Side> all;
  for (const SeenPiece& piece : game.pieces)
    if (piece.at) all.insert_or_assign(*piece.at, piece.side);
  return all;
}

SeenPiece& piece_at(Seen& game, Square at) { return game.pieces[*seen_on(game, at)]; }

/// The attack as that outcome leaves it, of a piece with these letters.
std::optional<Guess> guess_of(const Event& event, FightGuess fight, LetterSet letters) {
  Guess guess{event, fight, letters};
  guess.event.fight.reset();
  guess.event.stay = fight == FightGuess::AttackerStays;
  if (guess.event.stay) guess.letters = letters & LetterSet::only(kMachineGuns);
  return guess.letters.empty() ? std::nullopt : std::optional(guess);
}

/// Every action the board could show, with the game after it.
std::vector<std::pair<Guess, Seen>> outcomes_of(const Seen& game, const Rules& rules) {
  std::vector<std::pair<Guess, Seen>> all;
  const Side side = game.to_move;
  const auto try_to = [&](const Guess& guess) {
    Observed observed = observe(game, guess.event, rules);
    if (observed.done && observed.flags.empty()) all.emplace_back(guess, std::move(observed.seen));
  };
  const Deduction known = deduce(game, side, rules);
  const auto seen = faces(game);
  for (const auto& [from, who] : seen) {
    if (who != side) continue;
    for (const PossibleArrival& arrival : possible_arrivals(game, from, rules)) {
      Guess guess{{.kind = Event::Kind::Move, .side = side, .from = from, .to = arrival.at}, FightGuess::None, arrival.letters};
      if (!arrival.attack) {
        try_to(guess);
        continue;
      }
      guess.event.kind = Event::Kind::Attack;
      for (const FightGuess fight : {FightGuess::AttackerWins, FightGuess::AttackerStays, FightGuess::DefenderWins})
        if (const auto attack = guess_of(guess.event, fight, arrival.letters)) all.emplace_back(*attack, after_fight(game, *attack, rules));
    }
  }
  if (game.reserve[index(side)] > 0)
    for (const Base& base : rules.board.bases[index(side)])
      for (const Square at : base)
        if (!seen.contains(at)) try_to({{.kind = Event::Kind::Enter, .side = side, .to = at}, FightGuess::None, known.in_reserve});
  return all;
}

/// One piece of the side to move left its square and one stands where none of them stood.
std::optional<Event> action_it_looks_like(const Seen& game, const std::vector<Difference>& differences) {
  std::optional<Square> from, to;
  bool fight = false;
  for (const Difference& d : differences) {
    if (d.side != game.to_move) continue;
    if (d.kind == Difference::Kind::Gone) from = d.at;
    if (d.kind != Difference::Kind::Gone) to = d.at, fight = d.kind == Difference::Kind::OtherSide;
  }
  if (!to || fight) return std::nullopt;  // a fight needs letters to be judged
  return Event{.kind = from ? Event::Kind::Move : Event::Kind::Enter, .side = game.to_move, .from = from.value_or(Square{}), .to = *to};
}

}  // namespace

std::vector<Difference> differences(const Seen& game, const SeenBoard& seen) {
  using Kind = Difference::Kind;
  std::map<Square, Side> unexplained;
  for (const SeenSquare& square : seen.pieces) unexplained.emplace(square.at, square.side);
  std::vector<Difference> all;
  for (const auto& [at, side] : faces(game)) {
    const auto there = unexplained.find(at);
    if (!holds(seen.unsure, at)) {
      if (there == unexplained.end()) all.push_back({Kind::Gone, at, side});
      if (there != unexplained.end() && there->second != side) all.push_back({Kind::OtherSide, at, there->second});
    }
    if (there != unexplained.end()) unexplained.erase(there);
  }
  for (const auto& [at, side] : unexplained)
    if (!holds(seen.unsure, at)) all.push_back({Kind::Appeared, at, side});
  std::ranges::sort(all, {}, &Difference::at);
  return all;
}

Explained explain(const Seen& game, const Rules& by, const SeenBoard& seen) {
  const auto outcomes = [&](const Seen& state) { return outcomes_of(state, by); };
  const auto differ = [&](const Seen& state) { return differences(state, seen); };
  // An attacker who fell may have fallen to any of several: the board is the same, the action is not.
  const auto alike = [](const Explanation& a, const Explanation& b) { return a.actions == b.actions; };
  Explained out{rules::explain<Explanation>(game, outcomes, differ, alike), {}, {}};
  if (out.by.unchanged || !out.by.exact.empty()) return out;
  const auto differing = differ(game);
  const auto event = action_it_looks_like(game, differing);
  if (!event) {
    if (std::ranges::all_of(differing, [](const Difference& d) { return d.kind == Difference::Kind::Gone; }))
      for (const Difference& d : differing)
        out.because.push_back(
            reason("L-13", fmt::format("the piece on {} has lost no fight: it may not be lifted", text(d.at)), text(d.at)));
    return out;
  }
  Observed observed = observe(game, *event, by);
  if (observed.flags.empty()) return out;
  out.looks_like = event;
  out.because = std::move(observed.flags);
  return out;
}

std::optional<Guess> attack_that_shows(const Seen& game, const Event& event, FightGuess fight, const Rules& rules) {
  const auto from = seen_on(game, event.from);
  if (!from || event.side != game.to_move || game.pieces[*from].side != event.side) return std::nullopt;
  for (const PossibleArrival& arrival : possible_arrivals(game, event.from, rules))
    if (arrival.attack && arrival.at == event.to)
      return guess_of(event, event.stay && fight == FightGuess::AttackerWins ? FightGuess::AttackerStays : fight, arrival.letters);
  return std::nullopt;
}

Seen after_fight(const Seen& game, const Guess& attack, const Rules& rules) {
  const Event& event = attack.event;
  Seen next = game;
  piece_at(next, event.from).evidence = piece_at(next, event.from).evidence & attack.letters;
  if (attack.fight == FightGuess::DefenderWins) {
    piece_at(next, event.from).at.reset();
  } else {
    piece_at(next, event.to).at.reset();
    if (attack.fight == FightGuess::AttackerWins) piece_at(next, event.from).at = event.to;
  }
  next.clocks = ticked(game.clocks, game.to_move, true, occupant(game, rules), occupant(next, rules));
  next.to_move = other(game.to_move);
  return next;
}

Seen accepted(const Seen& game, const SeenBoard& seen) {
  Seen out = game;
  const auto all = differences(game, seen);
  std::vector<std::size_t> left;  // pieces that are not where they stood, to be found again elsewhere
  bool moved = false;
  for (const Difference& d : all) {
    if (d.kind == Difference::Kind::Appeared) continue;
    const std::size_t piece = *seen_on(out, d.at);
    out.pieces[piece].at.reset();
    left.push_back(piece);
    moved |= out.pieces[piece].side == game.to_move;
  }
  for (const Difference& d : all) {
    if (d.kind == Difference::Kind::Gone) continue;
    const auto same = std::ranges::find_if(left, [&](std::size_t piece) { return out.pieces[piece].side == d.side; });
    if (same != left.end()) {
      out.pieces[*same].at = d.at;
      left.erase(same);
      continue;
    }
    const auto of_side = std::ranges::count(out.pieces, d.side, &SeenPiece::side);
    out.pieces.push_back({.side = d.side, .number = static_cast<int>(of_side) + 1, .at = d.at, .evidence = {}, .shown = false});
    int& reserve = out.reserve[index(d.side)];
    reserve = std::max(0, reserve - 1);
    moved |= d.side == game.to_move;
  }
  if (moved) out.to_move = other(game.to_move);
  out.clocks = {};
  return out;
}

}  // namespace rules::le_choc
