// The camera's pose over the table from points of known place, lens given.
//   Weighted least squares with the full covariance of the picture points, so that errors they share
//   (the sides of one tag, ink that makes every tag look smaller) count once.
#pragma once

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <vector>

#include "calibration/registration.h"

namespace calibration {

/// Corners are not believed better than this, px: print and paper are not perfect.
inline constexpr double kCornerFloorPx = 0.03;
/// A click or a measured point of a picture, 1 sigma in px.
inline constexpr double kAnchorSigmaPx = 0.5;

/// camera = rotation * table + translation, inches.
struct Pose {
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d translation = Eigen::Vector3d::Zero();
  [[nodiscard]] double height() const { return (-rotation.transpose() * translation).z(); }
};
/// OpenCV's pose as ours; empty where it is none, or below the table.
[[nodiscard]] std::optional<Pose> pose_of(const cv::Mat& turn, const cv::Mat& shift);

/// What a pose is fitted to: the corners of tags, or anchors.
struct PoseEvidence {
  std::vector<measure::TablePoint> points;  // four to a tag when `tags` is set
  std::vector<ImagePoint> pixels;
  Eigen::MatrixXd covariance;  // of u0 v0 u1 v1 ..., px^2
  bool tags = false;           // sides are fitted as straight lines, though the lens bends them
};

/// Evidence of tags; `seen[i]` shows `tags[i]`.
[[nodiscard]] PoseEvidence evidence_of(std::span<const TableTag> tags, std::span<const TagObservation> seen);
[[nodiscard]] PoseEvidence evidence_of(std::span<const Anchor> anchors);

struct FittedPose {
  TableCamera camera;
  double rms_px = 0.0;        // of the residuals, uniform tag growth taken out
  double chi2_per_dof = 0.0;  // 1 when the picture errs as it says
};

/// The most likely pose, with a covariance widened where the residuals ask for it. Empty when the points do
/// not fix a pose (fewer than four, in one line) or the camera would be under the table.
[[nodiscard]] std::optional<FittedPose> fit_pose(const Lens& lens, const PoseEvidence& evidence);

/// Where a tag's fitted corners would appear: straight lines through its bent sides, crossed.
[[nodiscard]] std::optional<std::array<ImagePoint, 4>> expected_corners(const TableCamera& camera,
                                                                        const std::array<measure::TablePoint, 4>& corners);

}  // namespace calibration
