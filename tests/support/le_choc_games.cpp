#include "tests/support/le_choc_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "rules/le_choc/game_text.h"
#include "rules/le_choc/record.h"

namespace rules::le_choc::games {
namespace {

/// From 0 to `below` - 1; the same on every machine, which std's distributions do not promise.
int pick(Random& random, std::size_t below) { return static_cast<int>(random() % below); }

template <class List>
void shuffle(List& list, Random& random) {
  for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[static_cast<std::size_t>(pick(random, i))]);
}

std::vector<Value> letters_of(const Counts& counts) {
  std::vector<Value> letters;
  for (const Value value : kAllValues) letters.insert(letters.end(), static_cast<std::size_t>(counts[index(value)]), value);
  return letters;
}

/// Captures and entries are numbered; between them lie at most so many quiet actions (LG17).
long longest_game(const Rules& rules) { return 2L * total(rules.force) * 2 * (2 * rules.house.quiet_turns + 1); }

constexpr int kRareCheck = 37;   // steps between two checks that cost more than a step
constexpr int kRareReplay = 10;  // games between two that are played back

struct Game {
  Rules rules;
  SwornGame now;
  Record record;
};

Game begin_game(const House& house, Random& random) {
  Game game{.rules = rules_of(house), .now = {}, .record = {}};
  game.now = begin_sworn(some_set_up(game.rules, random), kSides[static_cast<std::size_t>(pick(random, 2))], game.rules).value();
  game.record = begin_record(game.now.position, game.rules);
  return game;
}

std::string broken_texts(const Game& game) {
  const std::string position = text(game.now.position), seen = text(game.now.seen);
  const auto position_back = parse_position(position, game.rules);
  if (!position_back || !(*position_back == game.now.position)) return "a position does not read back:\n" + position;
  const auto seen_back = parse_seen(seen, game.rules);
  if (!seen_back || !(*seen_back == game.now.seen)) return "what is seen does not read back:\n" + seen;
  return {};
}

std::string broken_record(const Game& game) {
  const std::string written = text(game.record);
  const auto back = parse_record(written);
  if (!back || !(back->record == game.record)) return "a record does not read back:\n" + written;
  const auto played = replay(back->record);
  if (!played || !(played->back() == game.now)) return "a record does not play back:\n" + written;
  const Record shown = seen_by(game.record, std::nullopt);
  const auto shown_back = parse_record(text(shown));
  if (!shown_back || !(shown_back->record == shown)) return "a public record does not read back:\n" + text(shown);
  const auto seen = replay_seen(shown);
  if (!seen || !(seen->back() == game.now.seen)) return "a public record does not play back:\n" + text(shown);
  return {};
}

}  // namespace

House some_house(Random& random) {
  House house;
  if (random() % 2) return house;
  const auto half = [&] { return random() % 2 == 0; };
  constexpr std::array<int, 3> kSizes{7, 9, 11};
  house.width = kSizes[static_cast<std::size_t>(pick(random, 3))];
  house.height = kSizes[static_cast<std::size_t>(pick(random, 3))];
  if (half()) house.base_capacity = Capacity::Unlimited;
  if (house.width == 7) house.base_columns = {0, 1, 2, 4, 5, 6};
  if (house.base_capacity == Capacity::Unlimited) house.base_columns = {1, house.width - 2};
  house.entry_attack = half();
  house.path = half() ? Path::Any : Path::Straight;
  house.jump = random() % 4 == 0;
  house.attack_reach = half() ? Reach::Adjacent : Reach::Mobility;
  house.reveal_sticky = half();
  house.gas_consumed = half();
  house.passing = random() % 4 == 0 ? Passing::Allowed : Passing::OnlyIfStuck;
  house.victory = half() ? Victory::Hold : Victory::Capability;
  house.elimination = random() % 4 != 0;
  house.quiet_turns = half() ? 10 : 60;
  return house;
}

Deployment some_set_up(const Rules& rules, Random& random) {
  constexpr std::size_t kPerBase = 3;
  Deployment set_up;
  for (const Side side : kSides) {
    std::vector<Value> letters = letters_of(rules.force);
    shuffle(letters, random);
    for (const Base& base : rules.board.bases[index(side)])
      for (std::size_t i = 0; i < kPerBase; ++i) {
        set_up[index(side)].push_back({base[std::min(i, base.size() - 1)], letters.back()});
        letters.pop_back();
      }
  }
  return set_up;
}

Position some_position(const Rules& rules, Random& random) {
  Position position;
  position.to_move = kSides[static_cast<std::size_t>(pick(random, 2))];
  std::vector<Square> squares;
  for (int row = 0; row < rules.board.height; ++row)
    for (int column = 0; column < rules.board.width; ++column) squares.push_back({column, row});
  shuffle(squares, random);
  for (const Side side : kSides) {
    std::vector<Value> letters = letters_of(rules.force);
    shuffle(letters, random);
    const int on_board = pick(random, letters.size() + 1), fallen = pick(random, letters.size() + 1);
    for (std::size_t i = 0; i < letters.size(); ++i) {
      if (static_cast<int>(i) < on_board && squares.size() > 1) {
        position.pieces.push_back({side, letters[i], squares.back()});
        squares.pop_back();
      } else if (static_cast<int>(i) >= fallen) {
        ++position.reserve[index(side)][index(letters[i])];
      }
    }
  }
  return position;
}

// ---- the plain generator ----

namespace {

const Piece* on(const Position& position, Square at) {
  const Piece* top = nullptr;
  for (const Piece& piece : position.pieces)
    if (piece.at == at) top = &piece;
  return top;
}

/// Can one walk from one square to the other in `steps` king's steps or fewer, not resting on anybody but at the end?
bool walks(const Position& position, const Rules& rules, Square from, Square to, int steps) {
  if (std::max(std::abs(from.column - to.column), std::abs(from.row - to.row)) > steps) return false;
  for (int column = from.column - 1; column <= from.column + 1; ++column)
    for (int row = from.row - 1; row <= from.row + 1; ++row) {
      const Square next{column, row};
      if (next == from || !rules.board.holds(next)) continue;
      if (next == to) return true;
      if (steps > 1 && (rules.house.jump || !on(position, next)) && walks(position, rules, next, to, steps - 1)) return true;
    }
  return false;
}

bool slides(const Position& position, const Rules& rules, Square from, Square to, int steps) {
  const int across = to.column - from.column, up = to.row - from.row;
  const int distance = std::max(std::abs(across), std::abs(up));
  if (distance > steps || (across != 0 && up != 0 && std::abs(across) != std::abs(up))) return false;
  for (int i = 1; i < distance && !rules.house.jump; ++i)
    if (on(position, {from.column + across / distance * i, from.row + up / distance * i})) return false;
  return true;
}

bool gets_there(const Position& position, const Rules& rules, Square from, Square to, int steps) {
  return rules.house.path == Path::Straight ? slides(position, rules, from, to, steps) : walks(position, rules, from, to, steps);
}

using Key = std::array<int, 6>;

/// An action as numbers, to be compared in sets.
Key key_of(const Action& action) {
  struct Writer {
    Key operator()(const Move& m) const { return {0, m.from.column, m.from.row, m.to.column, m.to.row, 0}; }
    Key operator()(const Attack& a) const { return {1, a.from.column, a.from.row, a.to.column, a.to.row, a.stay}; }
    Key operator()(const Enter& e) const { return {2, e.at.column, e.at.row, static_cast<int>(index(e.value)), 0, 0}; }
    Key operator()(const Pass&) const { return {3}; }
    Key operator()(const Concede&) const { return {4}; }
  };
  return std::visit(Writer{}, action);
}

std::vector<Key> keys_of(const std::vector<Action>& actions) {
  std::vector<Key> keys;
  for (const Action& action : actions) keys.push_back(key_of(action));
  std::ranges::sort(keys);
  return keys;
}

}  // namespace

std::vector<Action> plain_legal(const Position& position, const Rules& rules) {
  std::vector<Action> out;
  const auto& bases = rules.board.bases[index(position.to_move)];
  const auto is_base = [&](Square at) {
    return std::ranges::any_of(bases, [&](const Base& base) { return std::ranges::count(base, at) > 0; });
  };
  for (int row = 0; row < rules.board.height; ++row)
    for (int column = 0; column < rules.board.width; ++column) {
      const Square to{column, row};
      const Piece* there = on(position, to);
      const bool enemy = there && there->side != position.to_move;
      for (const Piece& piece : position.pieces) {
        if (piece.side != position.to_move || on(position, piece.at) != &piece || piece.at == to || (there && !enemy)) continue;
        const int farthest = std::string_view("32322111")[index(piece.value)] - '0';
        if (!enemy && gets_there(position, rules, piece.at, to, farthest)) out.emplace_back(Move{piece.at, to});
        if (!enemy || !gets_there(position, rules, piece.at, to, rules.house.attack_reach == Reach::Adjacent ? 1 : farthest)) continue;
        out.emplace_back(Attack{piece.at, to, false});
        if (piece.value == Value::E) out.emplace_back(Attack{piece.at, to, true});
      }
      const bool room = !there || (enemy ? rules.house.entry_attack : rules.house.base_capacity == Capacity::Unlimited);
      if (!is_base(to) || !room) continue;
      for (const Value value : kAllValues)
        if (position.reserve[index(position.to_move)][index(value)] > 0) out.emplace_back(Enter{value, to});
    }
  if (out.empty() || rules.house.passing == Passing::Allowed) out.emplace_back(Pass{});
  return out;
}

// ---- the laws ----

Tally games_keep_their_laws(long steps, unsigned seed) {
  Random random(seed);
  Tally tally;
  while (tally.steps < steps && tally.broken.empty()) {
    Game game = begin_game(some_house(random), random);
    const Position start = game.now.position;
    std::vector<std::shared_ptr<const Position>> undo;
    const long longest = longest_game(game.rules);
    for (long length = 0; !game.now.position.ending && tally.broken.empty(); ++length, ++tally.steps) {
      if (length > longest) tally.broken = "a game without end:\n" + text(game.now.position);
      const auto actions = legal(game.now.position, game.rules);
      if (actions.empty()) tally.broken = "a dead end:\n" + text(game.now.position);
      if (!tally.broken.empty()) break;
      const Action& action = actions[static_cast<std::size_t>(pick(random, actions.size()))];
      const Sworn sworn = play(game.now, action, game.rules);
      if (!sworn.applied.done) tally.broken = "a legal action is refused: " + sworn.applied.because.front().says;
      if (!sworn.applied.done) break;
      if (!(*sworn.applied.before == game.now.position)) tally.broken = "undo does not lead back";
      const Observed observed = observe(game.now.seen, *sworn.applied.event, game.rules, sworn.applied.position.ending);
      if (!observed.done || !observed.flags.empty()) tally.broken = "a true game is flagged: " + observed.flags.front().says;
      undo.push_back(sworn.applied.before);
      add(game.record, action, sworn.applied);
      game.now = sworn.game;
      if (tally.steps % kRareCheck == 0 && tally.broken.empty()) tally.broken = broken_texts(game);
    }
    if (tally.broken.empty() && !undo.empty() && !(*undo.front() == start)) tally.broken = "undoing all does not lead back to the start";
    if (tally.broken.empty() && tally.games % kRareReplay == 0) tally.broken = broken_record(game);
    ++tally.games;
  }
  return tally;
}

Tally generators_agree(long positions, unsigned seed) {
  Random random(seed);
  Tally tally;
  const auto compare = [&](const Position& position, const Rules& rules) {
    const auto actions = legal(position, rules);
    ++tally.steps;
    if (keys_of(actions) != keys_of(plain_legal(position, rules))) tally.broken = "the generators differ:\n" + text(position);
    for (const Action& action : actions)
      if (const auto reason = why_not(position, action, rules))
        tally.broken = "a listed action is refused: " + reason->says + "\n" + text(position);
    // Actions made up: allowed exactly if listed.
    const auto square = [&] { return Square{pick(random, static_cast<std::size_t>(rules.board.width) + 1), pick(random, 12)}; };
    const Square from =
        position.pieces.empty() ? square() : position.pieces[static_cast<std::size_t>(pick(random, position.pieces.size()))].at;
    for (const Action& action : {Action(Move{from, square()}), Action(Attack{from, square(), random() % 2 == 0}),
                                 Action(Enter{kAllValues[static_cast<std::size_t>(pick(random, 8))], square()}), Action(Pass{})})
      if (!why_not(position, action, rules) != (std::ranges::find(actions, action) != actions.end()))
        tally.broken = "allowed and listed differ:\n" + text(position);
  };
  while (tally.steps < positions && tally.broken.empty()) {
    const Rules rules = rules_of(some_house(random));
    for (int i = 0; i < 20 && tally.broken.empty(); ++i) compare(some_position(rules, random), rules);
    Game game = begin_game(rules.house, random);
    for (int i = 0; i < 300 && !game.now.position.ending && tally.broken.empty(); ++i) {
      const auto actions = legal(game.now.position, game.rules);
      game.now = play(game.now, actions[static_cast<std::size_t>(pick(random, actions.size()))], game.rules).game;
      if (i % 10 == 0 && !game.now.position.ending) compare(game.now.position, game.rules);
    }
    ++tally.games;
  }
  return tally;
}

namespace {

/// What a watcher notes down of one piece, by hand.
struct Note {
  int farthest = 0;  // squares moved at once
  std::optional<Value> declared;
  [[nodiscard]] bool allows(Value value) const {
    return std::string_view("32322111")[index(value)] - '0' >= farthest && (!declared || *declared == value);
  }
};

/// Tries every way to give the letters of `left` to the pieces from `next` on; `could` collects who had which in any that works.
bool tell_out(const std::vector<Note>& notes, std::size_t next, Counts& left, std::vector<Value>& given, std::vector<LetterSet>& could) {
  if (next == notes.size()) {
    for (std::size_t i = 0; i < given.size(); ++i) could[i].add(given[i]);
    return true;
  }
  bool any = false;
  for (const Value value : kAllValues) {
    if (left[index(value)] == 0 || !notes[next].allows(value)) continue;
    --left[index(value)];
    given.push_back(value);
    any = tell_out(notes, next + 1, left, given, could) || any;
    given.pop_back();
    ++left[index(value)];
  }
  return any;
}

/// A small game: one base a side, a handful of pieces.
Rules small_rules(Random& random) {
  House house;
  house.width = house.height = 5;
  house.base_columns = {1, 2, 3};
  house.victory = Victory::Hold;
  house.hold_turns = 1000;
  Rules rules = rules_of(house);
  rules.force = {};
  for (int i = 0; i < 7; ++i) ++rules.force[static_cast<std::size_t>(pick(random, 8))];
  return rules;
}

}  // namespace

Tally deductions_are_exact(long histories, unsigned seed) {
  Random random(seed);
  Tally tally;
  for (; tally.games < histories && tally.broken.empty(); ++tally.games) {
    const Rules rules = small_rules(random);
    SwornGame game = begin_sworn(some_set_up(rules, random), Side::South, rules).value();
    std::array<std::vector<Note>, 2> notes;  // of all pieces, unseen ones at the end
    for (auto& each : notes) each.resize(static_cast<std::size_t>(total(rules.force)));
    const int length = pick(random, 30);
    for (int i = 0; i < length && !game.position.ending; ++i, ++tally.steps) {
      const auto actions = legal(game.position, rules);
      const Action& action = actions[static_cast<std::size_t>(pick(random, actions.size()))];
      const Seen before = game.seen;
      const Sworn sworn = play(game, action, rules);
      game = sworn.game;
      const Event& event = *sworn.applied.event;
      const auto note_of = [&](Square at) -> Note& {
        const SeenPiece& piece = before.pieces[seen_on(before, at).value()];
        return notes[index(piece.side)][static_cast<std::size_t>(piece.number - 1)];
      };
      if (event.kind == Event::Kind::Move || event.kind == Event::Kind::Attack) {
        Note& note = note_of(event.from);
        note.farthest = std::max({note.farthest, std::abs(event.to.column - event.from.column), std::abs(event.to.row - event.from.row)});
      }
      if (event.kind == Event::Kind::Attack) {
        note_of(event.from).declared = event.fight->attacker;
        note_of(event.to).declared = event.fight->defender;
      }
    }
    for (const Side side : kSides) {
      std::vector<LetterSet> could(notes[index(side)].size(), LetterSet::none());
      Counts left_over = rules.force;
      std::vector<Value> given;
      static_cast<void>(tell_out(notes[index(side)], 0, left_over, given, could));
      const Deduction deduction = deduce(game.seen, side, rules);
      const std::size_t seen = deduction.possible.size();
      const bool same = std::equal(deduction.possible.begin(), deduction.possible.end(), could.begin());
      const LetterSet unseen = seen < could.size() ? could.back() : LetterSet::none();
      if (!deduction.consistent || !same || !(deduction.in_reserve == unseen)) tally.broken = "letters differ:\n" + text(game.seen);
    }
  }
  return tally;
}

namespace {

std::string excluded_truth(const Game& game) {
  const std::array<Deduction, 2> deductions{deduce(game.now.seen, Side::South, game.rules), deduce(game.now.seen, Side::North, game.rules)};
  std::size_t standing = 0;
  for (const SeenPiece& piece : game.now.seen.pieces) {
    if (!piece.at) continue;
    const Piece& hidden = game.now.position.pieces[standing++];
    if (!(hidden.at == *piece.at) || !deductions[index(piece.side)].possible[static_cast<std::size_t>(piece.number - 1)].has(hidden.value))
      return fmt::format("{} on {} is not thought possible:\n{}", letter(hidden.value), text(hidden.at), text(game.now.seen));
  }
  for (const Side side : kSides)
    for (const Value value : kAllValues)
      if (game.now.position.reserve[index(side)][index(value)] > 0 && !deductions[index(side)].in_reserve.has(value))
        return fmt::format("{} in reserve is not thought possible:\n{}", letter(value), text(game.now.seen));
  return {};
}

}  // namespace

Tally truth_stays_possible(long games, unsigned seed) {
  Random random(seed);
  Tally tally;
  for (; tally.games < games && tally.broken.empty(); ++tally.games) {
    Game game = begin_game(some_house(random), random);
    for (; !game.now.position.ending && tally.broken.empty(); ++tally.steps) {
      const auto actions = legal(game.now.position, game.rules);
      game.now = play(game.now, actions[static_cast<std::size_t>(pick(random, actions.size()))], game.rules).game;
      if (tally.steps % kRareCheck == 0) tally.broken = excluded_truth(game);
    }
    if (tally.broken.empty()) tally.broken = excluded_truth(game);
  }
  return tally;
}

namespace {

/// The letters of a side's force in the order of appearing, those nobody saw at the end.
std::vector<Value> told_out(const Game& game, Side side) {
  std::vector<Value> letters;
  Counts unseen = game.rules.force;
  const auto take = [&](Value value) {
    letters.push_back(value);
    --unseen[index(value)];
  };
  for (const RecordedPlace& place : game.record.start[index(side)]) take(*place.value);
  for (const RecordedAction& action : game.record.actions)
    if (action.event.side == side && action.event.kind == Event::Kind::Enter)
      take(action.event.fight ? action.event.fight->attacker : *action.entered);
  for (const Value value : letters_of(unseen)) letters.push_back(value);
  return letters;
}

/// Other letters for the same game: pairs change places where both still fit what was seen.
void tell_out_anew(std::vector<Value>& letters, const Seen& seen, Side side, Random& random) {
  std::vector<LetterSet> evidence;
  for (const SeenPiece& piece : seen.pieces)
    if (piece.side == side) evidence.push_back(piece.evidence);
  evidence.resize(letters.size());  // who was never seen may be anything
  for (std::size_t i = 0; i < 20 * letters.size(); ++i) {
    const auto a = static_cast<std::size_t>(pick(random, letters.size())), b = static_cast<std::size_t>(pick(random, letters.size()));
    if (evidence[a].has(letters[b]) && evidence[b].has(letters[a])) std::swap(letters[a], letters[b]);
  }
}

Record with_letters(Record record, Side side, const std::vector<Value>& letters) {
  std::size_t next = 0;
  for (RecordedPlace& place : record.start[index(side)]) place.value = letters[next++];
  for (RecordedAction& action : record.actions)
    if (action.event.side == side && action.event.kind == Event::Kind::Enter) {
      if (!action.event.fight) action.entered = letters[next];
      ++next;
    }
  return record;
}

/// Plays two records that differ in hidden letters side by side. `blind`: whose own letters are the same in both.
void compare_looks(const Record& one, const Record& two, std::optional<Side> blind, Tally& tally) {
  const Rules rules = rules_of(one.house);
  Record first = one, second = two;
  first.ending.reset();  // a hidden letter may have decided when the objective was won for good
  second.ending.reset();
  const auto a = replay(first), b = replay(second);
  if (!a || (!b && b.error().why.says != "the game is over")) {
    tally.broken = "a game with other letters does not play: " + (a ? b.error().why.says : a.error().why.says) + "\n" + text(second);
    return;
  }
  if (!b) {  // won earlier, which everybody was told
    tally.skipped += static_cast<long>(a->size());
    return;
  }
  if (text(seen_by(first, std::nullopt)) != text(seen_by(second, std::nullopt))) tally.broken = "public records differ";
  for (std::size_t i = 0; i < a->size() && tally.broken.empty(); ++i, ++tally.steps) {
    const SwornGame &left = (*a)[i], &right = (*b)[i];
    if (left.position.ending != right.position.ending) return;
    if (text(left.seen) != text(right.seen)) tally.broken = "what is seen differs:\n" + text(left.seen) + text(right.seen);
    if (text(public_view(left.seen, rules)) != text(public_view(right.seen, rules))) tally.broken = "public views differ";
    if (!blind) continue;
    if (text(view_of(left, *blind, rules)) != text(view_of(right, *blind, rules))) tally.broken = "a player's views differ";
    if (left.position.to_move == *blind && !left.position.ending && legal(left.position, rules) != legal(right.position, rules))
      tally.broken = "a player's legal actions tell the other's letters";
  }
}

}  // namespace

Tally hidden_letters_stay_hidden(long steps, unsigned seed) {
  Random random(seed);
  Tally tally;
  for (; tally.steps < steps && tally.broken.empty(); ++tally.games) {
    House house = some_house(random);
    if (random() % 4 != 0) house.victory = Victory::Hold;
    Game game = begin_game(house, random);
    while (!game.now.position.ending) {
      const auto actions = legal(game.now.position, game.rules);
      const Action& action = actions[static_cast<std::size_t>(pick(random, actions.size()))];
      const Sworn sworn = play(game.now, action, game.rules);
      add(game.record, action, sworn.applied);
      game.now = sworn.game;
    }
    const Side side = kSides[static_cast<std::size_t>(pick(random, 2))];
    std::vector<Value> letters = told_out(game, side);
    tell_out_anew(letters, game.now.seen, side, random);
    Record other_letters = with_letters(game.record, side, letters);
    const bool both = random() % 2 == 0;
    if (both) {
      std::vector<Value> more = told_out(game, other(side));
      tell_out_anew(more, game.now.seen, other(side), random);
      other_letters = with_letters(std::move(other_letters), other(side), more);
    }
    compare_looks(game.record, other_letters, both ? std::nullopt : std::optional(other(side)), tally);
  }
  return tally;
}

}  // namespace rules::le_choc::games
