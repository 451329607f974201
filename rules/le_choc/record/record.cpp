#include "rules/le_choc/record/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace rules::le_choc {
namespace {

/// What the player did; none where its letter is hidden.
std::optional<Action> action_of(const RecordedAction& recorded) {
  const Event& event = recorded.event;
  switch (event.kind) {
    case Event::Kind::Move: return Move{event.from, event.to};
    case Event::Kind::Attack: return Attack{event.from, event.to, event.stay};
    case Event::Kind::Enter:
      if (event.fight) return Enter{event.fight->attacker, event.to};
      return recorded.entered ? std::optional<Action>(Enter{*recorded.entered, event.to}) : std::nullopt;
    case Event::Kind::Pass: return Pass{};
    case Event::Kind::Concede: return Concede{};
  }
  return std::nullopt;
}

tl::expected<SwornGame, ReplayError> start_of(const Record& record, const Rules& rules) {
  Deployment set_up;
  for (const Side side : kSides)
    for (const RecordedPlace& place : record.start[index(side)]) {
      if (!place.value) return tl::unexpected(ReplayError{{}, reason("L-8", fmt::format("the letter on {} is hidden", text(place.at)))});
      set_up[index(side)].push_back({place.at, *place.value});
    }
  auto game = begin_sworn(set_up, record.first, rules);
  if (!game) return tl::unexpected(ReplayError{{}, reason("L-8", game.error().message)});
  return *game;
}

/// The game as the board shows it then.
Seen interrupted(const Seen& game, const Interruption& by) {
  SeenBoard board;
  if (by.stands)
    for (const Side side : kSides)
      for (const Square at : (*by.stands)[index(side)]) board.pieces.push_back({at, side});
  Seen out = by.stands ? accepted(game, board) : game;
  out.to_move = by.to_move;
  if (!by.stands) out.ending.reset();  // whoever plays on has not heard of the end
  return out;
}

/// What an action shows. Of an attack with an outcome the board tells who is left.
Observed watched(const Seen& game, const RecordedAction& action, const Rules& rules, const std::optional<Ending>& announced) {
  if (!action.outcome) return observe(game, action.event, rules, announced);
  const auto& fight = action.event.fight;
  const auto guess = attack_that_shows(
      game, action.event, *action.outcome == Outcome::AttackerFalls ? Guess::Fight::DefenderWins : Guess::Fight::AttackerWins, rules);
  if (!guess)
    return {.seen = game,
            .done = false,
            .flags = {reason("L-13", fmt::format("no piece on {} can attack {} so", text(action.event.from), text(action.event.to)))}};
  Observed out{.seen = after_fight(game, *guess, rules), .done = true, .flags = {}};
  if (fight) {  // believed, though the board says otherwise
    out.seen.pieces[*seen_on(game, action.event.from)].evidence = LetterSet::only(fight->attacker);
    out.seen.pieces[*seen_on(game, action.event.to)].evidence = LetterSet::only(fight->defender);
  }
  return out;
}

std::optional<ReplayError> wrong_end(const Record& record, const std::optional<Ending>& ending) {
  if (record.ending == ending || !record.ending) return std::nullopt;
  return ReplayError{{},
                     reason("L-15", fmt::format("the record ends with \"{}\", the game {}", text(*record.ending),
                                                ending ? fmt::format("with \"{}\"", text(*ending)) : "goes on"))};
}

}  // namespace

Rules rules_for(const Record& record) {
  Rules rules = rules_of(record.house);
  for (const Side side : kSides)
    if (!record.bases[index(side)].empty()) rules.board.bases[index(side)] = record.bases[index(side)];
  return rules;
}

Record begin_record(const Seen& start, const Rules& rules) {
  Record record;
  record.house = rules.house;
  record.first = start.to_move;
  const Board by_house = board_of(rules.house);
  if (const auto at = rules.board.objective; at && at != by_house.objective) record.house.objective = {at->column, at->row};
  for (const Side side : kSides)
    if (rules.board.bases[index(side)] != by_house.bases[index(side)]) record.bases[index(side)] = rules.board.bases[index(side)];
  for (const SeenPiece& piece : start.pieces)
    if (piece.at) record.start[index(piece.side)].push_back({*piece.at, {}});
  return record;
}

Played<SwornGame> play_as_far(const Record& record, const Rules& rules) {
  Played<SwornGame> out;
  auto start = start_of(record, rules);
  if (!start) return {{}, start.error()};
  out.games.push_back(std::move(*start));
  for (const RecordStep step : steps_of(record)) {
    const std::size_t i = step.index;
    const auto stop = [&](Reason why) { out.stopped = ReplayError{i, std::move(why)}; };
    if (step.interruption) {
      out.stopped = ReplayError{{}, reason("L-9", "the record goes on from a board that was watched, whose letters nobody knows")};
      return out;
    }
    const auto action = action_of(record.actions[i]);
    if (!action) return stop(reason("L-10", "the letter that enters is hidden")), out;
    const Sworn sworn = play(out.games.back(), *action, rules);
    if (!sworn.applied.done) return stop(sworn.applied.because.front()), out;
    if (sworn.applied.event != record.actions[i].event || record.actions[i].outcome)
      return stop(reason("L-4", "the pieces there show other letters, or did otherwise")), out;
    out.games.push_back(sworn.game);
  }
  out.stopped = wrong_end(record, out.games.back().position.ending);
  return out;
}

Played<Seen> watch_as_far(const Record& record, const Rules& rules) {
  std::array<std::vector<Square>, 2> squares;
  for (const Side side : kSides)
    for (const RecordedPlace& place : record.start[index(side)]) squares[index(side)].push_back(place.at);
  Played<Seen> out{{begin_seen(std::move(squares), record.first, rules)}, {}};
  for (const RecordStep step : steps_of(record)) {
    if (step.interruption) {
      out.games.push_back(interrupted(out.games.back(), record.interruptions[step.index]));
      continue;
    }
    const bool last = step.index + 1 == record.actions.size();
    Observed observed = watched(out.games.back(), record.actions[step.index], rules, last ? record.ending : std::nullopt);
    if (!observed.done) {
      out.stopped = ReplayError{step.index, observed.flags.front()};
      return out;
    }
    out.games.push_back(std::move(observed.seen));
  }
  if (record.ending) out.games.back().ending = record.ending;
  return out;
}

}  // namespace rules::le_choc
