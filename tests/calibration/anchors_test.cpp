// Points that somebody has named: what no camera could see is told before any is asked.
#include "calibration/anchors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sim.h"

namespace anchors_test {
namespace {

using calibration::Anchor, calibration::fault_of;
using measure::Inches, measure::TablePoint;
using testing::AllOf, testing::HasSubstr, testing::Optional;

/// The corners of a board of 10 in as a slanted camera sees them, named clockwise from the far left one.
std::vector<Anchor> corners() {
  return {{{240, 350}, {Inches(0), Inches(10)}},
          {{980, 365}, {Inches(10), Inches(10)}},
          {{1000, 1140}, {Inches(10), Inches(0)}},
          {{190, 1120}, {Inches(0), Inches(0)}}};
}

TEST(Anchors, LawWhatACameraSeesHasNoFault) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> x(0.0, 72.0), y(0.0, 48.0);
  for (int i = 0; i < 200; ++i) {
    const measure::Table table{.length = Inches(72), .width = Inches(48)};
    const auto camera = sim::random_camera(sim::random_lens({1920, 1080}, random), table, random);
    std::vector<Anchor> anchors;
    for (const TablePoint corner : {TablePoint{Inches(2), Inches(3)}, TablePoint{Inches(70), Inches(1)}, TablePoint{Inches(66), Inches(45)},
                                    TablePoint{Inches(5), Inches(46)}, TablePoint{Inches(x(random)), Inches(y(random))}})
      anchors.push_back({camera.image_from_table(corner, Inches(0.0)).value(), corner});
    EXPECT_EQ(fault_of(anchors), std::nullopt);
  }
}

TEST(Anchors, TwoThatHaveChangedPlacesAreNamed) {
  auto anchors = corners();
  std::swap(anchors[1].pixel, anchors[2].pixel);
  EXPECT_THAT(fault_of(anchors), Optional(AllOf(HasSubstr("(10, 10)"), HasSubstr("(10, 0)"), HasSubstr("changed places"))));
}

TEST(Anchors, MirroredOrderIsNamed) {
  auto anchors = corners();
  std::swap(anchors[0].pixel, anchors[1].pixel);
  std::swap(anchors[2].pixel, anchors[3].pixel);
  EXPECT_THAT(fault_of(anchors), Optional(HasSubstr("mirrored")));
  // Opposite corners that have changed places are a mirrored board, too.
  anchors = corners();
  std::swap(anchors[0].pixel, anchors[2].pixel);
  EXPECT_THAT(fault_of(anchors), Optional(HasSubstr("mirrored")));
}

TEST(Anchors, ThreeInALineAreNamed) {
  auto anchors = corners();
  anchors[2].pixel = {610, 742};  // between the first and the last but one
  anchors[1].pixel = {980, 1134};
  EXPECT_THAT(fault_of(anchors), Optional(AllOf(HasSubstr("(0, 10)"), HasSubstr("(10, 10)"), HasSubstr("(10, 0)"), HasSubstr("one line"))));
}

TEST(Anchors, OneAmongTheOthersIsWrong) {
  auto anchors = corners();
  anchors.push_back({{600, 700}, {Inches(5), Inches(5)}});
  anchors[4].pixel = {1600, 700};  // the middle lies beyond the right edge
  EXPECT_THAT(fault_of(anchors), Optional(HasSubstr("one of them is wrong")));
}

TEST(Anchors, ThreeInALineOnTheTableMayBeInOneOfThePicture) {
  auto anchors = corners();
  anchors.push_back({{610, 357.5}, {Inches(5), Inches(10)}});
  EXPECT_EQ(fault_of(anchors), std::nullopt);
}

TEST(Anchors, AFaultIsWhyAPictureIsNotRegistered) {
  auto anchors = corners();
  std::swap(anchors[1].pixel, anchors[2].pixel);
  const auto found = calibration::register_table_without_lens({1200, 1600}, {}, {}, anchors);
  ASSERT_FALSE(found.has_value());
  EXPECT_EQ(found.error().code, measure::ErrorCode::NotCalibrated);
  EXPECT_THAT(found.error().message, HasSubstr("changed places"));
}

}  // namespace
}  // namespace anchors_test
