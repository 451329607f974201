#include "vision/table_state.h"

namespace vision {

measure::Footprint footprint_of(const Piece& piece) {
  return {.shape = piece.base.shape,
          .centre = piece.at,
          .heading = piece.heading.value_or(measure::Radians{}),
          .covariance = piece.covariance,
          .heading_margin = piece.heading_margin};
}

}  // namespace vision
