#include "calibration/lens.h"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace calibration {
namespace {

constexpr int kMaxNewtonSteps = 40;
constexpr double kRayTolerance = 1e-13;  // of the normalised image plane: far below a micro-pixel

struct Distorted {
  Eigen::Vector2d point;
  Eigen::Matrix2d jacobian;  // d(distorted) / d(ideal)
};

Distorted distort(const Lens& lens, double x, double y) {
  const auto [k1, k2, p1, p2, k3] = lens.distortion;
  const double r2 = x * x + y * y;
  const double radial = 1.0 + r2 * (k1 + r2 * (k2 + r2 * k3));
  const double slope = k1 + r2 * (2.0 * k2 + r2 * 3.0 * k3);  // d radial / d r2
  Distorted out;
  out.point = {x * radial + 2.0 * p1 * x * y + p2 * (r2 + 2.0 * x * x), y * radial + p1 * (r2 + 2.0 * y * y) + 2.0 * p2 * x * y};
  out.jacobian << radial + 2.0 * x * x * slope + 2.0 * p1 * y + 6.0 * p2 * x, 2.0 * x * y * slope + 2.0 * p1 * x + 2.0 * p2 * y,
      2.0 * x * y * slope + 2.0 * p1 * x + 2.0 * p2 * y, radial + 2.0 * y * y * slope + 6.0 * p1 * y + 2.0 * p2 * x;
  return out;
}

}  // namespace

ImagePoint project(const Lens& lens, const Eigen::Vector3d& in_camera) {
  const Eigen::Vector2d d = distort(lens, in_camera.x() / in_camera.z(), in_camera.y() / in_camera.z()).point;
  return {lens.fx * d.x() + lens.cx, lens.fy * d.y() + lens.cy};
}

bool reaches(const Lens& lens, const Eigen::Vector3d& in_camera) {
  // With t = r^2, the distance from the middle grows as 1 + 3 k1 t + 5 k2 t^2 + 7 k3 t^3; the bends p1 and p2 are too small to count.
  const double z = in_camera.z(), t = (in_camera.x() * in_camera.x() + in_camera.y() * in_camera.y()) / (z * z);
  const double a = 3.0 * lens.distortion[0], b = 5.0 * lens.distortion[1], c = 7.0 * lens.distortion[4];
  if (t * (std::abs(a) + t * (std::abs(b) + t * std::abs(c))) < 1.0) return true;
  const auto grows = [&](double at) { return 1.0 + at * (a + at * (b + at * c)) > 0.0; };
  if (!grows(t)) return false;
  // Where it grows least: a + 2 b t + 3 c t^2 = 0.
  const double root = std::sqrt(std::max(0.0, b * b - 3.0 * a * c));
  for (const double turn : {(-b + root) / (3.0 * c), (-b - root) / (3.0 * c), -a / (2.0 * b)})
    if (turn > 0.0 && turn < t && !grows(turn)) return false;  // none of them where it divides by nothing
  return true;
}

Eigen::Matrix<double, 2, 3> projection_jacobian(const Lens& lens, const Eigen::Vector3d& in_camera) {
  const double z = in_camera.z(), x = in_camera.x() / z, y = in_camera.y() / z;
  Eigen::Matrix<double, 2, 3> ideal;
  ideal << 1.0 / z, 0.0, -x / z, 0.0, 1.0 / z, -y / z;
  return Eigen::Vector2d(lens.fx, lens.fy).asDiagonal() * distort(lens, x, y).jacobian * ideal;
}

Eigen::Matrix<double, 2, kIntrinsicCount> intrinsic_jacobian(const Lens& lens, const Eigen::Vector3d& in_camera) {
  const double x = in_camera.x() / in_camera.z(), y = in_camera.y() / in_camera.z();
  const double r2 = x * x + y * y;
  const Eigen::Vector2d d = distort(lens, x, y).point;
  Eigen::Matrix<double, 2, kIntrinsicCount> j;
  j << d.x(), 0.0, 1.0, 0.0, lens.fx * x * r2, lens.fx * x * r2 * r2, lens.fx * 2.0 * x * y, lens.fx * (r2 + 2.0 * x * x),
      lens.fx * x * r2 * r2 * r2,  //
      0.0, d.y(), 0.0, 1.0, lens.fy * y * r2, lens.fy * y * r2 * r2, lens.fy * (r2 + 2.0 * y * y), lens.fy * 2.0 * x * y,
      lens.fy * y * r2 * r2 * r2;
  return j;
}

std::optional<Eigen::Vector3d> ray_through(const Lens& lens, ImagePoint pixel) {
  const Eigen::Vector2d wanted((pixel.u - lens.cx) / lens.fx, (pixel.v - lens.cy) / lens.fy);
  Eigen::Vector2d ideal = wanted;
  for (int step = 0; step < kMaxNewtonSteps; ++step) {
    const Distorted at = distort(lens, ideal.x(), ideal.y());
    // A determinant that is not positive means the model has folded over: beyond it rays are not unique.
    if (!(at.jacobian.determinant() > 0.0)) return std::nullopt;
    const Eigen::Vector2d correction = at.jacobian.inverse() * (wanted - at.point);
    ideal += correction;
    if (!ideal.allFinite()) return std::nullopt;
    if (correction.norm() < kRayTolerance * (1.0 + ideal.norm())) return Eigen::Vector3d(ideal.x(), ideal.y(), 1.0);
  }
  return std::nullopt;
}

Eigen::Matrix3d rotation_of(const Eigen::Vector3d& vector) {
  const double angle = vector.norm();
  if (!(angle > 0.0)) return Eigen::Matrix3d::Identity();
  return Eigen::AngleAxisd(angle, vector / angle).toRotationMatrix();
}

Eigen::Matrix3d skew(const Eigen::Vector3d& v) {
  Eigen::Matrix3d m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

}  // namespace calibration
