// A gun aims: C-A1..C-A5 and the gaps about them.
#include <gmock/gmock.h>

#include <limits>

#include "rules/charge/aim/aim_line.h"
#include "tests/rules/aim_scene.h"

namespace aim_gun_test {
namespace {

using namespace aim_scene;
using rules::charge::aim;
using rules::charge::GunBands;
using rules::charge::kShortRange;
using rules::charge::range_bands;
using rules::charge::score_needed;
using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Not;
using testing::Optional;

std::vector<std::optional<int>> scores_at(const std::vector<double>& ranges, const House& house) {
  std::vector<std::optional<int>> out;
  for (const double r : ranges) out.push_back(score_needed(r, house));
  return out;
}

TEST(AimGun, CX10TheScoreNeededGrowsWithTheRange) {
  const auto none = std::optional<int>();
  EXPECT_THAT(scores_at({6.00, 6.01, 12.00, 12.01, 18.00, 24.00, 24.01, 30.00, 30.01, 36.00, 36.01}, {}),
              ElementsAre(1, 2, 2, 3, 3, 4, 5, 5, 6, 6, none));
  EXPECT_THAT(scores_at({0.0, 6.0 + 1e-10, 36.0 + 1e-10, std::numeric_limits<double>::quiet_NaN()}, {}), ElementsAre(1, 1, 6, none));
}

TEST(AimGun, CG5TheNearestPrintedRangeMayDecide) {
  House house;
  house.gun_bands = rules::charge::GunBands::Nearest;
  const auto none = std::optional<int>();
  EXPECT_THAT(scores_at({8.9, 9.0, 9.1, 14.9, 15.1, 33.1, 36.0, 36.1}, house), ElementsAre(1, 1, 2, 2, 3, 6, 6, none));
  house = House{};
  house.gun_band_edges = {12, 24, 36, 48, 60, 72};
  EXPECT_THAT(scores_at({12.0, 24.1, 72.0, 72.1}, house), ElementsAre(1, 3, 6, none));
}

TEST(AimGun, CX23FortyFiveDegreesAreAllowedAndNoMore) {
  const Aim on_the_edge = aim(gun_aims_at({man("first", 10, 10)}), {});
  EXPECT_THAT(on_the_edge.verdict, IsYes());
  EXPECT_NEAR(measure::degrees(on_the_edge.men[0].off.value), 45.0, 1e-9);
  EXPECT_NEAR(on_the_edge.men[0].range.value.value, 14.14, 0.005);
  EXPECT_THAT(on_the_edge.men[0].needs, Optional(3));
  const Aim beyond = aim(gun_aims_at({man("second", 10.2, 10)}), {});
  EXPECT_THAT(beyond.verdict, IsNo());
  EXPECT_NEAR(measure::degrees(beyond.men[0].off.value), 45.57, 0.005);
  EXPECT_THAT(rules_of(beyond.because), ElementsAre("C-A3"));
}

TEST(AimGun, AFriendBesideTheLineOfFireForbidsIt) {
  // The worked example of the border: range 14.142, 45.0 degrees off, Pte 7 at 0.811 in.
  AimQuestion q = gun_aims_at({man("t1", 10, 10, 0, 0.5)});
  q.friends = {man("Pte 7", 5, 6.5, 0, 0.5)};
  q = known_to(std::move(q), 0.03, 0.3);
  const Aim answer = aim(q, {});
  EXPECT_THAT(answer.verdict, IsNo());
  ASSERT_EQ(answer.men.size(), 1u);
  const auto& t1 = answer.men[0];
  EXPECT_EQ(t1.name, "t1");
  EXPECT_THAT(t1.verdict, IsNo());
  EXPECT_NEAR(t1.range.value.value, 14.142, 0.0005);
  EXPECT_NEAR(measure::degrees(t1.off.value), 45.0, 1e-9);
  ASSERT_TRUE(t1.clearance);
  EXPECT_NEAR(t1.clearance->value.value, 0.811, 0.0005);
  EXPECT_EQ(t1.nearest, "Pte 7");
  EXPECT_THAT(t1.needs, Optional(3));
  EXPECT_THAT(rules_of(answer.because), Contains("C-A4"));
  for (const auto& r : answer.because)
    if (r.rule == "C-A4") {
      EXPECT_NEAR(*r.value, 0.811, 0.0005);
      EXPECT_EQ(r.limit, 1.0);
      EXPECT_NEAR(*r.margin, 0.0371, 0.0005) << "of the friend whole, of each end by its share";
      EXPECT_EQ(r.who, "Pte 7");
    }
  EXPECT_THAT(rules_of(answer.because), Contains("C-A3")) << "the arc is too close to call as well";
}

TEST(AimGun, OfAFriendOnTheLineItIsSaidHowDeepInsideHisBaseItPasses) {
  AimQuestion q = gun_aims_at({man("t", 0, 10)});
  q.friends = {man("on it", 0.1, 5)};
  EXPECT_EQ(aim(q, {}).because[0].says, "the line of fire passes 0.30 in inside the base of on it, needs 1 in");
  q.friends = {man("beside it", 0.6, 5)};
  EXPECT_EQ(aim(q, {}).because[0].says, "the line of fire passes 0.20 in from beside it, needs 1 in");
}

TEST(AimGun, CG17ClearanceIsToTheEdgeOrToTheCentre) {
  AimQuestion q = gun_aims_at({man("t", 0, 10)});
  q.friends = {man("near", 1.2, 5)};
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
  House house;
  house.clear_to = rules::charge::ClearTo::Centre;
  EXPECT_THAT(aim(q, house).verdict, IsYes());
  EXPECT_NEAR(aim(q, house).men[0].clearance->value.value, 1.2, 1e-9);
}

TEST(AimGun, OneInchExactlyIsClear) {
  AimQuestion q = gun_aims_at({man("t", 0, 10)});
  q.friends = {man("near", 1.4, 5)};
  EXPECT_THAT(aim(q, {}).verdict, IsYes());
  q.friends = {man("near", 1.39, 5)};
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
  EXPECT_THAT(aim(known_to(q, 0.03), {}).verdict, IsTooCloseToCall());
}

TEST(AimGun, AFriendBeyondTheTargetCountsByHisDistanceFromTheEndOfTheLine) {
  AimQuestion q = gun_aims_at({man("t", 0, 10)});
  q.friends = {man("in his back", 0, 11.3)};
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
  EXPECT_NEAR(aim(q, {}).men[0].clearance->value.value, 0.9, 1e-9);
  q.friends = {man("farther", 0, 11.5)};
  EXPECT_THAT(aim(q, {}).verdict, IsYes());
}

TEST(AimGun, TheNearestFriendIsNamedAndTheWorstDecides) {
  AimQuestion q = gun_aims_at({man("t", 0, 20)});
  q.friends = {man("sure", 1.35, 10), man("nearer but unsure", 1.34, 12)};
  q.friends[1].footprint = unsure(q.friends[1].footprint, 0.2_in);
  const Aim answer = aim(q, {});
  EXPECT_THAT(answer.verdict, IsNo());
  EXPECT_EQ(answer.men[0].nearest, "nearer but unsure");
  EXPECT_EQ(answer.because[0].who, "sure");
}

TEST(AimGun, CA1FewerThanFourMenCannotServeIt) {
  AimQuestion q = gun_aims_at({man("t", 0, 10)});
  q.firer.crew = 3;
  const Aim answer = aim(q, {});
  EXPECT_THAT(answer.verdict, IsNo());
  EXPECT_THAT(answer.men[0].verdict, IsYes()) << "the line itself is free";
  EXPECT_THAT(rules_of(answer.because), ElementsAre("C-A1"));
  q.firer.crew_maybe = 1;
  EXPECT_THAT(aim(q, {}).verdict, IsTooCloseToCall());
  q.firer.crew = 4;
  EXPECT_THAT(aim(q, {}).verdict, IsYes());
  q.firer.crew.reset();
  EXPECT_THAT(aim(q, {}).verdict, IsYes());
}

TEST(AimGun, NothingBeyondThirtySixInches) {
  EXPECT_THAT(aim(gun_aims_at({man("t", 0, 36)}), {}).verdict, IsYes());
  const Aim answer = aim(gun_aims_at({man("t", 0, 36.01)}), {});
  EXPECT_THAT(answer.verdict, IsNo());
  EXPECT_THAT(rules_of(answer.because), ElementsAre("C-A5"));
  EXPECT_FALSE(answer.men[0].needs);
  const Aim close = aim(known_to(gun_aims_at({man("t", 0, 36.01)}), 0.03), {});
  EXPECT_THAT(close.verdict, IsTooCloseToCall());
  EXPECT_THAT(close.men[0].could_need, Optional(6));
}

TEST(AimGun, CG52ADoubtfulBandLeavesTheVerdictAndNamesBothScores) {
  const Aim answer = aim(known_to(gun_aims_at({man("t", 0, 12.01)}), 0.03), {});
  EXPECT_THAT(answer.verdict, IsYes());
  EXPECT_THAT(answer.men[0].needs, Optional(3));
  EXPECT_THAT(answer.men[0].could_need, Optional(2));
  EXPECT_THAT(rules_of(answer.because), ElementsAre("C-A1", "C-A2", "C-A3", "C-A5", "CG52", "CG19"));
  EXPECT_EQ(doubts_in(answer.because)[0].limit, 12.0);
  EXPECT_THAT(answer.unverified, Contains("measure.margin"));
  EXPECT_EQ(doubts_in(aim(known_to(gun_aims_at({man("t", 0, 9.01)}), 0.03), {}).because).size(), 1U) << "full or half effect";
  EXPECT_THAT(doubts_in(aim(known_to(gun_aims_at({man("t", 0, 10)}), 0.03), {}).because), IsEmpty());
}

TEST(AimGun, CG52SwitchedOffTheMeasuredValueDecides) {
  House house;
  house.keep_margin = false;
  EXPECT_THAT(aim(known_to(gun_aims_at({man("t", 0, 36.01)}), 0.1), house).verdict, IsNo());
  const Aim answer = aim(known_to(gun_aims_at({man("t", 10, 10)}), 0.1, 2.0), house);
  EXPECT_THAT(answer.verdict, IsYes());
  EXPECT_THAT(answer.unverified, Not(Contains("measure.margin")));
}

TEST(AimGun, TheBestManDecidesForTheBody) {
  AimQuestion q = gun_aims_at({man("beyond the arc", 12, 10), man("blocked", 0, 12), man("free", -4, 12), man("free, farther", -5, 14)});
  q.friends = {man("friend", 0, 6)};
  const Aim answer = aim(q, {});
  EXPECT_THAT(answer.verdict, IsYes());
  EXPECT_EQ(answer.eligible, 2);
  ASSERT_TRUE(answer.best);
  EXPECT_EQ(answer.men[*answer.best].name, "free");
  EXPECT_THAT(answer.men[0].verdict, IsNo());
  EXPECT_THAT(answer.men[1].verdict, IsNo());
}

TEST(AimGun, CG18ANearerManWhoMayBeEligibleDecidesTheRange) {
  const AimQuestion q = known_to(gun_aims_at({man("on the edge of the arc", 8, 8), man("sure", 0, 14)}), 0.02, 0.3);
  const Aim answer = aim(q, {});
  EXPECT_THAT(answer.verdict, IsYes());
  ASSERT_EQ(doubts_in(answer.because).size(), 1U);
  EXPECT_EQ(doubts_in(answer.because)[0].who, "on the edge of the arc");
}

TEST(AimGun, CG5BandsEndWhereTheScoreChanges) {
  for (const GunBands reading : {GunBands::FarEdge, GunBands::Nearest}) {
    House house;
    house.gun_bands = reading;
    const auto bands = range_bands(Arm::Gun, house);
    ASSERT_EQ(bands.size(), 6U);
    for (std::size_t i = 0; i < bands.size(); ++i) {
      EXPECT_EQ(score_needed(bands[i].until.value - 0.01, house), bands[i].needs) << i;
      const auto beyond = score_needed(bands[i].until.value + 0.01, house);
      EXPECT_EQ(beyond, i + 1 < bands.size() ? bands[i + 1].needs : std::nullopt) << i;
    }
    EXPECT_EQ(bands.back().until, farthest_range(Arm::Gun, house));
  }
  const auto muskets = range_bands(Arm::Infantry, {});
  ASSERT_EQ(muskets.size(), 2U);
  EXPECT_EQ(muskets.front().until, kShortRange);
  EXPECT_EQ(muskets.back().until, farthest_range(Arm::Infantry, {}));
}

TEST(AimGun, CG26EnemiesHideAndMenOfTheSameBodyDoNot) {
  AimQuestion q = gun_aims_at({man("front", 0, 10), man("rear", 0, 11.2)});
  EXPECT_EQ(aim(q, {}).eligible, 2);
  q.enemies = {man("hussar", 0, 5)};
  const Aim hidden = aim(q, {});
  EXPECT_THAT(hidden.verdict, IsNo());
  EXPECT_THAT(rules_of(hidden.because), ElementsAre("C-A2"));
  EXPECT_EQ(hidden.because[0].who, "hussar");
  EXPECT_THAT(hidden.unverified, Contains("los.figures_block"));
  House house;
  house.figures_block_sight = false;
  EXPECT_THAT(aim(q, house).verdict, IsYes());
  EXPECT_THAT(aim(q, house).unverified, Contains("los.figures_block"));
  q.enemies = {man("hussar", 5, 5)};
  EXPECT_THAT(aim(q, {}).unverified, ElementsAre("range.from"));
}

/// A gun on a hill 6 in high; the man it fires at stands in the plain 30 in off.
AimQuestion from_a_hill() {
  AimQuestion q = gun_aims_at({man("t", 0, 30)});
  Terrain hill = area(TerrainKind::Hill, -10, -10, 10, 4, 6.0, "the Berg");
  hill.top = {{Inches(-9), Inches(-9)}, {Inches(9), Inches(-9)}, {Inches(9), Inches(3)}, {Inches(-9), Inches(3)}};
  q.terrain = {hill};
  return q;
}

TEST(AimGun, FriendsFarBelowTheShotForbidItUnlessTheHouseSaysOtherwise) {
  House house;
  house.clear_by_height = true;
  AimQuestion q = from_a_hill();
  q.friends = {man("below", 0.5, 10)};
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
  EXPECT_THAT(aim(q, house).verdict, IsYes());
  EXPECT_NE(aim(q, house).because.at(3).says.find("above his head"), std::string::npos);
  q.friends = {man("before the target", 0.5, 28)};  // there the line has come down to him
  EXPECT_THAT(aim(q, house).verdict, IsNo());
  q.friends = {man("beside the gun", 1.2, 0)};
  EXPECT_THAT(aim(q, house).verdict, IsNo());
}

TEST(AimGun, FiguresFarBelowTheLineHideUnlessTheHouseCountsTheirHeight) {
  House house;
  house.figures_block_by_height = true;
  AimQuestion q = from_a_hill();
  q.enemies = {man("hussar", 0, 12)};
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
  EXPECT_THAT(aim(q, house).verdict, IsYes());
  q.enemies = {man("hussar", 0, 28.5)};
  EXPECT_THAT(aim(q, house).verdict, IsNo());
}

TEST(AimGun, CG26ABaseOnTheLineHidesEvenWhereTheLinePassesOverItsHead) {
  AimQuestion q = from_a_hill();
  ASSERT_THAT(aim(q, {}).verdict, IsYes()) << "from the hill's flat top";
  q.enemies = {man("hussar", 0, 12)};
  EXPECT_THAT(aim(q, {}).verdict, IsNo()) << "four inches under the line";
}

TEST(AimGun, CG53TerrainHides) {
  AimQuestion q = gun_aims_at({man("t", 0, 20)});
  q.terrain = {area(TerrainKind::House, -2, 8, 2, 10, 3.0, "Blasthof farm")};
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
  EXPECT_EQ(aim(q, {}).because[0].who, "Blasthof farm");
  q.terrain = {wall(-3, 10, 3, 10, 0.6)};
  EXPECT_THAT(aim(q, {}).verdict, IsYes()) << "the line passes above it";
  q.terrain = {wall(-3, 10, 3, 10, 1.2)};
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
  q.terrain = {area(TerrainKind::Wood, -3, 18.5, 3, 22, 3.0, "wood")};
  EXPECT_THAT(aim(q, {}).verdict, IsYes()) << "1.5 in into the wood";
  EXPECT_THAT(aim(q, {}).unverified, Contains("los.wood_depth"));
  q.terrain = {area(TerrainKind::Wood, -3, 17.5, 3, 22, 3.0, "wood")};
  EXPECT_THAT(aim(q, {}).verdict, IsNo()) << "2.5 in into the wood";
  House house;
  house.wood_depth = 3.0;
  EXPECT_THAT(aim(q, house).verdict, IsYes());
}

TEST(AimGun, AHillHigherThanBothHides) {
  AimQuestion q = gun_aims_at({man("t", 0, 30)});
  Terrain hill = area(TerrainKind::Hill, -10, 8, 10, 22, 2.5, "the Berg");
  hill.top = {at(-5, 12), at(5, 12), at(5, 18), at(-5, 18)};
  q.terrain = {hill};
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
  EXPECT_EQ(aim(q, {}).because[0].who, "the Berg");
}

TEST(AimGun, CG24AManCloseBehindAWallIsCovered) {
  AimQuestion q = gun_aims_at({man("behind it", 0, 20.6), man("far behind it", 4, 22)});
  q.terrain = {wall(-10, 20, 10, 20, 0.5)};
  const Aim answer = aim(q, {});
  EXPECT_TRUE(answer.men[0].covered);
  EXPECT_FALSE(answer.men[1].covered);
  EXPECT_EQ(answer.covered, 1);
  EXPECT_FALSE(answer.cover) << "half is not more than half";
  EXPECT_THAT(answer.unverified, Contains("cover.mixed"));
  q.target.push_back(man("next to him", -1.2, 20.6));
  EXPECT_TRUE(aim(q, {}).cover);
  House house;
  house.mixed_cover = rules::charge::MixedCover::PerMan;
  EXPECT_FALSE(aim(q, house).cover);
  EXPECT_EQ(aim(q, house).covered, 2);
}

TEST(AimGun, CG24AManExactlyAnInchBehindAWallIsCovered) {
  // The edge of his base is 1 in from a wall that lies along an axis: the quick look for terrain near him once took
  // that for too far.
  AimQuestion q = gun_aims_at({man("at the limit", 0, 21.5, 90.0, 1.0)});
  q.terrain = {wall(-10, 20, 10, 20, 0.5)};
  EXPECT_TRUE(aim(q, {}).men[0].covered);
  q.target[0].footprint.centre.y = measure::Inches(21.5 + 1e-6);
  EXPECT_FALSE(aim(q, {}).men[0].covered);
}

TEST(AimGun, AWallBesideTheFirerCoversNobodyElse) {
  AimQuestion q = gun_aims_at({man("t", 0, 10)});
  q.terrain = {wall(-5, 1.5, 5, 1.5, 0.5)};
  EXPECT_FALSE(aim(q, {}).cover);
}

TEST(AimGun, CG25WoodsCoverWhoStandsInThem) {
  AimQuestion q = gun_aims_at({man("t", 0, 10)});
  q.terrain = {area(TerrainKind::Wood, -3, 9, 3, 15, 3.0, "wood")};
  EXPECT_TRUE(aim(q, {}).cover);
  EXPECT_THAT(aim(q, {}).unverified, Contains("cover.woods"));
  House house;
  house.woods_cover = false;
  EXPECT_FALSE(aim(q, house).cover);
  EXPECT_THAT(aim(q, house).unverified, Contains("cover.woods"));
}

TEST(AimGun, CG52CoverWithinTheErrorIsLeftToThePlayers) {
  AimQuestion q = gun_aims_at({man("t", 0, 9.02)});
  q.terrain = {area(TerrainKind::Wood, -3, 9, 3, 15, 3.0, "wood")};
  const Aim answer = aim(known_to(q, 0.05), {});
  EXPECT_THAT(answer.verdict, IsYes());
  EXPECT_TRUE(answer.men[0].cover_doubtful);
  EXPECT_EQ(doubts_in(answer.because).size(), 2U) << "the range is near 9 in, too";
}

TEST(AimGun, CG18TheRangeMayBeFromEdgeToEdge) {
  House house;
  house.range_from = rules::charge::RangeFrom::Edge;
  const Aim answer = aim(gun_aims_at({man("t", 0, 10)}), house);
  EXPECT_NEAR(answer.men[0].range.value.value, 10 - 1.25 - 0.4, 1e-9);
  EXPECT_THAT(answer.unverified, ElementsAre("range.from"));
}

TEST(AimGun, NobodyToFireAtIsNo) {
  EXPECT_THAT(aim(gun_aims_at({}), {}).verdict, IsNo());
  AimQuestion q = gun_aims_at({man("t", 0, 5)});
  q.firer.figures.clear();
  EXPECT_THAT(aim(q, {}).verdict, IsNo());
}

}  // namespace
}  // namespace aim_gun_test
