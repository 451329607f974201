// Intrinsics and distortion: how a camera turns rays into pixels.
//   OpenCV's model (fx, fy, cx, cy, k1, k2, p1, p2, k3). Image frame: pixels, u right, v down, (0, 0)
//   is the centre of the top-left pixel. Camera frame: x right, y down, z forward.
#pragma once

#include <Eigen/Core>
#include <array>
#include <optional>

namespace calibration {

struct ImageSize {
  int width = 0, height = 0;
  friend bool operator==(const ImageSize&, const ImageSize&) = default;
};

/// A raw (distorted) picture position in pixels.
struct ImagePoint {
  double u = 0.0, v = 0.0;
  friend bool operator==(const ImagePoint&, const ImagePoint&) = default;
};
[[nodiscard]] inline double distance(ImagePoint a, ImagePoint b) { return Eigen::Vector2d(b.u - a.u, b.v - a.v).norm(); }

/// Order of the nine intrinsic parameters in covariances.
enum IntrinsicParameter { kFx, kFy, kCx, kCy, kK1, kK2, kP1, kP2, kK3, kIntrinsicCount };
using IntrinsicCovariance = Eigen::Matrix<double, kIntrinsicCount, kIntrinsicCount>;

struct Lens {
  ImageSize image_size;
  double fx = 0.0, fy = 0.0, cx = 0.0, cy = 0.0;  // pixels
  std::array<double, 5> distortion{};             // k1, k2, p1, p2, k3
  IntrinsicCovariance covariance = IntrinsicCovariance::Zero();
  std::optional<double> rms_px, cross_validation_px;
  int images_used = 0;
};

/// Where a point in the camera frame appears. `in_camera.z()` must be positive.
[[nodiscard]] ImagePoint project(const Lens& lens, const Eigen::Vector3d& in_camera);

/// Does the lens show this direction where its model says? False beyond where the distortion, on the way out from the middle, folds over:
/// places from there on would appear within the picture of others. `in_camera.z()` must be positive.
[[nodiscard]] bool reaches(const Lens& lens, const Eigen::Vector3d& in_camera);

/// d(u, v) / d(x, y, z in the camera frame).
[[nodiscard]] Eigen::Matrix<double, 2, 3> projection_jacobian(const Lens& lens, const Eigen::Vector3d& in_camera);

/// d(u, v) / d(the nine intrinsic parameters), for a point in the camera frame.
[[nodiscard]] Eigen::Matrix<double, 2, kIntrinsicCount> intrinsic_jacobian(const Lens& lens, const Eigen::Vector3d& in_camera);

/// The ray (x, y, 1) in the camera frame that appears at `pixel`: the exact inverse of `project`,
/// by Newton's method. Empty where the distortion folds over and no single ray belongs to the pixel.
[[nodiscard]] std::optional<Eigen::Vector3d> ray_through(const Lens& lens, ImagePoint pixel);

/// The turn about a vector by its length, radians.
[[nodiscard]] Eigen::Matrix3d rotation_of(const Eigen::Vector3d& vector);

/// The matrix of the cross product: `skew(v) * w` is v x w.
[[nodiscard]] Eigen::Matrix3d skew(const Eigen::Vector3d& v);

}  // namespace calibration
