// Shades, regions and outlines: bits a pixel must say the same as looking at every pixel.
#include "vision/tags/regions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace tags_regions_test {
namespace {

using testing::ElementsAre;
using vision::BitPlane;
using vision::outline_of;
using vision::PixelRegion;
using vision::regions_of;
using vision::Touching;

/// A plane from a picture that is 0 or 1.
BitPlane plane_of(const cv::Mat& pixels) {
  BitPlane plane(pixels.cols, pixels.rows);
  std::vector<std::uint8_t> row(plane.words() * 64);
  for (int y = 0; y < pixels.rows; ++y) {
    std::copy(pixels.ptr(y), pixels.ptr(y) + pixels.cols, row.begin() + 1);
    plane.set_row(y, row.data());
  }
  return plane;
}

cv::Mat noise(int columns, int rows, int share) {
  cv::Mat picture(rows, columns, CV_8U);
  cv::RNG random(static_cast<std::uint64_t>(columns));
  random.fill(picture, cv::RNG::UNIFORM, 0, 100);
  return (picture < share) / 255;
}

TEST(TagRegions, AreTheConnectedComponentsWhateverTheWidth) {
  for (const int columns : {5, 62, 63, 64, 65, 126, 127, 200})
    for (const auto& [touching, connectivity] : {std::pair{Touching::Sides, 4}, std::pair{Touching::Corners, 8}}) {
      const cv::Mat picture = noise(columns, 40, 45);
      cv::Mat labels, stats, centres;
      const int expected = cv::connectedComponentsWithStats(picture, labels, stats, centres, connectivity) - 1;
      const std::vector<PixelRegion> regions = regions_of(plane_of(picture), touching);
      ASSERT_EQ(regions.size(), static_cast<std::size_t>(expected)) << columns;
      for (const PixelRegion& r : regions) {
        const int label = labels.at<int>(r.top, r.first_x);
        ASSERT_GT(label, 0);
        EXPECT_EQ(r.pixels, stats.at<int>(label, cv::CC_STAT_AREA));
        EXPECT_EQ(r.left, stats.at<int>(label, cv::CC_STAT_LEFT));
        EXPECT_EQ(r.top, stats.at<int>(label, cv::CC_STAT_TOP));
        EXPECT_EQ(r.right - r.left + 1, stats.at<int>(label, cv::CC_STAT_WIDTH));
        EXPECT_EQ(r.bottom - r.top + 1, stats.at<int>(label, cv::CC_STAT_HEIGHT));
      }
    }
}

TEST(TagRegions, AnOutlineRunsClockwiseRoundTheWholeRegion) {
  cv::Mat picture = cv::Mat::zeros(6, 70, CV_8U);
  picture(cv::Rect(62, 2, 3, 2)).setTo(1);  // across the end of a word
  EXPECT_THAT(outline_of(plane_of(picture), {62, 2}, Touching::Sides),
              ElementsAre(cv::Point(62, 2), cv::Point(63, 2), cv::Point(64, 2), cv::Point(64, 3), cv::Point(63, 3), cv::Point(62, 3)));
}

TEST(TagRegions, AnOutlineCrossesACornerOnlyWhereCornersTouch) {
  cv::Mat picture = cv::Mat::zeros(4, 4, CV_8U);
  picture.at<std::uint8_t>(1, 1) = picture.at<std::uint8_t>(2, 2) = 1;
  EXPECT_THAT(outline_of(plane_of(picture), {1, 1}, Touching::Sides), ElementsAre(cv::Point(1, 1)));
  EXPECT_THAT(outline_of(plane_of(picture), {1, 1}, Touching::Corners), ElementsAre(cv::Point(1, 1), cv::Point(2, 2)));
}

TEST(TagShades, BlackOnWhiteIsDarkAndWhiteAndFlatGroundIsNeither) {
  cv::Mat picture(60, 75, CV_8U, cv::Scalar(120));
  picture(cv::Rect(30, 20, 20, 20)).setTo(230);
  picture(cv::Rect(36, 26, 8, 8)).setTo(40);
  const vision::Shades shades = vision::shades_of(picture);
  const auto is = [](const BitPlane& plane, int x, int y) { return (plane.around(x, y) >> 4 & 1U) != 0; };
  EXPECT_TRUE(is(shades.dark, 38, 28));
  EXPECT_FALSE(is(shades.bright, 38, 28));
  EXPECT_TRUE(is(shades.bright, 33, 28));
  EXPECT_FALSE(is(shades.dark, 33, 28));
  EXPECT_FALSE(is(shades.dark, 5, 5) || is(shades.bright, 5, 5));
  EXPECT_FALSE(is(shades.dark, 74, 59) || is(shades.bright, 74, 59));
}

}  // namespace
}  // namespace tags_regions_test
