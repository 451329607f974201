// One fight: huffing and its lapse, prisoners, null fights.
#include "rules/les_allies/fight.h"

#include <gmock/gmock.h>

#include "tests/rules/les_allies/builders.h"

namespace rules::les_allies::fight_test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;

const House kBook;

class FightOnTenByTen : public testing::Test {
 protected:
  Board board = even_board(10, 10);
  House house;
  [[nodiscard]] Setting setting() const { return {board, house}; }
  [[nodiscard]] FightApplied does(const Fight& fight, const FightAction& action) const { return apply(setting(), fight, action); }
  [[nodiscard]] std::string rule_against(const Fight& fight, const FightAction& action) const {
    const FightApplied did = does(fight, action);
    if (did.done) return "fine";
    EXPECT_EQ(did.fight, fight);  // refusing changes nothing
    return did.because[0].rule;
  }
};
using Huffing = FightOnTenByTen;
using FightEnds = FightOnTenByTen;

/// DX7: own soldiers (4,4) and (8,2), an enemy on (5,5); own played (8,2) to (9,3).
Fight dx7() { return fight(men({{4, 4}, {8, 2}}, {{5, 5}})); }
const Play kDX7{{8, 2}, {{9, 3}}};

TEST_F(Huffing, DX7TheManIsRemovedAndTheHufferStillPlays) {
  const FightApplied missed = does(dx7(), kDX7);
  EXPECT_THAT(missed.fight.huffable, ElementsAre(Square{4, 4}));
  const FightApplied huffed = does(missed.fight, Huff{{4, 4}});
  ASSERT_TRUE(huffed.done);
  EXPECT_EQ(huffed.fight.men, men({{9, 3}}, {{5, 5}}));
  EXPECT_EQ(huffed.fight.to_move, Side::Central);
  EXPECT_EQ(rule_against(huffed.fight, Play{{5, 5}, {{4, 4}}}), "fine");
}

TEST_F(Huffing, DX7HeTakesItBackAndTakes) {
  const FightApplied missed = does(dx7(), kDX7);
  const FightApplied back = does(missed.fight, MakeTake{{4, 4}});
  ASSERT_TRUE(back.done);
  EXPECT_EQ(back.fight.men, dx7().men);
  EXPECT_EQ(back.fight.to_move, Side::Allies);
  EXPECT_THAT(legal_actions(setting(), back.fight), ElementsAre(FightAction(Play{{4, 4}, {{6, 6}}})));
  EXPECT_EQ(rule_against(back.fight, kDX7), "D-15");
  EXPECT_EQ(rule_against(back.fight, Play{{4, 4}, {{3, 3}}}), "D-15");
  EXPECT_EQ(does(back.fight, Play{{4, 4}, {{6, 6}}}).fight.men, men({{6, 6}, {8, 2}}, {}));
}

TEST_F(Huffing, DX7AndDG10IgnoringItLetsTheRightLapse) {
  Fight with_another = dx7();
  with_another.men = men({{4, 4}, {8, 2}}, {{5, 5}, {0, 8}});
  const FightApplied missed = does(with_another, kDX7);
  const FightApplied ignored = does(missed.fight, Play{{0, 8}, {{1, 7}}});
  ASSERT_TRUE(ignored.done);
  EXPECT_THAT(ignored.fight.huffable, Not(Contains(Square{4, 4})));
  EXPECT_EQ(rule_against(ignored.fight, Huff{{4, 4}}), "D-16");
}

TEST_F(Huffing, DX7AndDG7StrictRefusesTheMoveAndOptionalLetsItBe) {
  house.capture = Capture::Strict;
  EXPECT_EQ(rule_against(dx7(), kDX7), "D-15");
  EXPECT_EQ(rule_against(dx7(), Play{{4, 4}, {{6, 6}}}), "fine");
  EXPECT_THAT(legal(setting(), dx7().men, Side::Allies).moves, IsEmpty());
  EXPECT_THAT(legal(setting(), dx7().men, Side::Allies).huffable, IsEmpty());
  house.capture = Capture::Optional;
  EXPECT_THAT(does(dx7(), kDX7).fight.huffable, IsEmpty());
  EXPECT_EQ(rule_against(does(dx7(), kDX7).fight, Huff{{4, 4}}), "DG7");
}

TEST_F(Huffing, DG9OneManOfThoseWhoCouldHaveTakenFromWhereHeStands) {
  const Fight two = fight(men({{4, 4}, {6, 4}}, {{5, 5}, {0, 8}}));
  const FightApplied moved = does(two, Play{{4, 4}, {{3, 3}}});
  EXPECT_THAT(moved.fight.huffable, ElementsAre(Square{3, 3}, Square{6, 4}));
  const FightApplied huffed = does(moved.fight, Huff{{3, 3}});
  ASSERT_TRUE(huffed.done);
  EXPECT_EQ(rule_against(huffed.fight, Huff{{6, 4}}), "D-16");  // only one
  const FightApplied back = does(moved.fight, MakeTake{{3, 3}});
  EXPECT_EQ(back.fight.must_take, (Square{4, 4}));
  EXPECT_EQ(back.fight.men, two.men);
  EXPECT_THAT(does(two, Play{{4, 4}, {{6, 6}}}).fight.huffable, IsEmpty());  // who takes has done his duty for all
}

TEST_F(Huffing, DG9AndDG11WhoBreaksOffASweepIsHuffableAndWhatHeTookStaysTaken) {
  const Fight two = fight(men({{2, 2}}, {{3, 3}, {5, 5}, {0, 8}}));
  const FightApplied broke = does(two, Play{{2, 2}, {{4, 4}}});
  ASSERT_TRUE(broke.done);
  EXPECT_EQ(broke.fight.men, men({{4, 4}}, {{5, 5}, {0, 8}}));
  EXPECT_THAT(broke.fight.huffable, ElementsAre(Square{4, 4}));
  EXPECT_EQ(does(broke.fight, Huff{{4, 4}}).fight.men, men({}, {{5, 5}, {0, 8}}));
  const FightApplied back = does(broke.fight, MakeTake{{4, 4}});
  EXPECT_EQ(back.fight.men, two.men);
  EXPECT_EQ(rule_against(back.fight, Play{{2, 2}, {{4, 4}}}), "D-10");  // now he has to go on
  EXPECT_EQ(rule_against(back.fight, Play{{2, 2}, {{4, 4}, {6, 6}}}), "fine");
  house.capture = Capture::Strict;
  EXPECT_EQ(rule_against(two, Play{{2, 2}, {{4, 4}}}), "D-10");
}

TEST_F(Huffing, D16AndDG10OnlyTheOptionsOfTheHouse) {
  house.huff_options = {true, false, true};
  const Fight missed = does(dx7(), kDX7).fight;
  EXPECT_EQ(rule_against(missed, MakeTake{{4, 4}}), "DG10");
  EXPECT_EQ(rule_against(missed, Huff{{9, 3}}), "D-16");
  house.huff_options = {true, true, false};
  EXPECT_EQ(rule_against(missed, Play{{5, 5}, {{4, 6}}}), "DG10");
  EXPECT_EQ(legal_actions(setting(), missed).size(), 2U);
  house.huff_options = {false, false, true};
  EXPECT_THAT(does(dx7(), kDX7).fight.huffable, IsEmpty());
}

// ---- the end ----

TEST_F(FightEnds, DX10WhoCannotMoveIsPrisoner) {
  const Fight cornered = fight(men({{1, 1}, {2, 2}}, {{0, 0}}), Side::Central);
  EXPECT_EQ(ending(setting(), cornered), (Ending{Side::Allies, "D-17"}));
  const Fight open = fight(men({{1, 1}}, {{0, 0}}), Side::Central);
  EXPECT_EQ(ending(setting(), open), std::nullopt);
  EXPECT_THAT(legal(setting(), open.men, Side::Central).sweeps, ElementsAre(Sweep{{0, 0}, {{2, 2}}, {{1, 1}}}));
}

TEST_F(FightEnds, DG19PrisonersAreLookedForOnTheirTurnOnly) {
  EXPECT_EQ(ending(setting(), fight(men({{1, 1}, {2, 2}}, {{0, 0}}), Side::Allies)), std::nullopt);
}

TEST_F(FightEnds, D17WhenAllEnemyMenAreTaken) {
  const FightApplied took = does(fight(men({{4, 4}}, {{5, 5}})), Play{{4, 4}, {{6, 6}}});
  EXPECT_EQ(ending(setting(), took.fight), (Ending{Side::Allies, "D-17"}));
}

TEST_F(FightEnds, WhileAManCanBeHuffedNobodyIsPrisoner) {
  // The enemy on (0, 0) cannot move, but may huff the man behind his jailer first, and is free then.
  Fight stuck = fight(men({{1, 1}, {2, 2}}, {{0, 0}}), Side::Central);
  stuck.huffable = {{2, 2}};
  EXPECT_EQ(ending(setting(), stuck), std::nullopt);
  EXPECT_THAT(legal_actions(setting(), stuck), ElementsAre(FightAction(Huff{{2, 2}}), FightAction(MakeTake{{2, 2}})));
  EXPECT_EQ(ending(setting(), does(stuck, Huff{{2, 2}}).fight), std::nullopt);
}

TEST_F(FightEnds, D18AndDG17ALoneGeneralAgainstOneOrTwo) {
  EXPECT_EQ(ending(setting(), fight(men({general(0, 0)}, {general(9, 9)}))), (Ending{std::nullopt, "D-18"}));
  EXPECT_EQ(ending(setting(), fight(men({general(0, 0)}, {general(9, 9), general(5, 9)}))), (Ending{std::nullopt, "D-18"}));
  EXPECT_EQ(ending(setting(), fight(men({general(0, 0), general(2, 0)}, {general(9, 9)}))), (Ending{std::nullopt, "D-18"}));
  EXPECT_EQ(ending(setting(), fight(men({general(0, 0)}, {general(9, 9), general(5, 9), general(7, 9)}))), std::nullopt);
  EXPECT_EQ(ending(setting(), fight(men({general(0, 0)}, {general(9, 9), {5, 9}}))), std::nullopt);
  EXPECT_EQ(ending(setting(), fight(men({general(0, 0), general(2, 0)}, {general(9, 9), general(5, 9)}))), std::nullopt);
}

/// Plays quiet moves to and fro until the fight ends: own from `a`, enemy from `b`; how many turns it took.
int turns_until_the_end(const Setting& setting, Fight fight, Square a, Square a2, Square b, Square b2) {
  for (int turn = 0; turn < 1000; ++turn) {
    if (ending(setting, fight)) return turn;
    Square &from = turn % 2 == 0 ? a : b, &to = turn % 2 == 0 ? a2 : b2;
    const FightApplied did = apply(setting, fight, Play{from, {to}});
    if (!did.done) return -1;
    std::swap(from, to);
    fight = did.fight;
  }
  return -1;
}

TEST_F(FightEnds, DG17TheNullMayBeDelayed) {
  house.null_delay_turns = 3;
  EXPECT_EQ(turns_until_the_end(setting(), fight(men({general(0, 0)}, {general(9, 1)})), {0, 0}, {1, 1}, {9, 1}, {8, 0}), 6);
}

TEST_F(FightEnds, DG18TwentyFiveTurnsASideWithGeneralsOnly) {
  const Fight two = fight(men({general(0, 0), general(0, 8)}, {general(9, 1), general(9, 7)}));
  house.capture = Capture::Optional;
  EXPECT_EQ(turns_until_the_end(setting(), two, {0, 0}, {1, 1}, {9, 1}, {8, 0}), 50);
  house.null_quiet_turns = 4;
  EXPECT_EQ(turns_until_the_end(setting(), two, {0, 0}, {1, 1}, {9, 1}, {8, 0}), 8);
}

TEST_F(FightEnds, DG29FortyTurnsASideWithoutCaptureOrPromotion) {
  const Fight two = fight(men({{0, 0}}, {{9, 9}}));
  EXPECT_EQ(turns_until_the_end(setting(), two, {0, 0}, {1, 1}, {9, 9}, {8, 8}), 80);
  house.null_quiet_moves = 5;
  EXPECT_EQ(turns_until_the_end(setting(), two, {0, 0}, {1, 1}, {9, 9}, {8, 8}), 10);
}

TEST(Quiet, APromotionOrACaptureBeginsTheCountAnew) {
  const Board board = board_with(10, 10, Side::Central, {{4, 4}});
  const Setting setting{board, kBook};
  Fight quiet = fight(men({{3, 3}, {0, 0}}, {{9, 9}}));
  quiet.quiet.moves = 79;
  EXPECT_EQ(apply(setting, quiet, Play{{3, 3}, {{4, 4}}}).fight.quiet.moves, 0);
  EXPECT_EQ(apply(setting, quiet, Play{{0, 0}, {{1, 1}}}).fight.quiet.moves, 80);
  EXPECT_EQ(ending(setting, apply(setting, quiet, Play{{0, 0}, {{1, 1}}}).fight), (Ending{std::nullopt, "DG29"}));
}

}  // namespace
}  // namespace rules::les_allies::fight_test
