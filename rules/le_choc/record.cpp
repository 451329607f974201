#include "rules/le_choc/record.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace rules::le_choc {
namespace {

ReplayError at_action(std::size_t action, Reason why) { return {action, std::move(why)}; }

Reason reason(const char* rule, std::string says) { return {rule, std::move(says), {}, {}, {}, {}}; }

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

std::optional<ReplayError> wrong_end(const Record& record, const std::optional<Ending>& ending) {
  if (record.ending == ending || !record.ending) return std::nullopt;
  return ReplayError{{},
                     reason("L-15", fmt::format("the record ends with \"{}\", the game {}", text(*record.ending),
                                                ending ? fmt::format("with \"{}\"", text(*ending)) : "goes on"))};
}

}  // namespace

Record begin_record(const Position& start, const Rules& rules) {
  Record record;
  record.house = rules.house;
  record.first = start.to_move;
  for (const Piece& piece : start.pieces) record.start[index(piece.side)].push_back({piece.at, piece.value});
  return record;
}

Record begin_record(const Seen& start, const Rules& rules) {
  Record record;
  record.house = rules.house;
  record.first = start.to_move;
  for (const SeenPiece& piece : start.pieces)
    if (piece.at) record.start[index(piece.side)].push_back({*piece.at, {}});
  return record;
}

void add(Record& record, const Event& event, const std::optional<Ending>& ending) {
  record.actions.push_back({event, {}});
  record.ending = ending;
}

void add(Record& record, const Action& action, const Applied& applied) {
  const auto* enter = std::get_if<Enter>(&action);
  add(record, *applied.event, applied.position.ending);
  if (enter && !applied.event->fight) record.actions.back().entered = enter->value;
}

Record seen_by(Record record, std::optional<Side> watcher) {
  for (const Side side : kSides)
    if (side != watcher)
      for (RecordedPlace& place : record.start[index(side)]) place.value.reset();
  for (RecordedAction& action : record.actions)
    if (action.event.side != watcher) action.entered.reset();
  return record;
}

tl::expected<std::vector<SwornGame>, ReplayError> replay(const Record& record) {
  const Rules rules = rules_of(record.house);
  auto start = start_of(record, rules);
  if (!start) return tl::unexpected(start.error());
  std::vector<SwornGame> games{std::move(*start)};
  for (std::size_t i = 0; i < record.actions.size(); ++i) {
    const auto action = action_of(record.actions[i]);
    if (!action) return tl::unexpected(at_action(i, reason("L-10", "the letter that enters is hidden")));
    const Sworn sworn = play(games.back(), *action, rules);
    if (!sworn.applied.done) return tl::unexpected(at_action(i, sworn.applied.because.front()));
    if (sworn.applied.event != record.actions[i].event)
      return tl::unexpected(at_action(i, reason("L-4", "the pieces there show other letters, or did otherwise")));
    games.push_back(sworn.game);
  }
  if (auto wrong = wrong_end(record, games.back().position.ending)) return tl::unexpected(*wrong);
  return games;
}

tl::expected<std::vector<Seen>, ReplayError> replay_seen(const Record& record) {
  const Rules rules = rules_of(record.house);
  std::array<std::vector<Square>, 2> squares;
  for (const Side side : kSides)
    for (const RecordedPlace& place : record.start[index(side)]) squares[index(side)].push_back(place.at);
  std::vector<Seen> games{begin_seen(std::move(squares), record.first, rules)};
  for (std::size_t i = 0; i < record.actions.size(); ++i) {
    const bool last = i + 1 == record.actions.size();
    Observed observed = observe(games.back(), record.actions[i].event, rules, last ? record.ending : std::nullopt);
    if (!observed.done) return tl::unexpected(at_action(i, observed.flags.front()));
    games.push_back(std::move(observed.seen));
  }
  return games;
}

}  // namespace rules::le_choc
