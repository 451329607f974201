// Which round things are pieces: those of the size and colour that most have, whatever lies between them.
#include "vision/boards/sides.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace board_sides_test {
namespace {

constexpr int kSquare = 47;
constexpr double kRadius = 15.5;
const cv::Scalar kGround(92, 136, 146), kLine(50, 60, 70), kArm(70, 110, 185), kGreen(60, 115, 40), kRed(35, 25, 165);

/// Five by five squares, three bases of either side, and an arm that ends `gap` pixels before the line right of it.
cv::Mat board_under_an_arm(double gap) {
  constexpr int kScale = 4, kSize = 5 * kSquare;
  cv::Mat large(kSize * kScale, kSize * kScale, CV_8UC3, kGround), small;
  for (int i = 0; i <= 5; ++i) {
    cv::line(large, cv::Point(i * kSquare, 0) * kScale, cv::Point(i * kSquare, kSize) * kScale, kLine, 2 * kScale);
    cv::line(large, cv::Point(0, i * kSquare) * kScale, cv::Point(kSize, i * kSquare) * kScale, kLine, 2 * kScale);
  }
  for (const int row : {0, 1, 2})
    for (const auto& [column, colour] : {std::pair(0, kGreen), std::pair(1, kRed)})
      cv::circle(large, cv::Point(column * kSquare + 22, row * kSquare + 25) * kScale, static_cast<int>(kRadius * kScale), colour,
                 cv::FILLED);
  const int edge = static_cast<int>((4 * kSquare - gap) * kScale);
  cv::rectangle(large, cv::Point(edge - 70 * kScale, 0), cv::Point(edge, kSize * kScale), kArm, cv::FILLED);
  cv::resize(large, small, {}, 1.0 / kScale, 1.0 / kScale, cv::INTER_AREA);
  cv::GaussianBlur(small, small, {}, 0.8);
  return small;
}

measure::Board green_against_red() {
  measure::Board board;
  board.sides.resize(2);
  board.sides[0].colour = "#2f8f4e", board.sides[1].colour = "#b3202a";
  return board;
}

// Between an arm and the printed lines lie patches of ground, nearly as wide as a base and nearly as green. They were read as bases.
TEST(BoardSides, GroundBetweenAnArmAndTheLinesIsNoPiece) {
  for (const double gap : {23.0, 24.0, 25.0, 26.0, 27.0}) {
    vision::BoardView view{.bgr = board_under_an_arm(gap), .known = {}, .per_inch = 29.0, .origin = {}, .foot = {}, .camera_height = 30.0};
    view.known = cv::Mat(view.bgr.size(), CV_8U, cv::Scalar(255));
    const auto things = vision::find_round_things(view, 0.2 * kSquare, 0.52 * kSquare);
    const auto pieces = vision::pieces_among(view.bgr, {}, things, green_against_red(), vision::Colour(235, 235, 235), std::nullopt);
    EXPECT_EQ(pieces.size(), 6u) << "gap " << gap;
    for (const vision::SidedDisc& piece : pieces) {
      EXPECT_LT(piece.thing.at.x, 2 * kSquare) << "gap " << gap;
      EXPECT_EQ(piece.side, piece.thing.at.x < kSquare ? 0u : 1u);
    }
  }
}

}  // namespace
}  // namespace board_sides_test
