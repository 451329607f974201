// A piece's tag, placed on the table: a square of known size lying level at a known height.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <span>

#include "calibration/registration.h"
#include "measure/roster.h"
#include "measure/table.h"

namespace vision {

/// A square fitted to four corners.
struct PlacedSquare {
  measure::TablePoint centre;
  measure::Radians heading;                              // of its printed top
  Eigen::Matrix3d covariance = Eigen::Matrix3d::Zero();  // x, y (in), heading (rad)
  double misfit = 0.0;                                   // RMS of the corners after the fit, px
  double size_ratio = 1.0;                               // side as seen / side as stated
};

/// Fits (x, y, heading) of a level square of side `side` at height `z`. Empty when its corners do not look like
/// such a square: wrong size, mirrored, or out of the lens's reach.
[[nodiscard]] std::optional<PlacedSquare> place_square(const calibration::TableCamera& camera, const calibration::TagObservation& seen,
                                                       measure::Inches side, measure::Inches z);

/// A piece by its tag.
struct PlacedPiece {
  measure::TablePoint at;   // base centre
  measure::Inches ground;   // under the base centre
  measure::TablePoint tag;  // tag centre
  measure::Radians heading;
  measure::PointCovariance noise;
  double heading_sigma = 0.0;
  double misfit = 0.0;
};

/// Places a piece on the ground under its base, which may be a hill.
[[nodiscard]] std::optional<PlacedPiece> place_piece(const calibration::TableCamera& camera, const measure::Table& table,
                                                     const measure::PieceSpec& piece, const calibration::TagObservation& seen);

}  // namespace vision
