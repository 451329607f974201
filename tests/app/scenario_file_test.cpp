// scenario.toml: what is named is taken, what is wrong is named with its line and what to do.
#include "app/files/scenario_file.h"

#include <gmock/gmock.h>

namespace scenario_file_test {
namespace {

using app::parse_scenario;
using testing::AllOf;
using testing::HasSubstr;

measure::Table table() {
  measure::Table table{.length = measure::Inches(72.0), .width = measure::Inches(48.0), .terrain = {}};
  measure::Terrain bridge;
  bridge.name = "Blasthof Bridge";
  table.terrain.push_back(bridge);
  return table;
}

measure::Roster roster() {
  measure::Roster roster;
  roster.armies.push_back({.name = "Imperial", .colour = {}, .units = {}});
  roster.armies.push_back({.name = "Electoral", .colour = {}, .units = {}});
  return roster;
}

const std::string kWhole =
    "version = 1\n[scenario]\nname = \"Blasthof\"\nturns = 12\nfirst = \"dice\"\n"
    "[objective]\nterrain = \"Blasthof Bridge\"\nwithin = 3\nmen = 2\nkeeper = \"Imperial\"\n"
    "[[clock]]\narmy = \"Imperial\"\nminutes = 40.5\n";

std::string problem(const std::string& text) {
  const auto scenario = parse_scenario(text, "scenario.toml", table(), roster());
  return scenario ? "fine" : scenario.error().message;
}

/// The whole file with one line put in place of another.
std::string with(const std::string& line, const std::string& instead) {
  std::string text = kWhole;
  return text.replace(text.find(line), line.size(), instead);
}

TEST(ScenarioFile, ReadsEverything) {
  const auto scenario = parse_scenario(kWhole, "s", table(), roster());
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_EQ(scenario->name, "Blasthof");
  EXPECT_EQ(scenario->turns, 12);
  EXPECT_EQ(scenario->first, rules::charge::kByDice);
  EXPECT_EQ(scenario->minutes, (std::map<std::string, double>{{"Imperial", 40.5}}));
  ASSERT_TRUE(scenario->objective);
  EXPECT_EQ(scenario->objective->name, "Blasthof Bridge");  // unnamed: the terrain's
  EXPECT_EQ(scenario->objective->within, measure::Inches(3.0));
  EXPECT_EQ(scenario->objective->men, 2);
  EXPECT_EQ(scenario->objective->keeper, "Imperial");
}

TEST(ScenarioFile, EverythingButTheNameMayBeLeftOut) {
  const auto scenario = parse_scenario("version = 1\n[scenario]\nname = \"A meeting\"\n", "s", {}, {});
  ASSERT_TRUE(scenario) << scenario.error().message;
  EXPECT_FALSE(scenario->turns);
  EXPECT_FALSE(scenario->objective);
  EXPECT_TRUE(scenario->minutes.empty());
}

TEST(ScenarioFile, AnUnknownKeyIsNamedWithItsLineAndWhatWasMeant) {
  EXPECT_THAT(problem(with("turns = 12", "turn = 12")), AllOf(HasSubstr("scenario.toml:4"), HasSubstr("did you mean `turns`")));
  EXPECT_THAT(problem(with("[[clock]]", "[[clocks]]")), HasSubstr("did you mean `clock`"));
  EXPECT_THAT(problem(with("men = 2", "soldiers = 2")), AllOf(HasSubstr(":9"), HasSubstr("known here")));
  EXPECT_THAT(problem("version = 1\n"), HasSubstr("[scenario]"));
  EXPECT_THAT(problem(with("version = 1", "version = 2")), HasSubstr("version"));
}

TEST(ScenarioFile, ArmiesAndTerrainAreThoseOfTheTable) {
  EXPECT_THAT(problem(with("first = \"dice\"", "first = \"Imperail\"")), AllOf(HasSubstr(":5"), HasSubstr("did you mean \"Imperial\"")));
  EXPECT_THAT(problem(with("keeper = \"Imperial\"", "keeper = \"French\"")), AllOf(HasSubstr(":10"), HasSubstr("\"Electoral\"")));
  EXPECT_THAT(problem(with("army = \"Imperial\"", "army = \"red\"")), HasSubstr(":12"));
  EXPECT_THAT(problem(with("terrain = \"Blasthof Bridge\"", "terrain = \"Blasthof Brigde\"")),
              HasSubstr("did you mean \"Blasthof Bridge\""));
  EXPECT_THAT(parse_scenario(kWhole, "s", {}, {}).error().message, HasSubstr("--table"));
  EXPECT_THAT(parse_scenario(kWhole, "s", table(), {}).error().message, HasSubstr("--roster"));
}

TEST(ScenarioFile, ImpossibleValuesAreRefused) {
  for (const char* turns : {"0", "-3", "2.5", "nan", "\"many\"", "1001"})
    EXPECT_THAT(problem(with("turns = 12", std::string("turns = ") + turns)), HasSubstr("scenario.toml:4")) << turns;
  for (const char* within : {"-1", "nan", "inf", "\"near\""})
    EXPECT_THAT(problem(with("within = 3", std::string("within = ") + within)), HasSubstr("scenario.toml:8")) << within;
  for (const char* minutes : {"0", "-5", "nan", "inf", "1441"})
    EXPECT_THAT(problem(with("minutes = 40.5", std::string("minutes = ") + minutes)), HasSubstr("scenario.toml:13")) << minutes;
  for (const char* men : {"0", "-1", "1.5"}) EXPECT_THAT(problem(with("men = 2", std::string("men = ") + men)), HasSubstr(":9")) << men;
  EXPECT_THAT(problem(with("name = \"Blasthof\"", "name = \"\"")), HasSubstr(":3"));
}

TEST(ScenarioFile, AnObjectiveIsOnePlaceAndNeedsAnEnd) {
  const std::string terrain = "terrain = \"Blasthof Bridge\"";
  EXPECT_EQ(problem(with(terrain, "polygon = [[1, 1], [5, 1], [5, 5]]")), "fine");
  EXPECT_THAT(problem(with(terrain, "polygon = [[1, 1], [5, 1]]")), HasSubstr("at least 3"));
  EXPECT_THAT(problem(with(terrain, "polygon = [[1, 1], [5, 1], [9, 1]]")), HasSubstr("no area"));
  EXPECT_THAT(problem(with(terrain, "polygon = [[1, 1], [5, 5], [5, 1], [1, 5.5]]")), HasSubstr("crosses itself"));
  EXPECT_THAT(problem(with(terrain, "polygon = [[90, 1], [95, 1], [95, 5]]")), HasSubstr("off the table"));
  EXPECT_THAT(problem(with(terrain, terrain + "\npolygon = [[1, 1], [5, 1], [5, 5]]")), HasSubstr("not both"));
  EXPECT_THAT(problem(with(terrain + "\n", "")), HasSubstr("is missing"));
  EXPECT_THAT(problem(with("turns = 12\n", "")), HasSubstr("turns"));
}

TEST(ScenarioFile, AClockIsGivenOnce) {
  EXPECT_THAT(problem(kWhole + "[[clock]]\narmy = \"Imperial\"\nminutes = 3\n"), AllOf(HasSubstr(":15"), HasSubstr("already")));
}

}  // namespace
}  // namespace scenario_file_test
