// Lines of sight over terrain and figures.
#include "measure/sight/sight.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "tests/measure/builders.h"
#include "tests/support/literals.h"
#include "tests/support/matchers.h"

namespace sight_test {
namespace {

using namespace builders;
using namespace matchers;
using namespace measure::literals;
using measure::sight;
using measure::Sight;
using measure::SightEnd;
using measure::SightFigure;
using measure::Terrain;
using measure::TerrainKind;

SightEnd end(double x, double y, double height, double margin = 0.0) {
  return {.at = {at(x, y), measure::covariance_of(Inches(margin))}, .height = Inches(height), .height_margin = {}};
}
Terrain area(TerrainKind kind, std::vector<TablePoint> polygon, double height) {
  Terrain t;
  t.name = "it";
  t.kind = kind;
  t.polygon = std::move(polygon);
  t.height = Inches(height);
  return t;
}
Terrain box(TerrainKind kind, double x0, double y0, double x1, double y1, double height) {
  return area(kind, {at(x0, y0), at(x1, y0), at(x1, y1), at(x0, y1)}, height);
}
Terrain wall(std::vector<TablePoint> line, double height, double width = 0.2) {
  Terrain t = area(TerrainKind::Wall, {}, height);
  t.line = std::move(line);
  t.width = Inches(width);
  return t;
}
/// A hill from (10, 10) to (30, 30) with a flat top 2 in up from (15, 15) to (25, 25).
Terrain hill() {
  Terrain t = box(TerrainKind::Hill, 10, 10, 30, 30, 2.0);
  t.top = {at(15, 15), at(25, 15), at(25, 25), at(15, 25)};
  return t;
}
Sight look(const SightEnd& eye, const SightEnd& target, const Terrain& terrain, double into_woods = 0.0) {
  return sight(eye, target, std::vector{terrain}, {}, {.into_woods = Inches(into_woods), .common = {}});
}

TEST(Sight, IsFreeOverAnEmptyTable) { EXPECT_THAT(sight(end(0, 0, 1), end(30, 10, 1), {}).clear, IsYes()); }

TEST(Sight, AHouseHidesWhatStandsBehindIt) {
  const Terrain house = box(TerrainKind::House, 8, -2, 12, 2, 3.0);
  const Sight hidden = look(end(0, 0, 1.35), end(20, 0, 0.7), house);
  EXPECT_THAT(hidden.clear, IsNo());
  ASSERT_EQ(hidden.in_the_way.size(), 1u);
  EXPECT_THAT(hidden.in_the_way[0].clearance.value, IsNear(-2_in, 1e-9_in));
  EXPECT_THAT(hidden.in_the_way[0].depth.value, IsNear(4_in, 1e-9_in));
  // The line falls from 1.35 to 0.7; it is lowest, 0.96, where it leaves the house.
  EXPECT_THAT(hidden.in_the_way[0].rise.value, IsNear(Inches(3.0 - 0.96), 1e-9_in));
  EXPECT_THAT(hidden.in_the_way[0].at, IsAt(at(12, 0), 1e-6_in));
  EXPECT_THAT(look(end(0, 3, 1.35), end(20, 3, 0.7), house).clear, IsYes());
}

TEST(Sight, AHouseCornerWithinTheErrorIsLeftToThePlayers) {
  const Terrain house = box(TerrainKind::House, 8, -2, 12, 2, 3.0);
  EXPECT_THAT(look(end(0, 2.02, 1, 0.05), end(20, 2.02, 1, 0.05), house).clear, IsTooCloseToCall());
  EXPECT_THAT(look(end(0, 1.98, 1, 0.05), end(20, 1.98, 1, 0.05), house).clear, IsTooCloseToCall());
  EXPECT_THAT(look(end(0, 2.1, 1, 0.05), end(20, 2.1, 1, 0.05), house).clear, IsYes());
  EXPECT_THAT(look(end(0, 1.9, 1, 0.05), end(20, 1.9, 1, 0.05), house).clear, IsNo());
}

TEST(Sight, AnErrorBothEndsShareMovesTheWholeLineAgainstTheTerrain) {
  // Independent errors of 0.05 in leave 0.035 in the middle of the line; a shared one leaves it whole.
  const std::vector<Terrain> post{box(TerrainKind::House, 9.9, -2, 10.1, 2, 3.0)};
  const SightEnd eye = end(0, 2.042, 1, 0.05), target = end(20, 2.042, 1, 0.05);
  EXPECT_THAT(sight(eye, target, post).clear, IsYes());
  EXPECT_THAT(sight(eye, target, post, {}, {.into_woods = {}, .common = eye.at.covariance}).clear, IsTooCloseToCall());
}

TEST(Sight, TouchingAnOutlineDoesNotBlock) {
  EXPECT_THAT(look(end(0, 2, 1), end(20, 2, 1), box(TerrainKind::House, 8, -2, 12, 2, 3.0)).clear, IsYes());
}

TEST(Sight, AWallHidesOnlyWhatIsLowerThanItsTop) {
  const Terrain low = wall({at(10, -5), at(10, 5)}, 0.6), high = wall({at(10, -5), at(10, 5)}, 1.2);
  EXPECT_THAT(look(end(0, 0, 1.35), end(20, 0, 0.7), low).clear, IsYes());
  EXPECT_THAT(look(end(0, 0, 1.35), end(20, 0, 0.7), high).clear, IsNo());
  EXPECT_THAT(look(end(0, 0, 1.35), end(20, 0, 0.7), wall({at(10, -5), at(10, 5)}, 1.2, 0.0)).clear, IsNo());
  EXPECT_THAT(look(end(0, 0, 1.35), end(20, 8, 0.7), high).clear, IsNo()) << "it crosses the wall 4 in from its middle";
  EXPECT_THAT(look(end(0, 0, 1.35), end(20, 12, 0.7), high).clear, IsYes());
}

TEST(Sight, AJointInAWallOrASeamInAHouseLetsNothingThrough) {
  for (const double width : {0.0, 0.2}) {
    EXPECT_THAT(look(end(0, 0, 1), end(20, 0, 1), wall({at(10, -5), at(10, 0), at(10, 5)}, 1.2, width)).clear, IsNo());
    EXPECT_THAT(look(end(0, 0, 1), end(20, 0, 1), wall({at(10, -5), at(9, 0), at(10, 5)}, 1.2, width)).clear, IsNo());
    EXPECT_THAT(look(end(0, 0, 1, 0.05), end(20, 0, 1, 0.05), wall({at(10, -5), at(10, 0), at(10, 5)}, 1.2, width)).clear, IsNo());
  }
  const Sight at_the_joint = look(end(0, 0, 1), end(20, 0, 1), wall({at(10, -5), at(10, 0), at(10, 5)}, 1.2, 0.2));
  ASSERT_EQ(at_the_joint.in_the_way.size(), 1u);
  EXPECT_THAT(at_the_joint.in_the_way[0].depth.value, IsNear(0.2_in, 1e-6_in));
  const Terrain ell_house = area(TerrainKind::House, {at(5, -3), at(15, -3), at(15, 0), at(10, 0), at(10, 3), at(5, 3)}, 3.0);
  EXPECT_THAT(look(end(0, 0, 1), end(20, 0, 1), ell_house).clear, IsNo());
  EXPECT_THAT(look(end(0, -8, 1), end(20, 12, 1), ell_house).clear, IsNo());
}

TEST(Sight, AnUncertainHeightIsLeftToThePlayers) {
  SightEnd eye = end(0, 0, 1.0), target = end(20, 0, 1.0);
  eye.height_margin = target.height_margin = 0.1_in;
  EXPECT_THAT(look(eye, target, wall({at(10, -5), at(10, 5)}, 1.05)).clear, IsTooCloseToCall());
  EXPECT_THAT(look(eye, target, wall({at(10, -5), at(10, 5)}, 1.2)).clear, IsNo());
  EXPECT_THAT(look(eye, target, wall({at(10, -5), at(10, 5)}, 0.8)).clear, IsYes());
}

TEST(Sight, AWoodMayBeLookedIntoAsFarAsTheCallerSays) {
  const Terrain wood = box(TerrainKind::Wood, 8, -4, 14, 4, 3.0);
  EXPECT_THAT(look(end(0, 0, 1), end(9.9, 0, 1), wood, 2.0).clear, IsYes());
  EXPECT_THAT(look(end(0, 0, 1), end(10.1, 0, 1), wood, 2.0).clear, IsNo());
  EXPECT_THAT(look(end(0, 0, 1), end(10.0, 0, 1, 0.05), wood, 2.0).clear, IsTooCloseToCall());
  EXPECT_THAT(look(end(0, 0, 1), end(20, 0, 1), wood, 2.0).clear, IsNo());
  EXPECT_THAT(look(end(0, 0, 1), end(9, 0, 1), wood).clear, IsNo());
}

TEST(Sight, AConcaveWoodCountsBothArms) {
  const Terrain horseshoe =
      area(TerrainKind::Wood, {at(5, 0), at(15, 0), at(15, 10), at(14, 10), at(14, 1), at(6, 1), at(6, 10), at(5, 10)}, 3.0);
  const Sight across = look(end(0, 5, 1), end(20, 5, 1), horseshoe, 2.5);
  EXPECT_THAT(across.clear, IsYes());
  EXPECT_THAT(look(end(0, 5, 1), end(20, 5, 1), horseshoe, 1.5).clear, IsNo());
  EXPECT_THAT(look(end(7, 5, 1), end(13, 5, 1), horseshoe).clear, IsYes()) << "between the arms is open ground";
}

TEST(Sight, AHillHidesWhatLiesBehindItAndNotWhatStandsOnIt) {
  EXPECT_THAT(look(end(0, 20, 1.35), end(40, 20, 0.7), hill()).clear, IsNo());
  EXPECT_THAT(look(end(0, 20, 1.35), end(22, 20, 2.2), hill()).clear, IsNo()) << "the near edge of the flat top covers its middle";
  EXPECT_THAT(look(end(0, 20, 1.35), end(15.5, 20, 2.7), hill()).clear, IsYes());
  EXPECT_THAT(look(end(16, 20, 3.35), end(24, 20, 2.7), hill()).clear, IsYes());
  EXPECT_THAT(look(end(0, 40, 1.35), end(40, 40, 0.7), hill()).clear, IsYes());
  const Sight blocked = look(end(0, 20, 1.0), end(40, 20, 1.0), hill());
  ASSERT_EQ(blocked.in_the_way.size(), 1u);
  EXPECT_THAT(blocked.in_the_way[0].rise.value, IsNear(1_in, 1e-9_in));
  EXPECT_THAT(blocked.in_the_way[0].depth.value, IsNear(15_in, 0.05_in));
}

TEST(Sight, FiguresBlockWithTheirBasesUpToTheirTops) {
  const std::vector<SightFigure> file{{"Pte 7", disc(0.8, at(10, 0.2)), 1.35_in}, {"Pte 8", disc(0.8, at(5, 2)), 1.35_in}};
  const Sight blocked = sight(end(0, 0, 1.3), end(20, 0, 0.7), {}, file);
  EXPECT_THAT(blocked.clear, IsNo());
  ASSERT_EQ(blocked.in_the_way.size(), 1u);
  EXPECT_EQ(blocked.in_the_way[0].name, "Pte 7");
  EXPECT_FALSE(blocked.in_the_way[0].terrain.has_value());
  EXPECT_THAT(blocked.in_the_way[0].clearance.value, IsNear(-0.2_in, 1e-9_in));
  EXPECT_THAT(sight(end(0, 0, 5.0), end(20, 0, 5.0), {}, file).clear, IsYes()) << "both stand higher";
  const std::vector<SightFigure> unclear{{"Pte 7", unsure(disc(0.8, at(10, 0.41)), 0.05_in), 1.35_in}};
  EXPECT_THAT(sight(end(0, 0, 1.3), end(20, 0, 0.7), {}, unclear).clear, IsTooCloseToCall());
}

TEST(Sight, TheSurestComesFirstThenTheNearest) {
  const std::vector<SightFigure> files{{"far", disc(1, at(15, 0)), 1.35_in},
                                       {"doubtful", unsure(disc(1, at(3, 0.5)), 0.1_in), 1.35_in},
                                       {"near", disc(1, at(8, 0)), 1.35_in}};
  const Sight seen = sight(end(0, 0, 1.0), end(20, 0, 1.0), {}, files);
  ASSERT_EQ(seen.in_the_way.size(), 3u);
  EXPECT_EQ(seen.in_the_way[0].name, "near");
  EXPECT_EQ(seen.in_the_way[1].name, "far");
  EXPECT_EQ(seen.in_the_way[2].name, "doubtful");
}

TEST(Sight, WhatIsNotANumberIsLeftToThePlayers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Terrain house = box(TerrainKind::House, 8, -2, 12, 2, 3.0);
  EXPECT_THAT(look(end(nan, 0, 1), end(20, 0, 1), house).clear, IsTooCloseToCall());
  EXPECT_THAT(look(end(0, 0, 1), end(20, 0, nan), house).clear, IsTooCloseToCall());
  EXPECT_THAT(look(end(0, 0, 1), end(20, 0, 1), box(TerrainKind::House, 8, nan, 12, 2, 3.0)).clear, IsTooCloseToCall());
}

RC_GTEST_PROP(SightLaw, WhoSeesIsSeen, ()) {
  const SightEnd eye = end(between(-3, 3), between(-3, 3), between(0.5, 2), 0.02),
                 target = end(between(-3, 3), between(-3, 3), between(0.5, 2), 0.02);
  const std::vector<SightFigure> figures{{"a", any_footprint(), Inches(between(0.2, 2))}, {"b", any_footprint(), Inches(between(0.2, 2))}};
  RC_ASSERT(sight(eye, target, {}, figures).clear == sight(target, eye, {}, figures).clear);
}

RC_GTEST_PROP(SightLaw, MoreInTheWayNeverClearsTheView, ()) {
  const SightEnd eye = end(-5, 0, 1), target = end(5, between(-1, 1), 1);
  std::vector<SightFigure> figures{{"a", any_footprint(), Inches(between(0.2, 2))}};
  const measure::Verdict before = sight(eye, target, {}, figures).clear;
  figures.push_back({"b", any_footprint(), Inches(between(0.2, 2))});
  RC_ASSERT(sight(eye, target, {}, figures).clear >= before);
}

}  // namespace
}  // namespace sight_test
