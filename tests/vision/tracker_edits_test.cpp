// Editing roster and table while the game stands there: what still holds of the pieces is kept.
#include "tests/vision/tracker_scene.h"

namespace tracker_edits_test {
namespace {

using namespace scene;
using testing::IsEmpty;

constexpr int kMen = 4;

measure::Roster two_companies() {
  return {.armies = {{.name = "red", .colour = "#b3202a", .units = {company("R1", kMen, 10), company("R2", kMen, 11)}}}};
}

Table deployed() {
  Table table(pieces_of(two_companies()));
  table.deploy("R1", kMen, at(20.0, 14.0)).deploy("R2", kMen, at(30.0, 14.0));
  for (int i = 0; i < 5; ++i) table.look();
  return table;
}

std::map<int, std::string> names_by_id(const Table& table) {
  std::map<int, std::string> names;
  for (const vision::Piece& p : table.last.pieces) names[p.id] = p.name;
  return names;
}

double margin_over(const Table& table, const std::string& name) { return measure::margin_of(table.over(name)->covariance).value; }

TEST(RosterEdits, ARenamedUnitKeepsItsMenTheirAveragesAndTheirOrder) {
  Table table = deployed();
  const auto ids = table.ids();
  const double margin = margin_over(table, "R1/2");
  measure::Roster roster = two_companies();
  roster.armies[0].units[0].name = "Guards";
  table.tracker().replace_roster(pieces_of(roster));
  table.look();
  EXPECT_EQ(table.ids(), ids);
  EXPECT_EQ(table.over("R1/2")->name, "Guards/2");
  EXPECT_EQ(table.over("R1/leader")->name, "Guards/leader");
  EXPECT_EQ(table.over("R2/3")->name, "R2/3");
  EXPECT_LE(margin_over(table, "R1/2"), margin) << "the average went on";
  EXPECT_THAT(table.last.moves, IsEmpty());
  EXPECT_THAT(table.last.added, IsEmpty());
}

TEST(RosterEdits, ARenamedArmyKeepsItsMen) {
  Table table = deployed();
  const auto before = names_by_id(table);
  measure::Roster roster = two_companies();
  roster.armies[0].name = "crimson";
  const auto specs = pieces_of(roster);
  table.tracker().replace_roster(specs);
  for (auto& [name, piece] : table.pieces) piece.spec.army = "crimson";
  table.look();
  EXPECT_EQ(names_by_id(table), before);
  EXPECT_EQ(table.over("R1/1")->army, "crimson");
}

TEST(RosterEdits, WhatWasGivenByHandHoldsThroughANewCompanyAndARenaming) {
  Table table = deployed();
  ASSERT_TRUE(table.tracker().rename(table.over("R1/3")->id, "Pte Atkins"));
  ASSERT_TRUE(table.tracker().swap(table.over("R1/1")->id, table.over("R1/2")->id));
  ASSERT_TRUE(table.tracker().assign_unit(std::vector<int>{table.over("R1/4")->id}, "R2"));
  measure::Roster roster = two_companies();
  roster.armies[0].units[1].name = "Guards";
  roster.armies[0].units.push_back(company("R3", kMen, 12));
  table.tracker().replace_roster(pieces_of(roster));
  table.look();
  EXPECT_EQ(table.over("R1/3")->name, "Pte Atkins");
  EXPECT_EQ(table.over("R1/1")->name, "R1/2");
  EXPECT_EQ(table.over("R1/2")->name, "R1/1");
  EXPECT_EQ(table.over("R1/4")->unit, "Guards");
}

TEST(RosterEdits, ANewCompanyDoesNotTakeAwayAnothersMen) {
  Table table = deployed();
  const auto before = names_by_id(table);
  measure::Roster roster = two_companies();
  roster.armies[0].units.insert(roster.armies[0].units.begin(), company("R0", 12, 12));
  table.tracker().replace_roster(pieces_of(roster));
  table.look();
  EXPECT_EQ(names_by_id(table), before);
}

TEST(RosterEdits, OneFewerMakesOneStrangerAndUndoingItGivesHimHisNameBack) {
  Table table = deployed();
  const auto before = names_by_id(table);
  measure::Roster smaller = two_companies();
  smaller.armies[0].units[1].models -= 1;
  table.tracker().replace_roster(pieces_of(smaller));
  table.look();
  int strangers = 0;
  for (const vision::Piece& p : table.last.pieces) strangers += p.unit.empty() ? 1 : 0;
  EXPECT_EQ(strangers, 1);
  table.tracker().replace_roster(pieces_of(two_companies()));
  table.look();
  EXPECT_EQ(names_by_id(table), before);
}

TEST(RosterEdits, ACorrectionCanBeTakenBackAfterARosterEditWasUndone) {
  Table table = deployed();
  const auto before = names_by_id(table);
  ASSERT_TRUE(table.tracker().remove(table.over("R1/2")->id));
  measure::Roster roster = two_companies();
  roster.armies[0].units.insert(roster.armies[0].units.begin(), company("R0", 12, 12));
  table.tracker().replace_roster(pieces_of(roster));
  table.tracker().replace_roster(pieces_of(two_companies()));
  ASSERT_TRUE(table.tracker().take_back());
  table.look();
  EXPECT_EQ(names_by_id(table), before);
}

TEST(TableEdits, TracksFollowTheirPixelsIntoNewCoordinatesAndNobodyMoved) {
  Table table = deployed();
  const auto ids = table.ids();
  const TableVector shift = by(-6.0, -2.0);
  table.tracker().carry_over([&](TablePoint p, Inches ground, Inches) { return vision::Carried{p + shift, ground}; });
  table.each("R", [&](Standing& p) { p.at = p.at + shift; });
  table.look();
  EXPECT_EQ(table.ids(), ids);
  EXPECT_THAT(table.last.moves, IsEmpty());
  table.march("R1", by(0.0, 3.0)).look();
  EXPECT_EQ(table.last.moves.size(), 5U) << "a true move counts again";
}

TEST(TableEdits, WhatDoesNotChangeItsPlaceKeepsItsAverage) {
  Table table = deployed();
  const double margin = margin_over(table, "R1/2"), other = margin_over(table, "R2/2");
  table.tracker().carry_over([&](TablePoint p, Inches ground, Inches) {
    return p.x < Inches(26.0) ? vision::Carried{p, ground} : vision::Carried{p + by(0.1, 0.0), Inches(1.0)};
  });
  table.each("R2", [&](Standing& p) { p.at = p.at + by(0.1, 0.0); });
  table.look();
  EXPECT_LE(margin_over(table, "R1/2"), margin);
  EXPECT_GT(margin_over(table, "R2/2"), other) << "it begins anew";
}

}  // namespace
}  // namespace tracker_edits_test
