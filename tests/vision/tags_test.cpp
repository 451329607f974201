// Tags are found, read and fitted; texture is left alone.
#include "vision/tags/detector.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/vision/tag_picture.h"
#include "vision/tags/decode.h"

namespace tags_test {
namespace {

using calibration::TagObservation;
using measure::ErrorCode;
using tag_picture::Canvas;
using tag_picture::Look;
using tag_picture::square;
using testing::ElementsAre;
using testing::IsEmpty;
using vision::read_tags;
using vision::TagDictionary;

const std::string kSmall = "DICT_4X4_250", kLarge = "DICT_APRILTAG_36h11";
const std::vector<std::string> kBoth{kLarge, kSmall};

std::vector<TagObservation> tags_in(const cv::Mat& luma, const vision::Region& region = {}) {
  const auto tags = read_tags(luma, kBoth, region);
  EXPECT_TRUE(tags.has_value());
  return tags.value_or(std::vector<TagObservation>{});
}

std::vector<int> ids(const std::vector<TagObservation>& tags) {
  std::vector<int> out;
  for (const TagObservation& t : tags) out.push_back(t.id);
  std::ranges::sort(out);
  return out;
}

cv::Point2d centre(const TagObservation& t) {
  cv::Point2d sum;
  for (const auto& c : t.corners) sum += cv::Point2d(c.u, c.v) * 0.25;
  return sum;
}

/// Turn of the printed top, clockwise, degrees.
double turn(const TagObservation& t) {
  const double u = t.corners[1].u - t.corners[0].u + t.corners[2].u - t.corners[3].u;
  const double v = t.corners[1].v - t.corners[0].v + t.corners[2].v - t.corners[3].v;
  return std::atan2(v, u) * 180.0 / std::numbers::pi;
}

TEST(Tags, ASmallTagIsReadWithItsCornersInPrintedOrderAtAnyTurn) {
  for (int degrees = -170; degrees < 180; degrees += 35) {
    const auto corners = square({40.3, 38.8}, 20.5, degrees);
    const auto tags = tags_in(Canvas(80, 80).tag(kSmall, 10, corners).finished({}, 7));
    ASSERT_THAT(ids(tags), ElementsAre(10)) << degrees;
    EXPECT_EQ(tags[0].dictionary, kSmall);
    for (std::size_t i = 0; i < 4; ++i)
      EXPECT_LT(cv::norm(cv::Point2d(tags[0].corners[i].u, tags[0].corners[i].v) - corners[i]), 0.5) << degrees;
  }
}

TEST(Tags, CentresAreGoodToAFewHundredthsOfAPixelAndTurnsToAFewTenthsOfADegree) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  double centre_error = 0.0, turn_error = 0.0;
  constexpr int kTrials = 60;
  for (int i = 0; i < kTrials; ++i) {
    const cv::Point2d at(40.0 + any(random), 40.0 + any(random));
    const double degrees = 360.0 * any(random) - 180.0;
    const Look look{.blur_px = 0.5 + 0.5 * any(random), .noise = 2.0, .jpeg = 92};
    const auto tags = tags_in(
        Canvas(80, 80).tag(kSmall, i, square(at, 20.0 + 10.0 * any(random), degrees)).finished(look, static_cast<std::uint64_t>(i)));
    ASSERT_THAT(ids(tags), ElementsAre(i));
    centre_error += std::pow(cv::norm(centre(tags[0]) - at), 2);
    turn_error += std::pow(std::remainder(turn(tags[0]) - degrees, 360.0), 2);
  }
  EXPECT_LT(std::sqrt(centre_error / kTrials), 0.05);
  EXPECT_LT(std::sqrt(turn_error / kTrials), 0.35);
}

TEST(Tags, TheStatedSigmaOfTheCentreHolds) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> any(0.0, 1.0);
  int inside = 0, trials = 0;
  for (int i = 0; i < 80; ++i) {
    const cv::Point2d at(40.0 + any(random), 40.0 + any(random));
    const auto tags = tags_in(
        Canvas(80, 80).tag(kSmall, i, square(at, 22.0, 90.0 * any(random))).finished({.noise = 4.0}, static_cast<std::uint64_t>(i)));
    ASSERT_THAT(ids(tags), ElementsAre(i));
    Eigen::Matrix<double, 2, 8> mean;
    for (int k = 0; k < 4; ++k) mean.block<2, 2>(0, 2 * k) = 0.25 * Eigen::Matrix2d::Identity();
    const Eigen::Matrix2d covariance = mean * calibration::covariance_of(tags[0]) * mean.transpose();
    const cv::Point2d off = centre(tags[0]) - at;
    inside +=
        (std::abs(off.x) < 1.96 * std::sqrt(covariance(0, 0)) ? 1 : 0) + (std::abs(off.y) < 1.96 * std::sqrt(covariance(1, 1)) ? 1 : 0);
    trials += 2;
  }
  EXPECT_GE(static_cast<double>(inside) / trials, 0.88);
}

TEST(Tags, BothDictionariesAreReadInOnePass) {
  const auto picture = Canvas(220, 120).tag(kSmall, 33, square({50, 60}, 24, 12)).tag(kLarge, 2, square({150, 60}, 60, -5)).finished({}, 1);
  EXPECT_THAT(ids(tags_in(picture)), ElementsAre(2, 33));
}

TEST(Tags, BrightDarkAndHeavilyCompressedPicturesReadTheSame) {
  for (const double gain : {0.35, 0.6, 1.3}) {
    const auto picture =
        Canvas(100, 100).tag(kSmall, 21, square({50.2, 49.6}, 26, 31)).finished({.noise = 1.5, .jpeg = 70, .gain = gain}, 3);
    EXPECT_THAT(ids(tags_in(picture)), ElementsAre(21)) << gain;
  }
}

// Out of focus a cell of the other colour all round it turns grey: of clear pictures a fifth of the tags were lost.
TEST(Tags, TagsOutOfFocusAreReadAllButAFew) {
  int read = 0, wrong = 0;
  for (int id = 0; id < 100; ++id) {
    const double degrees = 7.0 * id;
    const auto picture = Canvas(64, 64).tag(kSmall, id, square({32.2, 31.7}, 20.5, degrees)).finished({.blur_px = 1.55}, 5);
    const std::vector<int> seen = ids(tags_in(picture));
    read += std::ranges::count(seen, id) == 1;
    wrong += static_cast<int>(std::ranges::count_if(seen, [&](int other) { return other != id; }));
  }
  EXPECT_GE(read, 95);
  EXPECT_EQ(wrong, 0);
}

// Under a strong lamp white runs over a thin black border, whose outline was torn.
TEST(Tags, SmallOverexposedTagsAreReadMostly) {
  int read = 0, wrong = 0;
  for (int id = 0; id < 250; ++id) {
    const auto corners = square({32.2, 31.7}, 14.0, 7.0 * id);
    const auto picture = Canvas(64, 64, 80.0).tag(kSmall, id, corners).finished({.blur_px = 0.9, .noise = 3.0, .gain = 1.8}, 5);
    const std::vector<int> seen = ids(tags_in(picture));
    read += std::ranges::count(seen, id) == 1;
    wrong += static_cast<int>(std::ranges::count_if(seen, [&](int other) { return other != id; }));
  }
  EXPECT_GE(read, 200) << "of 250";
  EXPECT_EQ(wrong, 0);
}

// Among the few tags of a roster one is told where its cells, each for itself, are neither black nor white.
TEST(Tags, AmongTheRostersTagsBlurredOnesAreToldThatCannotBeRead) {
  const vision::TagDictionary dictionary = vision::TagDictionary::named(kSmall).value();
  std::vector<int> roster;
  for (int id = 3; id < 250; id += 5) roster.push_back(id);  // 50 of 250
  int read = 0, told = 0, wrong = 0, strangers = 0;
  for (int id = 0; id < 250; ++id) {
    const auto corners = square({32.2, 31.7}, 15.5, 7.0 * id);
    const cv::Mat picture = Canvas(64, 64).tag(kSmall, id, corners).finished({.blur_px = 1.5, .noise = 5.0}, 5);
    const bool of_roster = std::ranges::find(roster, id) != roster.end();
    const auto among = vision::read_among(picture, corners, dictionary, roster);
    if (!of_roster) {
      strangers += among.has_value();
      continue;
    }
    read += std::ranges::count(ids(tags_in(picture)), id) == 1;
    told += among && among->id == id;
    wrong += among && among->id != id;
    if (among && among->id == id) {
      EXPECT_LT(cv::norm(among->corners[0] - corners[0]), 1e-9) << "turned, " << id;
    }
  }
  EXPECT_LE(read, 30);
  EXPECT_GE(told, 40);
  EXPECT_EQ(wrong, 0);
  EXPECT_LE(strangers, 10) << "of 200 tags that are not of the roster";
}

TEST(Tags, AShadowAcrossATagDoesNotHideIt) {
  const auto picture = Canvas(100, 100).tag(kSmall, 21, square({50.2, 49.6}, 30, 8)).shadow(52.0, 0.55).finished({}, 3);
  EXPECT_THAT(ids(tags_in(picture)), ElementsAre(21));
}

// A musket that lies across the white margin once joined the tag to the dark base beyond, and the tag was lost.
TEST(Tags, AThinDarkThingAcrossTheWhiteMarginDoesNotHideATag) {
  const auto picture = Canvas(120, 120, 45.0).tag(kSmall, 68, square({60, 50}, 34, 3)).stick({62, 60}, {62, 90}, 1.5, 60.0).finished({}, 3);
  EXPECT_THAT(ids(tags_in(picture)), ElementsAre(68));
}

TEST(Tags, ATagTwiceIsReturnedTwice) {
  const auto picture = Canvas(200, 100).tag(kLarge, 1, square({50, 50}, 50, 0)).tag(kLarge, 1, square({150, 50}, 50, 90)).finished({}, 3);
  EXPECT_THAT(ids(tags_in(picture)), ElementsAre(1, 1));
}

TEST(Tags, ARegionLimitsWhereCentresLie) {
  const auto picture = Canvas(400, 100).tag(kSmall, 5, square({50, 50}, 30, 0)).tag(kSmall, 6, square({350, 50}, 30, 0)).finished({}, 3);
  EXPECT_THAT(ids(tags_in(picture, std::vector<cv::Rect>{{330, 30, 40, 40}})), ElementsAre(6));
  EXPECT_THAT(ids(tags_in(picture, std::vector<cv::Rect>{{30, 30, 40, 40}, {330, 30, 40, 40}})), ElementsAre(5, 6));
  EXPECT_THAT(tags_in(picture, std::vector<cv::Rect>{}), IsEmpty());
}

TEST(Tags, TextureHoldsNoTags) {
  cv::RNG random(11);
  for (const double grain : {1.0, 2.5, 5.0}) {
    cv::Mat picture(700, 900, CV_32F);
    random.fill(picture, cv::RNG::NORMAL, 0.0, 1.0);
    cv::GaussianBlur(picture, picture, {}, grain);
    cv::normalize(picture, picture, 0.0, 255.0, cv::NORM_MINMAX);
    picture.convertTo(picture, CV_8U);
    EXPECT_THAT(tags_in(picture), IsEmpty()) << grain;
    cv::threshold(picture, picture, 127.0, 255.0, cv::THRESH_BINARY);  // harder: black on white
    EXPECT_THAT(tags_in(picture), IsEmpty()) << grain;
  }
}

TEST(Tags, AChessboardHoldsNoTags) {
  Canvas canvas(400, 400, 235.0);
  for (int row = 0; row < 9; ++row)
    for (int column = row % 2; column < 9; column += 2) {
      const double x = 20.0 + 40.0 * column, y = 40.0 + 40.0 * row;
      canvas.stick({x, y}, {x + 40.0, y}, 40.0, 45.0);
    }
  EXPECT_THAT(tags_in(canvas.finished({}, 1)), IsEmpty());
}

TEST(Tags, AnUnknownDictionaryAndAColourPictureAreRefused) {
  const std::vector<std::string> unknown{"DICT_9X9_9"};
  EXPECT_EQ(read_tags(cv::Mat::zeros(50, 50, CV_8U), unknown).error().code, ErrorCode::BadFile);
  EXPECT_EQ(read_tags(cv::Mat::zeros(50, 50, CV_8UC3), kBoth).error().code, ErrorCode::BadFile);
  EXPECT_EQ(read_tags(cv::Mat(), kBoth).error().code, ErrorCode::BadFile);
  EXPECT_THAT(tags_in(cv::Mat::zeros(3, 3, CV_8U)), IsEmpty());
}

TEST(TagDictionary, EveryTagIsFoundAtEveryTurn) {
  for (const char* name : {"DICT_4X4_250", "DICT_APRILTAG_36h11", "DICT_5X5_100"}) {
    const auto dictionary = TagDictionary::named(name);
    ASSERT_TRUE(dictionary.has_value());
    for (int id = 0; dictionary->holds(id); id += 17) {
      vision::TagCode code = dictionary->code_of(id);
      for (int turns = 0; turns < 4; ++turns) {
        const auto match = dictionary->find(code);
        ASSERT_TRUE(match.has_value());
        EXPECT_EQ(match->id, id);
        EXPECT_EQ((match->turns + turns) % 4, 0);
        code = vision::quarter_turn(code, dictionary->bits());
      }
      EXPECT_EQ(code, dictionary->code_of(id)) << "four quarter turns are none";
    }
  }
}

TEST(TagDictionary, OnlyRoomyDictionariesMendBits) {
  const auto crowded = TagDictionary::named("DICT_4X4_250"), roomy = TagDictionary::named("DICT_APRILTAG_36h11");
  EXPECT_EQ(crowded->error_budget(), 0);
  ASSERT_GE(roomy->error_budget(), 2);
  const auto mended = roomy->find(roomy->code_of(3) ^ 0b1001);
  ASSERT_TRUE(mended.has_value());
  EXPECT_EQ(mended->id, 3);
  EXPECT_EQ(mended->errors, 2);
}

}  // namespace
}  // namespace tags_test
