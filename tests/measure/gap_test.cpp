// Gaps: examples a player can check with a ruler, and laws that hold for any two bases.
#include "measure/gap.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "measure/body.h"
#include "tests/measure/builders.h"
#include "tests/support/literals.h"
#include "tests/support/matchers.h"

namespace gap_test {
namespace {

using namespace builders;
using namespace matchers;
using namespace measure::literals;
using measure::gap;
using measure::Nearest;
using measure::nearest_points;

constexpr Inches kTight(1e-9);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

bool is_polygon(const Footprint& f) { return std::holds_alternative<measure::PolygonShape>(f.shape); }

/// How exact a gap is promised to be: only overlaps of polygons see round edges as polygons.
double exactness(const Footprint& a, const Footprint& b, double gap) {
  return gap <= 0.0 && (is_polygon(a) || is_polygon(b)) ? 2.0 * measure::kOverlapTolerance.value : 1e-9;
}

TEST(Gap, BetweenDiscsIsTheDistanceOfTheCentresLessTheRadii) {
  EXPECT_THAT(gap(disc(1.0, at(0, 0)), disc(2.0, at(3, 4))).value, IsNear(3.5_in, kTight));
}

TEST(Gap, IsZeroWhenBasesTouch) {
  EXPECT_THAT(gap(disc(1.0, at(0, 0)), disc(1.0, at(1, 0))).value, IsNear(0_in, kTight));
  EXPECT_THAT(gap(rect(2, 1, at(0, 0)), rect(2, 1, at(2, 0.3))).value, IsNear(0_in, kTight));
  EXPECT_THAT(gap(oval(2, 1, at(0, 0)), disc(1.0, at(1.5, 0))).value, IsNear(0_in, kTight));
}

TEST(Gap, IsMinusTheShortestPushWhenBasesOverlap) {
  EXPECT_THAT(gap(disc(1.0, at(0, 0)), disc(1.0, at(0.75, 0))).value, IsNear(-0.25_in, kTight));
  EXPECT_THAT(gap(rect(4, 1, at(0, 0)), rect(4, 1, at(1, 0.9))).value, IsNear(-0.1_in, kTight));
  EXPECT_THAT(gap(disc(1.0, at(2, 2)), disc(1.0, at(2, 2))).value, IsNear(-1_in, kTight));
  EXPECT_THAT(gap(oval(3, 1, at(0, 0)), oval(3, 1, at(0, 0))).value, IsNear(-1_in, kTight));
}

TEST(Gap, BetweenOvalsAlongTheirAxes) {
  EXPECT_THAT(gap(oval(2, 1, at(0, 0)), oval(2, 1, at(4, 0))).value, IsNear(2_in, kTight));
  EXPECT_THAT(gap(oval(2, 1, at(0, 0)), oval(2, 1, at(0, 4))).value, IsNear(3_in, kTight));
  EXPECT_THAT(gap(oval(2, 1, at(0, 0), 90_deg), oval(2, 1, at(0, 4))).value, IsNear(2.5_in, kTight));
}

TEST(Gap, OfAnOvalWithEqualAxesIsThatOfADisc) {
  EXPECT_THAT(gap(oval(1, 1, at(0, 0), 33_deg), rect(1, 1, at(2, 2))).value,
              IsNear(gap(disc(1, at(0, 0)), rect(1, 1, at(2, 2))).value, kTight));
}

TEST(Gap, ReachesIntoTheNotchOfAConcaveBase) {
  // The disc stands in the inner corner of the L, a quarter of an inch from both arms.
  EXPECT_THAT(gap(ell(at(0, 0)), disc(1.0, at(0.75, 0.75))).value, IsNear(0.25_in, kTight));
  EXPECT_THAT(gap(ell(at(0, 0)), disc(1.0, at(-0.5, 0.5))).value, IsNear(-1_in, kTight));
}

TEST(Gap, OfAnOverlapCountsTheWayOutOfTheWholeBase) {
  // A pin in the corner of the L, where its arms meet, whichever way the L is cut into parts.
  EXPECT_THAT(gap(ell(at(0, 0)), disc(0, at(-0.4, -0.2))).value, IsNear(Inches(-std::hypot(0.4, 0.2)), 1e-6_in));
  // A pin where the long arm is one inch wide.
  EXPECT_THAT(gap(ell(at(0, 0)), disc(0, at(1.0, -0.4))).value, IsNear(-0.4_in, 1e-6_in));
  // A disc in the notch that overlaps both arms must leave along the middle.
  EXPECT_THAT(gap(ell(at(0, 0)), disc(1.0, at(0.4, 0.4))).value, IsNear(Inches(-0.1 * std::sqrt(2.0)), 1e-4_in));
}

TEST(Gap, NearestPointsLieInTheMiddleOfEdgesThatFaceEachOther) {
  const Nearest n = nearest_points(rect(2, 2, at(0, 0)), rect(2, 1, at(4, 1)));
  EXPECT_THAT(n.on_a, IsAt(at(1, 0.75), kTight));
  EXPECT_THAT(n.on_b, IsAt(at(3, 0.75), kTight));
}

TEST(Gap, CentresGiveTheirErrorAlongTheGapOnly) {
  Footprint a = disc(1, at(0, 0)), b = disc(1, at(5, 0));
  a.covariance = {0.01 * 0.01, 0.0, 1.0};
  b.covariance = {0.02 * 0.02, 0.0, 1.0};
  EXPECT_THAT(gap(a, b).margin, IsNear(Inches(measure::kSigmasOf95 * std::hypot(0.01, 0.02)), kTight));
}

TEST(Gap, AHeadingActsThroughItsLeverArm) {
  Footprint gun = rect(3, 1, at(0, 0));
  gun.heading_margin = 1_deg;
  // The nearest corner is 1.5 in ahead of the centre: one degree moves it 0.026 in towards the disc.
  EXPECT_THAT(gap(gun, disc(1, at(1.5, 3))).margin, IsNear(Inches(1.5 * (1_deg).value), 2e-4_in));
  EXPECT_THAT(gap(disc(1, at(0, 0)), disc(1, at(1.5, 3))).margin, IsNear(0_in, kTight));
}

TEST(Gap, WhereADiscFacesAnEdgeTheLeverArmIsThatOfTheNearestPoint) {
  Footprint gun = rect(3, 1, at(0, 0));
  gun.heading_margin = 1_deg;
  EXPECT_THAT(gap(gun, disc(1, at(0, 3))).margin, IsNear(0_in, kTight));
  EXPECT_THAT(gap(gun, disc(1, at(1, 3))).margin, IsNear(Inches((1_deg).value), kTight));
  EXPECT_THAT(gap(gun, rect(2, 1, at(0, 3))).margin, IsNear(Inches((1_deg).value), kTight)) << "edges share one inch either side";
}

TEST(Gap, AnUnknownHeadingCostsNoMoreThanTheShapeAllows) {
  Footprint rider = oval(2, 1, at(0, 0));
  rider.heading_margin = 180_deg;
  EXPECT_THAT(gap(rider, disc(1, at(0, 5))).margin, IsNear(0.5_in, kTight));
}

TEST(Gap, AnErrorBothPiecesShareDoesNotCount) {
  const PointCovariance registration = measure::covariance_of(0.1_in), own = measure::covariance_of(0.03_in);
  Footprint a = disc(1, at(0, 0)), b = disc(1, at(5, 1));
  a.covariance = b.covariance = registration + own;
  EXPECT_THAT(gap(a, b, registration).margin, IsNear(Inches(0.03 * std::sqrt(2.0)), kTight));
  EXPECT_THAT(gap(a, b).margin, IsNear(Inches(std::hypot(0.1, 0.03) * std::sqrt(2.0)), kTight));
}

TEST(Gap, OfSomethingNotFiniteIsNaNAndTooCloseToCall) {
  for (const Footprint& odd : {disc(kNaN, at(0, 0)), disc(1, at(kNaN, 0)), rect(1, 1, at(0, 0), Radians(kNaN)), oval(1, kNaN, at(0, 0)),
                               ell(at(std::numeric_limits<double>::infinity(), 0))}) {
    const measure::Measured m = gap(odd, oval(1, 2, at(3, 3)));
    EXPECT_TRUE(std::isnan(m.value.value));
    EXPECT_THAT(measure::at_most(m, 1_in), IsTooCloseToCall());
    EXPECT_THAT(measure::at_least(m, 1_in), IsTooCloseToCall());
  }
}

TEST(Gap, HandlesShapesWithoutExtent) {
  EXPECT_THAT(gap(disc(0, at(0, 0)), disc(0, at(3, 4))).value, IsNear(5_in, kTight));
  EXPECT_THAT(gap(oval(0, 0, at(0, 0)), rect(0, 0, at(3, 4))).value, IsNear(5_in, 1e-7_in));
  EXPECT_THAT(gap(standing(measure::PolygonShape{}, at(0, 0)), disc(2, at(3, 4))).value, IsNear(4_in, kTight));
  EXPECT_THAT(gap(rect(2, 0, at(0, 0)), rect(2, 0, at(5, 0))).value, IsNear(3_in, kTight));
}

RC_GTEST_PROP(GapLaw, IsTheSameFromBothSides, ()) {
  const Footprint a = any_footprint(), b = any_footprint();
  const Nearest ab = nearest_points(a, b), ba = nearest_points(b, a);
  RC_ASSERT(std::abs(ab.gap.value.value - ba.gap.value.value) < exactness(a, b, ab.gap.value.value));
  if (ab.gap.value.value > 1e-3) RC_ASSERT(std::abs(ab.gap.margin.value - ba.gap.margin.value) < 1e-6);
}

RC_GTEST_PROP(GapLaw, MovingAndTurningTheTableChangesNothing, ()) {
  const Footprint a = any_footprint(), b = any_footprint();
  const TableVector by = any_point(50.0) - TablePoint{};
  const Radians turn = any_heading();
  const Nearest before = nearest_points(a, b), after = nearest_points(turned(moved(a, by), turn), turned(moved(b, by), turn));
  RC_ASSERT(std::abs(before.gap.value.value - after.gap.value.value) < exactness(a, b, before.gap.value.value));
  if (before.gap.value.value > 1e-3) RC_ASSERT(std::abs(before.gap.margin.value - after.gap.margin.value) < 1e-6);
}

RC_GTEST_PROP(GapLaw, NeverChangesFasterThanAPieceMoves, ()) {
  const Footprint a = any_footprint(), b = any_footprint();
  const TableVector by = step(between(-0.1, 0.1), between(-0.1, 0.1));
  const double before = gap(a, b).value.value, after = gap(moved(a, by), b).value.value;
  RC_ASSERT(std::abs(after - before) <= length(by).value + exactness(a, b, std::min(before, after)));
}

RC_GTEST_PROP(GapLaw, GoingByWayOfAThirdBaseIsNoShortcut, ()) {
  const Footprint a = any_footprint(), b = any_footprint(), via = any_footprint();
  const double direct = gap(a, b).value.value, widest = 2.0 * bounding_radius(via.shape).value;
  RC_ASSERT(direct <= gap(a, via).value.value + widest + gap(via, b).value.value + 1e-9);
}

RC_GTEST_PROP(GapLaw, NearestPointsAreAsFarApartAsTheGapAndLieOnTheEdges, ()) {
  const Footprint a = any_footprint(), b = any_footprint();
  const Nearest n = nearest_points(a, b);
  if (n.gap.value.value <= 1e-6) return;
  RC_ASSERT(std::abs(measure::distance(n.on_a, n.on_b).value - n.gap.value.value) < 1e-7);
  RC_ASSERT(std::abs(measure::distance_to(a, {n.on_a, {}}).value.value) < 1e-7);
  RC_ASSERT(std::abs(measure::distance_to(b, {n.on_b, {}}).value.value) < 1e-7);
}

RC_GTEST_PROP(GapLaw, PushingBasesApartByTheDepthMakesThemTouchAndNoLessDoes, ()) {
  const Footprint a = standing(any_shape(), at(0, 0), any_heading());
  const Footprint b = standing(any_shape(), any_point(0.5), any_heading());
  const Nearest n = nearest_points(a, b);
  if (n.gap.value.value >= -1e-3) return;
  RC_ASSERT(std::abs(gap(a, moved(b, n.on_a - n.on_b)).value.value) < 1e-7 + exactness(a, b, n.gap.value.value));
  const Radians elsewhere = any_heading();  // no shorter push frees them
  RC_ASSERT(gap(a, moved(b, measure::one_inch_towards(elsewhere) * (-0.99 * n.gap.value.value))).value.value < 0.0);
}

RC_GTEST_PROP(GapLaw, AMarginNeverShrinksAsAnErrorGrows, ()) {
  Footprint a = any_footprint();
  const Footprint b = any_footprint();
  const double before = gap(a, b).margin.value;
  a.covariance = a.covariance + any_covariance();
  a.heading_margin = Radians(between(a.heading_margin.value, 0.05));
  RC_ASSERT(gap(a, b).margin.value >= before - 1e-12);
}

RC_GTEST_PROP(GapLaw, CuttingABaseInTwoChangesNoDistance, ()) {
  const Footprint whole = standing(any_polygon(), any_point(), any_heading()), other = any_footprint();
  measure::PolygonShape backwards = std::get<measure::PolygonShape>(whole.shape);
  std::reverse(backwards.outline.begin(), backwards.outline.end());
  std::rotate(backwards.outline.begin(), backwards.outline.begin() + 1, backwards.outline.end());
  if (gap(whole, other).value.value <= 0.0) return;
  RC_ASSERT(std::abs(gap(whole, other).value.value - gap(standing(backwards, whole.centre, whole.heading), other).value.value) < 1e-9);
}

TEST(Contains, HoldsTheEdgeAndNotTheNotch) {
  EXPECT_TRUE(measure::contains(disc(1, at(0, 0)), at(0.5, 0)));
  EXPECT_FALSE(measure::contains(disc(1, at(0, 0)), at(0.51, 0)));
  EXPECT_TRUE(measure::contains(oval(2, 1, at(0, 0), 90_deg), at(0, 0.99)));
  EXPECT_FALSE(measure::contains(oval(2, 1, at(0, 0), 90_deg), at(0.99, 0)));
  EXPECT_TRUE(measure::contains(ell(at(0, 0)), at(-0.5, 1.5)));
  EXPECT_FALSE(measure::contains(ell(at(0, 0)), at(0.5, 0.5)));
}

TEST(DistanceTo, IsNegativeInsideByTheWayOut) {
  EXPECT_THAT(measure::distance_to(rect(4, 2, at(0, 0)), {at(1.8, 0.1), {}}).value, IsNear(-0.2_in, kTight));
  EXPECT_THAT(measure::distance_to(oval(4, 2, at(0, 0)), {at(0, 0.25), {}}).value, IsNear(-0.75_in, kTight));
}

RC_GTEST_PROP(Outline, LiesOnTheEdgeAndWithinTheBoundingRadius, ()) {
  const Footprint f = any_footprint();
  for (const TablePoint& p : measure::outline_of(f)) {
    RC_ASSERT(std::abs(measure::distance_to(f, {p, {}}).value.value) < 1e-7);
    RC_ASSERT(measure::distance(f.centre, p) <= measure::bounding_radius(f.shape) + Inches(1e-9));
  }
}

TEST(Outline, OfARoundBaseStaysWithinTheTolerance) {
  const auto ring = measure::outline_of(disc(2.0, at(0, 0)), 0.01_in);
  for (std::size_t i = 0; i < ring.size(); ++i)
    EXPECT_GE(measure::distance(at(0, 0), measure::midpoint(ring[i], ring[(i + 1) % ring.size()])).value, 0.99);
}

}  // namespace
}  // namespace gap_test
