// The table is registered by its tags, whichever of them are hidden, misplaced or seen twice.
#include "calibration/registration.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <random>

#include "calibration/bump_watch.h"
#include "calibration/pose_fit.h"
#include "tests/support/covered.h"

namespace registration_test {
namespace {

using calibration::BumpWatch;
using calibration::CameraMotion;
using calibration::Lens;
using calibration::register_table;
using calibration::Registration;
using calibration::TableCamera;
using calibration::TableTag;
using calibration::TagObservation;
using measure::ErrorCode;
using measure::Inches;
using measure::TablePoint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Lens a_lens() {
  Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = 1400.0;
  lens.fy = 1403.0;
  lens.cx = 955.0;
  lens.cy = 548.0;
  lens.distortion = {-0.22, 0.06, 0.0007, -0.0005, -0.004};
  return lens;
}

TableCamera a_camera(double tilt = 3.02, double x = 34.0) {
  const Eigen::Matrix3d rotation =
      (Eigen::AngleAxisd(tilt, Eigen::Vector3d::UnitX()) * Eigen::AngleAxisd(0.05, Eigen::Vector3d::UnitY())).toRotationMatrix();
  return {a_lens(), rotation, -rotation * Eigen::Vector3d(x, 20.0, 68.0)};
}

TableTag tag_at(int id, double x, double y) { return {.id = id, .dictionary = "DICT_APRILTAG_36h11", .centre = {Inches(x), Inches(y)}}; }

std::vector<TableTag> four_tags() { return {tag_at(0, 2.2, 2.2), tag_at(1, 69.8, 2.2), tag_at(2, 69.8, 45.8), tag_at(3, 2.2, 45.8)}; }

constexpr double kSigmaPx = 0.05;

/// What a camera sees of tags: corners where they belong, with noise, and print that looks `growth` px larger.
std::vector<TagObservation> seen_by(const TableCamera& camera, const std::vector<TableTag>& tags, unsigned seed = 0, double growth = 0.0) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0.0, seed == 0 ? 0.0 : kSigmaPx);
  std::vector<TagObservation> out;
  for (TableTag tag : tags) {
    tag.side += Inches(2.0 * growth / camera.pixels_per_inch(tag.centre, Inches(0.0)));
    TagObservation o{
        .dictionary = tag.dictionary, .id = tag.id, .corners = *expected_corners(camera, corners_of(tag)), .corner_sigma_px = kSigmaPx};
    for (auto& corner : o.corners) corner = {corner.u + noise(random), corner.v + noise(random)};
    out.push_back(o);
  }
  return out;
}

/// The largest error of the picture-to-table map on a 1-inch grid, inches.
double map_error(const TableCamera& camera, const TableCamera& truth) {
  double worst = 0.0;
  for (int x = 0; x <= 72; ++x)
    for (int y = 0; y <= 48; ++y) {
      const TablePoint point{Inches(x), Inches(y)};
      const auto back = camera.table_from_image(*truth.image_from_table(point, Inches(0.0)), Inches(0.0));
      worst = std::max(worst, back ? distance(*back, point).value : 1e9);
    }
  return worst;
}

std::vector<std::string> codes(const Registration& r) {
  std::vector<std::string> out;
  for (const auto& f : r.findings) out.push_back(f.code);
  return out;
}

TEST(Registration, PerfectTagsGiveThePerfectCamera) {
  const auto r = register_table(a_lens(), four_tags(), seen_by(a_camera(), four_tags()));
  ASSERT_TRUE(r.has_value());
  EXPECT_LT(map_error(r->camera, a_camera()), 1e-6);
  EXPECT_THAT(r->tags_used, ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(r->findings, IsEmpty());
}

// A camera that looked straight down, on tags seen without any noise, was once told that no two tags agree.
TEST(Registration, ACameraExactlySquareOnIsFound) {
  const Eigen::Matrix3d down = Eigen::Vector3d(1.0, -1.0, -1.0).asDiagonal();
  Lens plain = a_lens();
  plain.distortion = {};
  for (const Lens& lens : {plain, a_lens()}) {
    const TableCamera straight(lens, down, -down * Eigen::Vector3d(36.0, 24.0, 68.0));
    const auto r = register_table(lens, four_tags(), seen_by(straight, four_tags()));
    ASSERT_TRUE(r.has_value()) << r.error().message;
    EXPECT_LT(map_error(r->camera, straight), 1e-5);
    EXPECT_THAT(r->tags_used, ElementsAre(0, 1, 2, 3));
  }
}

TEST(Registration, PrintThatLooksSmallerEverywhereDoesNotMoveTheTable) {
  const auto r = register_table(a_lens(), four_tags(), seen_by(a_camera(), four_tags(), 0, -0.5));
  ASSERT_TRUE(r.has_value());
  EXPECT_LT(map_error(r->camera, a_camera()), 0.01);
}

TEST(Registration, AHiddenTagCostsLittle) {
  for (int hidden = 0; hidden < 4; ++hidden) {
    auto seen = seen_by(a_camera(), four_tags(), 4, -0.3);
    seen.erase(seen.begin() + hidden);
    const auto r = register_table(a_lens(), four_tags(), seen);
    ASSERT_TRUE(r.has_value());
    EXPECT_LT(map_error(r->camera, a_camera()), 0.03) << hidden;
    EXPECT_EQ(r->tags_used.size(), 3U);
  }
}

TEST(Registration, AMisplacedTagIsLeftOutAndNamed) {
  for (int moved = 0; moved < 4; ++moved)
    for (const auto& [dx, dy] : {std::pair{1.5, 0.0}, std::pair{-0.3, 0.35}, std::pair{8.0, -5.0}}) {
      auto really = four_tags();
      really[static_cast<std::size_t>(moved)].centre =
          really[static_cast<std::size_t>(moved)].centre + measure::TableVector{Inches(dx), Inches(dy)};
      const auto r = register_table(a_lens(), four_tags(), seen_by(a_camera(), really, 4));
      ASSERT_TRUE(r.has_value());
      ASSERT_THAT(codes(*r), ElementsAre("tag-misplaced")) << moved << " by " << dx;
      EXPECT_THAT(r->findings[0].says, HasSubstr("tag " + std::to_string(moved)));
      EXPECT_EQ(r->tags_seen.size(), 4U);
      EXPECT_EQ(r->tags_used.size(), 3U);
      EXPECT_LT(map_error(r->camera, a_camera()), 0.03);
    }
}

TEST(Registration, ATurnedTagIsMisplacedToo) {
  auto really = four_tags();
  really[2].heading = measure::from_degrees(180.0);
  const auto r = register_table(a_lens(), four_tags(), seen_by(a_camera(), really, 4));
  ASSERT_TRUE(r.has_value());
  EXPECT_THAT(codes(*r), ElementsAre("tag-misplaced"));
  EXPECT_THAT(r->tags_used, ElementsAre(0, 1, 3));
}

TEST(Registration, OfATagSeenTwiceTheOneThatAgreesIsUsed) {
  auto really = four_tags();
  really.push_back(tag_at(1, 30.0, 20.0));
  auto seen = seen_by(a_camera(), really, 4);
  std::ranges::reverse(seen);
  const auto r = register_table(a_lens(), four_tags(), seen);
  ASSERT_TRUE(r.has_value());
  EXPECT_THAT(codes(*r), ElementsAre("tag-twice"));
  EXPECT_THAT(r->tags_used, ElementsAre(0, 1, 2, 3));
  EXPECT_LT(map_error(r->camera, a_camera()), 0.03);
}

TEST(Registration, NoTagAndOneTagAreRefusedByName) {
  const auto none = register_table(a_lens(), four_tags(), {});
  EXPECT_EQ(none.error().code, ErrorCode::NotCalibrated);
  EXPECT_THAT(none.error().message, HasSubstr("0, 1, 2, 3"));
  const auto one = register_table(a_lens(), four_tags(), seen_by(a_camera(), {four_tags()[2]}));
  EXPECT_EQ(one.error().code, ErrorCode::NotCalibrated);
  EXPECT_THAT(one.error().message, HasSubstr("only tag 2"));
}

TEST(Registration, TwoTagsAreEnough) {
  for (const auto& [a, b] : {std::pair{0, 2}, std::pair{0, 1}, std::pair{1, 2}}) {
    const auto all = four_tags();
    const std::vector<TableTag> two{all[static_cast<std::size_t>(a)], all[static_cast<std::size_t>(b)]};
    const auto r = register_table(a_lens(), all, seen_by(a_camera(), two));
    ASSERT_TRUE(r.has_value());
    EXPECT_LT(map_error(r->camera, a_camera()), 1e-4) << a << b;
  }
}

TEST(Registration, TagsOfAnotherTableAreNotSeen) {
  auto others = four_tags();
  for (TableTag& t : others) t.dictionary = "DICT_4X4_250";
  EXPECT_EQ(register_table(a_lens(), four_tags(), seen_by(a_camera(), others)).error().code, ErrorCode::NotCalibrated);
}

TEST(Registration, TheStatedCovarianceHolds) {
  Covered covered;
  const TablePoint probe{Inches(20.0), Inches(30.0)};
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const auto r = register_table(a_lens(), four_tags(), seen_by(a_camera(), four_tags(), seed));
    ASSERT_TRUE(r.has_value());
    const auto at = *r->camera.table_from_image(*a_camera().image_from_table(probe, Inches(0.0)), Inches(0.0));
    const Inches margin = measure::margin_of(r->camera.registration_covariance(probe, Inches(0.0)));
    covered.add((at.x - probe.x).value, margin.value), covered.add((at.y - probe.y).value, margin.value);
  }
  expect_covered(covered, 0.92, 0.85);
}

// With a lens that is a little wrong the pose gives way; counting both errors as independent would state ten times too much.
TEST(Registration, LensCovarianceCountsOnlyAsFarAsThePoseCannotMakeUpForIt) {
  Lens lens = a_lens();
  lens.covariance(calibration::kFx, calibration::kFx) = lens.covariance(calibration::kFy, calibration::kFy) = 1.4 * 1.4;
  lens.covariance(calibration::kFx, calibration::kFy) = lens.covariance(calibration::kFy, calibration::kFx) = 1.4 * 1.4;
  Lens wrong = lens;
  wrong.fx += 1.4, wrong.fy += 1.4;
  const auto r = register_table(wrong, four_tags(), seen_by(a_camera(), four_tags()));
  ASSERT_TRUE(r.has_value());
  const TablePoint probe{Inches(60.0), Inches(24.0)};
  const double margin = measure::margin_of(r->camera.registration_covariance(probe, Inches(0.0))).value;
  const TableCamera naive(wrong, r->camera.rotation(), r->camera.translation(),
                          calibration::PoseCovariance(r->camera.covariance().topLeftCorner<6, 6>()));
  EXPECT_LT(margin, 0.5 * measure::margin_of(naive.registration_covariance(probe, Inches(0.0))).value);
  EXPECT_LT(map_error(r->camera, a_camera()), 0.03) << "the pose did make up for it";
}

TEST(Anchors, FourPointsRegisterAPictureAndFewerDoNot) {
  std::vector<calibration::Anchor> anchors;
  for (const auto& [x, y] : {std::pair{0.0, 0.0}, std::pair{72.0, 0.0}, std::pair{72.0, 48.0}, std::pair{0.0, 48.0}}) {
    const TablePoint p{Inches(x), Inches(y)};
    anchors.push_back({*a_camera().image_from_table(p, Inches(0.0)), p});
  }
  const auto r = register_table(a_lens(), {}, {}, anchors);
  ASSERT_TRUE(r.has_value());
  EXPECT_LT(map_error(r->camera, a_camera()), 1e-6);
  anchors.pop_back();
  EXPECT_EQ(register_table(a_lens(), {}, {}, anchors).error().code, ErrorCode::NotCalibrated);
}

TEST(Anchors, PointsInOneLineAreRefused) {
  std::vector<calibration::Anchor> anchors;
  for (const double x : {0.0, 20.0, 40.0, 60.0}) {
    const TablePoint p{Inches(x), Inches(10.0)};
    anchors.push_back({*a_camera().image_from_table(p, Inches(0.0)), p});
  }
  EXPECT_FALSE(register_table(a_lens(), {}, {}, anchors).has_value());
}

std::vector<TagObservation> shifted(std::vector<TagObservation> seen, std::size_t which, double px) {
  for (auto& corner : seen[which].corners) corner.u += px;
  return seen;
}

TEST(BumpWatch, NoiseIsNotABump) {
  const BumpWatch watch(four_tags(), seen_by(a_camera(), four_tags(), 1));
  for (unsigned seed = 2; seed < 40; ++seed) EXPECT_EQ(watch.check(seen_by(a_camera(), four_tags(), seed)).motion, CameraMotion::Still);
}

TEST(BumpWatch, ATiltedOrShiftedCameraIsNoticed) {
  const BumpWatch watch(four_tags(), seen_by(a_camera(), four_tags(), 1));
  EXPECT_EQ(watch.check(seen_by(a_camera(3.021), four_tags(), 2)).motion, CameraMotion::Moved);
  const auto shifted_camera = watch.check(seen_by(a_camera(3.02, 34.1), four_tags(), 3));
  EXPECT_EQ(shifted_camera.motion, CameraMotion::Moved);
  EXPECT_GT(shifted_camera.shift_px, 1.0);
}

TEST(BumpWatch, AMovedTagIsNotAMovedCamera) {
  const auto before = seen_by(a_camera(), four_tags(), 1);
  const auto check = BumpWatch(four_tags(), before).check(shifted(before, 2, 20.0));
  EXPECT_EQ(check.motion, CameraMotion::Still);
  EXPECT_THAT(check.tags_moved, ElementsAre(2));
}

TEST(BumpWatch, HiddenTagsHaveNoVoteAndTooFewCannotTell) {
  const auto before = seen_by(a_camera(), four_tags(), 1);
  const BumpWatch watch(four_tags(), before);
  EXPECT_EQ(watch.check({}).motion, CameraMotion::Unknown);
  EXPECT_EQ(watch.check(std::vector{before[0]}).motion, CameraMotion::Still);
  EXPECT_EQ(watch.check(std::vector{shifted(before, 0, 9.0)[0]}).motion, CameraMotion::Unknown);
  EXPECT_EQ(watch.check(std::vector{shifted(before, 0, 9.0)[0], before[1]}).motion, CameraMotion::Unknown);
}

TEST(BumpWatch, RegionsHoldTheTags) {
  const auto before = seen_by(a_camera(), four_tags(), 1);
  const auto regions = BumpWatch(four_tags(), before).regions(12.0);
  ASSERT_EQ(regions.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto& c = before[i].corners;
    EXPECT_TRUE(regions[i].contains(cv::Point(static_cast<int>(0.5 * (c[0].u + c[2].u)), static_cast<int>(0.5 * (c[0].v + c[2].v)))));
  }
}

}  // namespace
}  // namespace registration_test
