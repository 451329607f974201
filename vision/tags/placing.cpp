#include "vision/tags/placing.h"

#include <Eigen/LU>
#include <array>
#include <cmath>

#include "calibration/linear_algebra.h"

namespace vision {
namespace {

using calibration::TableCamera, calibration::TagObservation, measure::Inches, measure::Radians;
using measure::TablePoint, measure::TableVector;

/// How far the print may seem larger or smaller on all sides alike (ink, exposure, gamma), 1 sigma in px.
/// Smaller pulls partly covered tags off their place; larger loosens them.
constexpr double kBleedSigmaPx = 0.4;
/// Corners are never believed better than this, px: keeps the weights sane.
constexpr double kCornerFloorPx = 0.01;
/// A tag seen this much larger or smaller than stated is another tag, or no tag.
constexpr double kMaxSizeError = 0.25;
/// The ground under the base and the place of the base depend on each other: hills are gentle, so few rounds do.
constexpr int kGroundRounds = 6;
constexpr double kGroundSettled = 1e-4;  // inches

using Vector8 = Eigen::Matrix<double, 8, 1>;
using Parameters = Eigen::Vector4d;  // x, y, heading, growth of the half side (in)

/// Corners in the order of TagObservation, in the tag's own frame: first forward, then left.
constexpr std::array<std::array<double, 2>, 4> kCorner{{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}};

struct SeenTag {
  Vector8 pixel;
  Eigen::Matrix<double, 8, 4> jacobian;
};

std::optional<SeenTag> predict(const TableCamera& camera, const Parameters& p, Inches side, Inches z) {
  SeenTag out;
  const double half = 0.5 * side.value + p[3], c = std::cos(p[2]), s = std::sin(p[2]);
  for (int i = 0; i < 4; ++i) {
    const double f = kCorner[i][0], l = kCorner[i][1];
    const Eigen::Vector2d arm(f * c - l * s, f * s + l * c), turned(-arm.y(), arm.x());
    const TablePoint corner{Inches(p[0] + half * arm.x()), Inches(p[1] + half * arm.y())};
    const auto pixel = camera.image_from_table(corner, z);
    if (!pixel) return std::nullopt;
    const Eigen::Matrix2d j = camera.image_jacobian(corner, z);
    out.pixel.segment<2>(2 * i) << pixel->u, pixel->v;
    out.jacobian.block<2, 2>(2 * i, 0) = j;
    out.jacobian.block<2, 1>(2 * i, 2) = j * turned * half;
    out.jacobian.block<2, 1>(2 * i, 3) = j * arm;
  }
  return out;
}

struct Start {
  Parameters parameters;
  double side = 0.0;  // mean, inches
};

std::optional<Start> first_guess(const TableCamera& camera, const TagObservation& seen, Inches z) {
  std::array<TablePoint, 4> corner;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto point = camera.table_from_image(seen.corners[i], z);
    if (!point) return std::nullopt;
    corner[i] = *point;
  }
  const TablePoint top = midpoint(corner[0], corner[1]), bottom = midpoint(corner[2], corner[3]);
  const TableVector up = top - bottom, right = midpoint(corner[1], corner[2]) - midpoint(corner[0], corner[3]);
  if (cross(right, up) <= 0.0) return std::nullopt;  // mirrored
  const TablePoint centre = midpoint(top, bottom);
  // The heading by both axes: less noise, and a first guess that no single corner can spoil.
  const Radians heading = heading_of(up + rotated(right, measure::from_degrees(90.0)));
  return Start{{centre.x.value, centre.y.value, heading.value, 0.0}, 0.5 * (length(up).value + length(right).value)};
}

/// A square fitted to four corners.
struct PlacedSquare {
  TablePoint centre;
  Radians heading;                                       // of its printed top
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();  // x, y (in), heading (rad)
  double misfit = 0.0;                                   // RMS of the corners after the fit, px
};

/// Fits (x, y, heading) of a level square of side `side` at height `z`. Empty when its corners do not look like
/// such a square: wrong size, mirrored, or out of the lens's reach.
std::optional<PlacedSquare> place_square(const TableCamera& camera, const TagObservation& seen, Inches side, Inches z) {
  const auto start = first_guess(camera, seen, z);
  if (!start || std::abs(start->side / side.value - 1.0) > kMaxSizeError) return std::nullopt;
  Vector8 pixel;
  for (int i = 0; i < 4; ++i) pixel.segment<2>(2 * i) << seen.corners[i].u, seen.corners[i].v;
  Eigen::Matrix<double, 8, 8> covariance = covariance_of(seen);
  covariance.diagonal().array() += kCornerFloorPx * kCornerFloorPx;
  const Eigen::Matrix<double, 8, 8> weight = calibration::inverse_of(covariance);

  Parameters p = start->parameters;
  const double per_inch = camera.pixels_per_inch({Inches(p[0]), Inches(p[1])}, z);
  Eigen::Matrix4d normal = Eigen::Matrix4d::Identity();
  for (int round = 0; round < 8; ++round) {
    const auto now = predict(camera, p, side, z);
    if (!now) return std::nullopt;
    const Eigen::Matrix<double, 4, 8> pull = now->jacobian.transpose() * weight;
    normal = pull * now->jacobian;
    Eigen::Vector4d right = pull * (pixel - now->pixel);
    const double prior = std::pow(per_inch / kBleedSigmaPx, 2);
    normal(3, 3) += prior;
    right[3] -= prior * p[3];
    const Eigen::Vector4d step = calibration::solve_small(normal, right);
    if (!step.allFinite()) return std::nullopt;
    p += step;
    if (step.norm() < 1e-9) break;
  }
  const auto fitted = predict(camera, p, side, z);
  if (!fitted) return std::nullopt;
  PlacedSquare out;
  out.centre = {Inches(p[0]), Inches(p[1])};
  out.heading = measure::wrapped(Radians(p[2]));
  out.covariance = normal.inverse().topLeftCorner<3, 3>();
  out.misfit = (pixel - fitted->pixel).norm() / std::sqrt(8.0);
  return out;
}

}  // namespace

std::optional<PlacedPiece> place_piece(const TableCamera& camera, const measure::Table& table, const measure::PieceSpec& piece,
                                       const TagObservation& seen) {
  Inches ground;
  std::optional<PlacedSquare> square;
  TablePoint base;
  for (int round = 0; round < kGroundRounds; ++round) {
    square = place_square(camera, seen, piece.mount.side, ground + piece.mount.height);
    if (!square) return std::nullopt;
    base = square->centre - rotated(piece.mount.offset, square->heading);
    const Inches under = measure::ground_height(table.terrain, base);
    const bool settled = abs(under - ground) < Inches(kGroundSettled);
    ground = under;
    if (settled) break;
  }
  // The heading's error swings the base round the tag by the length of the offset.
  const TableVector swing = rotated(piece.mount.offset, square->heading + measure::from_degrees(90.0));
  Eigen::Matrix<double, 2, 3> by;
  by << 1.0, 0.0, -swing.dx.value, 0.0, 1.0, -swing.dy.value;
  const Eigen::Matrix2d noise = by * square->covariance * by.transpose();
  return PlacedPiece{.at = base,
                     .ground = ground,
                     .tag = square->centre,
                     .heading = square->heading,
                     .noise = {noise(0, 0), noise(0, 1), noise(1, 1)},
                     .heading_sigma = std::sqrt(square->covariance(2, 2)),
                     .misfit = square->misfit};
}

}  // namespace vision
