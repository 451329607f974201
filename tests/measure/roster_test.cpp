// From what players write down to one entry a piece.
#include "measure/roster.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace roster_test {
namespace {

using measure::Arm;
using measure::Inches;
using measure::MarkerType;
using measure::PieceKind;
using measure::PieceSpec;
using testing::ElementsAre;

std::vector<PieceSpec> pieces_of(const measure::Unit& unit) {
  return measure::pieces_of({.armies = {{.name = "red", .colour = "#b3202a", .units = {unit}}}});
}
std::vector<std::string> names(const std::vector<PieceSpec>& pieces) {
  std::vector<std::string> out;
  for (const PieceSpec& p : pieces) out.push_back(p.name);
  return out;
}
measure::Unit company() {
  measure::Unit unit;
  unit.name = "R1";
  unit.models = 3;
  unit.leader =
      measure::Leader{.tag = 10, .mount = {}, .base = {.shape = measure::RectShape{Inches(2.4), Inches(1.4)}, .height = Inches(0.1)}};
  return unit;
}

TEST(Roster, CountsTheLeaderAmongTheModels) {
  const auto pieces = pieces_of(company());
  EXPECT_THAT(names(pieces), ElementsAre("R1/leader", "R1/1", "R1/2"));
  EXPECT_EQ(pieces[0].kind, PieceKind::Officer);
  EXPECT_EQ(pieces[0].marker, MarkerType::Tag);
  EXPECT_EQ(pieces[0].tag, 10);
  EXPECT_EQ(pieces[1].kind, PieceKind::Infantry);
  EXPECT_EQ(pieces[1].marker, MarkerType::Disc);
  EXPECT_FALSE(pieces[1].tag.has_value());
  EXPECT_EQ(pieces[2].army, "red");
  EXPECT_EQ(pieces[2].unit, "R1");
  EXPECT_EQ(pieces[2].colour, "#b3202a");
}

TEST(Roster, NamesGunsAndTheirCrews) {
  measure::Unit unit;
  unit.name = "RG";
  unit.arm = Arm::Gun;
  unit.models = 2;
  unit.marker = MarkerType::Tag;
  unit.tags = {13, 14};
  unit.crew = measure::Crew{.men = 2, .base = {}, .marker = MarkerType::Disc, .figure_height = Inches(1.2), .tags = {}, .mount = {}};
  const auto pieces = pieces_of(unit);
  EXPECT_THAT(names(pieces), ElementsAre("RG/gun", "RG/gun2", "RG/crew1", "RG/crew2"));
  EXPECT_EQ(pieces[1].tag, 14);
  EXPECT_EQ(pieces[2].kind, PieceKind::Gunner);
  EXPECT_EQ(pieces[2].figure_height, Inches(1.2));
}

TEST(Roster, AModelWithoutATagOfItsOwnCountsAsUnmarked) {
  measure::Unit unit = company();
  unit.leader.reset();
  unit.marker = MarkerType::Tag;
  unit.tags = {20, 21};
  const auto pieces = pieces_of(unit);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[1].tag, 21);
  EXPECT_EQ(pieces[2].marker, MarkerType::None);
}

TEST(Roster, GivenNamesReplaceTheMadeUpOnesInOrder) {
  measure::Unit unit = company();
  unit.names = {"Capt. Brook", "Pte 7"};
  EXPECT_THAT(names(pieces_of(unit)), ElementsAre("Capt. Brook", "Pte 7", "R1/2"));
}

}  // namespace
}  // namespace roster_test
