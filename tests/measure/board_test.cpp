// Boards: which square a point stands on, and when two are possible.
#include "measure/board.h"

#include <gtest/gtest.h>

#include "tests/support/literals.h"

namespace board_test {
namespace {

using namespace measure;

Board draughts_board() {
  return {.length = 15.0_in, .width = 15.0_in, .squares = grid_squares(10, 10, 15.0_in, 15.0_in, Coloured::Even), .sides = {}, .marks = {}};
}

TEST(Board, APointInTheMiddleOfASquareIsSurelyOnIt) {
  const SquareReading reading = read_square(draughts_board(), {2.25_in, 0.75_in}, 0.1_in);
  EXPECT_EQ(reading.at, (SquareName{1, 0}));
  EXPECT_EQ(reading.inside, Verdict::Yes);
  EXPECT_NEAR(reading.to_border.value, 0.75, 1e-12);
}

TEST(Board, WithinItsMarginOfTheBorderItIsTooCloseToCall) {
  const SquareReading reading = read_square(draughts_board(), {2.95_in, 0.75_in}, 0.1_in);
  EXPECT_EQ(reading.at, (SquareName{1, 0}));
  EXPECT_EQ(reading.inside, Verdict::TooCloseToCall);
}

TEST(Board, JustOverTheEdgeItMayStillStandOnTheBoard) {
  const SquareReading reading = read_square(draughts_board(), {-0.05_in, 0.75_in}, 0.1_in);
  EXPECT_EQ(reading.at, (SquareName{0, 0}));
  EXPECT_EQ(reading.inside, Verdict::TooCloseToCall);
}

TEST(Board, BesideTheBoardIsOnNoSquare) {
  EXPECT_EQ(read_square(draughts_board(), {-0.5_in, 0.75_in}, 0.1_in).at, std::nullopt);
  EXPECT_EQ(read_square(draughts_board(), {7.0_in, 15.3_in}, 0.1_in).at, std::nullopt);
}

TEST(Board, EverySecondSquareIsColoured) {
  const Board board = draughts_board();
  EXPECT_TRUE(find_square(board, {0, 0})->playable);
  EXPECT_FALSE(find_square(board, {1, 0})->playable);
  EXPECT_TRUE(find_square(board, {3, 7})->playable);
  EXPECT_TRUE(is_coloured({1, 0}, Coloured::Odd));
  EXPECT_TRUE(is_coloured({1, 0}, Coloured::All));
}

TEST(Board, NeighboursOfAGridOnlyTouch) {
  const Board board = draughts_board();
  EXPECT_LE(overlap_depth(*find_square(board, {4, 4}), *find_square(board, {5, 4})), 1e-9_in);
  EXPECT_LE(overlap_depth(*find_square(board, {4, 4}), *find_square(board, {5, 5})), 1e-9_in);
}

TEST(Board, AConcaveSquareOverlapsOnlyWhereItReaches) {
  const BoardSquare hook{.at = {0, 0}, .outline = {{0_in, 0_in}, {3_in, 0_in}, {3_in, 1_in}, {1_in, 1_in}, {1_in, 3_in}, {0_in, 3_in}}};
  const BoardSquare in_its_bend{.at = {1, 1}, .outline = {{1_in, 1_in}, {3_in, 1_in}, {3_in, 3_in}, {1_in, 3_in}}};
  const BoardSquare deeper{.at = {1, 1}, .outline = {{0.5_in, 1_in}, {3_in, 1_in}, {3_in, 3_in}, {0.5_in, 3_in}}};
  EXPECT_LE(overlap_depth(hook, in_its_bend), 1e-9_in);
  EXPECT_NEAR(overlap_depth(hook, deeper).value, 0.5, 1e-9);
}

}  // namespace
}  // namespace board_test
