#include "calibration/lens_fit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/calib3d.hpp>

#include "calibration/least_squares.h"
#include "calibration/linear_algebra.h"

/// Of OpenBLAS, null where OpenCV's linear algebra comes from elsewhere. Its header need not be there.
extern "C" [[gnu::weak]] void openblas_set_num_threads(int count);

namespace calibration {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

// From this many views on, folds replace leaving out one view at a time: the time would grow with the square.
constexpr std::size_t kMostSingleFolds = 20;
constexpr std::size_t kFolds = 10;
// Smallest eigenvalue, as a share of the largest, of the scaled normal equations: below it a direction counts
// as unobserved and gets an enormous variance instead of an infinite one.
constexpr double kUnobserved = 1e-14;

using Matrix9 = IntrinsicCovariance;

cv::Matx33d matrix_of(const Lens& lens) { return {lens.fx, 0.0, lens.cx, 0.0, lens.fy, lens.cy, 0.0, 0.0, 1.0}; }
std::vector<double> distortion_of(const Lens& lens) { return {lens.distortion.begin(), lens.distortion.end()}; }

bool is_free(int parameter, FreeTerms free) { return (parameter != kK2 || free.k2) && (parameter != kK3 || free.k3); }

/// Normal equations of the intrinsics with every pose eliminated, for residuals of 1 px.
Matrix9 information(const LensFit& fit, std::span<const TargetView> views) {
  Matrix9 total = Matrix9::Zero();
  for (std::size_t v = 0; v < views.size(); ++v) {
    Matrix9 a = Matrix9::Zero();
    Eigen::Matrix<double, kIntrinsicCount, 6> b = Eigen::Matrix<double, kIntrinsicCount, 6>::Zero();
    Eigen::Matrix<double, 6, 6> d = Eigen::Matrix<double, 6, 6>::Zero();
    const Eigen::Matrix3d rotation = rotation_of(fit.rotations[v]);
    for (const cv::Point3f& point : views[v].on_target) {
      const Eigen::Vector3d turned = rotation * Eigen::Vector3d(point.x, point.y, point.z);
      const Eigen::Vector3d p = turned + fit.translations[v];
      const auto by_lens = intrinsic_jacobian(fit.lens, p);
      Eigen::Matrix<double, 3, 6> by_pose;
      by_pose << -skew(turned), Eigen::Matrix3d::Identity();
      const Eigen::Matrix<double, 2, 6> j = projection_jacobian(fit.lens, p) * by_pose;
      a += by_lens.transpose() * by_lens;
      b += by_lens.transpose() * j;
      d += j.transpose() * j;
    }
    total += a - b * solve_symmetric(d, b.transpose());
  }
  return total;
}

/// Inverse of the information over the free parameters; zero rows for the fixed ones.
Matrix9 covariance_of(const Matrix9& information, FreeTerms free) {
  std::vector<int> kept;
  for (int i = 0; i < kIntrinsicCount; ++i)
    if (is_free(i, free)) kept.push_back(i);
  const Eigen::MatrixXd sub = information(kept, kept);
  const Eigen::VectorXd scale = unit_scale(sub);
  const SymmetricEigen eigen = eigen_of_symmetric(scale.asDiagonal() * sub * scale.asDiagonal());
  const double floor = kUnobserved * eigen.values.maxCoeff();
  const Eigen::VectorXd inverted = eigen.values.cwiseMax(floor).cwiseInverse();
  const Eigen::MatrixXd inverse =
      scale.asDiagonal() * carried_covariance(eigen.vectors, inverted.asDiagonal().toDenseMatrix()) * scale.asDiagonal();
  Matrix9 out = Matrix9::Zero();
  out(kept, kept) = inverse;
  return out;
}

double squared_error(const TargetView& view, const Lens& lens, const cv::Vec3d& rotation, const cv::Vec3d& translation) {
  std::vector<cv::Point2f> projected;
  cv::projectPoints(view.on_target, rotation, translation, matrix_of(lens), distortion_of(lens), projected);
  double sum = 0.0;
  for (std::size_t i = 0; i < projected.size(); ++i) {
    const cv::Point2f e = projected[i] - view.in_picture[i];
    sum += e.dot(e);
  }
  return sum;
}

void fill_covariance(LensFit& fit, std::span<const TargetView> views, FreeTerms free) {
  double squares = 0.0;
  std::size_t points = 0;
  for (std::size_t v = 0; v < views.size(); ++v) {
    squares += fit.view_rms_px[v] * fit.view_rms_px[v] * static_cast<double>(views[v].on_target.size());
    points += views[v].on_target.size();
  }
  int parameters = 6 * static_cast<int>(views.size());
  for (int i = 0; i < kIntrinsicCount; ++i) parameters += is_free(i, free) ? 1 : 0;
  const double freedom = std::max(1.0, 2.0 * static_cast<double>(points) - parameters);
  fit.lens.covariance = covariance_of(information(fit, views), free) * (squares / freedom);
}

}  // namespace

Result<LensFit> fit_lens(std::span<const TargetView> views, ImageSize size, FreeTerms free, const Lens* start) try {
  // Its threads spin while they wait for one another: beside other work such small systems then take fifty times as long.
  if (openblas_set_num_threads != nullptr) openblas_set_num_threads(1);
  std::vector<std::vector<cv::Point3f>> on_target;
  std::vector<std::vector<cv::Point2f>> in_picture;
  for (const TargetView& view : views) {
    on_target.push_back(view.on_target);
    in_picture.push_back(view.in_picture);
  }
  int flags = (free.k2 ? 0 : cv::CALIB_FIX_K2) | (free.k3 ? 0 : cv::CALIB_FIX_K3);
  cv::Mat k = cv::Mat::eye(3, 3, CV_64F), distortion = cv::Mat::zeros(1, 5, CV_64F);
  if (start != nullptr) {
    k = cv::Mat(matrix_of(*start));
    distortion = cv::Mat(distortion_of(*start), true).reshape(1, 1);
    flags |= cv::CALIB_USE_INTRINSIC_GUESS;
  }
  std::vector<cv::Mat> rotations, translations;
  const double rms = cv::calibrateCamera(on_target, in_picture, {size.width, size.height}, k, distortion, rotations, translations, flags,
                                         cv::TermCriteria(cv::TermCriteria::COUNT + cv::TermCriteria::EPS, 100, 1e-12));
  LensFit fit;
  fit.lens.image_size = size;
  fit.lens.fx = k.at<double>(0, 0), fit.lens.fy = k.at<double>(1, 1), fit.lens.cx = k.at<double>(0, 2), fit.lens.cy = k.at<double>(1, 2);
  for (int i = 0; i < 5; ++i) fit.lens.distortion[i] = distortion.at<double>(i);
  fit.lens.rms_px = rms;
  fit.lens.images_used = static_cast<int>(views.size());
  if (!std::isfinite(rms) || !(fit.lens.fx > 0.0) || !(fit.lens.fy > 0.0))
    return fail(ErrorCode::NotCalibrated, "no lens explains these views: are the board's numbers right?");
  for (std::size_t v = 0; v < views.size(); ++v) {
    const cv::Vec3d r(rotations[v]), t(translations[v]);
    fit.rotations.emplace_back(r[0], r[1], r[2]);
    fit.translations.emplace_back(t[0], t[1], t[2]);
    fit.view_rms_px.push_back(std::sqrt(squared_error(views[v], fit.lens, r, t) / static_cast<double>(views[v].on_target.size())));
  }
  fill_covariance(fit, views, free);
  return fit;
} catch (const cv::Exception& e) {
  return fail(ErrorCode::NotCalibrated, fmt::format("no lens explains these views ({})", e.err));
}

std::optional<double> view_rms(const TargetView& view, const Lens& lens) try {
  cv::Vec3d r, t;
  if (!cv::solvePnP(view.on_target, view.in_picture, matrix_of(lens), distortion_of(lens), r, t)) return std::nullopt;
  return std::sqrt(squared_error(view, lens, r, t) / static_cast<double>(view.on_target.size()));
} catch (const cv::Exception&) {
  return std::nullopt;
}

Result<std::vector<double>> cross_validate(std::span<const TargetView> views, ImageSize size, FreeTerms free, const Lens& start) try {
  const std::size_t folds = views.size() <= kMostSingleFolds ? views.size() : kFolds;
  std::vector<double> rms(views.size(), 0.0);
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<TargetView> others;
    for (std::size_t v = 0; v < views.size(); ++v)
      if (v % folds != fold) others.push_back(views[v]);
    const Result<LensFit> fit = fit_lens(others, size, free, &start);
    if (!fit) return tl::unexpected(fit.error());
    for (std::size_t v = fold; v < views.size(); v += folds) {
      const std::optional<double> held_out = view_rms(views[v], fit->lens);
      if (!held_out) return fail(ErrorCode::NotCalibrated, fmt::format("{} has no pose under the lens of the other views", views[v].name));
      rms[v] = *held_out;
    }
  }
  return rms;
} catch (const cv::Exception& e) {
  return fail(ErrorCode::NotCalibrated, fmt::format("the lens could not be cross-validated ({})", e.err));
}

double tilt_spread(const LensFit& fit) {
  double widest = 0.0;
  for (std::size_t a = 0; a < fit.rotations.size(); ++a)
    for (std::size_t b = 0; b < a; ++b) {
      const Eigen::Vector3d normal_a = rotation_of(fit.rotations[a]).col(2), normal_b = rotation_of(fit.rotations[b]).col(2);
      widest = std::max(widest, std::acos(std::clamp(normal_a.dot(normal_b), -1.0, 1.0)));
    }
  return widest;
}

double lens_sigma_px(const Lens& lens, ImagePoint at) {
  const auto ray = ray_through(lens, at);
  if (!ray) return std::numeric_limits<double>::infinity();
  // A turn of the camera looks like a shift of the principal point: what is left of it does not spoil a
  // registered table, so positions are judged with cx and cy known.
  const auto j = intrinsic_jacobian(lens, *ray);
  const Eigen::Matrix2d centre = lens.covariance.block<2, 2>(kCx, kCx);
  const Eigen::Matrix<double, 2, kIntrinsicCount> to_centre = lens.covariance.middleRows<2>(kCx);
  const Matrix9 rest = lens.covariance - carried_covariance(to_centre.transpose(), pseudo_inverse_of_symmetric(centre));
  return std::sqrt(std::max(0.0, 0.5 * carried_covariance(j, rest).trace()));
}

double rms_of(std::span<const double> view_rms_px, std::span<const TargetView> views) {
  double squares = 0.0, points = 0.0;
  for (std::size_t v = 0; v < views.size(); ++v) {
    const auto n = static_cast<double>(views[v].on_target.size());
    squares += n * view_rms_px[v] * view_rms_px[v];
    points += n;
  }
  return points > 0.0 ? std::sqrt(squares / points) : 0.0;
}

}  // namespace calibration
