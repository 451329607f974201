// Shadows on a board: their lengths, one lamp's direction, and that they tell men from stacks straight under the camera.
#include "vision/boards/shadows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "measure/table.h"
#include "tests/support/sim_board.h"
#include "vision/boards/reader.h"

namespace board_shadows_test {
namespace {

using measure::Inches;

constexpr double kRadius = 20.0;

/// Twelve discs on plain ground straight under the camera, whose shadows reach so far, radii, in one direction.
struct Ground {
  vision::BoardView view;
  cv::Mat empty;
  std::vector<vision::ShadowOf> pieces;

  Ground(std::span<const double> lengths, double angle, double darkness) {
    empty = cv::Mat(400, 480, CV_8UC3, cv::Scalar(120, 150, 180));
    view = {.bgr = empty.clone(),
            .known = cv::Mat(empty.size(), CV_8UC1, cv::Scalar(255)),
            .per_inch = 30.0,
            .origin = {},
            .foot = {240.0, 200.0},
            .camera_height = 40.0};
    cv::Mat light(empty.size(), CV_32FC1, cv::Scalar(1.0));
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const cv::Point2d at(60.0 + 110.0 * static_cast<double>(i % 4), 60.0 + 130.0 * static_cast<double>(i / 4));
      pieces.push_back({at, at});
      const cv::Point2d way = cv::Point2d(std::cos(angle), std::sin(angle)) * (lengths[i] * kRadius);
      for (double share = 0.0; share <= 1.0; share += 0.02)
        cv::circle(light, at + way * share, static_cast<int>(kRadius), 1.0 - darkness, -1);
    }
    cv::Mat channels[3];
    cv::split(empty, channels);
    for (cv::Mat& channel : channels) {
      channel.convertTo(channel, CV_32FC1);
      channel = channel.mul(light);
      channel.convertTo(channel, CV_8UC1);
    }
    cv::merge(channels, 3, view.bgr);
    for (const vision::ShadowOf& piece : pieces) cv::circle(view.bgr, piece.foot, static_cast<int>(kRadius), {40, 40, 160}, -1);
    cv::GaussianBlur(view.bgr, view.bgr, {}, 0.8);
  }
};

TEST(BoardShadows, AreAsLongAsTheyAreInWhateverDirection) {
  const std::vector<double> lengths{0.3, 0.3, 0.6, 0.3, 0.35, 0.3, 0.25, 0.6, 0.3, 0.3, 0.3, 0.3};
  for (const double angle : {-2.5, -0.7, 0.0, 1.1, 3.0}) {
    const Ground ground(lengths, angle, 0.4);
    const auto seen = vision::shadow_lengths(ground.view, ground.empty, ground.pieces, kRadius);
    ASSERT_EQ(seen.size(), lengths.size());
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      ASSERT_TRUE(seen[i]) << angle << ", " << i;
      EXPECT_NEAR(*seen[i], lengths[i], 0.06) << angle << ", " << i;
    }
  }
}

TEST(BoardShadows, NoneAreSeenWhereLightComesFromEverywhere) {
  const Ground ground(std::vector(12, 0.0), 0.0, 0.0);
  for (const auto& length : vision::shadow_lengths(ground.view, ground.empty, ground.pieces, kRadius)) EXPECT_FALSE(length);
}

TEST(BoardShadows, OfFewPiecesOrNoneNothingIsSaid) {
  const Ground ground(std::vector{0.3, 0.6, 0.3}, 0.5, 0.4);
  for (const auto& length : vision::shadow_lengths(ground.view, ground.empty, ground.pieces, kRadius)) EXPECT_FALSE(length);
  EXPECT_TRUE(vision::shadow_lengths(ground.view, ground.empty, {}, kRadius).empty());
}

TEST(BoardShadows, AShadowUnderANeighbourIsNotMeasured) {
  Ground ground(std::vector(12, 0.3), 0.0, 0.4);
  ground.pieces.push_back(
      {ground.pieces[5].foot + cv::Point2d(2.0 * kRadius, 0.0), ground.pieces[5].foot + cv::Point2d(2.0 * kRadius, 0.0)});
  ground.pieces.push_back(
      {ground.pieces[5].foot + cv::Point2d(kRadius, 1.7 * kRadius), ground.pieces[5].foot + cv::Point2d(kRadius, 1.7 * kRadius)});
  ground.pieces.push_back(
      {ground.pieces[5].foot + cv::Point2d(kRadius, -1.7 * kRadius), ground.pieces[5].foot + cv::Point2d(kRadius, -1.7 * kRadius)});
  EXPECT_FALSE(vision::shadow_lengths(ground.view, ground.empty, ground.pieces, kRadius)[5]);
}

// Their walls are hidden there, and what their tops grow by drowns in the noise of a small picture.
TEST(BoardShadows, TellTwoMenOnTopOfEachOtherUnderTheCamera) {
  int men = 0, sure = 0, wrong = 0;
  for (const std::uint32_t seed : {51u, 52u, 53u}) {
    std::mt19937 random(seed);
    measure::Board board{.game = measure::BoardGame::Draughts,
                         .length = Inches(12.0),
                         .width = Inches(12.0),
                         .coloured = measure::Coloured::Even,
                         .squares = measure::grid_squares(8, 8, Inches(12.0), Inches(12.0), measure::Coloured::Even),
                         .sides = {},
                         .marks = {}};
    board.sides.resize(2);
    board.sides[0].name = "white", board.sides[0].colour = "#e8e0d0";
    board.sides[1].name = "black", board.sides[1].colour = "#2b2622";
    calibration::Lens lens;
    lens.image_size = {1000, 750};
    lens.fx = lens.fy = 812.0, lens.cx = 499.5, lens.cy = 374.5;
    sim::BoardScene scene{.camera = sim::camera_held(board, lens, 2.0, random), .board = board, .tags = {}, .men = {}};
    scene.height = Inches(0.2), scene.noise = 3.0, scene.jpeg_quality = 80, scene.seed = seed;
    for (const measure::BoardSquare& square : board.squares)
      if (square.playable && (square.at.row < 3 || square.at.row > 4))
        scene.men.push_back({.colour = square.at.row < 3 ? "#e8e0d0" : "#2b2622",
                             .at = measure::mean_corner(square.outline) + measure::TableVector{Inches(0.05), Inches(-0.04)},
                             .stacked = (square.at.column + 3 * square.at.row) % 7 == 0,
                             .slip = {},
                             .cardboard = false,
                             .tag = {}});
    const vision::BoardSetup setup{.board = board, .tags = {}, .anchors = {}, .lens = lens};
    const auto reading = vision::read_board_picture(setup, vision::make_frame(sim::render(scene), 0.0, "simulated"));
    ASSERT_TRUE(reading && reading->registration);
    for (const sim::BoardMan& man : scene.men) {
      ++men;
      for (const vision::BoardPiece& piece : reading->pieces) {
        if (distance(piece.at, man.at) > Inches(0.3) || !piece.sure) continue;
        ++sure;
        wrong += man.stacked != (piece.rank == vision::BoardRank::General);
      }
    }
  }
  EXPECT_GE(sure, men * 9 / 10) << "of " << men;
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace board_shadows_test
