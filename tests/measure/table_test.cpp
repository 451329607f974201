// The ground under the pieces, and what lies inside an outline.
#include "measure/table.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/measure/builders.h"
#include "tests/support/literals.h"
#include "tests/support/matchers.h"

namespace table_test {
namespace {

using namespace builders;
using namespace matchers;
using namespace measure::literals;
using measure::ground_height;
using measure::Terrain;
using measure::TerrainKind;

constexpr Inches kTight(1e-9);

std::vector<TablePoint> square(double low, double high) { return {at(low, low), at(high, low), at(high, high), at(low, high)}; }

/// From (10, 10) to (30, 30), flat from (15, 15) to (25, 25).
Terrain hill(double base_height = 0.0, double height = 2.0) {
  Terrain t;
  t.kind = TerrainKind::Hill;
  t.polygon = square(10, 30);
  t.top = square(15, 25);
  t.base_height = Inches(base_height);
  t.height = Inches(height);
  return t;
}

TEST(Ground, IsFlatBesideAHillAndOnTopOfIt) {
  const std::vector<Terrain> terrain{hill()};
  EXPECT_THAT(ground_height(terrain, at(5, 20)), IsNear(0_in, kTight));
  EXPECT_THAT(ground_height(terrain, at(20, 20)), IsNear(2_in, kTight));
  EXPECT_THAT(ground_height(terrain, at(16, 24)), IsNear(2_in, kTight));
}

TEST(Ground, RisesEvenlyFromFootToTop) {
  const std::vector<Terrain> terrain{hill()};
  EXPECT_THAT(ground_height(terrain, at(12.5, 20)), IsNear(1_in, kTight));
  EXPECT_THAT(ground_height(terrain, at(11, 20)), IsNear(0.4_in, kTight));
}

TEST(Ground, ASecondContourStandsOnTheFirst) {
  Terrain upper = hill(2.0, 3.0);
  upper.polygon = square(16, 24);
  upper.top = square(18, 22);
  const std::vector<Terrain> terrain{hill(), upper};
  EXPECT_THAT(ground_height(terrain, at(15.5, 20)), IsNear(2_in, kTight));
  EXPECT_THAT(ground_height(terrain, at(17, 20)), IsNear(2.5_in, kTight));
  EXPECT_THAT(ground_height(terrain, at(20, 20)), IsNear(3_in, kTight));
}

TEST(Ground, OfASlopeRisesInItsUphillDirection) {
  Terrain slope;
  slope.kind = TerrainKind::Slope;
  slope.polygon = square(0, 10);
  slope.height = 1_in;
  slope.uphill = 90_deg;
  const std::vector<Terrain> terrain{slope};
  EXPECT_THAT(ground_height(terrain, at(5, 1)), IsNear(0.1_in, kTight));
  EXPECT_THAT(ground_height(terrain, at(2, 9)), IsNear(0.9_in, kTight));
  EXPECT_THAT(ground_height(terrain, at(2, 11)), IsNear(0_in, kTight));
}

TEST(Ground, IsNotRaisedByWhatStandsOnIt) {
  Terrain house;
  house.kind = TerrainKind::House;
  house.polygon = square(0, 10);
  house.height = 3_in;
  EXPECT_THAT(ground_height(std::vector{house}, at(5, 5)), IsNear(0_in, kTight));
}

RC_GTEST_PROP(GroundLaw, NeverStepsAndNeverLeavesItsHeights, ()) {
  const std::vector<Terrain> terrain{hill(0.0, between(0.5, 3.0))};
  const TablePoint here = at(between(8, 32), between(8, 32)), there = here + step(between(-0.01, 0.01), between(-0.01, 0.01));
  const double height = ground_height(terrain, here).value;
  RC_ASSERT(height >= 0.0);
  RC_ASSERT(height <= terrain[0].height.value + 1e-12);
  RC_ASSERT(std::abs(ground_height(terrain, there).value - height) < 0.03);
}

TEST(Inside, KnowsTheNotchOfAConcaveOutline) {
  const std::vector<TablePoint> ell{at(0, 0), at(3, 0), at(3, 1), at(1, 1), at(1, 3), at(0, 3)};
  EXPECT_TRUE(measure::inside(ell, at(0.5, 2)));
  EXPECT_TRUE(measure::inside(ell, at(2, 0.5)));
  EXPECT_FALSE(measure::inside(ell, at(2, 2)));
  EXPECT_FALSE(measure::inside({}, at(2, 2)));
  EXPECT_THAT(measure::distance_to_outline(ell, at(2, 2)), IsNear(1_in, kTight));
}

}  // namespace
}  // namespace table_test
