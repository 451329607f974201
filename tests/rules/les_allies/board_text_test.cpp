// A board as a record names it: text and back, and where two boards differ.
#include "rules/les_allies/record/board_text.h"

#include <gmock/gmock.h>

#include <random>

#include "rules/les_allies/record/record.h"
#include "tests/rules/les_allies/builders.h"
#include "tests/support/les_allies_text.h"

namespace rules::les_allies::board_text_test {
namespace {

using testing::HasSubstr;

/// What a text tells of a board, or what is wrong with it.
tl::expected<BoardAsTold, std::string> told(const std::string& lines) {
  const auto read = read_record("les_allies record 1\n" + lines + "stands allies\nstands central\nfirst allies\n");
  if (!read)
    return tl::unexpected(std::to_string(read.error().at.line) + ":" + std::to_string(read.error().at.column) + " " + read.error().says);
  return read->record.board.value_or(BoardAsTold{});
}

TEST(BoardText, ABattlesBoardTakesAFewLines) {
  EXPECT_EQ(text(told_of(synthetic_zone(1))),
            "board 12 18 even\nfortress allies 3,1 9,1\nland allies 0,0..11,8\nfortress central 2,16 8,16\nland central 0,9..11,17\n"
            "country AT 8,9..11,17\ncountry DE 0,9..7,17\ncountry FR 0,0..7,8\ncountry IT 8,0..11,8\n");
  EXPECT_THAT(text(told_of(synthetic_board())), HasSubstr("zone 2 12,2..23,15\n"));
}

TEST(BoardText, LawAnyBoardReadsBackAsItWasWritten) {
  std::mt19937 random(5);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (int n = 0; n < 300; ++n) {
    const int columns = 1 + static_cast<int>(below(20)), rows = 1 + static_cast<int>(below(20));
    std::vector<Place> places = grid(columns, rows, static_cast<Colouring>(below(3)));
    if (below(2) == 0) std::erase_if(places, [&](const Place&) { return below(4) == 0; });
    const std::size_t often = 1 + below(6);
    const auto side = [&]() -> std::optional<Side> {
      if (below(often) != 0) return std::nullopt;
      return below(2) == 0 ? Side::Allies : Side::Central;
    };
    const Square from{static_cast<int>(below(20)), static_cast<int>(below(20))};
    for (Place& place : places) {
      place.zone = place.at.column >= from.column && place.at.row >= from.row ? 2 : 1;
      place.land = side();
      place.fortress = side();
      place.neutral = below(often) == 0;
      if (below(often) == 0) place.country = std::vector<std::string>{"NL", "Great Britain", "#1", "50%20"}[below(4)];
    }
    const auto board = Board::make(columns, rows, places);
    if (!board) continue;
    const BoardAsTold whole = told_of(*board);
    const auto back = told(text(whole));
    ASSERT_TRUE(back) << back.error() << "\n" << text(whole);
    ASSERT_EQ(*back, whole) << text(whole);
    ASSERT_FALSE(difference(whole, *back));
  }
}

TEST(BoardText, WhatIsNoBoardIsNamedByItsPlace) {
  EXPECT_THAT(told("board 10 10 dark\n").error(), HasSubstr("2:13 \"dark\" is none of"));
  EXPECT_THAT(told("board 10 0 even\n").error(), HasSubstr("2:10"));
  EXPECT_THAT(told("board 100 100 all\n").error(), HasSubstr("2:1 a board of 100 x 100 squares is too large"));
  EXPECT_THAT(told("zone 2 0,0\n").error(), HasSubstr("2:1 \"zone\" tells of a board"));
  EXPECT_THAT(told("board 10 10 even\nzone 3 0,0\n").error(), HasSubstr("3:6"));
  EXPECT_THAT(told("board 10 10 even\nzone 2 0,0...5\n").error(), HasSubstr("3:8 \"0,0...5\" is no square"));
  EXPECT_THAT(told("board 10 10 even\nfortress west 0,0\n").error(), HasSubstr("3:10 \"west\" is none of"));
  EXPECT_THAT(told("board 10 10 even\nneutral 0,1\n").error(), HasSubstr("3:9 0,1 is no square of this board"));
  EXPECT_THAT(told("board 10 10 even\nneutral\n").error(), HasSubstr("3:8 a square is missing"));
  EXPECT_THAT(told("board 10 10 even\nboard 8 8 even\n").error(), HasSubstr("3:1 the board has been told above"));
  EXPECT_THAT(read_record("les_allies record 1\nstands allies 0,0\nboard 8 8 even\n").error().says,
              HasSubstr("before anybody stands on it"));
}

TEST(BoardText, ADifferenceIsToldBySquareAndKind) {
  const BoardAsTold whole = told_of(synthetic_board());
  const auto with = [&](auto change) {
    BoardAsTold other = whole;
    change(other);
    return difference(whole, other).value_or("none");
  };
  EXPECT_EQ(with([](BoardAsTold&) {}), "none");
  EXPECT_EQ(with([](BoardAsTold& other) { other.places[0].zone = 2; }), "[0, 0] lies in zone 1, here in zone 2");
  EXPECT_EQ(with([](BoardAsTold& other) { other.places[0].neutral = true; }), "[0, 0] is not neutral, here it is");
  EXPECT_EQ(with([](BoardAsTold& other) { other.places[0].country = ""; }), "[0, 0] lies in FR, here in none");
  EXPECT_EQ(with([](BoardAsTold& other) { other.places.erase(other.places.begin()); }), "[0, 0] is a square, here none");
  EXPECT_EQ(with([](BoardAsTold& other) { other.places.pop_back(), other.places.pop_back(); }),
            "[9, 17] is a square, here none, and 1 square more");
  EXPECT_EQ(with([](BoardAsTold& other) { other.columns = 30; }), "it has 24 x 18 squares, here there are 30 x 18");
}

}  // namespace
}  // namespace rules::les_allies::board_text_test
