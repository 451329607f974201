// Possible letters listed one by one, and games that differ only in hidden letters.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "tests/support/le_choc_game_parts.h"
#include "tests/support/le_choc_text.h"
#include "tests/support/le_choc_views.h"

namespace rules::le_choc::games {
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
      const Action action = some_action(actions, random);
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
