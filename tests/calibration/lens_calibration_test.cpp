// A lens from boards of known cameras: right, with an honest covariance, and bad views named.
#include "calibration/lens_calibration.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "calibration/lens_fit.h"
#include "tests/calibration/simulated_board.h"

namespace lens_calibration_test {
namespace {

using namespace calibration;
using measure::ErrorCode;
using measure::Inches;
using simulated::Pose;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const Chessboard kChess{.inner_columns = 9, .inner_rows = 6, .square = Inches(0.8)};
const CharucoBoard kCharuco{.squares_x = 8, .squares_y = 6, .square = Inches(0.9), .marker = Inches(0.66), .dictionary = "DICT_4X4_50"};

MATCHER_P2(IsFinding, code, view, "") { return arg.code == code && arg.says.find(view) != std::string::npos; }
MATCHER_P(HasCode, code, "") { return arg.code == code; }

std::vector<TargetPicture> pictures_of(const Target& board, const std::vector<Pose>& poses, bool first_black = true) {
  std::vector<TargetPicture> pictures;
  for (std::size_t i = 0; i < poses.size(); ++i)
    pictures.push_back(simulated::picture_of(board, simulated::a_webcam(), poses[i], fmt::format("view{}.png", i), first_black));
  return pictures;
}

std::vector<Finding> findings_of(const measure::Result<LensReport>& report) { return report ? report->findings : std::vector<Finding>{}; }

void expect_the_webcam(const measure::Result<LensReport>& report) {
  ASSERT_TRUE(report.has_value()) << report.error().message;
  const Lens truth = simulated::a_webcam(), &lens = report->lens;
  EXPECT_NEAR(lens.fx / truth.fx, 1.0, 0.003);
  EXPECT_NEAR(lens.fy / truth.fy, 1.0, 0.003);
  EXPECT_NEAR(lens.cx, truth.cx, 2.0);
  EXPECT_NEAR(lens.cy, truth.cy, 2.0);
  EXPECT_NEAR(lens.distortion[0], truth.distortion[0], 0.02);
  EXPECT_LT(lens.cross_validation_px.value(), 0.2);
  EXPECT_GE(lens.cross_validation_px.value(), 0.99 * lens.rms_px.value());
}

TEST(LensCalibration, ChessboardViewsGiveTheLensTheyWereTakenWith) {
  const auto report = calibrate_lens(kChess, pictures_of(kChess, simulated::careful_poses(10)));
  expect_the_webcam(report);
  EXPECT_EQ(report->used.size(), 10U);
}

TEST(LensCalibration, BothCharucoPatternsAreRecognised) {
  for (const bool first_black : {true, false}) {
    SCOPED_TRACE(first_black ? "first square black" : "first square carries a tag");
    const auto report = calibrate_lens(kCharuco, pictures_of(kCharuco, simulated::careful_poses(8), first_black));
    expect_the_webcam(report);
    EXPECT_EQ(report->used.size(), 8U);
  }
}

TEST(LensCalibration, ACharucoBoardMayBePartlyHidden) {
  auto pictures = pictures_of(kCharuco, simulated::careful_poses(8));
  for (TargetPicture& picture : pictures) cv::rectangle(picture.luma, {0, 0, 250, 480}, cv::Scalar(90), cv::FILLED);
  const auto report = calibrate_lens(kCharuco, pictures);
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_NEAR(report->lens.fx / simulated::a_webcam().fx, 1.0, 0.02);
}

TEST(LensCalibration, AViewThatCannotBeUsedIsLeftOutByNameWithTheReason) {
  auto pictures = pictures_of(kChess, simulated::careful_poses(8));
  pictures.push_back({"gone.png", {}});
  pictures.push_back({"wall.png", cv::Mat(480, 640, CV_8UC1, cv::Scalar(120))});
  pictures.push_back({"small.png", cv::Mat(240, 320, CV_8UC1, cv::Scalar(120))});
  pictures.push_back({"again.png", pictures[2].luma});
  const auto report = calibrate_lens(kChess, pictures);
  expect_the_webcam(report);
  EXPECT_THAT(report->findings, Contains(IsFinding("lens-view-unreadable", "gone.png")));
  EXPECT_THAT(report->findings, Contains(IsFinding("lens-view-no-board", "wall.png")));
  EXPECT_THAT(report->findings, Contains(IsFinding("lens-view-size", "small.png: left out, it is 320x240, the others are 640x480")));
  EXPECT_THAT(report->findings, Contains(IsFinding("lens-view-duplicate", "again.png: left out, it shows the same as view2.png")));
  EXPECT_EQ(report->used.size(), 8U);
}

TEST(LensCalibration, TooFewViewsAreRefusedAndEachUnusableOneIsNamed) {
  auto pictures = pictures_of(kChess, simulated::careful_poses(3));
  pictures.push_back({"wall.png", cv::Mat(480, 640, CV_8UC1, cv::Scalar(120))});
  const auto report = calibrate_lens(kChess, pictures);
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, ErrorCode::NotCalibrated);
  EXPECT_THAT(report.error().message, HasSubstr("3 of 4 pictures are usable"));
  EXPECT_THAT(report.error().message, HasSubstr("wall.png"));
}

TEST(LensCalibration, NoReadablePictureIsRefused) {
  const auto report = calibrate_lens(kChess, {{"gone.png", {}}});
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, ErrorCode::NotCalibrated);
}

TEST(LensCalibration, ABoardThatCannotExistIsAUsageError) {
  EXPECT_EQ(calibrate_lens(Chessboard{.inner_columns = 1, .inner_rows = 6}, {}).error().code, ErrorCode::Usage);
  EXPECT_EQ(calibrate_lens(CharucoBoard{.dictionary = "DICT_NONE"}, {}).error().code, ErrorCode::Usage);
  EXPECT_EQ(calibrate_lens(CharucoBoard{.square = Inches(0.4), .marker = Inches(0.5)}, {}).error().code, ErrorCode::Usage);
}

TEST(LensCalibration, ParallelBoardsAreRefusedBecauseTheySayNothingAboutTheFocalLength) {
  const auto report = calibrate_lens(kChess, pictures_of(kChess, simulated::parallel_poses(8)));
  ASSERT_FALSE(report.has_value());
  EXPECT_EQ(report.error().code, ErrorCode::NotCalibrated);
  EXPECT_THAT(report.error().message, HasSubstr("too parallel"));
  EXPECT_THAT(report.error().message, HasSubstr("view3.png"));
}

TEST(LensCalibration, CornersInOnePartOfThePictureAreWarnedOf) {
  auto poses = simulated::careful_poses(8);
  for (Pose& pose : poses) pose.middle = {-4.2 + 0.1 * pose.middle.x(), 0.3 * pose.middle.y(), 19.0};
  const auto report = calibrate_lens(kChess, pictures_of(kChess, poses));
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_THAT(report->findings, Contains(IsFinding("lens-coverage", "right")));
}

TEST(LensCalibration, AViewTakenWithAnotherFocusIsLeftOutByName) {
  auto pictures = pictures_of(kChess, simulated::careful_poses(9));
  Lens zoomed = simulated::a_webcam();
  zoomed.fx *= 1.06;
  zoomed.fy *= 1.06;
  pictures[4] = simulated::picture_of(kChess, zoomed, simulated::careful_poses(9)[4], "zoomed.png");
  const auto report = calibrate_lens(kChess, pictures);
  expect_the_webcam(report);
  EXPECT_THAT(report->findings, Contains(IsFinding("lens-view-outlier", "zoomed.png")));
  EXPECT_THAT(report->used, Not(Contains("zoomed.png")));
}

TEST(LensCalibration, ATermThatCannotBeToldFromNothingIsFixedAndSaidSo) {
  const auto report = calibrate_lens(kChess, pictures_of(kChess, simulated::careful_poses(8)));
  ASSERT_TRUE(report.has_value()) << report.error().message;
  EXPECT_THAT(findings_of(report), Contains(HasCode("lens-k3-fixed")));
  EXPECT_EQ(report->lens.distortion[4], 0.0);
  EXPECT_EQ(report->lens.covariance(kK3, kK3), 0.0);
}

TEST(LensFit, TheCovarianceHoldsTheTruth) {
  // Errors over many simulated sets, divided by their stated sigma: their mean square is 1 when it is honest.
  constexpr int kTrials = 40;
  std::mt19937 random(20);
  const Lens truth = simulated::a_webcam();
  Eigen::Matrix<double, kIntrinsicCount, 1> squares = Eigen::Matrix<double, kIntrinsicCount, 1>::Zero();
  for (int trial = 0; trial < kTrials; ++trial) {
    std::vector<TargetView> views;
    for (const Pose& pose : simulated::careful_poses(8)) views.push_back(simulated::corners_of(kChess, truth, pose, 0.15, random));
    const auto fit = fit_lens(views, truth.image_size, {.k2 = true, .k3 = false});
    ASSERT_TRUE(fit.has_value());
    const Lens& l = fit->lens;
    const std::array<double, 8> off{l.fx - truth.fx,
                                    l.fy - truth.fy,
                                    l.cx - truth.cx,
                                    l.cy - truth.cy,
                                    l.distortion[0] - truth.distortion[0],
                                    l.distortion[1] - truth.distortion[1],
                                    l.distortion[2] - truth.distortion[2],
                                    l.distortion[3] - truth.distortion[3]};
    for (int i = 0; i < 8; ++i) squares[i] += off[static_cast<std::size_t>(i)] * off[static_cast<std::size_t>(i)] / l.covariance(i, i);
  }
  for (int i = 0; i < 8; ++i) {
    EXPECT_GT(squares[i] / kTrials, 0.5) << "parameter " << i;  // 40 trials: 1 +- 0.22
    EXPECT_LT(squares[i] / kTrials, 1.8) << "parameter " << i;
  }
}

TEST(LensFit, HeldOutViewsArePredictedALittleWorseThanSeenOnes) {
  std::mt19937 random(21);
  const Lens truth = simulated::a_webcam();
  std::vector<TargetView> views;
  for (const Pose& pose : simulated::careful_poses(6)) views.push_back(simulated::corners_of(kChess, truth, pose, 0.2, random));
  const FreeTerms free{.k2 = true, .k3 = true};
  const auto fit = fit_lens(views, truth.image_size, free);
  ASSERT_TRUE(fit.has_value());
  const auto held_out = cross_validate(views, truth.image_size, free, fit->lens);
  ASSERT_TRUE(held_out.has_value());
  EXPECT_GT(rms_of(*held_out, views), fit->lens.rms_px.value());
  EXPECT_LT(rms_of(*held_out, views), 1.5 * fit->lens.rms_px.value());
}

}  // namespace
}  // namespace lens_calibration_test
