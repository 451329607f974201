// Colours asked for many at a time are the very colours asked for one by one: results do not change with the way they are worked out.
#include "vision/boards/samples.h"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>
#include <random>

namespace board_samples_test {
namespace {

constexpr int kColumns = 37, kRows = 29;

cv::Mat noise() {
  cv::Mat bgr(kRows, kColumns, CV_8UC3);
  cv::RNG random(7);
  random.fill(bgr, cv::RNG::UNIFORM, 0, 256);
  return bgr;
}

TEST(ColourSamples, AreBitForBitTheViewsColours) {
  const cv::Mat bgr = noise();
  const vision::ColourSamples samples(bgr);
  std::mt19937 random(3);
  std::uniform_real_distribution<double> x(-3.0, kColumns + 3.0), y(-3.0, kRows + 3.0);
  for (int i = 0; i < 5000; ++i) {
    const cv::Point2d at(x(random), y(random));
    EXPECT_EQ(vision::colour_of(samples.at(at)), vision::colour_at(bgr, at)) << at;
  }
}

TEST(ColourSamples, TwoAtOnceAreTheTwoOneByOne) {
  const cv::Mat bgr = noise();
  const vision::ColourSamples samples(bgr);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> x(0.0, kColumns - 1.0), y(0.0, kRows - 1.0);
  for (int i = 0; i < 5000; ++i) {
    const cv::Point2d one(x(random), y(random)), other(x(random), y(random));
    const auto both = samples.inside_at({one.x, other.x}, {one.y, other.y});
    EXPECT_EQ(vision::colour_of(both.first), vision::colour_at(bgr, one)) << one;
    EXPECT_EQ(vision::colour_of(both.second), vision::colour_at(bgr, other)) << other;
  }
}

TEST(ColourSamples, AreBlackOutside) {
  const vision::ColourSamples samples(noise());
  for (const cv::Point2d at :
       {cv::Point2d(-0.01, 5.0), cv::Point2d(5.0, -0.01), cv::Point2d(kColumns - 1.0, 5.0), cv::Point2d(5.0, kRows - 1.0)})
    EXPECT_EQ(vision::colour_of(samples.at(at)), vision::Colour(0.0f, 0.0f, 0.0f)) << at;
}

}  // namespace
}  // namespace board_samples_test
