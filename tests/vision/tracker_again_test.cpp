// A table that is watched again after the program was closed: every figure is who it was, and what differs is told as if nobody had been
// away.
#include "tests/vision/tracker_scene.h"

namespace tracker_again_test {
namespace {

using namespace scene;
using testing::ElementsAre, testing::IsEmpty;

class Again : public testing::Test {
 protected:
  static std::vector<PieceSpec> roster() { return army({company("R1", 9, 10), company("R2", 9, 11)}); }
  Again() {
    before_.deploy("R1", 9, at(10, 20)).deploy("R2", 9, at(30, 20));
    before_.look();
    // Whom nobody could tell apart by looks: the players have said who he is.
    EXPECT_TRUE(before_.tracker().swap(before_.named("R1/2")->id, before_.named("R2/5")->id));
    before_.look();
    after_.deploy("R1", 9, at(10, 20)).deploy("R2", 9, at(30, 20));
  }
  /// Watches again.
  void watch() {
    after_.tracker().take_up(before_.last.pieces, 100);
    after_.look();
  }
  const vision::Piece* was(int id) const { return find_piece(before_.last, id); }

  Table before_{roster()}, after_{roster()};
};

TEST_F(Again, EverybodyIsWhoHeWas) {
  watch();
  ASSERT_EQ(after_.last.pieces.size(), before_.last.pieces.size());
  for (const vision::Piece& piece : after_.last.pieces) {
    ASSERT_NE(was(piece.id), nullptr) << piece.name;
    EXPECT_EQ(piece.name, was(piece.id)->name);
    EXPECT_EQ(piece.unit, was(piece.id)->unit);
    EXPECT_LT(distance(piece.at, was(piece.id)->at), 0.2_in);
  }
  EXPECT_TRUE(after_.last.settled);
  EXPECT_THAT(after_.last.moves, IsEmpty());
  EXPECT_THAT(after_.last.added, IsEmpty());
  EXPECT_THAT(after_.last.removed, IsEmpty());
}

TEST_F(Again, WhoStandsElsewhereHasMovedWhoIsMissingWasTakenOffAndWhoIsNewCame) {
  const int moved = before_.over("R1/4")->id, gone = before_.over("R2/1")->id;
  after_.pieces["R1/4"].at = after_.pieces["R1/4"].at + by(0.0, 6.0);
  after_.take("R2/1");
  watch();
  ASSERT_EQ(after_.last.moves.size(), 1U);
  EXPECT_EQ(after_.last.moves[0].id, moved);
  EXPECT_LT(distance(after_.last.moves[0].from, was(moved)->at), 0.01_in);
  EXPECT_THAT(after_.last.removed, ElementsAre(gone));
  EXPECT_THAT(after_.last.added, IsEmpty());
  after_.put("R2/1", at(50, 30));
  after_.look();
  ASSERT_EQ(after_.last.added.size(), 1U);
  EXPECT_GE(after_.last.added[0], 100) << "an id that nobody had";
}

TEST_F(Again, ATaggedPieceIsItsTagsWhereverItStands) {
  const int leader = before_.named("R1/leader")->id;
  after_.pieces["R1/leader"].at = at(60, 40);
  watch();
  ASSERT_EQ(after_.last.moves.size(), 1U);
  EXPECT_EQ(after_.last.moves[0].id, leader);
}

TEST_F(Again, WhoMayStandUnderATreeIsNotGone) {
  const int hidden = before_.over("R2/1")->id;
  after_.pieces["R2/1"].covered = true;
  after_.wood = after_.pieces["R2/1"].at;
  watch();
  EXPECT_THAT(after_.last.removed, IsEmpty());
  const vision::Piece* const piece = find_piece(after_.last, hidden);
  ASSERT_NE(piece, nullptr);
  EXPECT_EQ(piece->seen, vision::Seen::Hidden);
}

TEST_F(Again, LaterMovesAreThoseOfTheSamePieces) {
  watch();
  const int id = before_.over("R1/4")->id;
  after_.march("R1", by(0.0, 5.0));
  after_.look();
  EXPECT_EQ(after_.last.moves.size(), 10U);
  EXPECT_TRUE(std::ranges::any_of(after_.last.moves, [&](const vision::Move& move) { return move.id == id; }));
}

}  // namespace
}  // namespace tracker_again_test
