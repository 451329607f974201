#include "calibration/table_camera.h"

#include <Eigen/LU>
#include <cmath>
#include <utility>

namespace calibration {

using measure::Inches, measure::PointCovariance, measure::TablePoint;

TableCamera::TableCamera(Lens lens, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& translation, const PoseCovariance& covariance,
                         const PoseByLens& by_lens)
    : lens_(std::move(lens)), rotation_(rotation), translation_(translation) {
  const Eigen::Matrix<double, 6, kIntrinsicCount> shared = by_lens * lens_.covariance;
  covariance_ << covariance + shared * by_lens.transpose(), shared, shared.transpose(), lens_.covariance;
}

TableCamera::TableCamera(Lens lens, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& translation, const CameraCovariance& covariance)
    : lens_(std::move(lens)), rotation_(rotation), translation_(translation), covariance_(covariance) {}

Eigen::Vector3d TableCamera::in_camera(TablePoint point, Inches z) const {
  return rotation_ * Eigen::Vector3d(point.x.value, point.y.value, z.value) + translation_;
}

std::optional<ImagePoint> TableCamera::image_from_table(TablePoint point, Inches z) const {
  const Eigen::Vector3d p = in_camera(point, z);
  if (!(p.z() > 0.0) || !reaches(lens_, p)) return std::nullopt;
  return project(lens_, p);
}

std::optional<TablePoint> TableCamera::table_from_image(ImagePoint pixel, Inches z) const {
  const std::optional<Eigen::Vector3d> ray = ray_through(lens_, pixel);
  if (!ray) return std::nullopt;
  const Eigen::Vector3d direction = rotation_.transpose() * *ray;
  const Eigen::Vector3d eye = -rotation_.transpose() * translation_;
  const double scale = (z.value - eye.z()) / direction.z();
  if (!(scale > 0.0) || !std::isfinite(scale)) return std::nullopt;
  const Eigen::Vector3d hit = eye + direction * scale;
  return TablePoint{Inches(hit.x()), Inches(hit.y())};
}

Eigen::Matrix2d TableCamera::image_jacobian(TablePoint point, Inches z) const {
  return projection_jacobian(lens_, in_camera(point, z)) * rotation_.leftCols<2>();
}

double TableCamera::pixels_per_inch(TablePoint point, Inches z) const {
  return std::sqrt(std::abs(image_jacobian(point, z).determinant()));
}

PointCovariance TableCamera::from_pixels(TablePoint point, Inches z, const Eigen::Matrix2d& px) const {
  const Eigen::Matrix2d back = image_jacobian(point, z).inverse();
  const Eigen::Matrix2d c = back * px * back.transpose();
  return {c(0, 0), 0.5 * (c(0, 1) + c(1, 0)), c(1, 1)};
}

PointCovariance TableCamera::registration_covariance(TablePoint point, Inches z) const {
  const Eigen::Vector3d p = in_camera(point, z);
  const Eigen::Matrix<double, 2, 3> by_place = projection_jacobian(lens_, p);
  Eigen::Matrix<double, 2, 6 + kIntrinsicCount> by_camera;
  by_camera << -by_place * skew(p - translation_), by_place, intrinsic_jacobian(lens_, p);
  return from_pixels(point, z, by_camera * covariance_ * by_camera.transpose());
}

TablePoint TableCamera::nadir() const {
  const Eigen::Vector3d eye = -rotation_.transpose() * translation_;
  return {Inches(eye.x()), Inches(eye.y())};
}

Inches TableCamera::height() const { return Inches((-rotation_.transpose() * translation_).z()); }

}  // namespace calibration
