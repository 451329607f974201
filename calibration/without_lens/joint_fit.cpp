#include "calibration/without_lens/joint_fit.h"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>

#include "calibration/least_squares.h"
#include "calibration/lens.h"
#include "calibration/linear_algebra.h"
#include "calibration/pose_fit.h"

namespace calibration {
namespace {

constexpr int kMaxSteps = 60;
// The fit has settled when a step lowers the cost by less than this share.
constexpr double kSettled = 1e-10;
// A loose tag whose whitened squares exceed this is more likely misread or tilted than noisy: from there on
// its weight falls (Cauchy). 8 residuals with 4 free parameters leave 4 expected.
constexpr double kLooseScale2 = 16.0;

// How far exposure, gamma and ink may move all sides of a tag outwards alike, 1 sigma. Smaller: a print that looks
// a little too large or small bends the lens.
constexpr double kGrowth_px = 0.5;

// How well a camera tells its own focal length, 1 sigma of the logarithm: whole millimetres are one part in 26 of a telephone's, and a
// picture cut to 16:9 keeps what was told of the whole sensor, whose diagonal is 9 % longer. Smaller: such a picture bends the rest.
constexpr double kToldFocalSigma = 0.08;

/// A fit that is held to a focal length keeps it to this 1-sigma width of its logarithm. Smaller loses digits, larger blurs the integral
/// over focal lengths.
constexpr double kHeld = 1e-3;

// What other pictures told counts so much: see camera_told_by. Larger promises more each evening that the camera stays where it is, without
// end; with 0.5 margins of a second view hold 91.5 % of places, with this 94.8 % (60 pairs of views, self_calibration_test.cpp).
constexpr double kToldBefore = 0.25;

using Vector15 = Eigen::Matrix<double, kJointCount, 1>;
using Matrix8x15 = Eigen::Matrix<double, 8, kJointCount>;
using Vector8 = Eigen::Matrix<double, 8, 1>;

constexpr double kSx[4] = {-1.0, 1.0, 1.0, -1.0}, kSy[4] = {1.0, 1.0, -1.0, -1.0};

using IntrinsicVector = Eigen::Matrix<double, kIntrinsicCount, 1>;

IntrinsicVector parameters_of(const Lens& lens) {
  IntrinsicVector out;
  out << lens.fx, lens.fy, lens.cx, lens.cy, Eigen::Map<const Eigen::Matrix<double, 5, 1>>(lens.distortion.data());
  return out;
}

struct PointRow {
  Eigen::Vector2d projected;
  Eigen::Matrix<double, 2, kJointCount> by_camera;
  Eigen::Matrix2d by_point;
};

bool project_point(const JointFit& at, const Eigen::Vector3d& point, PointRow& row) {
  const Eigen::Vector3d turned = at.rotation * point;
  const Eigen::Vector3d p = turned + at.translation;
  if (!(p.z() > 1e-6)) return false;
  const ImagePoint pixel = project(at.lens, p);
  const auto j = projection_jacobian(at.lens, p);
  row.projected = {pixel.u, pixel.v};
  row.by_camera.leftCols<3>() = -j * skew(turned);
  row.by_camera.middleCols<3>(3) = j;
  row.by_camera.rightCols<kIntrinsicCount>() = intrinsic_jacobian(at.lens, p);
  row.by_point = j * at.rotation.leftCols<2>();
  return true;
}

struct TagRows {
  Vector8 residual;  // whitened
  Matrix8x15 by_camera;
  Eigen::Matrix<double, 8, 4> by_place;  // centre x, y, a, b
};

bool project_tag(const JointFit& at, const SeenTag& seen, const Eigen::Matrix<double, 2, 4>& corners, TagRows& rows) {
  for (int i = 0; i < 4; ++i) {
    PointRow row;
    if (!project_point(at, {corners(0, i), corners(1, i), 0.0}, row)) return false;
    rows.residual.segment<2>(2 * i) = row.projected - seen.pixels.segment<2>(2 * i);
    rows.by_camera.middleRows<2>(2 * i) = row.by_camera;
    Eigen::Matrix<double, 2, 4> place;
    place << 1.0, 0.0, kSy[i], kSx[i], 0.0, 1.0, -kSx[i], kSy[i];
    rows.by_place.middleRows<2>(2 * i) = row.by_point * place;
  }
  rows.residual = seen.whitening * rows.residual;
  rows.by_camera = seen.whitening.lazyProduct(rows.by_camera).eval();
  rows.by_place = seen.whitening.lazyProduct(rows.by_place).eval();
  return true;
}

/// Normal equations with the loose tags' places eliminated, and what is needed to get them back.
struct Equations {
  JointMatrix h = JointMatrix::Zero(), prior_h = JointMatrix::Zero();
  Vector15 g = Vector15::Zero();
  double cost = 0.0, data_chi2 = 0.0, freedom = 0.0;
  std::vector<double> tag_chi2;
  struct Loose {
    Eigen::Matrix4d h;
    Eigen::Matrix<double, kJointCount, 4> cross;
    Eigen::Vector4d g;
  };
  std::vector<Loose> loose;
};

/// How far a lens lies from one that was told, as what a picture tells of both: focal lengths by their logarithms, bends as they show in
/// pixels. A longer lens that bends the same picture alike has larger coefficients, and in those themselves the two would not lie on a
/// line.
struct OffTold {
  IntrinsicVector off;
  IntrinsicCovariance by_lens = IntrinsicCovariance::Identity();
};
OffTold off_told(const Lens& told, const Lens& lens) {
  OffTold out{.off = parameters_of(lens) - parameters_of(told)};
  out.off[kFx] = told.fx * std::log(lens.fx / told.fx), out.by_lens(kFx, kFx) = told.fx / lens.fx;
  out.off[kFy] = told.fy * std::log(lens.fy / told.fy), out.by_lens(kFy, kFy) = told.fy / lens.fy;
  constexpr std::array<int, 5> kPowers{2, 4, 1, 1, 6};  // of the distance from the middle, of k1 k2 p1 p2 k3
  for (int i = 0; i < 5; ++i) {
    const double scale = std::pow(told.fx / lens.fx, kPowers[i]), seen = scale * lens.distortion[i];
    out.off[kK1 + i] = seen - told.distortion[i];
    out.by_lens(kK1 + i, kK1 + i) = scale, out.by_lens(kK1 + i, kFx) = -kPowers[i] * seen / lens.fx;
  }
  return out;
}

void add_priors(const LensPrior& prior, const Lens& lens, Equations& e) {
  NormalEquations<kJointCount> known;
  const auto add = [&](const Vector15& slope, double residual, double weight) {
    known.add(slope, residual, weight);
    e.cost += weight * residual * residual;
  };
  const auto add_focal = [&](double focal, double log_sigma, double weight) {
    add(Vector15::Unit(6 + kFx) / (lens.fx * log_sigma), std::log(lens.fx / focal) / log_sigma, weight);
  };
  if (prior.told) {
    const OffTold from = off_told(prior.told->lens, lens);
    const IntrinsicVector pull = prior.told->information * from.off;
    known.information.bottomRightCorner<kIntrinsicCount, kIntrinsicCount>() =
        from.by_lens.transpose() * prior.told->information * from.by_lens;
    known.right.tail<kIntrinsicCount>() = from.by_lens.transpose() * pull;
    e.cost += from.off.dot(pull);
  }
  const double share = prior.told ? 1.0 - kToldBefore : 1.0;  // the rest is in what was told
  add_focal(prior.mean.fx, prior.log_focal_sigma, share);
  Vector15 slope = Vector15::Zero();
  slope[6 + kFx] = 1.0 / (lens.fy * prior.aspect_sigma);
  slope[6 + kFy] = -lens.fx / (lens.fy * lens.fy * prior.aspect_sigma);
  add(slope, (lens.fx / lens.fy - 1.0) / prior.aspect_sigma, share);
  const IntrinsicVector off = parameters_of(lens) - parameters_of(prior.mean);
  for (int i = kCx; i < kIntrinsicCount; ++i) add(Vector15::Unit(6 + i) / prior.sigma[i], off[i] / prior.sigma[i], share);
  if (prior.focal_px) add_focal(*prior.focal_px, kHeld, 1.0);
  e.prior_h = e.h = known.information;
  e.g = known.right;
}

void add_loose(const TagRows& rows, Equations& e) {
  const double chi2 = rows.residual.squaredNorm();
  const double weight = 1.0 / (1.0 + chi2 / kLooseScale2);
  e.cost += kLooseScale2 * std::log1p(chi2 / kLooseScale2);
  e.data_chi2 += weight * chi2;
  e.freedom += 4.0 * weight;
  e.h += weight * rows.by_camera.transpose().lazyProduct(rows.by_camera);
  e.g += weight * rows.by_camera.transpose() * rows.residual;
  e.loose.push_back({weight * rows.by_place.transpose() * rows.by_place, weight * rows.by_camera.transpose().lazyProduct(rows.by_place),
                     weight * rows.by_place.transpose() * rows.residual});
}

std::optional<Equations> equations(const LensPrior& prior, const Marks& marks, const JointFit& at) {
  Equations e;
  add_priors(prior, at.lens, e);
  TagRows rows;
  for (const KnownTag& tag : marks.tags) {
    if (!project_tag(at, tag.seen, tag.corners, rows)) return std::nullopt;
    e.tag_chi2.push_back(rows.residual.squaredNorm());
    e.data_chi2 += e.tag_chi2.back();
    e.cost += e.tag_chi2.back();
    e.freedom += 8.0;
    e.h += rows.by_camera.transpose().lazyProduct(rows.by_camera);
    e.g += rows.by_camera.transpose() * rows.residual;
  }
  for (const KnownPoint& known : marks.points) {
    PointRow row;
    if (!project_point(at, {known.point.x(), known.point.y(), 0.0}, row)) return std::nullopt;
    const Eigen::Vector2d r = (row.projected - known.pixel) / known.sigma_px;
    const Eigen::Matrix<double, 2, kJointCount> j = row.by_camera / known.sigma_px;
    e.data_chi2 += r.squaredNorm();
    e.cost += r.squaredNorm();
    e.freedom += 2.0;
    e.h += j.transpose().lazyProduct(j);
    e.g += j.transpose() * r;
  }
  for (const LooseTag& tag : marks.loose) {
    if (!project_tag(at, tag.seen, corners_of(tag), rows)) return std::nullopt;
    add_loose(rows, e);
  }
  return e;
}

/// The camera's own equations once every loose tag has moved to its best place.
void eliminate(const Equations& e, double damping, JointMatrix& h, Vector15& g) {
  h = e.h;
  g = e.g;
  h.diagonal() *= 1.0 + damping;
  for (const auto& loose : e.loose) {
    Eigen::Matrix4d own = loose.h;
    own.diagonal() *= 1.0 + damping;
    const Eigen::Matrix4d back = solve_symmetric(own, Eigen::Matrix4d::Identity());
    const Eigen::Matrix<double, kJointCount, 4> by_camera = loose.cross.lazyProduct(back);
    h -= by_camera.lazyProduct(loose.cross.transpose());
    g -= by_camera * loose.g;
  }
}

void move_camera(JointFit& fit, const Vector15& step) {
  fit.rotation = rotation_of(step.head<3>()) * fit.rotation;
  fit.translation += step.segment<3>(3);
  const auto lens = step.tail<kIntrinsicCount>();
  // Focal lengths move by a factor: no step, however long, makes them negative.
  fit.lens.fx *= std::exp(lens[kFx] / fit.lens.fx);
  fit.lens.fy *= std::exp(lens[kFy] / fit.lens.fy);
  fit.lens.cx += lens[kCx];
  fit.lens.cy += lens[kCy];
  for (int i = 0; i < 5; ++i) fit.lens.distortion[i] += lens[kK1 + i];
}

void move_loose(std::vector<LooseTag>& tags, const Equations& e, double damping, const Vector15& step) {
  for (std::size_t i = 0; i < tags.size(); ++i) {
    Eigen::Matrix4d own = e.loose[i].h;
    own.diagonal() *= 1.0 + damping;
    const Eigen::Vector4d pull = e.loose[i].g + e.loose[i].cross.transpose() * step, move = -solve_small(own, pull);
    tags[i].centre += move.head<2>();
    tags[i].a += move[2];
    tags[i].b += move[3];
  }
}

Eigen::MatrixXd scaled_solve(const JointMatrix& h, const Eigen::MatrixXd& right) {
  const Vector15 scale = unit_scale(h);
  const JointMatrix unit = scale.asDiagonal() * h * scale.asDiagonal();
  return scale.asDiagonal() * solve_symmetric(unit, scale.asDiagonal() * right);
}

/// Minus half the logarithm of a determinant, of parameters of very different units.
double log_volume(const JointMatrix& h) {
  const Vector15 scale = unit_scale(h);
  const JointMatrix unit = scale.asDiagonal() * h * scale.asDiagonal();
  return scale.array().log().sum() - 0.5 * pivots_of(unit).array().max(std::numeric_limits<double>::min()).log().sum();
}

void finish(JointFit& fit, const Equations& e) {
  JointMatrix h;
  Vector15 g;
  eliminate(e, 0.0, h, g);
  fit.cost = e.cost;
  fit.log_volume = log_volume(h);
  fit.tag_chi2 = e.tag_chi2;
  // Parameters that lean on their priors take no freedom from the data.
  const double fitted = kJointCount - scaled_solve(h, e.prior_h).trace();
  fit.noise_ratio = e.data_chi2 / std::max(1.0, e.freedom - fitted);
  // Data worse than they claim count for less; the priors stay what they are.
  const JointMatrix honest = e.prior_h + (h - e.prior_h) / std::max(1.0, fit.noise_ratio);
  fit.covariance = scaled_solve(honest, JointMatrix::Identity());
  fit.covariance = 0.5 * (fit.covariance + fit.covariance.transpose()).eval();
}

/// Of units as different as pixels and shares: to be inverted they are brought to a diagonal of 1.
IntrinsicCovariance scaled_inverse(const IntrinsicCovariance& matrix) {
  const IntrinsicVector scale = matrix.diagonal().cwiseSqrt().cwiseInverse();
  const IntrinsicCovariance unit = scale.asDiagonal() * matrix * scale.asDiagonal();
  const IntrinsicCovariance back = solve_symmetric(unit, IntrinsicCovariance::Identity());
  return scale.asDiagonal() * (0.5 * (back + back.transpose())) * scale.asDiagonal();
}

}  // namespace

LensPrior common_cameras(ImageSize size) {
  // Fields of view from 45 to 100 degrees lie within one and a half sigma of the focal length's prior.
  LensPrior prior;
  const double width = std::max(size.width, size.height);
  prior.mean.image_size = size;
  prior.mean.fx = prior.mean.fy = 0.85 * width;
  prior.mean.cx = 0.5 * (size.width - 1.0);
  prior.mean.cy = 0.5 * (size.height - 1.0);
  prior.mean.distortion = {-0.08, 0.02, 0.0, 0.0, 0.0};
  prior.sigma.setZero();
  prior.sigma[kCx] = prior.sigma[kCy] = 0.025 * width;
  prior.sigma[kK1] = 0.15;
  prior.sigma[kK2] = 0.08;
  prior.sigma[kP1] = prior.sigma[kP2] = 0.001;
  prior.sigma[kK3] = 0.02;
  return prior;
}

LensPrior cameras_of_clicked_points(ImageSize size) {
  LensPrior prior = common_cameras(size);
  // Telephones lie near 0, webcams between 0 and -0.2: two sigma hold them.
  prior.mean.distortion = {-0.04, 0.01, 0.0, 0.0, 0.0};
  prior.sigma[kK1] = 0.1;
  prior.sigma[kK2] = 0.03;
  return prior;
}

LensPrior told_by(LensPrior prior, const Lens& lens) {
  const IntrinsicCovariance by_lens = off_told(lens, lens).by_lens;
  prior.told = ToldLens{.lens = lens,
                        .information = kToldBefore * scaled_inverse(by_lens * lens.covariance * by_lens.transpose()),
                        .log_focal_sigma = std::sqrt(lens.covariance(kFx, kFx) / kToldBefore) / lens.fx};
  return prior;
}

IntrinsicCovariance joined(const ToldLens& told, const Lens& lens, const IntrinsicCovariance& covariance) {
  const IntrinsicCovariance by_lens = off_told(told.lens, lens).by_lens;
  return scaled_inverse(scaled_inverse(covariance) + by_lens.transpose() * told.information * by_lens);
}

double squared_sigmas_from(const ToldLens& told, const Lens& lens) {
  const IntrinsicVector off = off_told(told.lens, lens).off;
  return off.dot(told.information * off);
}

LensPrior with_focal_px(LensPrior prior, double focal_px) {
  prior.mean.fx = prior.mean.fy = focal_px;
  prior.log_focal_sigma = kToldFocalSigma;
  return prior;
}

Eigen::Matrix<double, 8, 1> growth_of(const Eigen::Matrix<double, 8, 1>& corners) {
  Eigen::Matrix<double, 2, 4> from_centre;
  for (int i = 0; i < 4; ++i) from_centre.col(i) = corners.segment<2>(2 * i);
  from_centre.colwise() -= from_centre.rowwise().mean().eval();
  const double half_side = std::sqrt(0.125 * from_centre.squaredNorm());
  return Eigen::Map<const Vector8>(from_centre.data()) / std::max(1.0, half_side);
}

SeenTag seen_tag(const TagObservation& observation) {
  SeenTag tag;
  tag.id = observation.id;
  for (int i = 0; i < 4; ++i) {
    const ImagePoint& corner = observation.corners[i];
    tag.measured.segment<2>(2 * i) << corner.u, corner.v;
  }
  tag.pixels = tag.measured;
  const Eigen::Matrix2d corner_floor = Eigen::Matrix2d::Identity() * (kCornerFloorPx * kCornerFloorPx);
  Eigen::Matrix<double, 8, 8> covariance = covariance_of(observation);
  for (int i = 0; i < 4; ++i) covariance.block<2, 2>(2 * i, 2 * i) += corner_floor;
  const Vector8 growth = growth_of(tag.measured);
  covariance += growth * growth.transpose() * (kGrowth_px * kGrowth_px);
  tag.whitening = whitening_of(covariance);
  return tag;
}

Eigen::Matrix<double, 2, 4> corners_of(const LooseTag& tag) {
  Eigen::Matrix<double, 2, 4> corners;
  for (int i = 0; i < 4; ++i)
    corners.col(i) = tag.centre + Eigen::Vector2d(kSx[i] * tag.b + kSy[i] * tag.a, -kSx[i] * tag.a + kSy[i] * tag.b);
  return corners;
}

bool reaches_all(const JointFit& fit, const Marks& marks) {
  const auto reached = [&](const Eigen::Vector2d& point) {
    return reaches(fit.lens, fit.rotation.leftCols<2>() * point + fit.translation);
  };
  return std::ranges::all_of(marks.points, [&](const KnownPoint& known) { return reached(known.point); }) &&
         std::ranges::all_of(marks.tags, [&](const KnownTag& tag) { return reached(tag.corners.rowwise().mean()); });
}

std::optional<JointFit> fit_jointly(const LensPrior& prior, Marks& marks, JointFit fit) {
  std::optional<Equations> now = equations(prior, marks, fit);
  if (!now) return std::nullopt;
  double damping = 1e-3;
  for (int step = 0; step < kMaxSteps && damping < 1e12; ++step) {
    JointMatrix h;
    Vector15 g;
    eliminate(*now, damping, h, g);
    const Vector15 move = -scaled_solve(h, g);
    JointFit tried = fit;
    Marks moved = marks;
    move_camera(tried, move);
    move_loose(moved.loose, *now, damping, move);
    const std::optional<Equations> then = move.allFinite() ? equations(prior, moved, tried) : std::nullopt;
    if (!then || !(then->cost < now->cost)) {
      damping *= 8.0;
      continue;
    }
    const bool settled = now->cost - then->cost < kSettled * now->cost;
    fit = tried;
    marks = std::move(moved);
    now = then;
    damping = std::max(1e-12, damping * 0.2);
    if (settled) break;
  }
  if (prior.unfolded && !reaches_all(fit, marks)) return std::nullopt;
  finish(fit, *now);
  return fit;
}

std::optional<JointMatrix> expected_covariance(const LensPrior& prior, const Marks& marks, const JointFit& at) {
  const auto seen = equations(prior, marks, at);
  if (!seen) return std::nullopt;
  JointFit fit = at;
  finish(fit, *seen);
  return fit.covariance;
}

Eigen::Matrix2d placing_covariance(const JointFit& fit, const Eigen::Vector3d& point) {
  PointRow row;
  if (!project_point(fit, point, row)) return Eigen::Matrix2d::Constant(std::numeric_limits<double>::infinity());
  const Eigen::Matrix<double, 2, kJointCount> by_camera = row.by_point.inverse() * row.by_camera;
  return carried_covariance(by_camera, fit.covariance);
}

}  // namespace calibration
