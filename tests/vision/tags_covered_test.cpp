// Tags of which something hides a part.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <vector>

#include "tests/vision/tag_picture.h"
#include "vision/tags/covered.h"
#include "vision/tags/known_squares.h"

namespace tags_covered_test {
namespace {

using vision::CoveredPrint;

const cv::Point2d kMiddle(60.0, 60.0);
constexpr double kSide = 22.0;

/// A tag on grass, turned, before anything hides it.
cv::Mat a_tag(int id, double turn) {
  return tag_picture::Canvas(120, 120, 95.0, 4).tag("DICT_4X4_250", id, tag_picture::square(kMiddle, kSide, turn)).finished({}, 3);
}

/// Leaves, dark and bright, over all of a side beyond `edge` from the middle, as a share of the tag's side.
void hide(cv::Mat& picture, double turn, double edge) {
  cv::RNG random(7);
  const auto corners = tag_picture::square(kMiddle, kSide, turn);
  const cv::Point2d across = (corners[1] - corners[0]) * (1.0 / kSide);
  for (int i = 0; i < 1500; ++i) {
    const cv::Point2d leaf(random.uniform(20.0, 100.0), random.uniform(20.0, 100.0));
    if ((leaf - kMiddle).dot(across) < edge * kSide + 1.5) continue;
    cv::circle(picture, leaf, 2, cv::Scalar(random.uniform(30, 110)), cv::FILLED, cv::LINE_AA);
  }
}

std::optional<CoveredPrint> read(const cv::Mat& picture, double turn, const std::vector<int>& ids) {
  const auto dictionary = vision::TagDictionary::named("DICT_4X4_250");
  auto corners = tag_picture::square(kMiddle + cv::Point2d(0.4, -0.3), kSide, turn);
  std::ranges::rotate(corners, corners.begin() + 1);  // whichever corner it begins with
  auto print = vision::read_covered(picture, corners, *dictionary, ids);
  if (print) print->tag.dictionary = nullptr;
  return print;
}

TEST(CoveredTags, AreReadByWhatShowsWhereverItLies) {
  for (const int id : {10, 72, 171})
    for (const double turn : {0.0, 25.0, 100.0, 190.0, 310.0}) {
      cv::Mat picture = a_tag(id, turn);
      hide(picture, turn, 0.15);
      const auto print = read(picture, turn, {3, 10, 45, 72, 110, 171});
      ASSERT_TRUE(print.has_value());
      EXPECT_EQ(print->tag.id, id) << turn;
      EXPECT_GT(print->sure, 0.99) << id << " " << turn;
      EXPECT_LT(cv::norm(print->tag.corners[0] - tag_picture::square(kMiddle, kSide, turn)[0]), 3.0) << "from its printed top left";
    }
}

// Of four hundred squares those of tags that had been read were looked at, and none of what had not.
TEST(CoveredTags, AreLookedForWhereNoTagWasRead) {
  cv::Mat picture(800, 1420, CV_8U, cv::Scalar(95)), taken = cv::Mat::zeros(picture.size(), CV_8U);
  const auto lay = [&](cv::Point at, int black, int white) {
    cv::rectangle(picture, cv::Rect(at - cv::Point(15, 15), cv::Size(31, 31)), cv::Scalar(white), cv::FILLED);
    cv::rectangle(picture, cv::Rect(at - cv::Point(11, 11), cv::Size(23, 23)), cv::Scalar(black), cv::FILLED);
  };
  for (int y = 40; y < 780; y += 40)
    for (int x = 40; x < 1340; x += 40) lay({x, y}, 30, 230), cv::circle(taken, {x, y}, 23, cv::Scalar(255), cv::FILLED);
  const cv::Point dim(1374, 400);
  lay(dim, 60, 150);
  const auto axes = [](cv::Point2d) { return std::optional(cv::Matx22d(23.0, 0.0, 0.0, 23.0)); };
  const auto finds = [&](const cv::Mat& where) {
    const auto found = vision::find_known_squares(picture, cv::Rect({}, picture.size()), axes, 6, where);
    return std::ranges::any_of(found, [&](const vision::Quad& q) { return cv::norm((q[0] + q[2]) * 0.5 - cv::Point2d(dim)) < 2.0; });
  };
  EXPECT_TRUE(finds(taken));
  EXPECT_FALSE(finds(cv::Mat::zeros(picture.size(), CV_8U))) << "too few tags to fill the search";
}

TEST(CoveredTags, AreReadWhereTheEdgeOfAShadowLiesAcrossThem) {
  for (const int id : {10, 72, 171})
    for (const double turn : {0.0, 25.0, 100.0, 190.0, 310.0}) {
      cv::Mat picture = a_tag(id, turn);
      const auto corners = tag_picture::square(kMiddle, kSide, turn);
      const cv::Point2d across = (corners[1] - corners[0]) * (1.0 / kSide);
      for (int y = 0; y < picture.rows; ++y)
        for (int x = 0; x < picture.cols; ++x)
          if ((cv::Point2d(x, y) - kMiddle).dot(across) > 0.1 * kSide)
            picture.at<uchar>(y, x) = cv::saturate_cast<uchar>(0.4 * picture.at<uchar>(y, x));
      const auto print = read(picture, turn, {3, 10, 45, 72, 110, 171});
      ASSERT_TRUE(print.has_value());
      EXPECT_EQ(print->tag.id, id) << turn;
      EXPECT_GT(print->sure, 0.99) << id << " " << turn;
    }
}

TEST(CoveredTags, AreLessSureTheLessShowsAndTheMoreOthersItMayBe) {
  double sure = 1.0;
  for (const double edge : {0.3, 0.0, -0.2, -0.35}) {
    cv::Mat picture = a_tag(10, 25.0);
    hide(picture, 25.0, edge);
    const auto print = read(picture, 25.0, {3, 10, 45, 72, 110, 171});
    const double now = print ? print->sure : 0.0;
    EXPECT_LE(now, sure + 0.02) << edge;
    sure = now;
    const auto alone = read(picture, 25.0, {10});
    if (print && print->tag.id == 10) {
      EXPECT_GE(alone->sure, print->sure - 1e-6) << edge;
    }
  }
  EXPECT_LT(sure, 0.9) << "hardly a cell shows";
}

TEST(CoveredTags, AStrangersTagIsNoneOfThoseSought) {
  for (const int id : {10, 72, 171})
    for (const double edge : {0.6, 0.15}) {  // of whom less shows may go with one by chance
      cv::Mat picture = a_tag(id, 25.0);
      hide(picture, 25.0, edge);
      const auto print = read(picture, 25.0, {3, 45, 110, 200});
      EXPECT_LT(print ? print->sure : 0.0, 0.9) << id << " " << edge;
    }
}

TEST(CoveredTags, GrassAndLeavesAreNone) {
  cv::Mat picture(120, 120, CV_8U, cv::Scalar(95));
  hide(picture, 0.0, -2.0);
  const auto print = read(picture, 0.0, {10});
  EXPECT_LT(print ? print->sure : 0.0, 0.5);
}

}  // namespace
}  // namespace tags_covered_test
