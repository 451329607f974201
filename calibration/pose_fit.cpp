#include "calibration/pose_fit.h"

#include <Eigen/LU>
#include <cmath>
#include <opencv2/calib3d.hpp>

#include "calibration/least_squares.h"
#include "calibration/lens.h"
#include "calibration/linear_algebra.h"

namespace calibration {
namespace {

using Eigen::Vector3d, measure::Inches, measure::TablePoint;

/// How much smaller or larger print may look on all sides alike (exposure, gamma, ink), 1 sigma in px: shared by
/// all tags of a picture, and each tag's own. Tag centres do not feel it. Smaller lets blur tilt the camera.
constexpr double kSharedGrowthPx = 0.5, kOwnGrowthPx = 0.08;
constexpr int kMaxPoseSteps = 30;
constexpr double kPoseSettled = 1e-10;
/// Reciprocal condition below which the points do not fix a pose.
constexpr double kMinCondition = 1e-13;
/// A tag's side is sampled here to find the straight line a fit would see; the fit leaves out the corners.
constexpr std::array<double, 7> kAlongSide{0.08, 0.22, 0.36, 0.5, 0.64, 0.78, 0.92};

struct Line {
  Eigen::Vector2d on, along;
};

std::optional<Line> line_seen(const TableCamera& camera, TablePoint a, TablePoint b) {
  Eigen::Vector2d mean = Eigen::Vector2d::Zero();
  std::array<Eigen::Vector2d, kAlongSide.size()> seen;
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto pixel = camera.image_from_table(a + (b - a) * kAlongSide[i], Inches(0.0));
    if (!pixel) return std::nullopt;
    seen[i] = {pixel->u, pixel->v};
    mean += seen[i] / static_cast<double>(seen.size());
  }
  Eigen::Vector2d along = seen.back() - seen.front();
  along.normalize();
  const Eigen::Vector2d across(-along.y(), along.x());
  double num = 0.0, den = 0.0;  // small turn of the chord that fits the points best
  for (const Eigen::Vector2d& p : seen) {
    const double s = (p - mean).dot(along);
    num += s * (p - mean).dot(across);
    den += s * s;
  }
  return Line{mean, along + across * (num / den)};
}

/// Predicted pixels of all points, as they would have been fitted.
std::optional<Eigen::VectorXd> predicted(const TableCamera& camera, const PoseEvidence& e) {
  Eigen::VectorXd out(2 * static_cast<Eigen::Index>(e.points.size()));
  for (std::size_t i = 0; i < e.points.size(); i += e.tags ? 4 : 1) {
    if (e.tags) {
      const auto corners = expected_corners(camera, {e.points[i], e.points[i + 1], e.points[i + 2], e.points[i + 3]});
      if (!corners) return std::nullopt;
      for (std::size_t k = 0; k < 4; ++k) out.segment<2>(2 * (i + k)) << (*corners)[k].u, (*corners)[k].v;
    } else {
      const auto pixel = camera.image_from_table(e.points[i], Inches(0.0));
      if (!pixel) return std::nullopt;
      out.segment<2>(2 * i) << pixel->u, pixel->v;
    }
  }
  return out;
}

struct Jacobians {
  Eigen::MatrixXd pose, lens;
};

Jacobians jacobians(const Lens& lens, const Pose& pose, const PoseEvidence& e) {
  const auto rows = 2 * static_cast<Eigen::Index>(e.points.size());
  Jacobians j{Eigen::MatrixXd(rows, 6), Eigen::MatrixXd(rows, kIntrinsicCount)};
  for (std::size_t i = 0; i < e.points.size(); ++i) {
    const auto row = static_cast<Eigen::Index>(2 * i);
    const Vector3d turned = pose.rotation * Vector3d(e.points[i].x.value, e.points[i].y.value, 0.0), p = turned + pose.translation;
    const Eigen::Matrix<double, 2, 3> by_point = projection_jacobian(lens, p);
    j.pose.block<2, 3>(row, 0) = -by_point * skew(turned);
    j.pose.block<2, 3>(row, 3) = by_point;
    j.lens.block<2, kIntrinsicCount>(row, 0) = intrinsic_jacobian(lens, p);
  }
  return j;
}

/// Starting poses from the points as rays; a plane seen nearly square on has two, and one seen exactly so none that way:
/// then the plane's homography gives it.
std::vector<Pose> starts(const Lens& lens, const PoseEvidence& e) {
  std::vector<cv::Point3d> world;
  std::vector<cv::Point2d> rays;
  for (std::size_t i = 0; i < e.points.size(); ++i) {
    const auto ray = ray_through(lens, e.pixels[i]);
    if (!ray) continue;
    world.emplace_back(e.points[i].x.value, e.points[i].y.value, 0.0);
    rays.emplace_back(ray->x(), ray->y());
  }
  std::vector<Pose> out;
  if (world.size() < 4) return out;
  try {
    std::vector<cv::Mat> turns, shifts;
    cv::solvePnPGeneric(world, rays, cv::Matx33d::eye(), cv::noArray(), turns, shifts, false, cv::SOLVEPNP_IPPE);
    for (std::size_t i = 0; i < turns.size(); ++i)
      if (const auto pose = pose_of(turns[i], shifts[i])) out.push_back(*pose);
    cv::Mat turn, shift;
    if (out.empty() && cv::solvePnP(world, rays, cv::Matx33d::eye(), cv::noArray(), turn, shift, false, cv::SOLVEPNP_ITERATIVE))
      if (const auto pose = pose_of(turn, shift)) out.push_back(*pose);
  } catch (const cv::Exception&) {
    out.clear();  // degenerate points: no pose
  }
  return out;
}

struct Refined {
  Pose pose;
  double chi2 = 0.0;
};

std::optional<double> chi2_of(const Lens& lens, const Pose& pose, const PoseEvidence& e, const Eigen::MatrixXd& weight,
                              Eigen::VectorXd& residual) {
  const auto expected = predicted(TableCamera(lens, pose.rotation, pose.translation), e);
  if (!expected) return std::nullopt;
  residual.resize(expected->size());
  for (std::size_t i = 0; i < e.pixels.size(); ++i) residual.segment<2>(2 * i) << e.pixels[i].u, e.pixels[i].v;
  residual -= *expected;
  return residual.dot(weight * residual);
}

/// Levenberg and Marquardt.
std::optional<Refined> refined(const Lens& lens, Pose pose, const PoseEvidence& e, const Eigen::MatrixXd& weight) {
  Eigen::VectorXd residual;
  auto chi2 = chi2_of(lens, pose, e, weight, residual);
  if (!chi2) return std::nullopt;
  double damping = 1e-4;
  for (int step = 0; step < kMaxPoseSteps; ++step) {
    const Eigen::MatrixXd j = jacobians(lens, pose, e).pose;
    Eigen::Matrix<double, 6, 6> normal = j.transpose() * weight * j;
    const Eigen::Matrix<double, 6, 1> right = j.transpose() * weight * residual;
    normal.diagonal() *= 1.0 + damping;
    const Eigen::Matrix<double, 6, 1> by = solve_symmetric(normal, right);
    if (!by.allFinite()) return std::nullopt;
    const Pose next{rotation_of(by.head<3>()) * pose.rotation, pose.translation + by.tail<3>()};
    Eigen::VectorXd next_residual;
    const auto next_chi2 = chi2_of(lens, next, e, weight, next_residual);
    if (next_chi2 && *next_chi2 <= *chi2) {
      pose = next;
      chi2 = next_chi2;
      residual = next_residual;
      damping *= 0.1;
      if (by.norm() < kPoseSettled) break;
    } else {
      damping *= 10.0;
      if (damping > 1e8) break;
    }
  }
  return Refined{pose, *chi2};
}

Eigen::VectorXd growth_of(const std::array<ImagePoint, 4>& c) {
  // Every side one pixel outwards: each corner moves along both of its sides.
  Eigen::VectorXd out(8);
  for (std::size_t i = 0; i < 4; ++i) {
    const auto &here = c[i], &before = c[(i + 3) % 4], &after = c[(i + 1) % 4];
    Eigen::Vector2d a(here.u - before.u, here.v - before.v), b(here.u - after.u, here.v - after.v);
    a.normalize(), b.normalize();
    out.segment<2>(2 * i) = (a + b) / std::max(0.3, std::abs(a.x() * b.y() - a.y() * b.x()));
  }
  return out;
}

}  // namespace

std::optional<Pose> pose_of(const cv::Mat& turn, const cv::Mat& shift) {
  cv::Matx33d r;
  cv::Rodrigues(turn, r);
  const Pose pose{Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(r.val),
                  {shift.at<double>(0), shift.at<double>(1), shift.at<double>(2)}};
  if (!pose.rotation.allFinite() || !pose.translation.allFinite() || pose.height() <= 0.0) return std::nullopt;
  return pose;
}

std::optional<std::array<ImagePoint, 4>> expected_corners(const TableCamera& camera, const std::array<TablePoint, 4>& corners) {
  std::array<std::optional<Line>, 4> side;
  for (std::size_t i = 0; i < 4; ++i) side[i] = line_seen(camera, corners[i], corners[(i + 1) % 4]);
  std::array<ImagePoint, 4> out;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto &a = side[(i + 3) % 4], &b = side[i];
    if (!a || !b) return std::nullopt;
    Eigen::Matrix2d directions;
    directions << a->along, -b->along;
    const Eigen::Vector2d along = directions.inverse() * (b->on - a->on);
    const Eigen::Vector2d at = a->on + a->along * along[0];
    out[i] = {at.x(), at.y()};
  }
  return out;
}

PoseEvidence evidence_of(std::span<const TableTag> tags, std::span<const TagObservation> seen) {
  PoseEvidence e;
  e.tags = true;
  const auto rows = 8 * static_cast<Eigen::Index>(seen.size());
  e.covariance = Eigen::MatrixXd::Identity(rows, rows) * (kCornerFloorPx * kCornerFloorPx);
  Eigen::VectorXd growth(rows);
  for (std::size_t i = 0; i < seen.size(); ++i) {
    const auto corners = corners_of(tags[i]);
    e.points.insert(e.points.end(), corners.begin(), corners.end());
    e.pixels.insert(e.pixels.end(), seen[i].corners.begin(), seen[i].corners.end());
    const auto at = 8 * static_cast<Eigen::Index>(i);
    growth.segment<8>(at) = growth_of(seen[i].corners);
    e.covariance.block<8, 8>(at, at) +=
        covariance_of(seen[i]) + growth.segment<8>(at) * growth.segment<8>(at).transpose() * (kOwnGrowthPx * kOwnGrowthPx);
  }
  e.covariance += growth * growth.transpose() * (kSharedGrowthPx * kSharedGrowthPx);
  return e;
}

PoseEvidence evidence_of(std::span<const Anchor> anchors) {
  PoseEvidence e;
  for (const Anchor& a : anchors) {
    e.points.push_back(a.point);
    e.pixels.push_back(a.pixel);
  }
  const auto rows = 2 * static_cast<Eigen::Index>(anchors.size());
  e.covariance = Eigen::MatrixXd::Zero(rows, rows);
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    const double sigma = anchors[i].sigma_px > 0.0 ? anchors[i].sigma_px : kAnchorSigmaPx;
    e.covariance.diagonal().segment<2>(2 * static_cast<Eigen::Index>(i)).setConstant(sigma * sigma);
  }
  return e;
}

std::optional<FittedPose> fit_pose(const Lens& lens, const PoseEvidence& e) {
  if (e.points.size() < 4) return std::nullopt;
  const Eigen::MatrixXd weight = solve_symmetric(e.covariance, Eigen::MatrixXd::Identity(e.covariance.rows(), e.covariance.cols()));
  if (!weight.allFinite()) return std::nullopt;
  std::optional<Refined> best;
  for (const Pose& start : starts(lens, e)) {
    const auto found = refined(lens, start, e, weight);
    if (found && found->pose.height() > 0.0 && (!best || found->chi2 < best->chi2)) best = found;
  }
  if (!best) return std::nullopt;

  const Jacobians j = jacobians(lens, best->pose, e);
  const Eigen::Matrix<double, 6, 6> normal = j.pose.transpose() * weight * j.pose;
  const Eigen::Matrix<double, 6, 1> scale = unit_scale(normal);
  const Eigen::Matrix<double, 6, 6> scaled = scale.asDiagonal() * normal * scale.asDiagonal();
  if (!scaled.allFinite() || !(reciprocal_condition(scaled) > kMinCondition)) return std::nullopt;
  const double dof = std::max(1.0, static_cast<double>(2 * e.points.size()) - 6.0);
  const double chi2_per_dof = best->chi2 / dof;
  const PoseCovariance inverse = scale.asDiagonal() * inverse_of(scaled) * scale.asDiagonal();
  // A wrong lens moves the pose along: what remains of it in the picture is only what the pose cannot make good.
  const PoseByLens by_lens = -(inverse * (j.pose.transpose() * weight * j.lens));

  Eigen::VectorXd residual;
  (void)chi2_of(lens, best->pose, e, weight, residual);
  if (e.tags) {
    Eigen::VectorXd growth(residual.size());
    for (std::size_t i = 0; i < e.pixels.size(); i += 4)
      growth.segment<8>(2 * i) = growth_of({e.pixels[i], e.pixels[i + 1], e.pixels[i + 2], e.pixels[i + 3]});
    residual -= growth * (growth.dot(residual) / growth.squaredNorm());
  }
  return FittedPose{
      .camera = TableCamera(lens, best->pose.rotation, best->pose.translation, inverse * std::max(1.0, chi2_per_dof), by_lens),
      .rms_px = std::sqrt(residual.squaredNorm() / static_cast<double>(residual.size())),
      .chi2_per_dof = chi2_per_dof};
}

}  // namespace calibration
