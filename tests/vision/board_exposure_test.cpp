// Light is added as a longer exposure would: bright pictures stay as they are, dark ones become what they would have been.
#include "vision/boards/exposure.h"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>

namespace board_exposure_test {
namespace {

using measure::Inches;

const measure::Board kBoard{.game = measure::BoardGame::Draughts,
                            .length = Inches(10.0),
                            .width = Inches(10.0),
                            .coloured = measure::Coloured::All,
                            .squares = {},
                            .sides = {},
                            .marks = {}};

/// A board of which so many tenths are of one level and the rest of another, ten pixels an inch.
vision::BoardView board_of(int light, int dark, int tenths_light = 5) {
  vision::BoardView view;
  view.bgr = cv::Mat(100, 100, CV_8UC3, cv::Scalar::all(dark));
  view.bgr.colRange(0, 10 * tenths_light).setTo(cv::Scalar::all(light));
  view.known = cv::Mat(100, 100, CV_8U, cv::Scalar(255));
  view.per_inch = 10.0;
  return view;
}

TEST(BoardExposure, ABrightBoardStaysAsItIs) {
  const vision::BoardView view = board_of(210, 40);
  const vision::Exposure exposure(view, kBoard);
  EXPECT_EQ(exposure.times(), 1.0);
  EXPECT_EQ(cv::norm(exposure.of(view.bgr), view.bgr, cv::NORM_INF), 0.0);
}

TEST(BoardExposure, ADarkBoardBecomesWhatItWouldHaveBeen) {
  // An eighth of the light, by sRGB: 210 becomes 76 and 120 becomes 40.
  const vision::Exposure exposure(board_of(76, 40), kBoard);
  EXPECT_GT(exposure.times(), 6.0);
  const vision::Colour light = exposure.of(vision::Colour(76, 76, 76)), dark = exposure.of(vision::Colour(40, 40, 40));
  EXPECT_NEAR(light[0] / dark[0], 210.0 / 120.0, 0.05);
}

TEST(BoardExposure, DarkerIsNeverMadeLighterThanLighter) {
  const vision::Exposure exposure(board_of(30, 5), kBoard);
  float before = -1.0F;
  for (int level = 0; level < 256; ++level) {
    const float now = exposure.of(vision::Colour::Constant(static_cast<float>(level)))[1];
    EXPECT_GE(now, before) << level;
    EXPECT_GE(now, static_cast<float>(level) - 1e-3F) << level;
    before = now;
  }
}

TEST(BoardExposure, ALampMirroredInAFewSquaresMakesNoDarkBoardBright) {
  EXPECT_GT(vision::Exposure(board_of(255, 40, 0), kBoard).times(), 4.0);
  vision::BoardView view = board_of(60, 40);
  view.bgr(cv::Rect(40, 40, 20, 20)).setTo(cv::Scalar::all(255));
  EXPECT_GT(vision::Exposure(view, kBoard).times(), 4.0);
}

TEST(BoardExposure, NothingSeenIsNoReasonForLight) {
  vision::BoardView view = board_of(0, 0);
  view.known.setTo(0);
  EXPECT_EQ(cv::countNonZero(vision::Exposure(view, kBoard).of(view.bgr).reshape(1)), 0);
}

}  // namespace
}  // namespace board_exposure_test
