// A calibrated camera over a table: pixels to table inches at a stated height, and back.
//   Every conversion names its height z above the table, because a point at height h seen from a
//   camera at height H is shifted by h*r/(H-h). Both directions go through the full lens model and
//   are inverses of each other.
#pragma once

#include <Eigen/Core>
#include <optional>

#include "calibration/lens.h"
#include "measure/length.h"
#include "measure/measured.h"

namespace calibration {

/// Covariance of the six pose parameters: a small rotation (radians, camera frame, applied on the
/// left) and a translation (inches, camera frame).
using PoseCovariance = Eigen::Matrix<double, 6, 6>;
/// d(pose) / d(intrinsics): how the fitted pose gives way when the lens is a little different. The pose takes
/// up most of a lens error, so the two must not be counted as independent.
using PoseByLens = Eigen::Matrix<double, 6, kIntrinsicCount>;
/// Covariance of pose and lens together: the six pose parameters, then the nine intrinsics of lens.h. The two
/// are strongly correlated (a longer lens, a higher camera), so their blocks alone say far too much.
using CameraCovariance = Eigen::Matrix<double, 6 + kIntrinsicCount, 6 + kIntrinsicCount>;

class TableCamera {
 public:
  /// `camera_from_table`: p_camera = rotation * p_table + translation, inches. `covariance` is that of the pose
  /// for this very lens; the lens's own is in the lens and reaches the table through `by_lens`.
  TableCamera(Lens lens, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& translation,
              const PoseCovariance& covariance = PoseCovariance::Zero(), const PoseByLens& by_lens = PoseByLens::Zero());
  /// The same with a covariance of pose and lens together.
  TableCamera(Lens lens, const Eigen::Matrix3d& rotation, const Eigen::Vector3d& translation, const CameraCovariance& covariance);

  /// The raw pixel of a table point at height `z`. Empty for a point behind the camera and where the
  /// lens's distortion has folded over.
  [[nodiscard]] std::optional<ImagePoint> image_from_table(measure::TablePoint point, measure::Inches z) const;

  /// The table point at height `z` that appears at `pixel`. Empty where the ray misses that plane or
  /// the lens model does not reach.
  [[nodiscard]] std::optional<measure::TablePoint> table_from_image(ImagePoint pixel, measure::Inches z) const;

  /// d(u, v) / d(x, y) at a table point: pixels per inch along each axis.
  [[nodiscard]] Eigen::Matrix2d image_jacobian(measure::TablePoint point, measure::Inches z) const;

  /// Geometric mean of the picture's scale at a table point, in pixels per inch.
  [[nodiscard]] double pixels_per_inch(measure::TablePoint point, measure::Inches z) const;

  /// Table covariance (in^2) of a point seen at height `z` with picture covariance `px` (px^2).
  [[nodiscard]] measure::PointCovariance from_pixels(measure::TablePoint point, measure::Inches z, const Eigen::Matrix2d& px) const;

  /// Table covariance (in^2) that registration and lens contribute at a point: common to all sightings
  /// there, so it does not average away. The lens counts only as far as the pose could not make up for it.
  [[nodiscard]] measure::PointCovariance registration_covariance(measure::TablePoint point, measure::Inches z) const;

  /// The camera's own place: the point of the table under it, and its height above the table.
  [[nodiscard]] measure::TablePoint nadir() const;
  [[nodiscard]] measure::Inches height() const;

  [[nodiscard]] const Lens& lens() const { return lens_; }
  [[nodiscard]] const Eigen::Matrix3d& rotation() const { return rotation_; }
  [[nodiscard]] const Eigen::Vector3d& translation() const { return translation_; }
  [[nodiscard]] const CameraCovariance& covariance() const { return covariance_; }

 private:
  [[nodiscard]] Eigen::Vector3d in_camera(measure::TablePoint point, measure::Inches z) const;

  Lens lens_;
  Eigen::Matrix3d rotation_;
  Eigen::Vector3d translation_;
  CameraCovariance covariance_;
};

}  // namespace calibration
