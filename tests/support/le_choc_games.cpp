#include "tests/support/le_choc_games.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "tests/support/le_choc_game_parts.h"
#include "tests/support/le_choc_text.h"

namespace rules::le_choc::games {
namespace {

/// Captures and entries are numbered; between them lie at most so many quiet actions (LG17).
long longest_game(const Rules& rules) { return 2L * total(rules.force) * 2 * (2 * rules.house.quiet_turns + 1); }

constexpr int kRareReplay = 10;  // games between two that are played back

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
      const Action action = some_action(actions, random);
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
      game.now = play(game.now, some_action(actions, random), game.rules).game;
      if (tally.steps % kRareCheck == 0) tally.broken = excluded_truth(game);
    }
    if (tally.broken.empty()) tally.broken = excluded_truth(game);
  }
  return tally;
}

}  // namespace rules::le_choc::games
