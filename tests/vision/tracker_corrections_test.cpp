#include "tests/vision/tracker_scene.h"

namespace tracker_corrections_test {
namespace {

using namespace scene;

Table one_company() {
  Table table(army({company("R1", 4, 10), company("R2", 4, 11)}));
  table.deploy("R1", 4, at(20.0, 14.0)).deploy("R2", 4, at(30.0, 14.0)).look();
  return table;
}

TEST(Corrections, ANameGivenByHandHolds) {
  Table table = one_company();
  const int id = table.over("R1/3")->id;
  ASSERT_TRUE(table.tracker().rename(id, "Pte Atkins"));
  for (int i = 0; i < 3; ++i) table.march("R1", by(0.0, 3.0)).look();
  EXPECT_EQ(table.over("R1/3")->name, "Pte Atkins");
}

TEST(Corrections, ARosterNameGivenByHandExchangesTheTwoMen) {
  Table table = one_company();
  ASSERT_TRUE(table.tracker().rename(table.over("R1/3")->id, "R1/1"));
  table.look();
  EXPECT_EQ(table.over("R1/3")->name, "R1/1");
  EXPECT_EQ(table.over("R1/1")->name, "R1/3");
}

TEST(Corrections, AUnitGivenByHandHoldsWhenTheUnitsMove) {
  Table table = one_company();
  const int id = table.over("R1/3")->id;
  ASSERT_TRUE(table.tracker().assign_unit(std::vector<int>{id}, "R2"));
  table.look();
  EXPECT_EQ(table.over("R1/3")->unit, "R2");
  table.march("R2", by(0.0, 4.0)).look();
  EXPECT_EQ(table.over("R1/3")->unit, "R2");
  int in_r2 = 0;
  for (const vision::Piece& p : table.last.pieces) in_r2 += p.unit == "R2";
  EXPECT_EQ(in_r2, 5);
}

TEST(Corrections, ARemovedGhostDoesNotComeBack) {
  Table table = one_company();
  const std::size_t before = table.last.pieces.size();
  ASSERT_TRUE(table.tracker().remove(table.over("R1/2")->id));
  for (int i = 0; i < 5; ++i) table.look();
  EXPECT_EQ(table.last.pieces.size(), before - 1);
  EXPECT_EQ(table.over("R1/2"), nullptr);
}

TEST(Corrections, MergingLeavesOneOfTwo) {
  Table table = one_company();
  const int keep = table.over("R1/1")->id, drop = table.over("R1/2")->id;
  ASSERT_TRUE(table.tracker().merge(keep, drop));
  table.look();
  EXPECT_EQ(table.last.pieces.size(), 9U);
}

/// All that a player knows a piece by.
std::map<int, std::string> who(const Table& table) {
  std::map<int, std::string> out;
  for (const vision::Piece& p : table.last.pieces) out[p.id] = p.army + "|" + p.unit + "|" + p.name;
  return out;
}

TEST(TakingBack, ARemovedPieceIsTheSameAgainWithItsNameAndItsCorrections) {
  Table table = one_company();
  const int id = table.over("R1/3")->id;
  ASSERT_TRUE(table.tracker().rename(id, "Pte Atkins"));
  table.look();
  const auto before = who(table);
  ASSERT_TRUE(table.tracker().remove(id));
  for (int i = 0; i < 3; ++i) table.look();
  ASSERT_TRUE(table.tracker().take_back());
  table.look();
  EXPECT_EQ(who(table), before);
  ASSERT_NE(table.over("R1/3"), nullptr);
  EXPECT_EQ(table.over("R1/3")->id, id);
  EXPECT_EQ(table.over("R1/3")->seen, vision::Seen::Yes) << "its place is no longer denied";
}

TEST(TakingBack, AMergeLeavesTwoAgain) {
  Table table = one_company();
  const auto before = who(table);
  const int keep = table.over("R1/1")->id, drop = table.over("R1/2")->id;
  ASSERT_TRUE(table.tracker().merge(keep, drop));
  for (int i = 0; i < 3; ++i) table.look();
  ASSERT_TRUE(table.tracker().take_back());
  table.look();
  EXPECT_EQ(who(table), before);
  EXPECT_EQ(table.over("R1/2")->id, drop);
  EXPECT_EQ(table.over("R1/1")->id, keep);
}

TEST(TakingBack, AMergeThatMovedAHiddenManPutsHimBack) {
  Table table = one_company();
  const int hidden = table.over("R1/1")->id, stray = table.over("R2/4")->id;
  const TablePoint stood = table.over("R1/1")->at;
  table.pieces["R1/1"].covered = true;
  table.look();
  ASSERT_TRUE(table.tracker().merge(hidden, stray));
  table.look();
  ASSERT_EQ(table.over("R2/4")->id, hidden);
  ASSERT_TRUE(table.tracker().take_back());
  table.look();
  EXPECT_EQ(table.over("R2/4")->id, stray);
  ASSERT_NE(table.over("R1/1"), nullptr);
  EXPECT_EQ(table.over("R1/1")->id, hidden);
  EXPECT_LT(distance(table.over("R1/1")->at, stood), 0.05_in);
}

TEST(TakingBack, AFigureTakenUpAnewWhereOneWasRemovedIsThatOne) {
  Table table = one_company();
  const auto before = who(table);
  const int id = table.over("R1/2")->id;
  ASSERT_TRUE(table.tracker().remove(id));
  table.pieces["R1/2"].covered = true;
  table.look();  // under a hand the denial ends
  table.pieces["R1/2"].covered = false;
  table.look();
  ASSERT_NE(table.over("R1/2"), nullptr);
  ASSERT_NE(table.over("R1/2")->id, id);
  ASSERT_TRUE(table.tracker().take_back());
  table.look();
  EXPECT_EQ(who(table), before);
}

TEST(TakingBack, UnitsAndExchangesGoBackForEverybodyTheyTouched) {
  Table table = one_company();
  const auto before = who(table);
  ASSERT_TRUE(table.tracker().assign_unit(std::vector<int>{table.over("R1/3")->id}, "R2"));  // somebody of R2 gives up his place
  ASSERT_TRUE(table.tracker().swap(table.over("R1/1")->id, table.over("R2/1")->id));
  ASSERT_FALSE(table.tracker().rename(4711, "nobody"));
  table.look();
  EXPECT_NE(who(table), before);
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(table.tracker().take_back()) << "the refused one counts as a step too";
  EXPECT_FALSE(table.tracker().take_back());
  table.look();
  EXPECT_EQ(who(table), before);
}

TEST(Corrections, AnUnknownIdIsRefused) {
  Table table = one_company();
  EXPECT_EQ(table.tracker().rename(999, "x").error().code, measure::ErrorCode::Usage);
  EXPECT_EQ(table.tracker().swap(999, 1).error().code, measure::ErrorCode::Usage);
  EXPECT_EQ(table.tracker().merge(1, 999).error().code, measure::ErrorCode::Usage);
  EXPECT_EQ(table.tracker().remove(999).error().code, measure::ErrorCode::Usage);
  EXPECT_EQ(table.tracker().assign_unit(std::vector<int>{999}, "R1").error().code, measure::ErrorCode::Usage);
}

}  // namespace
}  // namespace tracker_corrections_test
