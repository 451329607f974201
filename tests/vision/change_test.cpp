#include "vision/background/change.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace change_test {
namespace {

using vision::ChangeDetector;

/// A textured picture with seeded sensor noise and a gain.
cv::Mat picture(int seed, double gain = 1.0, cv::Point square = {-100, -100}) {
  cv::RNG texture(1), noise(seed);
  cv::Mat ground(360, 640, CV_32F), grain(360, 640, CV_32F), out;
  texture.fill(ground, cv::RNG::NORMAL, 110.0, 25.0);
  cv::GaussianBlur(ground, ground, {0, 0}, 2.0);
  cv::rectangle(ground, {square.x, square.y, 20, 20}, 220.0, cv::FILLED);
  noise.fill(grain, cv::RNG::NORMAL, 0.0, 2.0);
  cv::Mat(ground * gain + grain).convertTo(out, CV_8U);
  return out;
}

int blocks(ChangeDetector& detector, const cv::Mat& now) { return cv::countNonZero(detector.compare(now)); }

TEST(Change, NoiseIsNoChange) {
  ChangeDetector detector;
  detector.set_reference(picture(1));
  for (int seed = 2; seed < 40; ++seed) EXPECT_EQ(blocks(detector, picture(seed)), 0) << seed;
}

TEST(Change, AFlickeringLampIsNoChange) {
  ChangeDetector detector;
  detector.set_reference(picture(1));
  for (int seed = 2; seed < 20; ++seed) EXPECT_EQ(blocks(detector, picture(seed, seed % 2 ? 1.03 : 0.97)), 0) << seed;
}

TEST(Change, APieceThatMovedAQuarterOfItsBaseIsSeenAndNothingElse) {
  ChangeDetector detector;
  detector.set_reference(picture(1, 1.0, {300, 150}));
  const vision::BlockMask changed = detector.compare(picture(2, 1.0, {305, 150}));
  EXPECT_GE(cv::countNonZero(changed), 2);
  const cv::Rect about(288 / 16, 144 / 16, 3, 3);
  cv::Mat elsewhere = changed.clone();
  elsewhere(about).setTo(0);
  EXPECT_EQ(cv::countNonZero(elsewhere), 0);
}

TEST(Change, APictureOfAnotherSizeDiffersEverywhere) {
  ChangeDetector detector;
  detector.set_reference(picture(1));
  EXPECT_EQ(vision::share_of(detector.compare(cv::Mat::zeros(100, 100, CV_8U))), 1.0);
}

TEST(Change, RectanglesCoverEveryChangedBlockAndStayInThePicture) {
  vision::BlockMask mask = vision::no_blocks({640, 360});
  mask.at<std::uint8_t>(0, 0) = mask.at<std::uint8_t>(22, 39) = mask.at<std::uint8_t>(10, 20) = 255;
  const auto rectangles = vision::rectangles_of(mask, {640, 360}, 2);
  EXPECT_EQ(rectangles.size(), 3U);
  for (const cv::Rect& r : rectangles) EXPECT_EQ(r & cv::Rect(0, 0, 640, 360), r);
  const auto covered = [&](cv::Point p) {
    return std::any_of(rectangles.begin(), rectangles.end(), [&](const cv::Rect& r) { return r.contains(p); });
  };
  EXPECT_TRUE(covered({8, 8}));
  EXPECT_TRUE(covered({39 * 16 + 8, 22 * 16 + 4}));
  EXPECT_TRUE(covered({20 * 16 + 8, 10 * 16 + 8}));
}

}  // namespace
}  // namespace change_test
