// Boards of Les Alliés, and the plain moves on them.
#include <gmock/gmock.h>

#include "tests/rules/les_allies/builders.h"

namespace rules::les_allies::moves_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const House kBook;

std::vector<Square> goes_to(const Legal& legal, Square from) {
  std::vector<Square> out;
  for (const Step& step : legal.moves)
    if (step.from == from) out.push_back(step.to);
  return out;
}

TEST(Board, DG1TheSyntheticBoardHasRoomForEverybody) {
  const Board west = synthetic_zone(1), east = synthetic_zone(2), both = synthetic_board();
  EXPECT_EQ(west.places().size(), 108U);
  EXPECT_EQ(east.places().size(), 84U);
  EXPECT_EQ(both.places().size(), 192U);
  EXPECT_EQ(west.words(), 2);
  EXPECT_EQ(both.words(), 4);
  EXPECT_EQ(both.find({12, 2})->zone, 2);
  EXPECT_EQ(both.find({11, 3})->zone, 1);
}

TEST(Board, DG2FortressesOfTheSyntheticBoard) {
  const Board west = synthetic_zone(1), east = synthetic_zone(2);
  for (const Square at : {Square{3, 1}, Square{9, 1}}) {
    EXPECT_EQ(west.find(at)->fortress, Side::Allies);
    EXPECT_EQ(east.find(at)->fortress, Side::Allies);
  }
  for (const Square at : {Square{8, 16}, Square{2, 16}}) EXPECT_EQ(west.find(at)->fortress, Side::Central);
  for (const Square at : {Square{8, 12}, Square{2, 12}}) EXPECT_EQ(east.find(at)->fortress, Side::Central);
}

TEST(Board, D3OnlyItsColouredSquaresExist) {
  const Board board = even_board(10, 10);
  EXPECT_EQ(board.places().size(), 50U);
  EXPECT_EQ(board.words(), 1);
  for (int column = -2; column < 12; ++column)
    for (int row = -2; row < 12; ++row) {
      const bool there = column >= 0 && column < 10 && row >= 0 && row < 10 && (column + row) % 2 == 0;
      EXPECT_EQ(board.find({column, row}) != nullptr, there) << column << "," << row;
    }
}

TEST(Board, RefusesSquaresOffTheGridTwiceOrTooMany) {
  EXPECT_FALSE(Board::make(3, 3, {Place{.at = {3, 0}}}));
  EXPECT_FALSE(Board::make(3, 3, {Place{.at = {1, 1}}, Place{.at = {1, 1}}}));
  EXPECT_FALSE(Board::make(100, 100, grid(100, 100, Colouring::All)));
  EXPECT_FALSE(Board::make(0, 3, {}));
  EXPECT_TRUE(Board::make(40, 40, grid(40, 40, Colouring::Even)));
  EXPECT_TRUE(Board::make(24, 18, grid(24, 18, Colouring::All)));
}

TEST(Board, WhereAllSquaresAreColouredMenStillMoveDiagonally) {
  const Board board = Board::make(8, 8, grid(8, 8, Colouring::All)).value();
  EXPECT_THAT(goes_to(legal({board, kBook}, men({{4, 3}}, {}), Side::Allies), {4, 3}),
              ElementsAre(Square{3, 2}, Square{5, 2}, Square{3, 4}, Square{5, 4}));
}

TEST(Board, OneRowOfAnyLengthHasNoMoves) {
  for (const int columns : {1, 2, 62, 63, 64, 99, 100}) {
    const Board row = Board::make(columns, 1, grid(columns, 1, Colouring::All)).value();
    EXPECT_THAT(legal({row, kBook}, men({general(0, 0)}, {}), Side::Allies).moves, IsEmpty()) << columns;
    const Board column = Board::make(1, columns, grid(1, columns, Colouring::All)).value();
    EXPECT_THAT(legal({column, kBook}, men({general(0, 0)}, {}), Side::Allies).moves, IsEmpty()) << columns;
  }
}

// ---- moves ----

TEST(Moves, DX1ASoldierMovesOneSquareDiagonally) {
  const Board board = even_board(10, 10);
  const Legal all = legal({board, kBook}, men({{4, 4}}, {}), Side::Allies);
  EXPECT_THAT(goes_to(all, {4, 4}), ElementsAre(Square{3, 3}, Square{5, 3}, Square{3, 5}, Square{5, 5}));
  EXPECT_THAT(all.sweeps, IsEmpty());
  EXPECT_THAT(all.huffable, IsEmpty());
}

TEST(Moves, D8NeitherOffTheBoardNorOntoAMan) {
  const Board board = even_board(10, 10);
  const Position corner = men({{0, 0}, {9, 9}, {1, 1}}, {});
  EXPECT_THAT(goes_to(legal({board, kBook}, corner, Side::Allies), {0, 0}), IsEmpty());
  EXPECT_EQ(rule_against({board, kBook}, corner, {{0, 0}, {{1, 1}}}), "D-8");
  EXPECT_EQ(rule_against({board, kBook}, corner, {{1, 1}, {{1, 2}}}), "D-8");
  EXPECT_EQ(rule_against({board, kBook}, corner, {{1, 1}, {{3, 3}}}), "D-8");
  EXPECT_EQ(rule_against({board, kBook}, corner, {{1, 1}, {{1, 3}}}), "D-8");
  EXPECT_EQ(rule_against({board, kBook}, corner, {{9, 9}, {{10, 10}}}), "D-8");
}

TEST(Moves, D7OneOfOnesOwnMen) {
  const Board board = even_board(10, 10);
  const Position two = men({{0, 0}}, {{8, 8}});
  EXPECT_EQ(rule_against({board, kBook}, two, {{4, 4}, {{5, 5}}}), "D-7");
  EXPECT_EQ(rule_against({board, kBook}, two, {{8, 8}, {{7, 7}}}), "D-7");
  EXPECT_EQ(rule_against({board, kBook}, two, {{8, 8}, {{7, 7}}}, Side::Central), "fine");
}

TEST(Moves, D9AndDG5RetreatingByEveryReading) {
  const Board board = even_board(10, 10);
  House house;
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {}), {{4, 4}, {{3, 3}}}), "fine");
  house.soldier_back_move = BackMove::Never;
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {}), {{4, 4}, {{3, 3}}}), "D-9");
  EXPECT_EQ(rule_against({board, house}, men({}, {{4, 4}}), {{4, 4}, {{3, 5}}}, Side::Central), "D-9");
  EXPECT_EQ(rule_against({board, house}, men({general(4, 4)}, {}), {{4, 4}, {{2, 2}}}), "fine");
  house.soldier_back_move = BackMove::UntilHeTakes;
  const Setting setting{board, house};
  EXPECT_EQ(rule_against(setting, men({{4, 4}}, {}), {{4, 4}, {{3, 3}}}), "fine");
  const FightApplied took = apply(setting, fight(men({{4, 4}}, {{5, 5}, {0, 8}})), Play{{4, 4}, {{6, 6}}});
  ASSERT_TRUE(took.done);
  EXPECT_EQ(rule_against(setting, took.fight.men, {{6, 6}, {{5, 5}}}), "D-9");
  EXPECT_EQ(rule_against(setting, took.fight.men, {{6, 6}, {{7, 7}}}), "fine");
}

TEST(Moves, D9TakingComesBeforeRetreatingWhereItIsEnforced) {
  const Board board = even_board(10, 10);
  House house;
  house.capture = Capture::Strict;
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {{5, 5}}), {{4, 4}, {{3, 3}}}), "D-15");
}

TEST(Moves, DG12AGeneralGoesAnyDistanceOrOneSquare) {
  const Board board = even_board(10, 10);
  const Position lone = men({general(2, 2), {6, 6}}, {});
  EXPECT_EQ(goes_to(legal({board, kBook}, lone, Side::Allies), {2, 2}).size(), 2U + 2U + 2U + 3U);
  EXPECT_EQ(rule_against({board, kBook}, lone, {{2, 2}, {{7, 7}}}), "D-10");
  House walking;
  walking.general_flying = false;
  EXPECT_EQ(goes_to(legal({board, walking}, lone, Side::Allies), {2, 2}).size(), 4U);
  EXPECT_EQ(rule_against({board, walking}, lone, {{2, 2}, {{4, 4}}}), "D-8");
}

TEST(Moves, D5AndDG4NobodyEntersHolland) {
  std::vector<Place> places = grid(10, 10, Colouring::Even);
  for (Place& place : places) {
    if (place.at == Square{5, 5}) place.neutral = true, place.country = "NL";
    if (place.at == Square{3, 5}) place.neutral = true, place.country = "BE";
  }
  const Board board = Board::make(10, 10, places).value();
  EXPECT_THAT(goes_to(legal({board, kBook}, men({{4, 4}}, {}), Side::Allies), {4, 4}),
              ElementsAre(Square{3, 3}, Square{5, 3}, Square{3, 5}));
  EXPECT_EQ(rule_against({board, kBook}, men({{4, 4}}, {}), {{4, 4}, {{5, 5}}}), "D-5");
  EXPECT_THAT(legal({board, kBook}, men({{3, 3}}, {{4, 4}}), Side::Allies).sweeps, IsEmpty());
  House house;
  house.neutral_closed = {"BE"};
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {}), {{4, 4}, {{5, 5}}}), "fine");
  EXPECT_EQ(rule_against({board, house}, men({{4, 4}}, {}), {{4, 4}, {{3, 5}}}), "D-5");
}

TEST(Moves, D2NobodyCrossesTheBorderOfTheZones) {
  const Board board = synthetic_board();
  const Position at_border = men({{11, 5}}, {});
  EXPECT_THAT(goes_to(legal({board, kBook, {1, false}}, at_border, Side::Allies), {11, 5}), ElementsAre(Square{10, 4}, Square{10, 6}));
  EXPECT_EQ(rule_against({board, kBook, {1, false}}, at_border, {{11, 5}, {{12, 6}}}), "D-2");
  EXPECT_EQ(rule_against({board, kBook}, at_border, {{11, 5}, {{12, 6}}}), "fine");
}

}  // namespace
}  // namespace rules::les_allies::moves_test
