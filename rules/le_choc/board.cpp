#include "rules/le_choc/board.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

}  // namespace rules::le_choc
