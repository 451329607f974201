// The legal actions of Le Choc once more, deliberately simple, and whether the engine's agree.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "tests/support/le_choc_game_parts.h"
#include "tests/support/le_choc_text.h"

namespace rules::le_choc::games {
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
      game.now = play(game.now, some_action(actions, random), game.rules).game;
      if (i % 10 == 0 && !game.now.position.ending) compare(game.now.position, game.rules);
    }
    ++tally.games;
  }
  return tally;
}

}  // namespace rules::le_choc::games
