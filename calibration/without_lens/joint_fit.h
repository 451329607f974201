// Lens and camera pose together, from marks on one table in one picture.
//   One picture of a plane says little about a lens, so every intrinsic parameter carries a prior: what
//   cameras are like. Where the picture is silent the prior's width stays in the covariance.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "calibration/registration.h"

namespace calibration {

/// Pose (rotation 3, translation 3, as in PoseCovariance), then the nine intrinsics (as in IntrinsicParameter).
inline constexpr int kJointCount = 6 + kIntrinsicCount;
using JointMatrix = CameraCovariance;

/// What other pictures told of a lens.
struct ToldLens {
  Lens lens;
  IntrinsicCovariance information;  // how sure that is, of focal lengths and bends as off_told (joint_fit.cpp) has them
  double log_focal_sigma = 0.0;     // what that leaves of the focal length
};

/// What is believed of a lens before its picture is looked at: means and 1-sigma widths.
struct LensPrior {
  Lens mean;
  Eigen::Matrix<double, kIntrinsicCount, 1> sigma;  // fx and cy in pixels; fy counts only through `aspect_sigma`
  double log_focal_sigma = 0.4;
  double aspect_sigma = 0.002;  // of fx / fy
  std::optional<ToldLens> told = {};
  std::optional<double> focal_px = {};  // the fit is held to this focal length, whatever else is believed
  bool unfolded = false;                // no fit whose lens folds over before it reaches all marks
};
/// Webcams, telephones and camcorders, pixels square and the principal point near the middle.
[[nodiscard]] LensPrior common_cameras(ImageSize size);
/// The same for a few points that somebody has clicked: they cannot tell how a lens bends, and would bend it by the slips of his hand. It
/// is held near what telephones and most webcams do.
[[nodiscard]] LensPrior cameras_of_clicked_points(ImageSize size);
/// Such cameras, of which other pictures of the same table told `lens`, with the covariance they left it (lens.h), which has to be positive
/// definite. They count a quarter: where tags lie otherwise than the table file says, all pictures err alike. What was believed before them
/// is in that covariance, too, and keeps its weight.
[[nodiscard]] LensPrior told_by(LensPrior prior, const Lens& lens);
/// How far a fit's lens lies from what was told of it, squared sigmas.
[[nodiscard]] double squared_sigmas_from(const ToldLens& told, const Lens& lens);
/// The covariance of a lens by what was told of it and by a picture that says `lens` with this covariance.
[[nodiscard]] IntrinsicCovariance joined(const ToldLens& told, const Lens& lens, const IntrinsicCovariance& covariance);
/// Such cameras, of which the picture itself tells the focal length.
[[nodiscard]] LensPrior with_focal_px(LensPrior prior, double focal_px);

/// Four corners seen, with the square root of their information: residuals are whitened with it.
struct SeenTag {
  int id = 0;
  Eigen::Matrix<double, 8, 1> measured;  // u0 v0 .. u3 v3
  Eigen::Matrix<double, 8, 1> pixels;    // the same where the lens's bending of the tag's sides is made good
  Eigen::Matrix<double, 8, 8> whitening;
};
/// How a tag's corners move when every side moves outwards by one pixel, for a square seen nearly square on.
[[nodiscard]] Eigen::Matrix<double, 8, 1> growth_of(const Eigen::Matrix<double, 8, 1>& corners);
[[nodiscard]] SeenTag seen_tag(const TagObservation& observation);

/// A tag whose place on the table is known.
struct KnownTag {
  SeenTag seen;
  Eigen::Matrix<double, 2, 4> corners;  // table inches
};
/// A point whose place is known.
struct KnownPoint {
  Eigen::Vector2d pixel, point;
  double sigma_px = 0.5;
};
/// A square somewhere parallel to the table. One at height h looks exactly like a larger one on the table, so its
/// height need not be known. Corners: centre + sx * right + sy * up, with up = (a, b) and right = (b, -a).
struct LooseTag {
  SeenTag seen;
  Eigen::Vector2d centre = Eigen::Vector2d::Zero();
  double a = 0.0, b = 0.0;
};

[[nodiscard]] Eigen::Matrix<double, 2, 4> corners_of(const LooseTag& tag);

struct Marks {
  std::vector<KnownTag> tags;
  std::vector<KnownPoint> points;
  std::vector<LooseTag> loose;
};

struct JointFit {
  Lens lens;
  Eigen::Matrix3d rotation = Eigen::Matrix3d::Identity();
  Eigen::Vector3d translation = Eigen::Vector3d::Zero();
  JointMatrix covariance = JointMatrix::Zero();  // scaled up where the residuals exceed their stated noise
  double cost = 0.0;                             // whitened squares, priors included
  double log_volume = 0.0;                       // half the logarithm of the determinant of the covariance before it was scaled up
  double noise_ratio = 1.0;                      // chi squared of the data per degree of freedom
  std::vector<double> tag_chi2;                  // of each known tag, 8 residuals
};

/// Does the fitted lens reach all that is known before it folds over?
[[nodiscard]] bool reaches_all(const JointFit& fit, const Marks& marks);

/// Levenberg-Marquardt from a start. `marks.loose` are moved along. Empty when a mark falls behind the camera, or
/// where the prior does not believe it.
[[nodiscard]] std::optional<JointFit> fit_jointly(const LensPrior& prior, Marks& marks, JointFit start);

/// The covariance of pose and lens that these marks would leave, seen exactly where `at` shows them. Empty when a mark is behind the
/// camera.
[[nodiscard]] std::optional<JointMatrix> expected_covariance(const LensPrior& prior, const Marks& marks, const JointFit& at);

/// Table covariance (in^2) of a point at height z, from lens and pose together: x, y, z in table inches.
[[nodiscard]] Eigen::Matrix2d placing_covariance(const JointFit& fit, const Eigen::Vector3d& point);

}  // namespace calibration
