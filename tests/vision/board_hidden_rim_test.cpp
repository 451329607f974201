// Discs whose size and colour are known are found although something stands on their rim, and only where they are.
#include "vision/boards/occlusion.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <optional>

namespace board_hidden_rim_test {
namespace {

constexpr double kRadius = 14.0;
const cv::Point2d kAt(60.3, 50.7);
const cv::Scalar kGround(185, 190, 193), kIvory(170, 201, 226), kBrown(70, 104, 136), kLine(70, 85, 95);
const vision::Colour kColour(170, 201, 226);

/// A pale disc on pale ground, and a dark figure that leans over its far rim. `line`: how far left of the middle a line is printed.
cv::Mat disc_with_figure(cv::Size figure, const cv::Scalar& disc = kIvory, std::optional<double> line = {}) {
  constexpr int kScale = 8;
  cv::Mat large(100 * kScale, 120 * kScale, CV_8UC3, kGround), small;
  if (line)
    cv::rectangle(large, cv::Rect(cv::Point(cv::Point2d(kAt.x - *line - 1.5, 0.0) * kScale), cv::Size(3, 100) * kScale), kLine, cv::FILLED);
  cv::circle(large, cv::Point(cv::Point2d(kAt + cv::Point2d(0.5, 0.5)) * kScale), static_cast<int>(kRadius * kScale), disc, cv::FILLED);
  cv::rectangle(large, cv::Rect(cv::Point(cv::Point2d(kAt.x - figure.width / 2.0, kAt.y) * kScale), figure * kScale), kBrown, cv::FILLED);
  cv::resize(large, small, {}, 1.0 / kScale, 1.0 / kScale, cv::INTER_AREA);
  cv::GaussianBlur(small, small, {}, 0.8);
  return small;
}

// The figure's edges are stronger than the rim's and drew the circle onto them: cardboard soldiers on ivory bases were lost.
TEST(BoardHiddenRim, AFigureOnTheRimDoesNotDrawTheCircle) {
  const cv::Mat picture = disc_with_figure({17, 17});
  for (const cv::Point2d off : {cv::Point2d(0, 0), cv::Point2d(3, 3), cv::Point2d(-2, 4)}) {
    const vision::KnownDisc found = vision::fit_known_disc(vision::ColourSamples(picture), kAt + off, kRadius * 1.04, kColour);
    EXPECT_LT(cv::norm(found.thing.at - kAt), 0.6) << off;
    EXPECT_NEAR(found.thing.radius, kRadius, 0.6) << off;
    EXPECT_GT(found.thing.support, 0.85 * (1.0 - found.hidden)) << off;
    EXPECT_GT(found.hidden, 0.1) << off;
    EXPECT_EQ(found.thing.spill, 0.0) << off;
  }
}

// The ground beyond the rim was taken for as dark as the line in it; then the strip of pale ground before the line was the disc's.
TEST(BoardHiddenRim, ALineBesideTheRimDoesNotDrawTheCircle) {
  for (const double line : {1.18, 1.27, 1.36}) {
    const cv::Mat picture = disc_with_figure({17, 17}, kIvory, line * kRadius);
    for (const cv::Point2d off : {cv::Point2d(0, 0), cv::Point2d(-2, -1), cv::Point2d(-3, 2)}) {
      const vision::KnownDisc found = vision::fit_known_disc(vision::ColourSamples(picture), kAt + off, kRadius * 1.04, kColour);
      EXPECT_LT(cv::norm(found.thing.at - kAt), 0.6) << line << " " << off;
      EXPECT_NEAR(found.thing.radius, kRadius, 0.6) << line << " " << off;
      EXPECT_GT(found.thing.support, 0.85 * (1.0 - found.hidden)) << line << " " << off;
    }
  }
}

// A disc nearly as wide as its dark square, out of focus: what is seen beyond its rim is the light square beside it, and the dark gap
// between the two was neither that nor the disc.
TEST(BoardHiddenRim, TheEmptyBoardTellsWhatLiesBetweenTheRimAndTheNextSquare) {
  const cv::Scalar light(90, 170, 220), dark(45, 28, 35), red(60, 38, 138);
  cv::Mat empty(100, 120, CV_8UC3, light);
  cv::rectangle(empty, cv::Rect(cv::Point(kAt) - cv::Point(17, 17), cv::Size(34, 34)), dark, cv::FILLED);
  cv::Mat picture = empty.clone();
  constexpr int kBits = 4;
  cv::circle(picture, cv::Point(kAt * (1 << kBits)), static_cast<int>(kRadius * (1 << kBits)), red, cv::FILLED, cv::LINE_AA, kBits);
  cv::GaussianBlur(picture, picture, {}, 0.8);
  const vision::ColourSamples samples(picture), ground(empty);
  const vision::Colour colour(60, 38, 138);
  const vision::KnownDisc found = vision::fit_known_disc(samples, kAt + cv::Point2d(1, -1), kRadius, colour, &ground);
  EXPECT_LT(cv::norm(found.thing.at - kAt), 0.6);
  EXPECT_NEAR(found.thing.radius, kRadius, 0.8);
  EXPECT_GT(found.thing.support, 0.9);
  EXPECT_LT(vision::fit_known_disc(samples, kAt + cv::Point2d(1, -1), kRadius, colour).thing.support, 0.8) << "without it";
}

TEST(BoardHiddenRim, WhereNoDiscIsThereIsNone) {
  const cv::Mat picture = disc_with_figure({17, 17}, kGround);
  EXPECT_LT(vision::fit_known_disc(vision::ColourSamples(picture), kAt, kRadius, kColour).thing.support, 0.3);
}

TEST(BoardHiddenRim, GroundOfTheDiscsColourShowsNoDisc) {
  const cv::Mat picture(100, 120, CV_8UC3, kIvory);
  const vision::KnownDisc found = vision::fit_known_disc(vision::ColourSamples(picture), kAt, kRadius, kColour);
  EXPECT_EQ(found.thing.support, 0.0);
}

}  // namespace
}  // namespace board_hidden_rim_test
