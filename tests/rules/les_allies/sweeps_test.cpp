// Sweeps, and who becomes a General.
#include <gmock/gmock.h>

#include <set>

#include "tests/rules/les_allies/builders.h"

namespace rules::les_allies::sweeps_test {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const House kBook;

TEST(Sweeps, DX3ASweepGoesOnAndMenAreRemovedAtItsEnd) {
  const Board board = even_board(10, 10);
  const Setting setting{board, kBook};
  const Position three = men({{2, 2}}, {{3, 3}, {5, 5}, {7, 5}});
  EXPECT_THAT(legal(setting, three, Side::Allies).sweeps, ElementsAre(Sweep{{2, 2}, {{4, 4}, {6, 6}, {8, 4}}, {{3, 3}, {5, 5}, {7, 5}}}));
  const FightApplied took = apply(setting, fight(three), Play{{2, 2}, {{4, 4}, {6, 6}, {8, 4}}});
  EXPECT_THAT(took.fight.men, ElementsAre(Man{{8, 4}, Side::Allies, Rank::Soldier}));
}

TEST(Sweeps, D10AndDG6TakingBackwardByBothReadings) {
  const Board board = even_board(10, 10);
  House house;
  const Position behind = men({{4, 4}}, {{5, 3}});
  EXPECT_EQ(legal({board, house}, behind, Side::Allies).sweeps.size(), 1U);
  house.soldier_back_capture = false;
  EXPECT_THAT(legal({board, house}, behind, Side::Allies).sweeps, IsEmpty());
  EXPECT_EQ(rule_against({board, house}, behind, {{4, 4}, {{6, 2}}}), "DG6");
  EXPECT_EQ(legal({board, house}, men({general(4, 4)}, {{5, 3}}), Side::Allies).sweeps.size(), 3U);  // lands on (6, 2), (7, 1) or (8, 0)
}

TEST(Sweeps, D12TakenMenStandInTheWayUntilTheEnd) {
  // The General takes (5, 5), (8, 6) and (8, 4). On (7, 3) he looks along the line to (4, 6), but (5, 5) still stands in it.
  const Board board = even_board(10, 10);
  const Legal all = legal({board, kBook}, men({general(2, 2)}, {{5, 5}, {8, 6}, {8, 4}, {4, 6}}), Side::Allies);
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{2, 2}, {{7, 7}, {9, 5}, {7, 3}}, {{5, 5}, {8, 6}, {8, 4}}}));
  for (const Sweep& sweep : all.sweeps) EXPECT_THAT(sweep.takes, testing::Not(testing::Contains(Square{4, 6})));
}

TEST(Sweeps, HisOwnSquareIsFreeWhileHeIsUnderWay) {
  const Board board = even_board(10, 10);
  const Position ring = men({{2, 2}}, {{3, 3}, {5, 3}, {5, 1}, {3, 1}});
  const Legal all = legal({board, kBook}, ring, Side::Allies);
  ASSERT_EQ(all.sweeps.size(), 2U);  // round both ways, and home again
  for (const Sweep& sweep : all.sweeps) {
    EXPECT_EQ(sweep.takes.size(), 4U);
    EXPECT_EQ(sweep.lands.back(), (Square{2, 2}));
  }
}

TEST(Sweeps, D13NobodyIsJumpedTwiceButSquaresAreCrossedRepeatedly) {
  const Board board = even_board(12, 12);
  const Position eight = men({{4, 4}}, {{3, 3}, {3, 1}, {5, 1}, {5, 3}, {5, 5}, {7, 5}, {7, 3}});
  for (const Sweep& sweep : legal({board, kBook}, eight, Side::Allies).sweeps) {
    std::set<Square> once(sweep.takes.begin(), sweep.takes.end());
    EXPECT_EQ(once.size(), sweep.takes.size());
  }
  EXPECT_EQ(rule_against({board, kBook}, men({{2, 2}}, {{3, 3}}), {{2, 2}, {{4, 4}, {2, 2}}}), "D-13");
}

TEST(Sweeps, D11AGeneralTakesAtADistanceLandsAnywhereBehindAndChangesLine) {
  const Board board = even_board(10, 10);
  const Setting setting{board, kBook};
  const Legal all = legal(setting, men({general(0, 0)}, {{3, 3}, general(7, 5)}), Side::Allies);
  // Behind (3, 3) lie (4, 4) to (9, 9). From (6, 6) he takes the General on (7, 5) as well, and lands on (8, 4) or (9, 3).
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{0, 0}, {{6, 6}, {8, 4}}, {{3, 3}, {7, 5}}}));
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{0, 0}, {{6, 6}, {9, 3}}, {{3, 3}, {7, 5}}}));
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{0, 0}, {{4, 4}}, {{3, 3}}}));
  EXPECT_THAT(all.sweeps, testing::Contains(Sweep{{0, 0}, {{9, 9}}, {{3, 3}}}));
  EXPECT_EQ(all.sweeps.size(), 7U);
  EXPECT_EQ(rule_against(setting, men({general(0, 0)}, {{3, 3}, {4, 4}}), {{0, 0}, {{5, 5}}}), "D-11");
}

TEST(Sweeps, DG8AnySweepOrTheLargest) {
  const Board board = even_board(10, 10);
  House house;
  house.capture = Capture::Strict;
  const Position choice = men({{2, 2}}, {{1, 3}, {3, 3}, {5, 5}});
  EXPECT_EQ(legal({board, house}, choice, Side::Allies).sweeps.size(), 2U);
  EXPECT_EQ(rule_against({board, house}, choice, {{2, 2}, {{0, 4}}}), "fine");
  house.capture_majority = true;
  EXPECT_THAT(legal({board, house}, choice, Side::Allies).sweeps, ElementsAre(Sweep{{2, 2}, {{4, 4}, {6, 6}}, {{3, 3}, {5, 5}}}));
  EXPECT_EQ(rule_against({board, house}, choice, {{2, 2}, {{0, 4}}}), "DG8");
  house.capture = Capture::Huff;  // he may, and can be huffed for it
  EXPECT_THAT(judge({board, house}, choice, Side::Allies, {{2, 2}, {{0, 4}}}).huff, ElementsAre(Square{0, 4}));
}

// ---- Generals ----

TEST(Promotion, DX6PassingOverAFortressDoesNothing) {
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  const Setting setting{board, kBook};
  const Legal all = legal(setting, men({{2, 2}}, {{3, 3}, {5, 3}}), Side::Allies);
  ASSERT_THAT(all.sweeps, ElementsAre(Sweep{{2, 2}, {{4, 4}, {6, 2}}, {{3, 3}, {5, 3}}}));
  EXPECT_FALSE(judge(setting, men({{2, 2}}, {{3, 3}, {5, 3}}), Side::Allies, {{2, 2}, {{4, 4}, {6, 2}}}).promoted);
  const FightApplied ends = apply(setting, fight(men({{2, 2}}, {{3, 3}})), Play{{2, 2}, {{4, 4}}});
  EXPECT_TRUE(ends.promoted);
  EXPECT_THAT(ends.fight.men, ElementsAre(Man{{4, 4}, Side::Allies, Rank::General}));
}

TEST(Promotion, DG13ANewGeneralDoesNotGoOn) {
  // From (4, 4) a General could take (7, 7); the soldier who lands there cannot.
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  const Position far = men({{2, 2}}, {{3, 3}, {7, 7}});
  const FightApplied ends = apply({board, kBook}, fight(far), Play{{2, 2}, {{4, 4}}});
  EXPECT_TRUE(ends.promoted);
  EXPECT_EQ(ends.fight.to_move, Side::Central);
  EXPECT_THAT(ends.fight.huffable, IsEmpty());
}

TEST(Promotion, DG14AndDG16APlainMoveMakesAGeneralToo) {
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  const FightApplied moved = apply({board, kBook}, fight(men({{3, 3}}, {{9, 9}})), Play{{3, 3}, {{4, 4}}});
  EXPECT_TRUE(moved.promoted);
  EXPECT_EQ(man_at(moved.fight.men, {4, 4})->rank, Rank::General);
  EXPECT_FALSE(judge({board, kBook}, men({general(3, 3)}, {}), Side::Allies, {{3, 3}, {{4, 4}}}).promoted);
  EXPECT_FALSE(judge({board, kBook}, men({}, {{3, 3}}), Side::Central, {{3, 3}, {{4, 4}}}).promoted);  // his own fortress
}

TEST(Promotion, DG15OnFortressesOrOnTheLastRow) {
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  House house;
  house.promote_on = PromoteOn::LastRow;
  EXPECT_FALSE(judge({board, house}, men({{3, 3}}, {}), Side::Allies, {{3, 3}, {{4, 4}}}).promoted);
  EXPECT_TRUE(judge({board, house}, men({{4, 8}}, {}), Side::Allies, {{4, 8}, {{5, 9}}}).promoted);
  EXPECT_TRUE(judge({board, house}, men({}, {{1, 1}}), Side::Central, {{1, 1}, {{0, 0}}}).promoted);
  EXPECT_FALSE(judge({board, house}, men({}, {{1, 1}}), Side::Central, {{1, 1}, {{2, 2}}}).promoted);
}

TEST(Promotion, DG15InTheMansZoneAndEverywhereOnceTheBorderIsOpen) {
  const Board board = synthetic_board();
  House house;
  Man guest{{19, 13}, Side::Allies, Rank::Soldier, 1};  // a man of zone 1 before the fortress (20, 14) of zone 2
  EXPECT_TRUE(promotes({board, house}, guest, {20, 14}));
  house.promote_scope = PromoteScope::HomeZone;
  EXPECT_FALSE(promotes({board, house}, guest, {20, 14}));
  guest.home = 2;
  EXPECT_TRUE(promotes({board, house}, guest, {20, 14}));
  EXPECT_TRUE(promotes({board, house, {2, false}}, guest, {20, 14}));
}

TEST(Promotion, D23OnTheFortressNearestTheBorder) {
  std::vector<Place> places = grid(10, 10, Colouring::Even);
  for (Place& place : places) {
    place.land = place.at.row < 5 ? Side::Allies : Side::Central;
    if (place.at == Square{4, 6} || place.at == Square{4, 8}) place.fortress = Side::Central;
  }
  const Board board = Board::make(10, 10, places).value();
  EXPECT_THAT(nearest_fortresses(board, Side::Allies), ElementsAre(Square{4, 6}));
  House house;
  house.promote_scope = PromoteScope::Nearest;
  EXPECT_TRUE(promotes({board, house}, {{3, 5}}, {4, 6}));
  EXPECT_FALSE(promotes({board, house}, {{3, 7}}, {4, 8}));
}

}  // namespace
}  // namespace rules::les_allies::sweeps_test
