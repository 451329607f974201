// A piece's tag, placed on the table: a square of known size lying level at a known height.
#pragma once

#include <optional>

#include "calibration/registration.h"
#include "measure/roster.h"
#include "measure/table.h"

namespace vision {

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
