// `umpire` and `ask` as a player meets them.
#include <gmock/gmock.h>

#include "tests/app/program.h"

namespace {

using nlohmann::json;
using program::charge;
using program::run;

TEST(UmpireCommand, JudgesTheMovesAndTargetsOfEachSettledTable) {
  const auto outcome = run(program::on_charge({"umpire"}, {charge("stills/04.jpg"), charge("stills/05.jpg")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = outcome.lines();
  ASSERT_EQ(lines.size(), 2U);
  ASSERT_TRUE(lines[1].contains("moved"));
  EXPECT_EQ(lines[1]["moved"].size(), 13U);
  for (const json& moved : lines[1]["moved"]) {
    EXPECT_EQ(moved["unit"], "R1");
    EXPECT_EQ(moved["verdict"], "yes") << moved;
    EXPECT_NEAR(moved["cost_in"].get<double>(), 5.5, 0.1);
    EXPECT_EQ(moved["allowance_in"], 6.0);
  }
  bool gun_may_fire = false;
  for (const json& aim : lines[1]["aims"])
    if (aim["firer"] == "BG/gun" && aim["target"] == "R2") gun_may_fire = aim["verdict"] == "yes";
  EXPECT_TRUE(gun_may_fire);
  EXPECT_TRUE(lines[1]["contacts"].empty());
  EXPECT_TRUE(lines[1]["lifted"].empty());
  EXPECT_EQ(lines[1]["armies"][0]["original"], 38);
}

TEST(UmpireCommand, HouseRulesCount) {
  const program::Folder folder;
  program::write_bytes(folder / "house.toml", "version = 1\n[charge]\n\"gun.bands\" = [1, 2, 3, 4, 5, 6]\n");
  const auto outcome = run(program::on_charge({"umpire", "--house", folder / "house.toml"}, {charge("stills/05.jpg")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const auto lines = outcome.lines();
  for (const json& aim : lines.front()["aims"]) EXPECT_EQ(aim["verdict"], "no");
  program::write_bytes(folder / "house.toml", "version = 1\n[charge]\n\"gun.band\" = 1\n");
  const auto refused = run(program::on_charge({"umpire", "--house", folder / "house.toml"}, {charge("stills/05.jpg")}));
  EXPECT_EQ(refused.status, 6);
  EXPECT_THAT(refused.err, testing::HasSubstr("gun.band"));
}

TEST(UmpireCommand, RulesOnThePlaceOfAScenario) {
  const program::Folder folder;
  const std::string begins = "version = 1\n[scenario]\nname = \"The hill\"\nturns = 4\n[objective]\nterrain = \"Windmill Hill\"\n";
  program::write_bytes(folder / "scenario.toml", begins + "keeper = \"red\"\n");
  const auto outcome = run(program::on_charge({"umpire", "--scenario", folder / "scenario.toml"}, {charge("stills/05.jpg")}));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json objective = outcome.lines().front()["objective"];
  EXPECT_EQ(objective["held_by"], "blue");
  EXPECT_EQ(objective["armies"].size(), 2U);
  program::write_bytes(folder / "scenario.toml", begins + "keeper = \"green\"\n");
  const auto refused = run(program::on_charge({"umpire", "--scenario", folder / "scenario.toml"}, {charge("stills/05.jpg")}));
  EXPECT_EQ(refused.status, 6);
  EXPECT_THAT(refused.err, testing::HasSubstr("scenario.toml:7: objective.keeper: no army is called \"green\""));
}

}  // namespace
