// Printed targets, rasterised and read back with OpenCV: right patterns at the right size in inches.
#include "calibration/print/targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <opencv2/aruco.hpp>
#include <opencv2/aruco/charuco.hpp>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <regex>

#include "calibration/dictionaries.h"
#include "calibration/target_corners.h"

namespace targets_test {
namespace {

using namespace calibration;
using measure::ErrorCode;
using measure::Inches;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

constexpr double kDpi = 200.0;

class Targets : public testing::Test {
 protected:
  void SetUp() override {
    folder_ =
        std::filesystem::temp_directory_path() / ("targets_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  TargetRequest request(TargetKind kind, const std::string& file) {
    TargetRequest request;
    request.kind = kind;
    request.out = (folder_ / file).string();
    request.dpi = kDpi;
    return request;
  }
  static cv::Mat picture(const TargetRequest& request) {
    const auto files = write_targets(request);
    EXPECT_TRUE(files.has_value()) << files.error().message;
    return files ? cv::imread(files->front(), cv::IMREAD_GRAYSCALE) : cv::Mat();
  }
  static std::string bytes_of(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  }
  [[nodiscard]] std::string path(const std::string& file) const { return (folder_ / file).string(); }

 private:
  std::filesystem::path folder_;
};

/// Every tag of a dictionary in a page, by id.
std::map<int, std::vector<cv::Point2f>> tags_in(const cv::Mat& page, const std::string& dictionary) {
  std::vector<std::vector<cv::Point2f>> corners;
  std::vector<int> ids;
  cv::aruco::detectMarkers(page, cv::aruco::getPredefinedDictionary(*dictionary_number(dictionary)), corners, ids);
  std::map<int, std::vector<cv::Point2f>> tags;
  for (std::size_t i = 0; i < ids.size(); ++i) tags[ids[i]] = corners[i];
  return tags;
}

cv::Point2f centre_of(const std::vector<cv::Point2f>& corners) { return 0.25F * (corners[0] + corners[1] + corners[2] + corners[3]); }

/// A tag's mean side in inches. Corners are centres of the outermost black pixels: one pixel is missing.
double side_in(const std::vector<cv::Point2f>& c) {
  return (0.25 * (cv::norm(c[1] - c[0]) + cv::norm(c[2] - c[1]) + cv::norm(c[3] - c[2]) + cv::norm(c[0] - c[3])) + 1.0) / kDpi;
}

/// Length in inches of the longest dark line that runs across the page.
double longest_line_in(const cv::Mat& page) {
  int longest = 0;
  for (int y = 0; y < page.rows; ++y)
    for (int x = 0, run = 0; x < page.cols; ++x) {
      run = page.at<std::uint8_t>(y, x) < 200 ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  return longest / kDpi;
}

TEST_F(Targets, CornerTagsAreReadUprightAndMeasureWhatTheySay) {
  auto wanted = request(TargetKind::CornerTags, "tags.png");
  const cv::Mat page = picture(wanted);
  EXPECT_NEAR(page.cols / kDpi, 210.0 / 25.4, 0.01);
  EXPECT_NEAR(page.rows / kDpi, 297.0 / 25.4, 0.01);
  const auto tags = tags_in(page, "DICT_APRILTAG_36h11");
  ASSERT_THAT(tags, SizeIs(4));
  for (int id = 0; id < 4; ++id) {
    ASSERT_TRUE(tags.contains(id));
    EXPECT_NEAR(side_in(tags.at(id)), 2.5, 0.01);
    EXPECT_LT(tags.at(id)[0].y, tags.at(id)[3].y) << "the printed top is up";
    EXPECT_NEAR(tags.at(id)[0].y, tags.at(id)[1].y, 2.0);
  }
}

TEST_F(Targets, PieceTagsOfAskedIdsAndSide) {
  auto wanted = request(TargetKind::PieceTags, "pieces.png");
  wanted.ids = {7, 42, 249};
  wanted.tag_side = Inches(0.8);
  wanted.paper = Paper::Letter;
  const cv::Mat page = picture(wanted);
  EXPECT_NEAR(page.cols / kDpi, 8.5, 0.01);
  const auto tags = tags_in(page, "DICT_4X4_250");
  ASSERT_THAT(tags, SizeIs(3));
  for (const int id : {7, 42, 249}) EXPECT_NEAR(side_in(tags.at(id)), 0.8, 0.01);
}

TEST_F(Targets, EveryPageCarriesASixInchRuler) {
  for (const TargetKind kind : {TargetKind::CornerTags, TargetKind::Discs, TargetKind::BoardCharuco}) {
    auto wanted = request(kind, "page.png");
    wanted.colours = {"#b3202a"};
    EXPECT_NEAR(longest_line_in(picture(wanted)), 6.0, 0.02);
  }
}

TEST_F(Targets, ManyTagsFillManyPages) {
  auto wanted = request(TargetKind::PieceTags, "many.png");
  for (int id = 0; id < 60; ++id) wanted.ids.push_back(id);
  const auto files = write_targets(wanted);
  ASSERT_TRUE(files.has_value()) << files.error().message;
  EXPECT_THAT(*files, ElementsAre(path("many-1.png"), path("many-2.png")));
  std::size_t found = 0;
  for (const std::string& file : *files) found += tags_in(cv::imread(file, cv::IMREAD_GRAYSCALE), "DICT_4X4_250").size();
  EXPECT_EQ(found, 60U);
}

TEST_F(Targets, DiscsHaveTheirColourTheirSizeAndAWhiteWedgeToTheFront) {
  auto wanted = request(TargetKind::Discs, "discs.png");
  wanted.colours = {"#b3202a"};
  wanted.count = 1;
  wanted.diameter = Inches(1.0);
  wanted.length = Inches(2.0);
  ASSERT_TRUE(write_targets(wanted).has_value());
  const cv::Mat page = cv::imread(wanted.out);
  cv::Mat red;
  cv::inRange(page, cv::Scalar(35, 25, 170), cv::Scalar(50, 40, 190), red);
  const cv::Rect box = cv::boundingRect(red);
  EXPECT_NEAR(box.width / kDpi, 1.0, 0.02);
  const double half_wedge = 25.0 * 3.14159265 / 180.0;
  // The wedge's edges reach the oval's rim at this height over the middle: there the colour begins.
  const double rim = 1.0 / std::sqrt(std::pow(std::sin(half_wedge) / 0.5, 2) + std::pow(std::cos(half_wedge), 2)) * std::cos(half_wedge);
  EXPECT_NEAR(box.height / kDpi, 1.0 + rim, 0.03);
  const double area_in2 = cv::countNonZero(red) / (kDpi * kDpi);
  EXPECT_GT(area_in2, 0.6 * 3.14159265 * 0.5);
  EXPECT_LT(area_in2, 0.9 * 3.14159265 * 0.5);
}

TEST_F(Targets, TheChessboardIsFoundWithItsSquareInInches) {
  const cv::Mat page = picture(request(TargetKind::BoardChess, "chess.png"));
  EXPECT_GT(page.cols, page.rows) << "the sheet lies on its side";
  const auto view = find_target(Chessboard{}, {"chess", page});
  ASSERT_TRUE(view.has_value()) << view.error().message;
  ASSERT_EQ(view->in_picture.size(), 54U);
  EXPECT_NEAR(cv::norm(view->in_picture[8] - view->in_picture[0]) / kDpi, 8.0, 0.01);
}

TEST_F(Targets, TheCharucoBoardIsFound) {
  const auto view = find_target(CharucoBoard{}, {"charuco", picture(request(TargetKind::BoardCharuco, "charuco.png"))});
  ASSERT_TRUE(view.has_value()) << view.error().message;
  EXPECT_EQ(view->in_picture.size(), 54U);
  EXPECT_NEAR(cv::norm(view->in_picture[8] - view->in_picture[0]) / kDpi, 8 * 0.5906, 0.01);
}

TEST_F(Targets, OurCharucoBoardIsTheOneOpenCvDraws) {
  const CharucoBoard ours;
  const auto board = cv::aruco::CharucoBoard::create(ours.squares_x, ours.squares_y, 0.5906F, 0.4331F,
                                                     cv::aruco::getPredefinedDictionary(cv::aruco::DICT_4X4_50));
  cv::Mat drawn;
  board->draw({1100, 800}, drawn, 50);
  const auto view = find_target(ours, {"drawn", drawn});
  ASSERT_TRUE(view.has_value()) << view.error().message;
  EXPECT_EQ(view->in_picture.size(), 54U);
}

TEST_F(Targets, GameBoardsHaveTheirTagsOutsideTheCorners) {
  struct Case {
    TargetKind kind;
    double size_in;
  };
  for (const auto& [kind, size_in] : {Case{TargetKind::LeChoc, 17.6}, Case{TargetKind::LesAllies, 15.0}}) {
    auto wanted = request(kind, "board.png");
    wanted.dpi = kDpi;
    const auto tags = tags_in(picture(wanted), "DICT_APRILTAG_36h11");
    ASSERT_THAT(tags, SizeIs(4));
    for (int id = 0; id < 4; ++id) EXPECT_NEAR(side_in(tags.at(id)), 1.5, 0.01);
    const double apart = size_in + 2.0 * 1.15;
    EXPECT_NEAR((centre_of(tags.at(1)) - centre_of(tags.at(0))).x / kDpi, apart, 0.01);
    EXPECT_NEAR((centre_of(tags.at(0)) - centre_of(tags.at(3))).y / kDpi, apart, 0.01) << "tag 0 lies at the first player's left";
  }
}

TEST_F(Targets, ALargeBoardBecomesPagesToGlueInPdf) {
  const auto wanted = request(TargetKind::LeChoc, "board.pdf");
  const auto files = write_targets(wanted);
  ASSERT_TRUE(files.has_value()) << files.error().message;
  const std::string pdf = bytes_of(wanted.out);
  EXPECT_EQ(pdf.substr(0, 5), "%PDF-");
  std::smatch count;
  ASSERT_TRUE(std::regex_search(pdf, count, std::regex("/Count ([0-9]+)")));
  EXPECT_GE(std::stoi(count[1]), 6);
}

TEST_F(Targets, SvgStatesThePagesSize) {
  const auto wanted = request(TargetKind::CornerTags, "tags.svg");
  ASSERT_TRUE(write_targets(wanted).has_value());
  std::smatch size;
  const std::string svg = bytes_of(wanted.out).substr(0, 400);
  ASSERT_TRUE(std::regex_search(svg, size, std::regex("width=\"([0-9.]+)pt\" height=\"([0-9.]+)pt\"")));
  EXPECT_NEAR(std::stod(size[1]) / 72.0, 210.0 / 25.4, 0.001);
  EXPECT_NEAR(std::stod(size[2]) / 72.0, 297.0 / 25.4, 0.001);
}

TEST_F(Targets, PngStatesItsResolutionSoThatItPrintsAtItsSize) {
  auto wanted = request(TargetKind::CornerTags, "tags.png");
  wanted.dpi = 254.0;
  ASSERT_TRUE(write_targets(wanted).has_value());
  const std::string png = bytes_of(wanted.out);
  const std::size_t at = png.find("pHYs");
  ASSERT_NE(at, std::string::npos);
  std::uint32_t per_metre = 0;
  for (std::size_t i = 0; i < 4; ++i) per_metre = per_metre << 8U | static_cast<unsigned char>(png[at + 4 + i]);
  EXPECT_EQ(per_metre, 10000U);
}

TEST_F(Targets, WhatCannotBePrintedIsRefusedWithAReason) {
  const auto error_of = [](const TargetRequest& wanted) {
    const auto written = write_targets(wanted);
    return written ? measure::Error{ErrorCode::Internal, "written"} : written.error();
  };
  auto odd_ending = request(TargetKind::CornerTags, "tags.doc");
  EXPECT_EQ(error_of(odd_ending).code, ErrorCode::Usage);
  auto too_large = request(TargetKind::CornerTags, "tags.pdf");
  too_large.tag_side = Inches(9.0);
  EXPECT_THAT(error_of(too_large).message, HasSubstr("does not fit"));
  auto no_such_tag = request(TargetKind::PieceTags, "tags.pdf");
  no_such_tag.ids = {250};
  EXPECT_THAT(error_of(no_such_tag).message, HasSubstr("has no tag 250"));
  auto no_such_dictionary = request(TargetKind::PieceTags, "tags.pdf");
  no_such_dictionary.dictionary = "DICT_9X9";
  EXPECT_EQ(error_of(no_such_dictionary).code, ErrorCode::Usage);
  auto no_such_colour = request(TargetKind::Discs, "discs.pdf");
  no_such_colour.colours = {"reddish"};
  EXPECT_EQ(error_of(no_such_colour).code, ErrorCode::Usage);
  auto huge_board = request(TargetKind::BoardChess, "chess.pdf");
  huge_board.chessboard.square = Inches(2.0);
  EXPECT_THAT(error_of(huge_board).message, HasSubstr("smaller or fewer squares"));
  auto no_folder = request(TargetKind::CornerTags, "nowhere/tags.pdf");
  EXPECT_EQ(error_of(no_folder).code, ErrorCode::BadFile);
}

TEST(TargetKinds, NamesOfTheCommandLine) {
  EXPECT_EQ(target_kind("corner-tags"), TargetKind::CornerTags);
  EXPECT_EQ(target_kind("les-allies"), TargetKind::LesAllies);
  EXPECT_FALSE(target_kind("posters").has_value());
}

}  // namespace
}  // namespace targets_test
