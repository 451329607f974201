// A scenario beside its game: what the strip says, whose time runs, what the umpire prints; no wall clock anywhere.
#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "app/umpire/charge_play.h"
#include "app/umpire/charge_scenario.h"
#include "app/window/charge/states.h"
#include "tests/rules/field_builders.h"

namespace scenario_play_test {
namespace {

using namespace rules::charge;
using measure::Inches;
using testing::ElementsAre;
using testing::HasSubstr;

const House kBook;

/// Red stands on the bridge with two men, blue far off.
Field field(double second_red_x = 31.0) {
  Field out;
  out.table = measure::Table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  measure::Terrain bridge;
  bridge.name = "Bridge";
  bridge.kind = measure::TerrainKind::Bridge;
  for (const auto& [x, y] : {std::pair(30.0, 20.0), std::pair(34.0, 20.0), std::pair(34.0, 24.0), std::pair(30.0, 24.0)})
    bridge.polygon.push_back({Inches(x), Inches(y)});
  out.terrain.push_back(bridge);
  out.pieces.push_back(piece(1, "R/1", "R", "red", measure::PieceKind::Infantry, 32, 22, 90));
  out.pieces.push_back(piece(2, "R/2", "R", "red", measure::PieceKind::Infantry, second_red_x, 21, 90));
  out.pieces.push_back(piece(11, "B/1", "B", "blue", measure::PieceKind::Infantry, 32, 40, 270));
  return out;
}

Scenario scenario() {
  Scenario out;
  out.name = "test";
  out.turns = 2;
  out.first = "blue";
  out.minutes = {{"red", 10.0}};
  out.objective = Objective{.name = "the bridge", .terrain = "Bridge", .area = {}, .within = Inches(0.0), .men = 1, .keeper = "red"};
  return out;
}

Game at(int turn, Step step) {
  Game game = begin(field());
  game.turn = turn;
  game.step = step;
  return game;
}

TEST(ScenarioPlay, SaysWhichTurnOfHowMany) {
  const Scenario two = scenario();
  EXPECT_EQ(app::turn_text(at(1, Step::MoveFirst), nullptr), "Turn 1");
  EXPECT_EQ(app::turn_text(at(2, Step::MoveFirst), &two), "Turn 2 of 2");
  EXPECT_EQ(app::turn_text(at(3, Step::MoveFirst), &two), "Turn 3, 2 were agreed");
}

TEST(ScenarioPlay, BeginsWithTheArmyTheScenarioNames) {
  Scenario two = scenario();
  EXPECT_EQ(mover(app::begin_game(field(), &two, kBook).game), "blue");
  two.first = kByDice;
  EXPECT_EQ(mover(app::begin_game(field(), &two, kBook).game), "red");  // until the players throw
  EXPECT_EQ(mover(app::begin_game(field(), nullptr, kBook).game), "red");
}

TEST(ScenarioPlay, OnlyTheMoversTimeRunsAndNeitherInAPauseNorAfterTheEnd) {
  const Scenario two = scenario();
  EXPECT_EQ(app::on_the_clock(at(1, Step::MoveFirst), two, false), "red");
  EXPECT_EQ(app::on_the_clock(at(1, Step::MoveFirst), two, true), std::nullopt);
  EXPECT_EQ(app::on_the_clock(at(1, Step::MoveSecond), two, false), std::nullopt);  // blue has no clock
  EXPECT_EQ(app::on_the_clock(at(1, Step::Musketry), two, false), std::nullopt);    // both fire
  EXPECT_EQ(app::on_the_clock(at(3, Step::MoveFirst), two, false), std::nullopt);
}

TEST(ScenarioPlay, TheResultComesWithItsReasons) {
  const auto lines = app::lines_of(ending(at(2, Step::Morale), scenario()));
  EXPECT_THAT(lines, ElementsAre("red has won", "2 turns have been played (C-B3)", "2 men of red at the bridge (C-B3)"));
  EXPECT_EQ(app::headline(ending(at(1, Step::Morale), scenario())), "");
}

TEST(ScenarioPlay, TheUmpiresLineNamesTheHolderOrWhyNobodyDoes) {
  const Objective bridge = *scenario().objective;
  EXPECT_EQ(app::ruling_line(bridge, holding(bridge, field())).says, "the bridge: red holds it (2 men)");
  Field contested = field();
  contested.pieces.push_back(piece(12, "B/2", "B", "blue", measure::PieceKind::Infantry, 33, 23, 270));
  const app::RulingLine nobody = app::ruling_line(bridge, holding(bridge, contested));
  EXPECT_EQ(nobody.says, "the bridge: nobody holds it (2 of red, 1 of blue there)");
  EXPECT_EQ(nobody.verdict, measure::Verdict::No);
  Field close = field(29.98);
  close.pieces.erase(close.pieces.begin());
  close.pieces.front().figure.footprint.covariance = measure::covariance_of(Inches(0.05));
  const app::RulingLine doubt = app::ruling_line(bridge, holding(bridge, close));
  EXPECT_EQ(doubt.verdict, measure::Verdict::TooCloseToCall);
  EXPECT_THAT(doubt.says, HasSubstr("too near the edge of the bridge to call: R/2 at 0.02 ±0.05 in, up to 0.00 counts"));
}

TEST(ScenarioPlay, TheKeyOfTheUmpireTellsEveryArmy) {
  const Objective bridge = *scenario().objective;
  const auto json = app::json_of(bridge, holding(bridge, field()));
  EXPECT_EQ(json["name"], "the bridge");
  EXPECT_EQ(json["held_by"], "red");
  EXPECT_EQ(json["armies"][0]["verdict"], "yes");
  EXPECT_EQ(json["armies"][0]["men"], 2);
  EXPECT_EQ(json["armies"][1]["verdict"], "no");
  EXPECT_EQ(json["armies"][1]["because"][0]["rule"], "C-B3");
}

TEST(ScenarioPlay, ThePlaceIsDrawnWithWhatIsNearEnoughAndItsHolder) {
  Objective bridge = *scenario().objective;
  const auto labels = [](const overlay::DisplayList& list) {
    std::vector<std::string> out;
    for (const auto& primitive : list)
      if (const auto* label = std::get_if<overlay::Label>(&primitive)) out.push_back(label->text);
    return out;
  };
  const auto exact = window::place_overlay(bridge, field(), holding(bridge, field()));
  EXPECT_EQ(exact.size(), 2U);
  EXPECT_THAT(labels(exact), ElementsAre("the bridge: red holds it (2 men)"));
  bridge.within = Inches(3.0);
  EXPECT_EQ(window::place_overlay(bridge, field(), holding(bridge, field())).size(), 3U);
  bridge.terrain = "gone";
  EXPECT_TRUE(window::place_overlay(bridge, field(), holding(bridge, field())).empty());
}

// ---- clocks ----

TEST(TurnClock, OnlyTheSideThatIsToldRuns) {
  app::TurnClock clock;
  clock.run("red", 100.0);
  EXPECT_DOUBLE_EQ(clock.used_s("red", 130.0), 30.0);
  clock.run("blue", 140.0);
  EXPECT_DOUBLE_EQ(clock.used_s("red", 999.0), 40.0);
  EXPECT_DOUBLE_EQ(clock.used_s("blue", 150.0), 10.0);
  clock.run(std::nullopt, 150.0);  // paused
  clock.run("blue", 500.0);
  EXPECT_DOUBLE_EQ(clock.used_s("blue", 501.0), 11.0);
}

TEST(TurnClock, TellsWhatIsLeftAndThenForHowLongItIsOut) {
  EXPECT_EQ(app::clock_text(2400.0), "40:00");
  EXPECT_EQ(app::clock_text(2399.9), "40:00");
  EXPECT_EQ(app::clock_text(5.0), "0:05");
  EXPECT_EQ(app::clock_text(0.1), "0:01");
  EXPECT_EQ(app::clock_text(0.0), "out of time 0:00");
  EXPECT_EQ(app::clock_text(-95.5), "out of time 1:35");
}

TEST(TurnClock, AGameTakenUpAgainGoesOnWithWhatWasUsed) {
  app::TurnClock clock;
  clock.run("red", 10.0);
  clock.set_used({{"red", 300.0}}, 50.0);
  EXPECT_DOUBLE_EQ(clock.used_s("red", 60.0), 310.0);
  EXPECT_EQ(clock.all_used_s(60.0), (std::map<std::string, double>{{"red", 310.0}}));
}

RC_GTEST_PROP(TurnClockLaws, EverySecondIsSomebodysOrNobodysHoweverOftenItIsAsked, ()) {
  app::TurnClock often, seldom;
  double now = 0.0, nobodys = 0.0;
  std::optional<std::string> side;
  for (int i = 0; i < 30; ++i) {
    const double then = now + *rc::gen::inRange(0, 1000) / 10.0;
    if (!side) nobodys += then - now;
    now = then;
    const auto next =
        *rc::gen::element(std::optional<std::string>("red"), std::optional<std::string>("blue"), std::optional<std::string>());
    often.run(side, now);  // told again what it knows already
    often.run(next, now);
    if (next != side) seldom.run(next, now);
    side = next;
  }
  RC_ASSERT(std::abs(often.used_s("red", now) - seldom.used_s("red", now)) < 1e-9);
  RC_ASSERT(std::abs(often.used_s("red", now) + often.used_s("blue", now) + nobodys - now) < 1e-9);
}

}  // namespace
}  // namespace scenario_play_test
