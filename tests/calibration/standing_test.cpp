// Where a camera would see better: the advice is a place from which the whole table shows, and it is better there.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>

#include "calibration/without_lens/standing.h"

namespace standing_test {
namespace {

using calibration::StandingAdvice, calibration::TableCamera;
using measure::Inches;

constexpr double kLength = 72.0, kWidth = 48.0;

calibration::Lens webcam() {
  calibration::Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = lens.fy = 1500.0;
  lens.cx = 959.5, lens.cy = 539.5;
  lens.distortion = {-0.1, 0.02, 0.0, 0.0, 0.0};
  return lens;
}

TableCamera over_the_near_edge(double height, double tilt_deg) {
  const Eigen::Vector3d middle(0.5 * kLength, 0.5 * kWidth, 0.0);
  const Eigen::Vector3d eye = middle + height * Eigen::Vector3d(0.0, -std::tan(tilt_deg * std::numbers::pi / 180.0), 1.0);
  const Eigen::Vector3d forward = (middle - eye).normalized(), right = Eigen::Vector3d::UnitX();
  Eigen::Matrix3d rotation;
  rotation << right.transpose(), forward.cross(right).transpose(), forward.transpose();
  return {webcam(), rotation, -rotation * eye};
}

StandingAdvice advice(const TableCamera& camera, bool lens_known) { return advise(camera, Inches(kLength), Inches(kWidth), lens_known); }

TEST(Standing, HeightAndTiltAreTheCamerasOwn) {
  const StandingAdvice said = advice(over_the_near_edge(60.0, 30.0), true);
  EXPECT_NEAR(said.now.height.value, 60.0, 1e-6);
  EXPECT_NEAR(said.now.tilt_deg, 30.0, 1e-6);
}

TEST(Standing, ACameraFarToTheSideIsSentNearerToAboveTheMiddle) {
  for (const bool lens_known : {false, true}) {
    const StandingAdvice said = advice(over_the_near_edge(60.0, 55.0), lens_known);
    ASSERT_TRUE(said.better) << lens_known;
    EXPECT_LT(said.better->tilt_deg, said.now.tilt_deg);
    EXPECT_LT(said.better->margin.value, 0.8 * said.now.margin.value);
  }
}

TEST(Standing, WhoFollowsTheAdviceFindsWhatItPromised) {
  const StandingAdvice said = advice(over_the_near_edge(60.0, 55.0), true);
  ASSERT_TRUE(said.better);
  const StandingAdvice there = advice(over_the_near_edge(said.better->height.value, said.better->tilt_deg), true);
  EXPECT_NEAR(there.now.margin.value, said.better->margin.value, 0.02 * said.better->margin.value);
}

TEST(Standing, ACameraThatStandsWellIsLeftAlone) {
  const StandingAdvice said = advice(over_the_near_edge(74.0, 0.0), true);
  EXPECT_TRUE(said.now.sees_all);
  EXPECT_FALSE(said.better) << said.better->height.value << " in, " << said.better->tilt_deg << " degrees";
  EXPECT_FALSE(finding_of(said));
}

TEST(Standing, WhoDoesNotSeeTheWholeTableIsSentWhereHeDoes) {
  const StandingAdvice said = advice(over_the_near_edge(50.0, 0.0), true);
  EXPECT_FALSE(said.now.sees_all);
  ASSERT_TRUE(said.better);
  EXPECT_TRUE(said.better->sees_all);
  EXPECT_NE(finding_of(said)->says.find("not whole in the picture"), std::string::npos);
}

TEST(Standing, WhereALensFoldsOverNothingIsSeen) {
  calibration::Lens bent = webcam();
  bent.fx = bent.fy = 1630.0;
  bent.distortion = {-0.25, 0.02, 0.0, 0.0, 0.0};
  const TableCamera seen = over_the_near_edge(80.0, 30.0);
  const StandingAdvice said = advice({bent, seen.rotation(), seen.translation()}, true);
  EXPECT_TRUE(!said.better || said.better->height.value > 40.0);
}

TEST(Standing, TheSameQuestionHasTheSameAnswer) {
  calibration::StandingWatch watch;
  const TableCamera a = over_the_near_edge(60.0, 50.0), b = over_the_near_edge(60.0, 20.0);
  for (const TableCamera* camera : {&a, &a, &b, &a})
    EXPECT_EQ(watch.advise(*camera, Inches(kLength), Inches(kWidth), true).now.margin, advice(*camera, true).now.margin);
}

TEST(Standing, ALensNobodyMeasuredWidensTheMargin) {
  const TableCamera camera = over_the_near_edge(74.0, 0.0);
  EXPECT_GT(advice(camera, false).now.margin, advice(camera, true).now.margin);
}

TEST(Standing, TheFindingSaysWhereToAndWhatItIsWorth) {
  const auto finding = finding_of(advice(over_the_near_edge(60.0, 55.0), true));
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->code, "camera-could-stand-better");
  EXPECT_NE(finding->says.find("60 in above the table and looks 55 degrees"), std::string::npos) << finding->says;
  EXPECT_NE(finding->fix.find(" degrees"), std::string::npos) << finding->fix;
}

}  // namespace
}  // namespace standing_test
