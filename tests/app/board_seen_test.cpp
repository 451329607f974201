// From what a picture showed to a look at the board: only what is beyond doubt contradicts the game.
#include "app/session/board_session.h"

#include <gmock/gmock.h>

namespace board_seen_test {
namespace {

using app::BoardLook;
using measure::SquareName;
using testing::ElementsAre;

measure::Board board() {
  measure::Board out;
  out.game = measure::BoardGame::LesAllies;
  out.length = out.width = measure::Inches(10.0);
  out.squares = measure::grid_squares(10, 10, out.length, out.width, measure::Coloured::Even);
  out.sides.resize(2);
  return out;
}

// Generals misread for a moment broke off games that were told right until then.
TEST(BoardSeen, AGeneralWhoIsNotSureMayBeAMan) {
  const measure::Board on = board();
  vision::BoardReading reading;
  vision::BoardPiece man;
  man.rank = vision::BoardRank::General;
  man.at = {measure::Inches(2.5), measure::Inches(4.5)};
  man.on = SquareName{2, 4};
  reading.pieces = {man};
  EXPECT_FALSE(app::look_of(reading, on).standing.front().general);
  reading.pieces.front().sure = true;
  EXPECT_TRUE(app::look_of(reading, on).standing.front().general);
}

TEST(BoardSeen, SquaresOfHiddenPiecesAreUnsureAndDoNotDelayTheGame) {
  vision::BoardReading reading;
  reading.unseen = {{2, 4}, {3, 5}};
  reading.open = {{2, 4}};
  const BoardLook look = app::look_of(reading, board());
  EXPECT_THAT(look.unseen, ElementsAre(SquareName{3, 5}));
  EXPECT_THAT(look.unsure, ElementsAre(SquareName{2, 4}));
}

}  // namespace
}  // namespace board_seen_test
