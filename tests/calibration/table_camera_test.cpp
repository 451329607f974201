// The map between pixels and table inches, checked against OpenCV's projection and against itself.
#include "calibration/table_camera.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <Eigen/Geometry>
#include <opencv2/calib3d.hpp>

namespace table_camera_test {
namespace {

using calibration::ImagePoint;
using calibration::Lens;
using calibration::TableCamera;
using measure::Inches;
using measure::TablePoint;

Lens a_wide_lens() {
  Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = 1400.0;
  lens.fy = 1403.0;
  lens.cx = 955.0;
  lens.cy = 548.0;
  lens.distortion = {-0.22, 0.06, 0.0007, -0.0005, -0.004};
  return lens;
}

TableCamera a_tilted_camera() {
  const Eigen::Matrix3d rotation =
      (Eigen::AngleAxisd(3.02, Eigen::Vector3d::UnitX()) * Eigen::AngleAxisd(0.05, Eigen::Vector3d::UnitY())).toRotationMatrix();
  const Eigen::Vector3d eye(34.0, 20.0, 68.0);
  return {a_wide_lens(), rotation, -rotation * eye};
}

double random_in(double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 1'000'001) / 1e6; }

TEST(Lens, ProjectsAsOpenCvDoes) {
  const Lens lens = a_wide_lens();
  const Eigen::Vector3d p(-20.0, 9.0, 55.0);
  std::vector<cv::Point2d> seen;
  const cv::Matx33d k(lens.fx, 0, lens.cx, 0, lens.fy, lens.cy, 0, 0, 1);
  cv::projectPoints(std::vector<cv::Point3d>{{p.x(), p.y(), p.z()}}, cv::Vec3d(0, 0, 0), cv::Vec3d(0, 0, 0), k,
                    std::vector<double>(lens.distortion.begin(), lens.distortion.end()), seen);
  const ImagePoint ours = project(lens, p);
  EXPECT_NEAR(ours.u, seen[0].x, 1e-9);
  EXPECT_NEAR(ours.v, seen[0].y, 1e-9);
}

TEST(Lens, RayThroughAPixelReturnsToThePixel) {
  const bool held = rc::check([] {
    const ImagePoint pixel{random_in(0, 1919), random_in(0, 1079)};
    const auto ray = ray_through(a_wide_lens(), pixel);
    RC_ASSERT(ray.has_value());
    const ImagePoint back = project(a_wide_lens(), *ray);
    RC_ASSERT(std::hypot(back.u - pixel.u, back.v - pixel.v) < 1e-8);
  });
  EXPECT_TRUE(held);
}

TEST(Lens, AFoldedDistortionHasNoRay) {
  Lens lens = a_wide_lens();
  lens.distortion = {-0.8, 0.0, 0.0, 0.0, 0.0};  // folds back inside the picture
  EXPECT_FALSE(ray_through(lens, {0.0, 0.0}).has_value());
}

TEST(Lens, ReachesWhereverItsRaysLeadBackAndNowhereElse) {
  const bool held = rc::check([] {
    Lens lens = a_wide_lens();
    lens.distortion = {random_in(-0.4, 0.2), random_in(-0.2, 0.2), 0.0, 0.0, random_in(-0.1, 0.1)};
    const double tangent = random_in(0.01, 3.0), turn = random_in(0.0, 6.2);
    const Eigen::Vector2d along(std::cos(turn), std::sin(turn));
    const auto seen_at = [&](double out) {
      const ImagePoint at = project(lens, {out * along.x(), out * along.y(), 1.0});
      return Eigen::Vector2d((at.u - lens.cx) / lens.fx, (at.v - lens.cy) / lens.fy).dot(along);
    };
    bool grows = true;  // from the middle out, by small steps
    double before = 0.0;
    constexpr int kSteps = 3000;
    for (int i = 1; i <= kSteps && grows; ++i) {
      const double out = seen_at(tangent * i / kSteps);
      grows = out > before;
      before = out;
    }
    RC_ASSERT(reaches(lens, 7.0 * Eigen::Vector3d(tangent * along.x(), tangent * along.y(), 1.0)) == grows);
  });
  EXPECT_TRUE(held);
}

TEST(TableCamera, TableToImageAndBackReturnsHomeAtEveryHeight) {
  const bool held = rc::check([] {
    const TablePoint home{Inches(random_in(0, 72)), Inches(random_in(0, 48))};
    const Inches z(random_in(0, 6));
    const TableCamera camera = a_tilted_camera();
    const auto pixel = camera.image_from_table(home, z);
    RC_ASSERT(pixel.has_value());
    const auto back = camera.table_from_image(*pixel, z);
    RC_ASSERT(back.has_value());
    RC_ASSERT(distance(*back, home) < Inches(1e-9));
  });
  EXPECT_TRUE(held);
}

TEST(TableCamera, APointAtHeightHSeenOnTheTableIsShiftedOutwardsByHTimesROverCameraHeightMinusH) {
  const TableCamera camera = a_tilted_camera();
  const TablePoint point{Inches(60.0), Inches(40.0)};
  const Inches h(2.0);
  const auto on_table = camera.table_from_image(*camera.image_from_table(point, h), Inches(0.0));
  const Inches r = distance(point, camera.nadir());
  EXPECT_NEAR(distance(*on_table, point).value, h.value * r.value / (camera.height().value - h.value), 1e-9);
}

TEST(TableCamera, JacobianIsTheSlopeOfTheMap) {
  const TableCamera camera = a_tilted_camera();
  const TablePoint p{Inches(12.0), Inches(30.0)};
  const double step = 1e-5;
  const auto jacobian = camera.image_jacobian(p, Inches(0.5));
  const ImagePoint here = *camera.image_from_table(p, Inches(0.5));
  const ImagePoint right = *camera.image_from_table({p.x + Inches(step), p.y}, Inches(0.5));
  EXPECT_NEAR(jacobian(0, 0), (right.u - here.u) / step, 1e-3);
  EXPECT_NEAR(jacobian(1, 0), (right.v - here.v) / step, 1e-3);
}

TEST(TableCamera, OnePixelOfNoiseIsOnePixelOfTable) {
  const TableCamera camera = a_tilted_camera();
  const TablePoint p{Inches(30.0), Inches(22.0)};
  const auto c = camera.from_pixels(p, Inches(0.0), Eigen::Matrix2d::Identity());
  EXPECT_NEAR(std::pow(c.xx * c.yy - c.xy * c.xy, 0.25), 1.0 / camera.pixels_per_inch(p, Inches(0.0)), 1e-9);
}

}  // namespace
}  // namespace table_camera_test
