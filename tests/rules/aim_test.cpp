// Infantry aims man by man: C-I1, C-I2 and the gaps about them.
#include <gmock/gmock.h>

#include "tests/rules/aim_scene.h"

namespace aim_test {
namespace {

using namespace aim_scene;
using rules::charge::aim;
using testing::Contains;
using testing::ElementsAre;

TEST(AimInfantry, ShortRangeEndsAtThreeInchesAndLongAtSix) {
  const auto bands = [](double y) {
    const Aim answer = aim(foot_aim_at({man("a", 0, 0)}, {man("t", 0, y)}), {});
    return std::vector<int>{answer.men_short, answer.men_long};
  };
  EXPECT_THAT(bands(3.0), ElementsAre(1, 0));
  EXPECT_THAT(bands(3.01), ElementsAre(0, 1));
  EXPECT_THAT(bands(6.0), ElementsAre(0, 1));
  EXPECT_THAT(bands(6.01), ElementsAre(0, 0));
  const Aim beyond = aim(foot_aim_at({man("a", 0, 0)}, {man("t", 0, 6.01)}), {});
  EXPECT_THAT(beyond.verdict, IsNo());
  EXPECT_THAT(rules_of(beyond.because), ElementsAre("C-I2"));
}

TEST(AimInfantry, EveryManFiresAtHisNearestEligibleEnemy) {
  // CG15: the right-hand men are within 3 in, the left-hand ones beyond; the enemies stand to the right.
  const Aim answer = aim(foot_aim_at(row("a", 8, 4, 0), row("t", 3, 4, 2.5, 1.2, 270)), {});
  EXPECT_THAT(answer.verdict, IsYes());
  EXPECT_EQ(answer.men_short, 4) << "the fourth has (1.2, 2.5) to the nearest";
  EXPECT_EQ(answer.men_long, 1) << "whoever is farther left has nobody in his arc";
  EXPECT_EQ(answer.eligible, 3);
  EXPECT_EQ(answer.shooters[0].at, 1);
  EXPECT_EQ(answer.shooters[3].at, 3);
  EXPECT_THAT(answer.shooters[7].may_fire, IsNo());
}

TEST(AimInfantry, CG15OneRangeForAllOrTheMajoritys) {
  // Three men at 2.9 in and five at 3.1.
  const AimQuestion q = foot_aim_at(row("a", 3, 0, 0.2) + row("b", 5, -3.6, 0), row("t", 8, 0, 3.1, 1.2, 270));
  House house;
  EXPECT_EQ(aim(q, house).men_short, 3);
  EXPECT_EQ(aim(q, house).men_long, 5);
  house.range_of = rules::charge::RangeOf::UnitNearest;
  EXPECT_EQ(aim(q, house).men_short, 8);
  house.range_of = rules::charge::RangeOf::Majority;
  EXPECT_EQ(aim(q, house).men_short, 0);
  EXPECT_EQ(aim(q, house).men_long, 8);
}

TEST(AimInfantry, CG16TwoRanksFireAndTheirOwnUnitNeitherBarsNorHides) {
  const auto three_ranks = row("a", 4, 0, 0) + row("b", 4, 0, -1.2) + row("c", 4, 0, -2.4);
  const AimQuestion q = foot_aim_at(three_ranks, row("t", 4, 0, 2.5, 1.2, 270));
  House house;
  EXPECT_EQ(aim(q, house).men_short + aim(q, house).men_long, 8);
  EXPECT_EQ(aim(q, house).shooters[8].rank, 3);
  house.max_ranks = 1;
  EXPECT_EQ(aim(q, house).men_short + aim(q, house).men_long, 4);
  house.max_ranks = 1000;
  EXPECT_EQ(aim(q, house).men_short + aim(q, house).men_long, 12);
  house.clear_exempts_own_unit = false;
  EXPECT_EQ(aim(q, house).men_short + aim(q, house).men_long, 0) << "all stand within an inch of a comrade's line";
  EXPECT_THAT(rules_of(aim(q, house).because), Contains("C-I1"));
}

TEST(AimInfantry, AFriendOfAnotherBodyWithinAnInchForbidsTheShot) {
  AimQuestion q = foot_aim_at(row("a", 3, 0, 0), row("t", 3, 0, 5, 1.2, 270));
  q.friends = {man("drummer of the others", 0.3, 1.2)};
  const Aim answer = aim(q, {});
  EXPECT_EQ(answer.men_long, 2) << "the right-hand man would have to fire past the drummer";
  EXPECT_THAT(answer.shooters[0].may_fire, IsNo());
  EXPECT_EQ(answer.men[0].nearest, "drummer of the others");
}

TEST(AimInfantry, ForEachTargetTheBestLineIsTold) {
  AimQuestion q = foot_aim_at({man("near but barred", 0, 0), man("free", -2.4, 0)}, {man("t", -0.4, 4)});
  q.friends = {man("friend", 0.9, 2)};
  const Aim answer = aim(q, {});
  ASSERT_EQ(answer.men.size(), 1u);
  EXPECT_THAT(answer.men[0].verdict, IsYes());
  EXPECT_EQ(answer.men[0].by, "free");
  EXPECT_NEAR(answer.men[0].range.value.value, std::hypot(2.0, 4.0), 1e-9);
  EXPECT_FALSE(answer.men[0].needs) << "muskets need no score";
}

TEST(AimInfantry, OutOfRangeTheNearestLineIsTold) {
  const Aim answer = aim(foot_aim_at({man("a", 0, 0), man("b", 3, 0)}, {man("t", 3, 10)}), {});
  EXPECT_EQ(answer.men[0].by, "b");
  EXPECT_NEAR(answer.men[0].range.value.value, 10.0, 1e-9);
  EXPECT_THAT(rules_of(answer.because), ElementsAre("C-I2"));
}

TEST(AimInfantry, CG52ADoubtfulRangeBandLeavesTheVerdictAlone) {
  const Aim answer = aim(known_to(foot_aim_at({man("a", 0, 0)}, {man("t", 0, 3.01)}), 0.03), {});
  EXPECT_THAT(answer.verdict, IsYes());
  EXPECT_EQ(answer.men_long, 1);
  EXPECT_TRUE(answer.shooters[0].band_doubtful);
  EXPECT_THAT(rules_of(answer.because), ElementsAre("C-I1", "C-I1", "C-I2", "CG52", "C-I3", "CG19"));
  const Aim at_the_end = aim(known_to(foot_aim_at({man("a", 0, 0)}, {man("t", 0, 6.01)}), 0.03), {});
  EXPECT_THAT(at_the_end.verdict, IsTooCloseToCall());
  EXPECT_EQ(at_the_end.men_too_close, 1);
  EXPECT_EQ(at_the_end.men_long, 0);
}

TEST(AimInfantry, CG52ANearerManWhoMayBeEligiblePutsTheBandInDoubt) {
  const AimQuestion q = known_to(foot_aim_at({man("a", 0, 0)}, {man("at the edge of the arc", 1.9, 1.9), man("sure", 0, 4)}), 0.03);
  const Aim answer = aim(q, {});
  EXPECT_THAT(answer.verdict, IsYes());
  EXPECT_EQ(answer.men_long, 1);
  EXPECT_TRUE(answer.shooters[0].band_doubtful);
}

TEST(AimInfantry, CX20OnlyTheEligibleMenMayFall) {
  // Eight men fire at a line of twelve of whom four stand in somebody's sight, arc and range.
  AimQuestion q = foot_aim_at(row("a", 8, 0, 0, 0.4), row("t", 12, 0, 1.0, 1.2, 270));
  q.terrain = {area(TerrainKind::House, -20, 0.4, -4.2, 0.6, 3.0, "barn")};
  EXPECT_EQ(aim(q, {}).eligible, 4);
}

}  // namespace
}  // namespace aim_test
