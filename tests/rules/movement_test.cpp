// Moves in Charge!: the worked examples by their ids, then the rules and gaps one by one.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <random>

#include "tests/rules/movement_builders.h"
#include "tests/support/campaign.h"
#include "tests/support/matchers.h"

namespace movement_test {
namespace {

using namespace builders;
using matchers::IsNo;
using matchers::IsTooCloseToCall;
using matchers::IsYes;
using rules::charge::judge_move;
using rules::charge::judge_path;
using rules::charge::MoveRuling;
using rules::charge::reach;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;
using testing::Not;
using Reason = rules::Reason;

constexpr double kRounding = 1e-9;

MATCHER_P2(Costs, inches, tolerance, "costs " + testing::PrintToString(inches)) {
  if (arg.cost) *result_listener << "costs " << arg.cost->value.value;
  return arg.cost && std::abs(arg.cost->value.value - inches) <= tolerance;
}
MATCHER(HasNoPath, "has no path") { return !arg.cost && arg.path.empty(); }
MATCHER_P2(Cites, rule, who, "cites " + std::string(rule) + " for " + std::string(who)) {
  return std::any_of(arg.because.begin(), arg.because.end(), [&](const Reason& r) { return r.rule == rule && r.who == who; });
}

MoveRuling move(const MoveQuestion& q, TablePoint to, const House& house = {}) { return judge_move(q, to, house); }

TEST(MovementExamples, TheWoodOfTheContract) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.terrain = {area(TerrainKind::Wood, {at(0, 6), at(10, 6), at(10, 20), at(0, 20)}, "Hangman's Wood")};
  const MoveRuling r = move(q, at(5, 9.5));
  EXPECT_THAT(r.verdict, IsNo());
  EXPECT_THAT(r, Costs(8.0, kRounding));
  EXPECT_EQ(r.allowance, Inches(6.0));
  ASSERT_EQ(r.path.size(), 3u);
  EXPECT_THAT(r.path[1], matchers::IsAt(at(5, 6), Inches(kRounding)));
  EXPECT_EQ(r.because.front().rule, "C-M6");
  EXPECT_EQ(r.because.front().says, "Half speed in Hangman's Wood.");
  EXPECT_EQ(r.legs.back().ground, "wood Hangman's Wood");
}

TEST(MovementExamples, CX34TwoInchesOnTheFlatLeaveTwoUphill) {
  MoveQuestion q = mover(Arm::Infantry, at(10, 0));
  q.terrain = {slope(box(0, 2, 20, 12), 90.0)};
  EXPECT_THAT(move(q, at(10, 4.0)).verdict, IsYes());
  EXPECT_THAT(move(q, at(10, 4.0)), Costs(6.0, kRounding));
  EXPECT_THAT(move(q, at(10, 4.001)).verdict, IsNo());
}

TEST(MovementExamples, CX36CavalryThatCrossesAFenceGoesSixInches) {
  MoveQuestion q = mover(Arm::Cavalry, at(10, 0));
  for (const double where : {0.5, 3.0, 5.9}) {
    q.terrain = {line(TerrainKind::Wall, {at(-20, where), at(40, where)}, 0.0, "fence")};
    EXPECT_THAT(move(q, at(10, 6.0)).verdict, IsYes()) << where;
    EXPECT_THAT(move(q, at(10, 6.001)).verdict, IsNo()) << where;
    EXPECT_THAT(move(q, at(10, 6.0)), Cites("C-M8", "fence"));
  }
}

TEST(MovementExamples, CX39ClosedGround) {
  const auto into = [](Arm arm, Terrain terrain) {
    MoveQuestion q = mover(arm, at(5, 0));
    q.terrain = {std::move(terrain)};
    return judge_move(q, at(5, 4), {});
  };
  const auto there = box(0, 2, 10, 8);
  Terrain closed = area(TerrainKind::Marsh, there);
  closed.impassable_to = {"infantry"};
  for (const MoveRuling& r : {into(Arm::Gun, area(TerrainKind::Wood, there)), into(Arm::Gun, area(TerrainKind::Marsh, there)),
                              into(Arm::Cavalry, area(TerrainKind::Marsh, there)), into(Arm::Infantry, closed)}) {
    EXPECT_THAT(r.verdict, IsNo());
    EXPECT_THAT(r, HasNoPath());
    EXPECT_THAT(r.because, Not(IsEmpty()));
  }
  EXPECT_THAT(into(Arm::Infantry, area(TerrainKind::Marsh, there)), Costs(6.0, kRounding));
  House house;
  house.infantry_marsh = rules::charge::InfantryMarsh::Impassable;
  MoveQuestion q = mover(Arm::Gunners, at(5, 0));
  q.terrain = {area(TerrainKind::Marsh, there)};
  EXPECT_THAT(move(q, at(5, 4), house), HasNoPath());
}

TEST(Movement, ALimitMetExactlyIsMet) {
  for (const auto& [arm, inches] :
       {std::pair(Arm::Infantry, 6.0), std::pair(Arm::Gunners, 6.0), std::pair(Arm::Cavalry, 12.0), std::pair(Arm::Gun, 6.0)}) {
    const MoveQuestion q = mover(arm, at(1.1, 2.2));
    const double x = inches * std::cos(0.7), y = inches * std::sin(0.7);
    EXPECT_THAT(move(q, at(1.1 + x, 2.2 + y)).verdict, IsYes());
    EXPECT_THAT(move(q, at(1.1 + 1.0001 * x, 2.2 + 1.0001 * y)).verdict, IsNo());
  }
}

TEST(Movement, GroundOfOneKindCountsOnceAndOfTwoKindsTwice) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 0));
  const auto there = box(0, -2, 10, 8);
  q.terrain = {area(TerrainKind::Wood, there, "A"), area(TerrainKind::Wood, there, "B")};
  EXPECT_THAT(move(q, at(5, 1)), Costs(2.0, kRounding));
  q.terrain.push_back(slope(there, 90.0));
  EXPECT_THAT(move(q, at(5, 1)), Costs(4.0, kRounding));
  House one_halving;
  one_halving.terrain_stack = false;
  EXPECT_THAT(move(q, at(5, 1), one_halving), Costs(2.0, kRounding));
  q.unit_crossed = true;
  EXPECT_THAT(move(q, at(5, 1)), Costs(8.0, kRounding));
  EXPECT_THAT(move(q, at(5, 1), one_halving), Costs(2.0, kRounding));
}

TEST(Movement, HillsAreSlowButForTheTopAndStraightDown) {
  MoveQuestion q = mover(Arm::Infantry, at(10, 10));
  q.terrain = {hill(box(4, 4, 16, 16), box(8, 8, 12, 12))};
  EXPECT_THAT(move(q, at(11, 11)), Costs(std::sqrt(2.0), kRounding));
  EXPECT_THAT(move(q, at(10, 5)), Costs(5.0, kRounding));
  q.base.centre = at(10, 5);
  EXPECT_THAT(move(q, at(10, 9)), Costs(7.0, kRounding));
  EXPECT_THAT(move(q, at(9, 5)), Costs(2.0, kRounding)) << "along the slope";
  EXPECT_THAT(move(q, at(10, 9)), Cites("C-M5", "Berg"));
  q.base.centre = at(12.5, 12.5);  // off a corner of the top downhill is away from that corner
  EXPECT_THAT(move(q, at(14.5, 14.5)), Costs(2.0 * std::sqrt(2.0), kRounding));
  q.terrain = {hill(box(4, 4, 16, 16), {})};
  EXPECT_THAT(move(q, at(14.5, 14.5)), Costs(2.0 * std::sqrt(2.0), kRounding)) << "a hill without a top falls away from its middle";
}

TEST(Movement, TheSecondContourStandsOnTheFirst) {
  MoveQuestion q = mover(Arm::Infantry, at(10, 6.5));
  Terrain second = hill(box(8, 8, 12, 12), box(9, 9, 11, 11), "Crown");
  second.base_height = Inches(2.0);
  second.height = Inches(4.0);
  q.terrain = {hill(box(4, 4, 16, 16), box(6, 6, 14, 14)), second};
  EXPECT_THAT(move(q, at(10, 9.5)), Costs(1.5 + 2.0 + 0.5, kRounding));
}

TEST(Movement, TackingDownhillIsPricedByItsCheapestZigzag) {
  MoveQuestion q = mover(Arm::Infantry, at(50, 50));
  q.terrain = {slope(box(0, 0, 100, 100), 90.0)};  // downhill is -y
  const auto price = [&](double off_deg) {
    const double t = measure::from_degrees(-90.0 + off_deg).value;
    return judge_move(q, at(50 + std::cos(t), 50 + std::sin(t)), {}).cost->value.value;
  };
  EXPECT_NEAR(price(0.0), 1.0, kRounding);
  EXPECT_NEAR(price(22.5), 1.0, 1e-6);
  EXPECT_NEAR(price(22.5 + 30.0), std::sqrt(3.0), 1e-6);  // one third of the way along the edge, the rest straight across
  EXPECT_NEAR(price(22.5 + 60.0), 2.0, 1e-6);
  EXPECT_NEAR(price(180.0), 2.0, kRounding);
  EXPECT_NEAR(price(-52.5), price(52.5), kRounding);
}

TEST(Movement, OneObstacleOrTwoHalveTheTurnOnce) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 0));
  q.terrain = {line(TerrainKind::Hedge, {at(-20, 1), at(30, 1)}, 0.3, "hedge"), area(TerrainKind::Obstacle, box(-20, 2, 30, 2.2), "ditch")};
  const MoveRuling r = move(q, at(5, 3));
  EXPECT_THAT(r, Costs(6.0, kRounding));
  EXPECT_THAT(r, Cites("C-M8", "hedge"));
  EXPECT_THAT(r, Cites("C-M8", "ditch"));
  EXPECT_THAT(move(q, at(5, 1)), Costs(2.0, kRounding)) << "ending on it is crossing it";
  EXPECT_THAT(move(q, at(5, 0.85)), Costs(0.85, kRounding)) << "touching it is not";
}

TEST(Movement, TheWayRoundAnObstacleIsTakenWhereItIsCheaper) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 0));
  q.terrain = {line(TerrainKind::Wall, {at(4, 1), at(30, 1)})};
  EXPECT_THAT(move(q, at(5, 2)), Costs(2.0 * std::sqrt(2.0), 1e-6));
  q.terrain = {line(TerrainKind::Wall, {at(-20, 1), at(30, 1)})};
  EXPECT_THAT(move(q, at(5, 2)), Costs(4.0, kRounding));
}

TEST(Movement, WhoStandsOnAnObstacleHasPaidForIt) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 1));
  q.terrain = {line(TerrainKind::Wall, {at(-20, 1), at(30, 1)})};
  EXPECT_THAT(move(q, at(5, 3)), Costs(2.0, kRounding));
}

TEST(Movement, TheUnitsCrossingHalvesItsEveryMan) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 0));
  q.unit_crossed = true;
  EXPECT_THAT(move(q, at(5, 3)).verdict, IsYes());
  EXPECT_THAT(move(q, at(5, 3.01)).verdict, IsNo());
  EXPECT_THAT(move(q, at(5, 3)), Cites("C-M8", ""));
}

TEST(Movement, RiversAreCrossedByBridgeOrFord) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.table = measure::Table{.length = Inches(40), .width = Inches(30), .terrain = {}};
  const Terrain river = area(TerrainKind::River, box(-1, 6, 41, 7), "Blast");
  q.terrain = {river};
  EXPECT_THAT(move(q, at(5, 8)), HasNoPath());
  EXPECT_THAT(move(q, at(5, 8)), Cites("CG54", "Blast"));
  EXPECT_THAT(move(q, at(5, 5.6)), Costs(0.6, kRounding)) << "up to the bank";
  EXPECT_THAT(move(q, at(5, 5.7)).verdict, IsNo()) << "the base would stand in the water";
  q.terrain.push_back(area(TerrainKind::Bridge, box(4, 6, 6, 7)));
  EXPECT_THAT(move(q, at(5, 8)), Costs(3.0, kRounding));
  q.terrain.back() = area(TerrainKind::Bridge, box(4, 5.5, 6, 7.5));
  EXPECT_THAT(move(q, at(5, 8)), Costs(3.0, kRounding));
  q.terrain.back().kind = TerrainKind::Ford;
  EXPECT_THAT(move(q, at(5, 8)), Costs(6.0, kRounding));
  q.terrain.back() = area(TerrainKind::Bridge, box(4.61, 6, 5.39, 7));
  EXPECT_THAT(move(q, at(5, 8)), HasNoPath()) << "narrower than the base";
  q.terrain.back() = area(TerrainKind::Bridge, box(4.6, 6, 5.4, 7));
  EXPECT_THAT(move(q, at(5, 8)), Costs(3.0, kRounding)) << "exactly as wide";
  House house;
  house.river = rules::charge::BarredGround::Obstacle;
  q.terrain = {river};
  EXPECT_THAT(move(q, at(5, 8), house), Costs(6.0, kRounding));
}

TEST(Movement, FriendsArePassedNotStoodUpon) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.friends = {figure("Pte 7", at(5, 7))};
  EXPECT_THAT(move(q, at(5, 9)).verdict, IsYes());
  EXPECT_THAT(move(q, at(5, 9)), Costs(4.0, kRounding));
  const MoveRuling on_him = move(q, at(5, 7.5));
  EXPECT_THAT(on_him.verdict, IsNo());
  EXPECT_THAT(on_him, Costs(2.5, kRounding));
  EXPECT_THAT(on_him, Cites("CG49", "Pte 7"));
  EXPECT_THAT(move(q, at(5, 7.8)).verdict, IsYes()) << "touching";
  House house;
  house.move_through_friends = false;
  EXPECT_GT(move(q, at(5, 9), house).cost->value.value, 4.1);
}

TEST(Movement, GunsPassNobody) {
  MoveQuestion q = mover(Arm::Gun, at(5, 5));
  q.friends = {figure("Pte 7", at(5, 7))};
  const MoveRuling r = move(q, at(5, 9));
  // Two tangents and the arc round a disc of 0.8 in.
  const double tangent = std::sqrt(4.0 - 0.64), turn = std::numbers::pi - 2.0 * std::acos(0.8 / 2.0);
  EXPECT_THAT(r, Costs(2.0 * tangent + 0.8 * turn, 0.002));
}

TEST(Movement, CarriagesGoWhereGunsGoAtThePaceOfInfantry) {
  House fast_guns;
  fast_guns.move_gun = 9.0;
  EXPECT_EQ(rules::charge::allowance(Arm::Carriage, fast_guns), Inches(6.0));
  MoveQuestion q = mover(Arm::Carriage, at(5, 5));
  q.terrain = {area(TerrainKind::Wood, box(0, 6, 10, 20))};
  EXPECT_THAT(move(q, at(5, 9)).verdict, IsNo());
  EXPECT_FALSE(move(q, at(5, 9)).cost);
}

TEST(Movement, EnemiesAreNeitherPassedNorStoodUpon) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  for (int i = -20; i <= 20; ++i) q.enemies.push_back(figure("E" + std::to_string(i), at(5 + 1.5 * i, 7)));
  EXPECT_THAT(move(q, at(5, 9)).verdict, IsNo());
  EXPECT_GT(move(q, at(5, 9)).cost->value.value, 60.0) << "round the end of the line";
  EXPECT_THAT(move(q, at(5, 6.5)), HasNoPath());
  EXPECT_THAT(move(q, at(5, 6.2)).verdict, IsYes()) << "into contact";
}

TEST(Movement, AGapThatFitsExactlyIsPassed) {
  for (const double spare : {0.0, 1e-3}) {
    MoveQuestion q = mover(Arm::Infantry, at(5, 5));
    q.enemies = {figure("left", at(4.2 - spare, 7)), figure("right", at(5.8 + spare, 7))};
    EXPECT_THAT(move(q, at(5, 9)), Costs(4.0, kRounding));
    EXPECT_THAT(move(q, at(5.5, 9)), Costs(std::hypot(2.0, 0.0) + std::hypot(0.5, 2.0), 0.02));
  }
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.enemies = {figure("left", at(4.2 + 1e-3, 7)), figure("right", at(5.8, 7))};
  EXPECT_GT(move(q, at(5, 9)).cost->value.value, 4.3);
}

TEST(Movement, RectanglesKeepTheirHeading) {
  MoveQuestion q = mover(Arm::Gun, at(5, 5));
  q.base.shape = measure::RectShape{Inches(2.0), Inches(1.0)};
  q.terrain = {area(TerrainKind::House, box(0, 6, 4, 8), "west"), area(TerrainKind::House, box(6, 6, 10, 8), "east")};
  EXPECT_THAT(move(q, at(5, 9)), Costs(4.0, kRounding)) << "2 in long, across the gap of 2 in";
  q.base.heading = measure::from_degrees(90.0);
  EXPECT_THAT(move(q, at(5.5, 9)), Costs(std::hypot(0.5, 4.0), 1e-6));
  q.base.heading = measure::from_degrees(30.0);
  EXPECT_GT(move(q, at(5, 9)).cost->value.value, 6.0) << "aslant it does not fit and goes round";
}

TEST(Movement, WhatStandsInAHouseMayLeaveIt) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.terrain = {area(TerrainKind::House, box(4, 4, 6, 6), "farm")};
  EXPECT_THAT(move(q, at(5, 8)), Costs(3.0, kRounding));
  EXPECT_THAT(move(q, at(5, 8)), Cites("CG54", "farm"));
  q.base.centre = at(5, 3.7);  // overlaps the wall by 0.1
  EXPECT_THAT(move(q, at(5, 1)), Costs(2.7, kRounding));
  EXPECT_GT(move(q, at(5, 8)).cost->value.value, 5.0) << "it may not walk through";
}

TEST(Movement, WhatOverlapsAFigureMayLeaveIt) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.enemies = {figure("E", at(5, 5.7))};
  EXPECT_THAT(move(q, at(5, 3)), Costs(2.0, kRounding));
  EXPECT_GT(move(q, at(5, 8)).cost->value.value, 3.1) << "but not through it";
}

TEST(Movement, TheCentreStaysOnTheTable) {
  MoveQuestion q = mover(Arm::Infantry, at(1, 1));
  q.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  EXPECT_THAT(move(q, at(1, 0)).verdict, IsYes());
  EXPECT_THAT(move(q, at(1, -0.01)).verdict, IsNo());
  EXPECT_THAT(move(q, at(1, -0.01)), HasNoPath());
  q.base.centre = at(1, -2);  // it was put down beside the table: it may come back
  EXPECT_THAT(move(q, at(1, 1)), Costs(3.0, kRounding));
}

TEST(Movement, AWholeTurnIsHalvedByAnySlowGround) {
  House house;
  house.terrain_model = rules::charge::TerrainModel::WholeTurn;
  MoveQuestion q = mover(Arm::Infantry, at(5, 0));
  q.terrain = {area(TerrainKind::Wood, box(-20, 2, 30, 3))};
  EXPECT_THAT(move(q, at(5, 3), house), Costs(6.0, kRounding));
  EXPECT_THAT(move(q, at(5, 1.9), house), Costs(1.9, kRounding));
  q.terrain = {slope(box(-20, -20, 30, 30), -90.0)};
  EXPECT_THAT(move(q, at(5, 3), house), Costs(3.0, kRounding)) << "directly downhill";
  EXPECT_THAT(move(q, at(8, 0), house), Costs(6.0, kRounding));
}

TEST(Movement, ARoadMayGiveABonus) {
  House house;
  house.road_bonus = 3.0;
  MoveQuestion q = mover(Arm::Infantry, at(5, 0));
  q.terrain = {area(TerrainKind::Road, box(4, -1, 6, 30))};
  EXPECT_THAT(move(q, at(5, 9), house).verdict, IsYes());
  EXPECT_THAT(move(q, at(5, 9.01), house).verdict, IsNo());
  EXPECT_THAT(move(q, at(11.5, 0), house).verdict, IsNo()) << "off the road";
}

TEST(Movement, CavalryGoesThroughWoodsInSingleFile) {
  MoveQuestion q = mover(Arm::Cavalry, at(5, 0));
  q.terrain = {area(TerrainKind::Wood, box(-20, 2, 30, 30))};
  const MoveRuling r = move(q, at(5, 6));
  EXPECT_THAT(r, Costs(10.0, kRounding));
  ASSERT_THAT(r, Cites("C-M6", "wood"));
  EXPECT_EQ(r.because.front().says, "Half speed in the wood, in single file.");
}

TEST(Movement, TheMarginCountsAsDearAsTheGround) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 0));
  q.terrain = {area(TerrainKind::Wood, box(-20, 2, 30, 30))};
  q.end_covariance = measure::covariance_of(Inches(0.1));
  EXPECT_NEAR(move(q, at(5, 3.5)).cost->margin.value, 0.2, 1e-4);
  EXPECT_THAT(move(q, at(5, 3.85)).verdict, IsYes());
  EXPECT_THAT(move(q, at(5, 3.95)).verdict, IsTooCloseToCall());
  EXPECT_THAT(move(q, at(5, 4.05)).verdict, IsTooCloseToCall());
  EXPECT_THAT(move(q, at(5, 4.15)).verdict, IsNo());
  q.base.covariance = measure::covariance_of(Inches(0.1));
  EXPECT_NEAR(move(q, at(5, 3.5)).cost->margin.value, std::hypot(0.2, 0.1), 1e-4);
}

TEST(Movement, AnOverlapWithinTheMarginIsLeftToThePlayers) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.end_covariance = measure::covariance_of(Inches(0.05));
  q.friends = {figure("Pte 7", at(5, 8))};
  EXPECT_THAT(move(q, at(5, 7.14)).verdict, IsYes());
  EXPECT_THAT(move(q, at(5, 7.17)).verdict, IsTooCloseToCall());
  EXPECT_THAT(move(q, at(5, 7.24)).verdict, IsTooCloseToCall());
  EXPECT_THAT(move(q, at(5, 7.26)).verdict, IsNo());
  q.terrain = {area(TerrainKind::House, box(6, 4, 8, 6))};
  EXPECT_THAT(move(q, at(5.54, 4.8)).verdict, IsYes());
  EXPECT_THAT(move(q, at(5.57, 4.8)).verdict, IsTooCloseToCall());
  EXPECT_THAT(move(q, at(5.63, 4.8)).verdict, IsTooCloseToCall());
  EXPECT_THAT(move(q, at(5.66, 4.8)).verdict, IsNo());
}

TEST(Movement, ContactSeenOnTheTableIsNoOverlap) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.end_covariance = measure::covariance_of(Inches(0.05));
  q.enemies = {figure("E", at(8, 5))};
  EXPECT_THAT(move(q, at(7.22, 5)).verdict, IsTooCloseToCall());
  q.stands_there = true;
  EXPECT_THAT(move(q, at(7.22, 5)).verdict, IsYes());
  EXPECT_THAT(move(q, at(7.22, 5)), Costs(2.22, 1e-6));
  EXPECT_THAT(move(q, at(7.5, 5)).verdict, IsNo()) << "more than the margin";
}

TEST(Movement, AGapNarrowerByLessThanTheMarginIsLeftToThePlayers) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  for (int i = -20; i < 20; ++i) q.enemies.push_back(figure("E", at(5.78 + 1.56 * i, 7)));
  EXPECT_THAT(move(q, at(5, 9)).verdict, IsNo());
  for (Figure& e : q.enemies) e.footprint.covariance = measure::covariance_of(Inches(0.05));
  EXPECT_THAT(move(q, at(5, 9)).verdict, IsTooCloseToCall());
}

TEST(Movement, AnObstacleAtTheEndsMarginIsLeftToThePlayers) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 0));
  q.terrain = {line(TerrainKind::Wall, {at(-20, 5), at(30, 5)})};
  EXPECT_THAT(move(q, at(5, 4.98)).verdict, IsYes());
  EXPECT_THAT(move(q, at(5, 5.02)).verdict, IsNo());
  q.end_covariance = measure::covariance_of(Inches(0.05));
  EXPECT_THAT(move(q, at(5, 4.98)).verdict, IsTooCloseToCall());
  EXPECT_THAT(move(q, at(5, 5.02)).verdict, IsTooCloseToCall());
  EXPECT_THAT(move(q, at(5, 4.8)).verdict, IsYes());
}

TEST(Movement, UnverifiedDefaultsAreNamed) {
  EXPECT_THAT(move(mover(Arm::Cavalry, at(0, 0)), at(1, 0)).unverified, ElementsAre("move.cavalry"));
  EXPECT_THAT(move(mover(Arm::Gun, at(0, 0)), at(1, 0)).unverified, ElementsAre("move.gun"));
  MoveQuestion q = mover(Arm::Infantry, at(0, 0));
  EXPECT_THAT(move(q, at(1, 0)).unverified, IsEmpty());
  q.friends = {figure("Pte 7", at(5, 7))};
  q.terrain = {hill(box(0, -1, 3, 1), {}), area(TerrainKind::River, box(90, 0, 91, 9))};
  EXPECT_THAT(move(q, at(1, 0)).unverified, ElementsAre("hill.down_tol", "move.through_friends"));
  q.terrain = {area(TerrainKind::House, box(-1, 2, 3, 4))};
  EXPECT_THAT(move(q, at(1, 3)).unverified, ElementsAre("move.through_friends", "house")) << "no path, all the same";
  House house;
  house.move_cavalry = 9.0;
  EXPECT_THAT(move(mover(Arm::Cavalry, at(0, 0)), at(1, 0), house).unverified, IsEmpty());
}

TEST(WalkedPaths, ArePricedAsTheyWere) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.terrain = {area(TerrainKind::Wood, box(0, 6, 10, 20), "W"), line(TerrainKind::Wall, {at(-20, 4), at(30, 4)}, 0.0, "wall")};
  const auto walked = [&](std::vector<TablePoint> path) { return judge_path(q, path, {}); };
  EXPECT_THAT(walked({at(5, 5), at(8, 5), at(8, 5.5)}), Costs(3.5, kRounding));
  EXPECT_THAT(walked({at(5, 5), at(8, 5), at(8, 7)}), Costs(3.0 + 1.0 + 2.0, kRounding));
  EXPECT_THAT(walked({at(5, 5), at(5, 4.5), at(5, 3.5)}), Costs(3.0, kRounding));
  EXPECT_THAT(walked({at(5, 5), at(5, 4), at(5, 3.5)}), Costs(3.0, kRounding)) << "a stop on the wall crosses it too";
  EXPECT_THAT(walked({at(5, 5), at(8, 5), at(8, 7)}).verdict, IsYes());
  EXPECT_THAT(walked({at(5, 5)}), Costs(0.0, kRounding));
  EXPECT_THAT(walked({}), Costs(0.0, kRounding));
}

TEST(WalkedPaths, ThroughWhatBarsTheWayAreIllegal) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  q.enemies = {figure("E", at(5, 7))};
  const std::vector<TablePoint> through{at(5, 5), at(5.5, 9)}, round{at(5, 5), at(6, 7), at(5.5, 9)};
  EXPECT_THAT(judge_path(q, through, {}).verdict, IsNo());
  EXPECT_FALSE(judge_path(q, through, {}).cost);
  EXPECT_THAT(judge_path(q, through, {}), Cites("CG49", "E"));
  EXPECT_THAT(judge_path(q, round, {}).verdict, IsYes());
  const std::vector<TablePoint> grazing{at(5, 5), at(5.78, 7), at(5.5, 9)};
  EXPECT_THAT(judge_path(q, grazing, {}).verdict, IsNo());
  q.enemies[0].footprint.covariance = measure::covariance_of(Inches(0.1));
  EXPECT_THAT(judge_path(q, grazing, {}).verdict, IsTooCloseToCall());
}

TEST(BadGround, IsNoGround) {
  MoveQuestion q = mover(Arm::Infantry, at(5, 5));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  q.terrain = {area(TerrainKind::House, {at(4, 6), at(6, 6), at(nan, 8)}), area(TerrainKind::Wood, {at(0, 6), at(6, 6)}),
               line(TerrainKind::Wall, {at(4, 6), at(4, 6)}), line(TerrainKind::River, {at(4, 6)}, 1.0)};
  q.enemies = {figure("E", at(nan, 7))};
  EXPECT_THAT(move(q, at(5, 9)), Costs(4.0, kRounding));
  EXPECT_THAT(move(q, at(nan, 9)).verdict, IsTooCloseToCall());
  EXPECT_FALSE(move(q, at(nan, 9)).cost);
  const std::vector<TablePoint> nowhere{at(5, 5), at(nan, 7)};
  EXPECT_THAT(judge_path(q, nowhere, {}).verdict, IsTooCloseToCall());
  q.base.centre = at(nan, nan);
  EXPECT_THAT(reach(q, {}).outline, IsEmpty());
}

TEST(BadGround, AnOutlineThatCrossesItselfCountsByEvenAndOdd) {
  MoveQuestion q = mover(Arm::Infantry, at(0, 0), 0.2);
  q.terrain = {area(TerrainKind::House, {at(1, -1), at(3, 1), at(3, -1), at(1, 1)})};  // two triangles, tip to tip
  EXPECT_THAT(move(q, at(1.5, 0)), HasNoPath());
  const MoveRuling round = move(q, at(4, 0));
  ASSERT_TRUE(round.cost);
  EXPECT_GT(round.cost->value.value, 4.2);
}

TEST(BadGround, NeverBreaksAnything) {
  // Outlines of a few rounded numbers: corners upon corners, edges along edges, nothing inside, far too large.
  std::mt19937 dice(11);
  const auto pick = [&](std::vector<double> of) { return of[dice() % of.size()]; };
  const auto number = [&] { return pick({0.0, 0.0, 1.0, 2.0, 3.0, 3.0, 4.0, 5.0, 6.0, 2.5, -1.0, 1e-9, 4.0 + 1e-10, 1e7}); };
  for (int round = 0; round < tries(30, 100); ++round) {
    MoveQuestion q = mover(static_cast<Arm>(dice() % 4), at(number(), number()), pick({0.0, 0.8, 1.0, 2.0, 1e-12}));
    if (dice() % 3 == 0) q.base.shape = measure::RectShape{Inches(pick({0.0, 1.0, 2.0})), Inches(pick({0.0, 1.0}))};
    if (dice() % 5 == 0) q.base.shape = measure::PolygonShape{};
    for (int i = 0; i < 4; ++i) {
      Terrain t;
      t.kind = static_cast<TerrainKind>(dice() % 12);
      auto& points = dice() % 4 == 0 ? t.line : t.polygon;
      for (auto n = dice() % 7; n > 0; --n) points.push_back(at(number(), number()));
      if (t.kind == TerrainKind::Hill)
        for (auto n = dice() % 6; n > 0; --n) t.top.push_back(at(number(), number()));
      if (t.kind == TerrainKind::Slope && dice() % 4 != 0) t.uphill = measure::Radians(number());
      t.width = Inches(number());
      t.height = Inches(number());
      q.terrain.push_back(t);
    }
    q.enemies = {figure("E", at(number(), number()), pick({0.0, 1.0}))};
    q.friends = {figure("F", at(number(), number()), pick({0.0, 1.0}))};
    q.end_covariance = measure::covariance_of(Inches(pick({0.0, 0.05})));
    House house;
    house.terrain_stack = dice() % 2 == 0;
    if (dice() % 3 == 0) house.terrain_model = rules::charge::TerrainModel::WholeTurn;
    house.hill_down_tolerance_deg = pick({0.0, 22.5, 90.0});
    house.road_bonus = pick({0.0, 3.0});
    const TablePoint to = at(number(), number());
    const MoveRuling r = move(q, to, house);
    if (r.cost) {
      EXPECT_TRUE(std::isfinite(r.cost->value.value) && std::isfinite(r.cost->margin.value)) << round;
      EXPECT_GE(r.cost->value.value, measure::distance(q.base.centre, to).value * (1.0 - 1e-9)) << round;
    }
    const std::vector<TablePoint> walked{q.base.centre, at(number(), number()), to};
    EXPECT_FALSE(judge_path(q, walked, house).allowance.value < 0.0);
    EXPECT_TRUE(std::isfinite(reach(q, house).area_in2)) << round;
  }
}

TEST(Reach, IsACircleInTheOpen) {
  const auto r = reach(mover(Arm::Infantry, at(20, 20)), {});
  ASSERT_EQ(r.outline.size(), 1u);
  EXPECT_NEAR(r.area_in2, std::numbers::pi * 36.0, 0.02);
}

TEST(Reach, HasHolesWhereNobodyMayStand) {
  MoveQuestion q = mover(Arm::Infantry, at(20, 20));
  q.friends = {figure("Pte 7", at(22, 21))};
  const auto r = reach(q, {});
  EXPECT_EQ(r.outline.size(), 2u);
  EXPECT_NEAR(r.area_in2, std::numbers::pi * (36.0 - 0.64), 0.03);
}

TEST(Reach, StopsAtTheEdgeOfTheTable) {
  MoveQuestion q = mover(Arm::Infantry, at(0, 24));
  q.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  EXPECT_NEAR(reach(q, {}).area_in2, std::numbers::pi * 18.0, 0.02);
}

TEST(Reach, BehindAFenceIsHalfAsFar) {
  MoveQuestion q = mover(Arm::Infantry, at(0, 0));
  q.terrain = {line(TerrainKind::Wall, {at(-20, 1), at(20, 1)})};
  const auto segment = [](double radius, double off) {  // of a disc, beyond a line
    const double half = std::acos(off / radius);
    return radius * radius * (half - std::sin(half) * std::cos(half));
  };
  EXPECT_NEAR(reach(q, {}).area_in2, std::numbers::pi * 36.0 - segment(6.0, 1.0) + segment(3.0, 1.0), 0.1);
}

}  // namespace
}  // namespace movement_test
