// Units, thresholds and the matchers that read them.
#include "measure/measured.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <concepts>
#include <limits>

#include "measure/length.h"
#include "tests/measure/builders.h"
#include "tests/support/literals.h"
#include "tests/support/matchers.h"

namespace measured_test {
namespace {

using namespace matchers;
using namespace measure::literals;
using measure::at_least;
using measure::at_most;
using measure::Inches;
using measure::Measured;
using measure::Radians;
using measure::TablePoint;
using measure::TableVector;
using measure::Verdict;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

template <class A, class B>
concept Addable = requires(A a, B b) {
  a + b;
};
template <class A, class B>
concept Subtractable = requires(A a, B b) {
  a - b;
};
template <class A, class B>
concept Comparable = requires(A a, B b) {
  a < b;
};

// What must not compile: two places have no sum, a bare number is no length, an angle is no length.
static_assert(!Addable<TablePoint, TablePoint>);
static_assert(Addable<TablePoint, TableVector>);
static_assert(std::same_as<decltype(TablePoint{} - TablePoint{}), TableVector>);
static_assert(!Subtractable<TableVector, TablePoint>);
static_assert(!Addable<Inches, double> && !Addable<double, Inches> && !Addable<Inches, Radians>);
static_assert(!Comparable<Inches, double> && !Comparable<Inches, Radians>);
static_assert(!std::convertible_to<double, Inches> && !std::convertible_to<Inches, double>);
static_assert(!std::convertible_to<double, Radians> && !std::convertible_to<Inches, Radians>);
static_assert(
    !std::invocable<decltype([](Measured m, auto limit) -> decltype(at_most(m, limit)) { return at_most(m, limit); }), Measured, double>);

TEST(Length, AnInchIsExactlyTwentyFivePointFourMillimetres) {
  EXPECT_EQ(25.4_mm, 1_in);
  EXPECT_EQ(32_mm, Inches(32.0 / 25.4));
}

TEST(Angle, WrapsToTheShortWayRound) {
  EXPECT_THAT(measure::wrapped(270_deg), IsNear(Radians(-(90_deg).value), Radians(1e-12)));
  EXPECT_THAT(measure::wrapped(180_deg), IsNear(180_deg, Radians(1e-12)));
  EXPECT_NEAR(measure::heading_degrees(Radians(-(90_deg).value)), 270.0, 1e-9);
}

TEST(Threshold, HasThreeAnswers) {
  EXPECT_THAT(at_most({5.9_in, 0.05_in}, 6_in), IsYes());
  EXPECT_THAT(at_most({5.98_in, 0.05_in}, 6_in), IsTooCloseToCall());
  EXPECT_THAT(at_most({6.02_in, 0.05_in}, 6_in), IsTooCloseToCall());
  EXPECT_THAT(at_most({6.1_in, 0.05_in}, 6_in), IsNo());
  EXPECT_THAT(at_least({1.1_in, 0.05_in}, 1_in), IsYes());
  EXPECT_THAT(at_least({0.98_in, 0.05_in}, 1_in), IsTooCloseToCall());
  EXPECT_THAT(at_least({0.9_in, 0.05_in}, 1_in), IsNo());
}

TEST(Threshold, ALimitMetExactlyIsMet) {
  EXPECT_THAT(at_most({6_in, 0_in}, 6_in), IsYes());
  EXPECT_THAT(at_least({1_in, 0_in}, 1_in), IsYes());
  EXPECT_THAT(at_most({Inches(6.0 + 5e-10), 0_in}, 6_in), IsYes());
  EXPECT_THAT(at_most({Inches(6.0 + 2e-9), 0_in}, 6_in), IsNo());
  EXPECT_THAT(at_most({45_deg, 0_deg}, 45_deg), IsYes());
}

TEST(Threshold, WhatIsNotANumberIsTooCloseToCall) {
  EXPECT_THAT(at_most({Inches(kNaN), 0.1_in}, 6_in), IsTooCloseToCall());
  EXPECT_THAT(at_least({Inches(kNaN), 0.1_in}, 6_in), IsTooCloseToCall());
  EXPECT_THAT(at_most({1_in, Inches(kNaN)}, 6_in), IsTooCloseToCall());
  EXPECT_THAT(at_most({1_in, 0.1_in}, Inches(kNaN)), IsTooCloseToCall());
}

RC_GTEST_PROP(ThresholdLaw, AYesOrNoHoldsEverywhereInsideTheMargin, ()) {
  const Measured m{Inches(builders::between(0, 2)), Inches(builders::between(0, 0.5))};
  const Inches limit(builders::between(0, 2)), truth = m.value + m.margin * builders::between(-0.999, 0.999);
  const Verdict v = at_most(m, limit);
  if (v == Verdict::Yes) RC_ASSERT(truth.value <= limit.value + measure::kLimitSlack);
  if (v == Verdict::No) RC_ASSERT(truth > limit);
}

RC_GTEST_PROP(ThresholdLaw, AWiderMarginNeverTurnsDoubtIntoCertainty, ()) {
  const Measured narrow{Inches(builders::between(0, 2)), Inches(builders::between(0, 0.5))};
  const Measured wide{narrow.value, narrow.margin + Inches(builders::between(0, 0.5))};
  const Inches limit(builders::between(0, 2));
  const Verdict before = at_most(narrow, limit), after = at_most(wide, limit);
  RC_ASSERT(after == before || after == Verdict::TooCloseToCall);
}

TEST(Verdicts, Combine) {
  EXPECT_THAT(measure::both(Verdict::Yes, Verdict::TooCloseToCall), IsTooCloseToCall());
  EXPECT_THAT(measure::both(Verdict::No, Verdict::TooCloseToCall), IsNo());
  EXPECT_THAT(measure::opposite(Verdict::Yes), IsNo());
  EXPECT_THAT(measure::opposite(Verdict::TooCloseToCall), IsTooCloseToCall());
}

TEST(Covariance, AndMarginAreInverses) {
  EXPECT_THAT(measure::margin_of(measure::covariance_of(0.07_in)), IsNear(0.07_in, 1e-12_in));
  EXPECT_THAT(measure::margin_of({.xx = 0.02, .xy = 0.5, .yy = 0.0}), IsNear(Inches(measure::kSigmasOf95 * 0.1), 1e-12_in));
}

TEST(Matchers, TellTheThreeVerdictsApart) {
  EXPECT_THAT(Verdict::Yes, testing::AllOf(IsYes(), testing::Not(IsNo()), testing::Not(IsTooCloseToCall())));
  EXPECT_THAT(Verdict::No, testing::AllOf(IsNo(), testing::Not(IsYes()), testing::Not(IsTooCloseToCall())));
  EXPECT_THAT(Verdict::TooCloseToCall, testing::AllOf(IsTooCloseToCall(), testing::Not(IsYes()), testing::Not(IsNo())));
}

TEST(Matchers, FailOnNaN) {
  using testing::Not;
  const TablePoint nowhere{Inches(kNaN), 0_in};
  EXPECT_THAT(Inches(kNaN), Not(IsNear(1_in, 100_in)));
  EXPECT_THAT(1_in, Not(IsNear(Inches(kNaN), 100_in)));
  EXPECT_THAT(Radians(kNaN), Not(PointsTo(1_deg, 180_deg)));
  EXPECT_THAT(nowhere, Not(IsAt(TablePoint{}, 100_in)));
  EXPECT_THAT((Measured{Inches(kNaN), 1_in}), Not(Holds(1_in)));
  EXPECT_THAT((Measured{1_in, Inches(kNaN)}), Not(Holds(1_in)));
}

TEST(Matchers, MeasureLengthsPointsAndDirections) {
  using testing::Not;
  EXPECT_THAT(1.05_in, IsNear(1_in, 0.1_in));
  EXPECT_THAT(1.15_in, Not(IsNear(1_in, 0.1_in)));
  EXPECT_THAT(Radians((359_deg).value), PointsTo(1_deg, 2.1_deg));
  EXPECT_THAT(Radians((355_deg).value), Not(PointsTo(1_deg, 2.1_deg)));
  EXPECT_THAT(builders::at(1, 1), IsAt(builders::at(1.05, 1), 0.06_in));
  EXPECT_THAT(builders::at(1, 1), Not(IsAt(builders::at(1.05, 1.05), 0.06_in)));
  EXPECT_THAT((Measured{1_in, 0.1_in}), Holds(1.05_in));
  EXPECT_THAT((Measured{1_in, 0.1_in}), Not(Holds(1.15_in)));
}

}  // namespace
}  // namespace measured_test
