// Corridors: how clear a friend stands of a line of fire. And paths.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "measure/gap.h"
#include "tests/measure/builders.h"
#include "tests/support/literals.h"
#include "tests/support/matchers.h"

namespace clearance_test {
namespace {

using namespace builders;
using namespace matchers;
using namespace measure::literals;
using measure::clearance;
using measure::Spot;

constexpr Inches kTight(1e-9);

Spot spot(double x, double y, double margin = 0.0) { return {at(x, y), measure::covariance_of(Inches(margin))}; }

TEST(Clearance, IsFromTheLineToTheEdgeOfTheBase) {
  const measure::Clearance c = clearance(spot(0, 0), spot(10, 10), disc(0.5, at(5, 6.5)));
  EXPECT_THAT(c.value.value, IsNear(Inches(1.5 / std::sqrt(2.0) - 0.25), kTight));
  EXPECT_THAT(c.on_line, IsAt(at(5.75, 5.75), kTight));
}

TEST(Clearance, EndsWithTheLine) {
  EXPECT_THAT(clearance(spot(0, 0), spot(10, 0), disc(1, at(13, 4))).value.value, IsNear(4.5_in, kTight));
  EXPECT_THAT(clearance(spot(0, 0), spot(0, 0), disc(1, at(3, 4))).value.value, IsNear(4.5_in, kTight));
}

TEST(Clearance, IsNegativeWhereTheLineRunsThroughABase) {
  EXPECT_THAT(clearance(spot(0, 0), spot(10, 0), disc(1, at(5, 0.1))).value.value, IsNear(-0.4_in, kTight));
  EXPECT_THAT(clearance(spot(0, 0), spot(10, 0), rect(2, 1, at(5, 0), 90_deg)).value.value, IsNear(-1_in, kTight));
}

TEST(Clearance, TakesInEachEndByItsShare) {
  EXPECT_THAT(clearance(spot(0, 0, 0.1), spot(10, 0), disc(1, at(5, 2))).value.margin, IsNear(0.05_in, kTight));
  EXPECT_THAT(clearance(spot(0, 0), spot(10, 0, 0.1), disc(1, at(2.5, 2))).value.margin, IsNear(0.025_in, kTight));
  EXPECT_THAT(clearance(spot(0, 0, 0.1), spot(10, 0, 0.1), unsure(disc(1, at(5, 2)), 0.1_in)).value.margin,
              IsNear(Inches(0.1 * std::sqrt(1.5)), kTight));
}

TEST(Clearance, AnErrorAllThreeShareDoesNotCount) {
  const PointCovariance shared = measure::covariance_of(0.2_in);
  Footprint friendly = disc(1, at(3, 2));
  friendly.covariance = shared;
  EXPECT_THAT(clearance({at(0, 0), shared}, {at(10, 0), shared}, friendly, shared).value.margin, IsNear(0_in, 1e-8_in));
}

TEST(Clearance, OfSomethingNotFiniteIsTooCloseToCall) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THAT(measure::at_least(clearance(spot(0, nan), spot(1, 1), disc(1, at(5, 5))).value, 1_in), IsTooCloseToCall());
  EXPECT_THAT(measure::at_least(clearance(spot(0, 0), spot(1, 1), ell(at(nan, 5))).value, 1_in), IsTooCloseToCall());
}

RC_GTEST_PROP(ClearanceLaw, IsTheSameBothWaysAlongTheLine, ()) {
  const Spot from{any_point(), any_covariance()}, to{any_point(), any_covariance()};
  const Footprint f = any_footprint();
  const auto there = clearance(from, to, f), back = clearance(to, from, f);
  RC_ASSERT(std::abs(there.value.value.value - back.value.value.value) < 1e-9);
}

RC_GTEST_PROP(ClearanceLaw, NoPointOfTheLineIsNearerAndOneIsAsNear, ()) {
  const Spot from{any_point(), {}}, to{any_point(), {}};
  const Footprint f = any_footprint();
  const auto c = clearance(from, to, f);
  if (c.value.value.value <= 0.0) return;
  for (int i = 0; i <= 50; ++i) {
    const TablePoint p = from.at + (to.at - from.at) * (i / 50.0);
    RC_ASSERT(measure::distance_to(f, {p, {}}).value.value >= c.value.value.value - 1e-9);
  }
  RC_ASSERT(std::abs(measure::distance_to(f, {c.on_line, {}}).value.value - c.value.value.value) < 1e-7);
}

}  // namespace
}  // namespace clearance_test
