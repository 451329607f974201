#include "app/board/board_games.h"

#include <fmt/format.h>
#include <algorithm>

namespace app {
namespace {

namespace choc = rules::le_choc;
namespace allies = rules::les_allies;

std::size_t side_called(const measure::Board& board, std::initializer_list<std::string_view> words) {
  for (std::size_t i = 0; i < board.sides.size(); ++i)
    if (std::ranges::find(words, std::string_view(board.sides[i].plays)) != words.end()) return i;
  return 0;
}

choc::Square choc_square(measure::SquareName at) { return {at.column, at.row}; }

int steps_between(choc::Square a, choc::Square b) { return std::max(std::abs(a.column - b.column), std::abs(a.row - b.row)); }

/// Squares that touch, also at a corner, are one base (LG2).
void put_into_base(std::vector<choc::Base>& bases, choc::Square at) {
  choc::Base joined{at};
  std::erase_if(bases, [&](const choc::Base& base) {
    if (std::ranges::none_of(base, [&](choc::Square square) { return steps_between(square, at) <= 1; })) return false;
    joined.insert(joined.end(), base.begin(), base.end());
    return true;
  });
  std::ranges::sort(joined);
  bases.push_back(std::move(joined));
  std::ranges::sort(bases);
}

std::optional<allies::Side> allies_side(std::string_view plays) {
  if (plays == "allies" || plays == "own") return allies::Side::Allies;
  if (plays == "central" || plays == "enemy") return allies::Side::Central;
  return std::nullopt;
}

}  // namespace

choc::Rules le_choc_rules(const measure::Board& board, const choc::House& house) {
  choc::House sized = house;
  const measure::SquareName size = measure::size_of(board);
  sized.width = size.column;
  sized.height = size.row;
  choc::Rules rules = choc::rules_of(sized);
  std::array<std::vector<choc::Base>, 2> marked;
  for (const measure::BoardMark& mark : board.marks) {
    if (mark.objective) rules.board.objective = choc_square(mark.at);
    if (const auto side = choc::side_called(mark.base_of)) put_into_base(marked[choc::index(*side)], choc_square(mark.at));
  }
  for (const choc::Side side : choc::kSides)
    if (!marked[choc::index(side)].empty()) rules.board.bases[choc::index(side)] = marked[choc::index(side)];
  return rules;
}

measure::Result<allies::Board> les_allies_board(const measure::Board& board) {
  std::vector<allies::Place> places;
  for (const measure::BoardSquare& square : board.squares) {
    if (!square.playable) continue;
    allies::Place place;
    place.at = {square.at.column, square.at.row};
    for (const measure::BoardMark& mark : board.marks) {
      if (mark.at != square.at) continue;
      if (board.game == measure::BoardGame::LesAllies && !mark.zone.empty()) {
        const bool west = mark.zone == "1" || mark.zone == "west", east = mark.zone == "2" || mark.zone == "east";
        if (!west && !east)
          return measure::fail(measure::ErrorCode::Usage,
                               fmt::format("[{}, {}] is marked as in zone \"{}\"; zones are 1 (or west) and 2 (or east)", mark.at.column,
                                           mark.at.row, mark.zone));
        place.zone = east ? 2 : 1;
      }
      if (!mark.country.empty()) place.country = mark.country;  // several marks may speak of one square
      place.neutral |= mark.neutral;
      if (const auto side = allies_side(mark.fortress_of)) place.fortress = side;
    }
    places.push_back(std::move(place));
  }
  const measure::SquareName size = measure::size_of(board);
  return allies::Board::make(size.column, size.row, std::move(places));
}

std::size_t side_playing(const measure::Board& board, choc::Side side) { return side_called(board, {choc::word(side)}); }
std::size_t side_playing(const measure::Board& board, allies::Side side) {
  return side == allies::Side::Allies ? side_called(board, {"allies", "own"}) : side_called(board, {"central", "enemy"});
}

}  // namespace app
