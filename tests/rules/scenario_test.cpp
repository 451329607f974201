// The end of a scenario: turns, the place that decides, who has won; and the laws that hold of it.
#include "rules/charge/game/scenario.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include <cmath>

#include "tests/rules/field_builders.h"

namespace rules::charge::scenario_test {
namespace {

using measure::Inches;
using measure::PieceKind;
using measure::TablePoint;
using measure::Verdict;

const House kBook;

std::vector<TablePoint> square(double x, double y, double side) {
  return {{Inches(x), Inches(y)}, {Inches(x + side), Inches(y)}, {Inches(x + side), Inches(y + side)}, {Inches(x), Inches(y + side)}};
}

/// A bridge of 4 by 4 in at (30, 20); whoever stands within 2 in of it is there.
Objective bridge(std::string keeper = "") {
  return {.name = "the bridge", .terrain = "Bridge", .area = {}, .within = Inches(2.0), .men = 1, .keeper = std::move(keeper)};
}

Field empty_field() {
  Field field;
  field.table = measure::Table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  measure::Terrain terrain;
  terrain.name = "Bridge";
  terrain.kind = measure::TerrainKind::Bridge;
  terrain.polygon = square(30.0, 20.0, 4.0);
  field.terrain.push_back(terrain);
  return field;
}

Piece man(int id, std::string army, double x, double y, double margin = 0.0) {
  Piece out = piece(id, army + "/" + std::to_string(id), army + "1", army, PieceKind::Infantry, x, y, 90);
  out.figure.footprint.covariance = measure::covariance_of(Inches(margin));
  return out;
}

/// Red and blue, four men each, far from the bridge and from each other.
Field two_armies() {
  Field field = empty_field();
  for (int i = 0; i < 4; ++i) field.pieces.push_back(man(1 + i, "red", 10.0 + 2.0 * i, 5.0));
  for (int i = 0; i < 4; ++i) field.pieces.push_back(man(11 + i, "blue", 10.0 + 2.0 * i, 45.0));
  return field;
}

Field with(Field field, int id, double x, double y, double margin = 0.0) {
  for (Piece& piece : field.pieces)
    if (piece.figure.id == id) {
      piece.figure.footprint.centre = {Inches(x), Inches(y)};
      piece.figure.footprint.covariance = measure::covariance_of(Inches(margin));
    }
  return field;
}

Game at_the_end(const Field& field, int turns) {
  Game game = begin(field);
  game.turn = turns;
  game.step = Step::Morale;
  return game;
}

Scenario scenario_of(Objective objective, int turns = 3) {
  Scenario scenario;
  scenario.name = "test";
  scenario.turns = turns;
  scenario.objective = std::move(objective);
  return scenario;
}

Verdict held_by(const Field& field, const std::string& army, const Objective& objective = bridge()) {
  for (const Presence& presence : holding(objective, field).armies)
    if (presence.army == army) return presence.holds;
  return Verdict::No;
}

TEST(Scenario, WhoStandsThereAloneHoldsThePlace) {
  EXPECT_EQ(held_by(two_armies(), "red"), Verdict::No);
  const Field red_there = with(two_armies(), 1, 32.0, 22.0);
  EXPECT_EQ(held_by(red_there, "red"), Verdict::Yes);
  EXPECT_EQ(holding(bridge(), red_there).by(), "red");
  const Field contested = with(red_there, 11, 35.0, 22.0);
  EXPECT_EQ(held_by(contested, "red"), Verdict::No);
  EXPECT_EQ(held_by(contested, "blue"), Verdict::No);
  EXPECT_EQ(holding(bridge(), contested).by(), std::nullopt);
}

TEST(Scenario, TheDistanceIsToTheEdgeAndItsLimitIsInside) {
  EXPECT_EQ(held_by(with(two_armies(), 1, 36.0, 22.0), "red"), Verdict::Yes);
  EXPECT_EQ(held_by(with(two_armies(), 1, 36.01, 22.0), "red"), Verdict::No);
  const auto way = way_to(bridge(), empty_field(), man(1, "red", 37.0, 28.0));  // from the corner at 34, 24
  ASSERT_TRUE(way);
  EXPECT_DOUBLE_EQ(way->value.value, 5.0);
  EXPECT_DOUBLE_EQ(way_to(bridge(), empty_field(), man(1, "red", 31.0, 22.0))->value.value, -1.0);
}

TEST(Scenario, NearTheEdgeIsTooCloseToCallWithTheFiguresThatCauseIt) {
  const Field close = with(two_armies(), 1, 36.03, 22.0, 0.05);
  EXPECT_EQ(held_by(close, "red"), Verdict::TooCloseToCall);
  const Holding held = holding(bridge(), close);
  EXPECT_TRUE(held.too_close());
  const Reason& reason = held.armies.front().because.front();
  EXPECT_EQ(reason.rule, "C-B3");
  EXPECT_EQ(reason.who, "red/1");
  EXPECT_NEAR(*reason.value, 2.03, 1e-9);
  EXPECT_DOUBLE_EQ(*reason.limit, 2.0);
  EXPECT_NEAR(*reason.margin, 0.05, 1e-9);
  // Somebody who is surely there settles it.
  EXPECT_EQ(held_by(with(close, 2, 32.0, 22.0, 0.05), "red"), Verdict::Yes);
  // An enemy at the edge leaves open who holds it.
  EXPECT_EQ(held_by(with(with(two_armies(), 1, 32.0, 22.0), 11, 36.03, 22.0, 0.05), "red"), Verdict::TooCloseToCall);
}

TEST(Scenario, TheMarginIsThatAcrossTheEdge) {
  Field field = with(two_armies(), 1, 36.1, 22.0);
  field.pieces.front().figure.footprint.covariance = {.xx = 1e-8, .xy = 0.0, .yy = 1.0};  // only along the edge is it unsure
  EXPECT_EQ(held_by(field, "red"), Verdict::No);
  field.pieces.front().figure.footprint.covariance = {.xx = 1.0, .xy = 0.0, .yy = 1e-8};
  EXPECT_EQ(held_by(field, "red"), Verdict::TooCloseToCall);
}

TEST(Scenario, SoManyMenAsAreNeededAndGunsAreNone) {
  Objective two = bridge();
  two.men = 2;
  Field field = with(two_armies(), 1, 32.0, 22.0);
  EXPECT_EQ(held_by(field, "red", two), Verdict::No);
  field.pieces.push_back(piece(30, "RG/gun", "RG", "red", PieceKind::Gun, 33.0, 22.0, 90));
  EXPECT_EQ(held_by(field, "red", two), Verdict::No);
  EXPECT_EQ(held_by(with(field, 2, 33.0, 23.0), "red", two), Verdict::Yes);
  // One enemy is enough to contest it.
  EXPECT_EQ(held_by(with(with(field, 2, 33.0, 23.0), 11, 31.0, 21.0), "red", two), Verdict::No);
}

TEST(Scenario, APlaceIsAllTerrainOfItsNameALineOrAnArea) {
  Field field = with(two_armies(), 1, 62.0, 22.0);
  EXPECT_EQ(held_by(field, "red"), Verdict::No);
  measure::Terrain wall;
  wall.name = "Bridge";
  wall.line = {{Inches(60.0), Inches(20.0)}, {Inches(64.0), Inches(20.0)}};
  wall.width = Inches(0.4);
  field.terrain.push_back(wall);
  EXPECT_EQ(held_by(field, "red"), Verdict::Yes);
  Objective area = bridge();
  area.terrain = "";
  area.area = square(61.0, 21.0, 2.0);
  area.within = {};
  EXPECT_EQ(held_by(field, "red", area), Verdict::Yes);
  Objective gone = bridge();
  gone.terrain = "Bridg";
  EXPECT_EQ(held_by(field, "red", gone), Verdict::No);
}

TEST(Scenario, TheFallenAndTheBeatenHoldNothing) {
  Game game = begin(with(two_armies(), 1, 32.0, 22.0));
  EXPECT_EQ(holding(bridge(), game).by(), "red");
  Game fallen = game;
  fallen.bodies.at({"red", "red1"}).fallen.insert(1);
  EXPECT_EQ(holding(bridge(), fallen).by(), std::nullopt);
  game.armies.front().defeated = true;
  EXPECT_EQ(holding(bridge(), game).by(), std::nullopt);
}

TEST(Scenario, TheLastTurnIsPlayedToItsEnd) {
  const Scenario scenario = scenario_of(bridge("red"), 3);
  Game game = begin(with(two_armies(), 1, 32.0, 22.0));
  int steps = 0;
  while (!ending(game, scenario).over && steps < 100) {
    game = apply(game, NextStep{}, kBook).game;
    ++steps;
  }
  EXPECT_EQ(steps, 3 * kSteps - 1);
  EXPECT_EQ(game.turn, 3);
  EXPECT_EQ(game.step, Step::Morale);
  EXPECT_TRUE(ending(apply(game, NextStep{}, kBook).game, scenario).over);  // whoever plays on has still ended
  EXPECT_FALSE(ending(game, Scenario{}).over);                              // no limit, no end
}

TEST(Scenario, TheKeeperWinsByHoldingAndLosesByNot) {
  const Scenario scenario = scenario_of(bridge("red"));
  const auto end = [&](const Field& field) { return ending(at_the_end(field, 3), scenario); };
  EXPECT_EQ(end(with(two_armies(), 1, 32.0, 22.0)).winner, "red");
  const Ending denied = end(two_armies());
  EXPECT_EQ(denied.winner, "blue");
  EXPECT_EQ(denied.because.back().rule, "C-B3");
  EXPECT_NEAR(*denied.because.back().value, std::hypot(14.0, 15.0), 1e-9);  // the nearest of red, at 16, 5
  const Ending close = end(with(two_armies(), 1, 36.03, 22.0, 0.05));
  EXPECT_TRUE(close.over);
  EXPECT_EQ(close.verdict, Verdict::TooCloseToCall);
  EXPECT_EQ(close.winner, std::nullopt);
}

TEST(Scenario, WithoutAKeeperTheHolderWinsAndNobodyIsADraw) {
  const Scenario scenario = scenario_of(bridge());
  const auto end = [&](const Field& field) { return ending(at_the_end(field, 3), scenario); };
  EXPECT_EQ(end(with(two_armies(), 11, 32.0, 22.0)).winner, "blue");
  EXPECT_EQ(end(two_armies()).winner, std::nullopt);
  EXPECT_EQ(end(two_armies()).verdict, Verdict::Yes);
  EXPECT_EQ(end(with(two_armies(), 1, 36.03, 22.0, 0.05)).verdict, Verdict::TooCloseToCall);
}

TEST(Scenario, ABeatenArmyHasLostWhateverItHolds) {
  Game game = begin(with(two_armies(), 1, 32.0, 22.0));
  game.armies.front().defeated = true;
  const Ending end = ending(game, scenario_of(bridge("red")));
  EXPECT_TRUE(end.over);
  EXPECT_EQ(end.winner, "blue");
  EXPECT_EQ(end.because.front().rule, "C-W1");
  game.armies.back().defeated = true;
  EXPECT_TRUE(ending(game, scenario_of(bridge("red"))).over);
  EXPECT_EQ(ending(game, scenario_of(bridge("red"))).winner, std::nullopt);
}

// ---- laws ----

Field scattered() {
  Field field = empty_field();
  const int count = *rc::gen::inRange(0, 12);
  for (int i = 0; i < count; ++i)
    field.pieces.push_back(man(i + 1, *rc::gen::element<std::string>("red", "blue"), *rc::gen::inRange(240, 400) / 10.0,
                               *rc::gen::inRange(140, 300) / 10.0, *rc::gen::inRange(0, 10) / 20.0));
  return field;
}

std::map<std::string, Verdict> verdicts(const Holding& holding) {
  std::map<std::string, Verdict> out;
  for (const Presence& army : holding.armies) out[army.army] = army.holds;
  return out;
}

RC_GTEST_PROP(ScenarioLaws, AtMostOneArmySurelyHoldsAPlace, ()) {
  const Holding held = holding(bridge(), scattered());
  RC_ASSERT(std::ranges::count(held.armies, Verdict::Yes, &Presence::holds) <= 1);
  // Who surely holds it leaves nobody else a chance.
  if (held.by()) RC_ASSERT(!held.too_close());
}

RC_GTEST_PROP(ScenarioLaws, TurningTheTableChangesNothing, ()) {
  const Field field = scattered();
  const auto turned = [](TablePoint p) { return TablePoint{Inches(60.0 - p.y.value), Inches(p.x.value + 3.0)}; };
  Field other = field;
  for (Piece& piece : other.pieces) piece.figure.footprint.centre = turned(piece.figure.footprint.centre);
  for (TablePoint& corner : other.terrain.front().polygon) corner = turned(corner);
  for (const Piece& piece : field.pieces) {  // what lies exactly on the limit may fall either way by rounding
    const auto way = *way_to(bridge(), field, piece);
    const double slack = std::abs(std::abs(way.value.value - 2.0) - way.margin.value);
    RC_PRE(slack > 1e-6 && std::abs(way.value.value) > 1e-6);
  }
  RC_ASSERT(verdicts(holding(bridge(), field)) == verdicts(holding(bridge(), other)));
}

RC_GTEST_PROP(ScenarioLaws, AMarginOnlyEverAddsDoubt, ()) {
  Field field = scattered();
  const auto sharp = [&] {
    Field exact = field;
    for (Piece& piece : exact.pieces) piece.figure.footprint.covariance = {};
    return verdicts(holding(bridge(), exact));
  }();
  for (const auto& [army, verdict] : verdicts(holding(bridge(), field)))
    RC_ASSERT(verdict == Verdict::TooCloseToCall || verdict == sharp.at(army));
}

}  // namespace
}  // namespace rules::charge::scenario_test
