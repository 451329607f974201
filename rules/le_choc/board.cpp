#include "rules/le_choc/board.h"

#include <fmt/format.h>
#include <algorithm>
#include <bitset>
#include <charconv>
#include <cstdlib>

namespace rules::le_choc {
namespace {

constexpr int kBaseSquares = 3;  // LG2: of one base on the back row

/// LG2: the columns of each base. Named ones are parted into runs of neighbours.
std::vector<std::vector<int>> base_columns(const House& house) {
  std::vector<std::vector<int>> bases;
  if (house.base_columns.empty()) {
    bases.resize(2);
    for (int i = 1; i <= kBaseSquares; ++i) {
      bases[0].push_back(i);
      const int mirrored = house.width - 1 - kBaseSquares - 1 + i;
      if (mirrored > kBaseSquares) bases[1].push_back(mirrored);
    }
    return bases;
  }
  for (const int column : house.base_columns) {
    if (bases.empty() || bases.back().back() + 1 != column) bases.emplace_back();
    bases.back().push_back(column);
  }
  return bases;
}

}  // namespace

std::string text(Square square) {
  if (square.column < 0 || square.column >= kWidestBoard || square.row < 0) return fmt::format("[{}, {}]", square.column, square.row);
  return fmt::format("{}{}", static_cast<char>('a' + square.column), square.row + 1);
}

std::optional<Square> square_called(std::string_view name) {
  if (name.size() < 2 || name[0] < 'a' || name[0] > 'z' || name[1] == '0') return std::nullopt;
  int row = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), row);
  if (error != std::errc() || end != name.data() + name.size() || row < 1) return std::nullopt;
  return Square{name[0] - 'a', row - 1};
}

bool Board::is_base_of(Side side, Square square) const {
  return std::ranges::any_of(bases[index(side)], [&](const Base& base) { return std::ranges::find(base, square) != base.end(); });
}

Board board_of(const House& house) {
  Board board{.width = house.width, .height = house.height, .objective = {}, .bases = {}};
  if (!house.objective.empty())
    board.objective = Square{house.objective[0], house.objective[1]};
  else if (house.width % 2 == 1 && house.height % 2 == 1)
    board.objective = Square{house.width / 2, house.height / 2};  // L-1
  for (const Side side : kSides)
    for (const auto& columns : base_columns(house)) {
      Base base;
      for (const int column : columns)
        if (const Square square{column, side == Side::South ? 0 : house.height - 1}; board.holds(square)) base.push_back(square);
      if (!base.empty()) board.bases[index(side)].push_back(std::move(base));
    }
  return board;
}

Rules rules_of(const House& house) { return {.house = house, .board = board_of(house), .force = force()}; }

namespace {

/// L-12: the eight directions.
constexpr std::array<Square, 8> kDirections{{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};

Square moved(Square from, Square by, int times = 1) { return {from.column + times * by.column, from.row + times * by.row}; }

void straight_arrivals(const Ground& ground, Square from, int most, bool jump, std::vector<Arrival>& out) {
  for (const Square direction : kDirections)
    for (int steps = 1; steps <= most; ++steps) {
      const Square at = moved(from, direction, steps);
      if (!ground.holds(at)) break;
      out.push_back({at, steps});
      if (!jump && !ground.empty(at)) break;
    }
}

void winding_arrivals(const Ground& ground, Square from, int most, bool jump, std::vector<Arrival>& out) {
  std::bitset<kWidestBoard * kWidestBoard> known;
  const auto bit = [](Square at) { return static_cast<std::size_t>(at.row * kWidestBoard + at.column); };
  known.set(bit(from));
  std::vector<Arrival> edge{{from, 0}};
  for (std::size_t next = 0; next < edge.size(); ++next) {
    const Arrival here = edge[next];
    if (here.steps == most || (here.steps > 0 && !jump && !ground.empty(here.at))) continue;
    for (const Square direction : kDirections) {
      const Square at = moved(here.at, direction);
      if (!ground.holds(at) || known.test(bit(at))) continue;
      known.set(bit(at));
      edge.push_back({at, here.steps + 1});
    }
  }
  out.assign(edge.begin() + 1, edge.end());
}

int king_distance(Square from, Square to) { return std::max(std::abs(to.column - from.column), std::abs(to.row - from.row)); }
bool in_line(Square from, Square to) {
  const int across = std::abs(to.column - from.column), up = std::abs(to.row - from.row);
  return across == 0 || up == 0 || across == up;
}

}  // namespace

std::vector<Arrival> arrivals(const Ground& ground, Square from, int most, const House& house) {
  std::vector<Arrival> out;
  out.reserve(static_cast<std::size_t>(8 * most));
  if (house.path == Path::Straight)
    straight_arrivals(ground, from, most, house.jump, out);  // LG4
  else
    winding_arrivals(ground, from, most, house.jump, out);
  return out;
}

std::optional<int> steps_between(const Ground& ground, Square from, Square to, const House& house) {
  const int everywhere = ground.board().width * ground.board().height;
  for (const Arrival& arrival : arrivals(ground, from, everywhere, house))
    if (arrival.at == to) return arrival.steps;
  return std::nullopt;
}

std::optional<Reason> barred_way(const Ground& ground, Square from, Square to, int mobility, const House& house) {
  const auto reason = [&](const char* rule, std::string says) { return rules::reason(rule, std::move(says), text(from)); };
  if (from == to) return reason("L-9", "it stands there already");
  if (house.path == Path::Straight && !in_line(from, to))
    return reason("LG4", fmt::format("{} is in none of the eight directions from {}", text(to), text(from)));
  const auto steps = steps_between(ground, from, to, house);
  const int distance = steps.value_or(king_distance(from, to));
  if (distance > mobility) {
    Reason too_far = reason("L-11", fmt::format("{} is {} squares from {}; the piece moves {}", text(to), distance, text(from), mobility));
    too_far.value = distance;
    too_far.limit = mobility;
    return too_far;
  }
  if (!steps) return reason("LG5", fmt::format("the way to {} is not free: no piece is jumped", text(to)));
  return std::nullopt;
}

int attack_reach(int mobility, const House& house) { return house.attack_reach == Reach::Mobility ? mobility : std::min(mobility, 1); }

bool has_room(const Ground& ground, Side side, Square from) {
  return std::ranges::any_of(kDirections, [&](Square direction) {
    const Square at = moved(from, direction);
    return ground.holds(at) && ground.who(at) != side;
  });
}

std::optional<Reason> barred_entry(const Ground& ground, Side side, Square at, const House& house) {
  const auto reason = [&](const char* rule, std::string says) { return rules::reason(rule, std::move(says), text(at)); };
  if (!ground.holds(at) || !ground.board().is_base_of(side, at))
    return reason("L-10", fmt::format("{} is on no base of {}", text(at), word(side)));
  const auto who = ground.who(at);
  if (who == side && house.base_capacity == Capacity::OnePerSquare) return reason("LG2", fmt::format("{} holds a piece already", text(at)));
  if (who == other(side) && !house.entry_attack)
    return reason("LG3", fmt::format("an enemy stands on {}; nobody enters by attack", text(at)));
  return std::nullopt;
}

bool may_enter(const Ground& ground, Side side, const House& house) {
  return std::ranges::any_of(ground.board().bases[index(side)], [&](const Base& base) {
    return std::ranges::any_of(base, [&](Square at) { return !barred_entry(ground, side, at, house); });
  });
}

}  // namespace rules::le_choc
