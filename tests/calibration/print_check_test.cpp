// A print at the wrong scale is noticed, one at the right scale is left alone.
#include "calibration/print/print_check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <cmath>
#include <random>

#include "calibration/pose_fit.h"

namespace print_check_test {
namespace {

using namespace calibration;
using measure::Inches;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TableCamera a_camera() {
  Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = lens.fy = 1500.0;
  lens.cx = 950.0;
  lens.cy = 545.0;
  lens.distortion = {-0.2, 0.05, 0.0, 0.0, 0.0};
  const Eigen::Matrix3d rotation =
      (Eigen::AngleAxisd(3.05, Eigen::Vector3d::UnitX()) * Eigen::AngleAxisd(0.02, Eigen::Vector3d::UnitY())).toRotationMatrix();
  return {lens, rotation, -rotation * Eigen::Vector3d(36.0, 20.0, 70.0)};
}

std::vector<TableTag> stated_tags() {
  std::vector<TableTag> tags(4);
  const double x[] = {3, 69, 69, 3}, y[] = {3, 3, 45, 45};
  for (std::size_t i = 0; i < 4; ++i) tags[i].id = static_cast<int>(i), tags[i].centre = {Inches(x[i]), Inches(y[i])};
  return tags;
}

/// Tags as the camera sees them when each was printed at its own scale, edges moved outwards by `shift_px`.
std::vector<TagObservation> seen_at_scale(std::vector<TableTag> tags, const std::vector<double>& scales, double noise_px, double shift_px,
                                          unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> noise(0.0, noise_px);
  std::vector<TagObservation> seen;
  for (std::size_t i = 0; i < tags.size(); ++i) {
    tags[i].side = tags[i].side * scales[i] + Inches(2.0 * shift_px / a_camera().pixels_per_inch(tags[i].centre, Inches(0.0)));
    TagObservation tag{.dictionary = tags[i].dictionary,
                       .id = tags[i].id,
                       .corners = expected_corners(a_camera(), corners_of(tags[i])).value(),
                       .corner_sigma_px = noise_px};
    for (ImagePoint& corner : tag.corners) corner = {corner.u + noise(random), corner.v + noise(random)};
    seen.push_back(tag);
  }
  return seen;
}

std::vector<Finding> findings(const std::vector<TagObservation>& seen) {
  const auto registered = register_table(a_camera().lens(), stated_tags(), seen);
  return check_print_scale(registered->camera, stated_tags(), seen);
}

TEST(PrintCheck, APrintFittedToThePageIsNoticedWithItsMeasuredSize) {
  const auto found = findings(seen_at_scale(stated_tags(), {0.96, 0.96, 0.96, 0.96}, 0.05, 0.0, 1));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].code, "print-scale");
  EXPECT_THAT(found[0].says, HasSubstr("tags 0, 1, 2, 3"));
  EXPECT_THAT(found[0].says, HasSubstr("not 2.500 in"));
  EXPECT_FALSE(found[0].fix.empty());
  EXPECT_NEAR(found[0].cost.value().value, 0.1, 0.02);
}

TEST(PrintCheck, OneTagPrintedTooLargeIsNamed) {
  const auto found = findings(seen_at_scale(stated_tags(), {1.0, 1.0, 1.08, 1.0}, 0.05, 0.0, 2));
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].says, HasSubstr("table tag 2"));
}

TEST(PrintCheck, ATrueToSizePrintIsLeftAloneEvenWhereLightMovesItsEdges) {
  for (unsigned seed = 0; seed < 20; ++seed)
    for (const double shift : {-0.3, 0.0, 0.3})
      EXPECT_THAT(findings(seen_at_scale(stated_tags(), {1.0, 1.0, 1.0, 1.0}, 0.08, shift, seed)), IsEmpty())
          << "edges moved by " << shift << " px, seed " << seed;
}

TEST(PrintCheck, ATagSeenTwiceIsNotJudged) {
  auto seen = seen_at_scale(stated_tags(), {1.0, 1.0, 1.08, 1.0}, 0.05, 0.0, 3);
  ASSERT_THAT(check_print_scale(a_camera(), stated_tags(), seen), SizeIs(1));
  seen.push_back(seen[2]);
  EXPECT_THAT(check_print_scale(a_camera(), stated_tags(), seen), IsEmpty());
}

TEST(PrintCheck, NothingSeenIsNothingSaid) { EXPECT_THAT(check_print_scale(a_camera(), stated_tags(), {}), IsEmpty()); }

}  // namespace
}  // namespace print_check_test
