// Hands and what passes for them: colour and texture of a picture against its background.
#include "vision/background/occluder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace occluder_test {
namespace {

using measure::Inches;

/// A camera straight over a table of 40 x 24 in, 25 pixels an inch.
calibration::TableCamera camera() {
  calibration::Lens lens;
  lens.image_size = {1280, 720};
  lens.fx = lens.fy = 1150.0;
  lens.cx = 639.5;
  lens.cy = 359.5;
  const Eigen::Matrix3d down = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  return {lens, down, Eigen::Vector3d(-20.0, 12.0, 46.0)};
}

const measure::Table kTable{.length = Inches(40.0), .width = Inches(24.0), .terrain = {}};

cv::Mat with_noise(const cv::Mat& bgr, int seed) {
  cv::RNG noise(static_cast<std::uint64_t>(seed));
  cv::Mat grain(bgr.size(), CV_16SC3), sum;
  noise.fill(grain, cv::RNG::NORMAL, 0.0, 1.5);
  cv::add(bgr, grain, sum, cv::noArray(), CV_8U);
  return sum;
}

/// Smooth sand, bright and hardly textured.
cv::Mat sand() { return {720, 1280, CV_8UC3, cv::Scalar(170, 215, 240)}; }

vision::Occluders found(const cv::Mat& now, const cv::Mat& before = sand()) {
  vision::Background background;
  background.know(with_noise(before, 1));
  return vision::find_occluders(with_noise(now, 2), background, cv::Mat::zeros(now.size(), CV_8U), camera(), kTable);
}

bool occluded_at(const vision::Occluders& occluders, cv::Point pixel) {
  return occluders.mask.at<std::uint8_t>(pixel.y * occluders.mask.rows / 720, pixel.x * occluders.mask.cols / 1280) != 0;
}

// An overexposed hand over sand was too little redder than the sand, and only its sleeve at the table's edge was seen.
TEST(Occluders, AHandHardlyRedderThanTheGroundBelongsToItsSleeve) {
  cv::Mat picture = sand();
  cv::rectangle(picture, cv::Rect(1080, 300, 200, 80), cv::Scalar(140, 90, 70), cv::FILLED);    // the sleeve
  cv::rectangle(picture, cv::Rect(860, 290, 220, 100), cv::Scalar(172, 202, 254), cv::FILLED);  // the hand
  const vision::Occluders occluders = found(picture);
  EXPECT_TRUE(occluders.intruder);
  EXPECT_TRUE(occluded_at(occluders, {920, 340}));
  EXPECT_FALSE(occluded_at(occluders, {600, 340}));
}

// A sleeve that ended at the table's edge was all that was seen of an arm: the picture settled, and who was under the hand was taken for
// others. The sand ends at x = 1140.
TEST(Occluders, AHandOfTheGroundsColourIsSeenByItsBrightness) {
  const cv::Scalar brown(70, 110, 150);
  const cv::Mat ground(720, 1280, CV_8UC3, brown);
  cv::Mat picture = ground.clone();
  cv::rectangle(picture, cv::Rect(1120, 300, 160, 80), cv::Scalar(140, 90, 70), cv::FILLED);  // the sleeve
  cv::rectangle(picture, cv::Rect(860, 290, 260, 100), brown * 1.5, cv::FILLED);              // the hand
  EXPECT_TRUE(found(picture, ground).intruder);
  cv::rectangle(picture, cv::Rect(860, 290, 260, 100), brown / 1.5, cv::FILLED);  // its shadow alone
  EXPECT_FALSE(found(picture, ground).intruder);
}

// A mug at the edge that leans over it was a hand, and the game never settled. The table ends at x = 1140 here, 5.5 in before the picture.
TEST(Occluders, AMugAtTheEdgeIsNoHand) {
  cv::Mat picture = sand();
  cv::circle(picture, {1085, 340}, 60, cv::Scalar(140, 60, 50), cv::FILLED);
  const vision::Occluders occluders = found(picture);
  EXPECT_TRUE(occluded_at(occluders, {1085, 340}));
  EXPECT_FALSE(occluders.intruder);
  EXPECT_TRUE(occluders.arms.empty());
}

TEST(Occluders, AnArmThatReachesInIsToldWithWhereItLies) {
  cv::Mat picture = sand();
  cv::rectangle(picture, cv::Rect(960, 300, 320, 80), cv::Scalar(140, 60, 50), cv::FILLED);
  cv::circle(picture, {400, 340}, 60, cv::Scalar(140, 60, 50), cv::FILLED);  // a mug
  const vision::Occluders occluders = found(picture);
  EXPECT_TRUE(occluders.intruder);
  ASSERT_FALSE(occluders.arms.empty());
  EXPECT_NE(occluders.arms.at<std::uint8_t>(340 / 6, 1040 / 6), 0);
  EXPECT_EQ(occluders.arms.at<std::uint8_t>(340 / 6, 400 / 6), 0);
}

// A game began with a hand over the table: when it had gone the table that it had hidden was taken for a hand, and no move was told.
TEST(Occluders, AHandThatWasThereAndHasGoneIsNone) {
  cv::Mat picture = sand();
  cv::rectangle(picture, cv::Rect(860, 290, 420, 100), cv::Scalar(140, 60, 50), cv::FILLED);
  const vision::Occluders occluders = found(sand(), picture);
  EXPECT_FALSE(occluders.intruder);
  EXPECT_FALSE(occluded_at(occluders, {1000, 340}));
  EXPECT_TRUE(found(picture).intruder);
}

TEST(Occluders, AHandThatLiesElsewhereThanBeforeIsStillOne) {
  cv::Mat before = sand(), now = sand();
  cv::rectangle(before, cv::Rect(860, 290, 420, 100), cv::Scalar(140, 60, 50), cv::FILLED);
  for (const int down : {60, 200}) {  // beside and over where it was
    now = sand();
    cv::rectangle(now, cv::Rect(860, 290 + down, 420, 100), cv::Scalar(140, 60, 50), cv::FILLED);
    EXPECT_TRUE(found(now, before).intruder) << down;
  }
}

TEST(Occluders, AsSmallAChangeOfColourWithoutAnOccluderBesideItIsGround) {
  cv::Mat picture = sand();
  cv::rectangle(picture, cv::Rect(860, 290, 220, 100), cv::Scalar(172, 202, 254), cv::FILLED);
  EXPECT_FALSE(occluded_at(found(picture), {920, 340}));
}

TEST(Occluders, ALampThatLightsHalfTheTableMakesASmallOccluderNoLarger) {
  const cv::Mat ground(720, 1280, CV_8UC3, cv::Scalar(70, 110, 150));
  cv::Mat picture = ground.clone();
  picture.colRange(500, 1280).setTo(cv::Scalar(105, 165, 225));
  cv::rectangle(picture, cv::Rect(900, 300, 80, 80), cv::Scalar(140, 90, 70), cv::FILLED);
  const vision::Occluders occluders = found(picture, ground);
  EXPECT_FALSE(occluders.intruder);
  EXPECT_FALSE(occluded_at(occluders, {1060, 340}));
}

TEST(Occluders, ALampThatTintsHalfTheTableMakesASmallOccluderNoLarger) {
  cv::Mat picture = sand();
  for (int x = 0; x < picture.cols; ++x) {  // warmer and warmer to the right
    const double warm = std::max(0.0, (x - 500) / 780.0);
    picture.col(x).setTo(cv::Scalar(170 * (1.0 - 0.15 * warm), 215, 240));
  }
  cv::rectangle(picture, cv::Rect(900, 300, 80, 80), cv::Scalar(140, 90, 70), cv::FILLED);
  const vision::Occluders occluders = found(picture);
  EXPECT_FALSE(occluders.intruder);
  EXPECT_TRUE(occluded_at(occluders, {940, 340}));
  EXPECT_FALSE(occluded_at(occluders, {1060, 340}));
}

}  // namespace
}  // namespace occluder_test
