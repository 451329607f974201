// Bearings and arcs: what lies in front of a piece.
#include "measure/footprint.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "tests/measure/builders.h"
#include "tests/support/literals.h"
#include "tests/support/matchers.h"

namespace bearing_test {
namespace {

using namespace builders;
using namespace matchers;
using namespace measure::literals;
using measure::Spot;

constexpr Radians kTight(1e-9);

Spot spot(double x, double y, double margin = 0.0) { return {at(x, y), measure::covariance_of(Inches(margin))}; }
Footprint gun(Radians heading, Radians heading_margin = {}) {
  Footprint f = rect(2.5, 1.5, at(0, 0), heading);
  f.heading_margin = heading_margin;
  return f;
}

TEST(Bearing, IsPositiveToTheLeftOfTheHeading) {
  EXPECT_THAT(measure::bearing_off(gun(90_deg), spot(-1, 1)).value, PointsTo(45_deg, kTight));
  EXPECT_THAT(measure::bearing_off(gun(90_deg), spot(1, 1)).value, PointsTo(Radians(-(45_deg).value), kTight));
  EXPECT_THAT(measure::angle_off(gun(90_deg), spot(1, 1)).value, PointsTo(45_deg, kTight));
  EXPECT_THAT(measure::angle_off(gun(-170_deg), spot(-1, 0)).value, PointsTo(10_deg, kTight));
}

TEST(Bearing, HasTheMarginOfBothPlacesAndOfTheHeading) {
  EXPECT_THAT(measure::bearing_off(gun(0_deg, 0.3_deg), spot(10, 0)).margin, IsNear(0.3_deg, kTight));
  EXPECT_THAT(measure::bearing_off(gun(0_deg), spot(10, 0, 0.1)).margin, IsNear(Radians(0.01), Radians(1e-6)));
  EXPECT_THAT(measure::bearing_off(gun(0_deg, Radians(0.02)), spot(10, 0, 0.1)).margin,
              IsNear(Radians(std::hypot(0.01, 0.02)), Radians(1e-6)));
}

TEST(Bearing, OfTwoPlacesNearerThanTheirErrorIsNotKnownAtAll) {
  EXPECT_THAT(measure::direction_between(spot(0, 0, 0.1), spot(0.05, 0)).margin, IsNear(180_deg, kTight));
  EXPECT_THAT(measure::direction_between(spot(1, 1), spot(1, 1)).margin, IsNear(180_deg, kTight));
}

/// As a line of fire is judged: does `to` lie at most `half_width` left or right of the heading?
measure::Verdict in_arc(const Footprint& from, Radians half_width, const Spot& to) {
  return measure::at_most(measure::angle_off(from, to), half_width);
}

TEST(Arc, ALimitCountsAsInside) {
  EXPECT_THAT(in_arc(gun(90_deg), 45_deg, spot(10, 10)), IsYes());
  EXPECT_THAT(in_arc(gun(90_deg), 45_deg, spot(-10, 10)), IsYes());
  EXPECT_THAT(in_arc(gun(90_deg), 45_deg, spot(10.2, 10)), IsNo());
}

TEST(Arc, ATargetNearTheEdgeIsLeftToThePlayers) {
  EXPECT_THAT(in_arc(gun(90_deg, 1_deg), 45_deg, spot(10, 10)), IsTooCloseToCall());
  EXPECT_THAT(in_arc(gun(90_deg), 45_deg, spot(10.2, 10, 0.5)), IsTooCloseToCall());
  EXPECT_THAT(in_arc(gun(90_deg, 1_deg), 45_deg, spot(0, 10)), IsYes());
  EXPECT_THAT(in_arc(gun(90_deg), 45_deg, spot(std::numeric_limits<double>::quiet_NaN(), 10)), IsTooCloseToCall());
}

RC_GTEST_PROP(BearingLaw, TurningTheTableChangesNothing, ()) {
  const Footprint from = any_footprint(), to = any_footprint();
  const Radians turn = any_heading();
  RC_PRE(measure::distance(from.centre, to.centre).value > 0.1);
  const auto before = measure::bearing_off(from, centre_of(to)),
             after = measure::bearing_off(turned(from, turn), centre_of(turned(to, turn)));
  RC_ASSERT(std::abs(wrapped(before.value - after.value).value) < 1e-9);
  RC_ASSERT(std::abs(before.margin.value - after.margin.value) < 1e-6);
}

RC_GTEST_PROP(BearingLaw, LeftAndRightAreMirrored, ()) {
  const Footprint from = gun(any_heading());
  const Radians off(between(-3.1, 3.1));
  const auto place = [&](Radians by) { return Spot{from.centre + measure::one_inch_towards(from.heading + by) * 5.0, {}}; };
  RC_ASSERT(std::abs(measure::bearing_off(from, place(off)).value.value - off.value) < 1e-9);
  RC_ASSERT(std::abs(measure::bearing_off(from, place(-off)).value.value + off.value) < 1e-9);
}

}  // namespace
}  // namespace bearing_test
