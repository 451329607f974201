// What stands on the table, as one immutable snapshot: the tracker's output and everybody's input.
#pragma once

#include <algorithm>
#include <memory>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "calibration/registration.h"
#include "measure/footprint.h"
#include "measure/roster.h"

namespace vision {

enum class Seen { Yes, Hidden, Lost };  // Hidden: known to stand under a hand or shadow

struct Piece {
  int id = 0;        // the track's; lasts as long as the piece does
  std::string name;  // of the roster slot; made up ("red 7") where the roster has none
  std::string army, unit;
  measure::PieceKind kind = measure::PieceKind::Infantry;
  measure::Base base;
  measure::MarkerType marker = measure::MarkerType::Disc;
  std::optional<int> tag;
  measure::Inches figure_height{1.35};
  measure::TablePoint at;
  measure::Inches ground;
  measure::PointCovariance covariance;  // of `at`, everything included
  std::optional<measure::Radians> heading;
  measure::Radians heading_margin;  // 95 % half-width
  Seen seen = Seen::Yes;
  bool doubtful = false;      // identity may have been swapped with one of `could_be`
  std::vector<int> could_be;  // track ids
};

struct CameraState {
  bool registered = false;
  bool moved = false;  // true on the first registered frame after a bump
  std::vector<int> tags_seen;
  double reprojection_px = 0.0;
  measure::Inches height;
};

struct Move {
  int id = 0;
  measure::TablePoint from, to;
  std::optional<measure::Radians> heading_from, heading_to;
};

/// One frame's worth of table. `moves`, `added`, `removed` are against the last settled table and are
/// filled on the frame on which the table settles.
struct TableState {
  std::string frame;
  double time = 0.0;  // seconds
  CameraState camera = {};
  std::vector<Piece> pieces = {};  // by id
  bool settled = false;
  std::vector<Move> moves = {};
  std::vector<int> added = {}, removed = {};
  std::vector<calibration::Finding> findings = {};
};
using SharedTableState = std::shared_ptr<const TableState>;

/// The piece with this track id; null when it is not on the table.
[[nodiscard]] inline const Piece* find_piece(const TableState& state, int id) {
  const auto found = std::ranges::find(state.pieces, id, &Piece::id);
  return found == state.pieces.end() ? nullptr : &*found;
}

/// Where a piece's base stands, for measuring. One whose heading nothing shows may be turned any way.
[[nodiscard]] inline measure::Footprint footprint_of(const Piece& piece) {
  return {.shape = piece.base.shape,
          .centre = piece.at,
          .heading = piece.heading.value_or(measure::Radians{}),
          .covariance = piece.covariance,
          .heading_margin = piece.heading ? piece.heading_margin : measure::Radians(std::numbers::pi)};
}

}  // namespace vision
