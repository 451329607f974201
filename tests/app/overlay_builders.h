// Small table states and a camera for tests of overlay and window.
#pragma once

#include <Eigen/Core>

#include "calibration/table_camera.h"
#include "vision/table_state.h"

namespace overlay_tests {

using measure::Inches;

inline vision::Piece man(int id, const char* unit, double x, double y, double heading_deg = 90.0, double margin = 0.02) {
  vision::Piece piece;
  piece.id = id;
  piece.unit = unit;
  piece.army = unit[0] == 'R' ? "red" : "blue";
  piece.name = std::string(unit) + "/" + std::to_string(id);
  piece.at = {Inches(x), Inches(y)};
  piece.heading = measure::from_degrees(heading_deg);
  piece.covariance = measure::covariance_of(Inches(margin));
  return piece;
}

inline vision::TableState table_with(std::vector<vision::Piece> pieces) {
  vision::TableState state;
  state.camera.registered = true;
  state.pieces = std::move(pieces);
  return state;
}

inline measure::Table bare_table() { return {.length = Inches(72.0), .width = Inches(48.0), .terrain = {}}; }

/// Straight above the middle of a 72 x 48 table, 70 in up, without distortion: 20 pixels an inch, table y upwards in the picture.
inline calibration::TableCamera overhead_camera() {
  calibration::Lens lens;
  lens.image_size = {1920, 1080};
  lens.fx = lens.fy = 1400.0;
  lens.cx = 959.5;
  lens.cy = 539.5;
  Eigen::Matrix3d rotation;
  rotation << 1, 0, 0, 0, -1, 0, 0, 0, -1;
  return {lens, rotation, Eigen::Vector3d(-36.0, 24.0, 70.0)};
}

}  // namespace overlay_tests
