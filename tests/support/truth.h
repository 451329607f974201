// Exact truth beside a rendered picture: camera, table, and where every piece stands.
//   Reads the NN.json files of the rendered sets (docs/accuracy.md says what is in them).
#pragma once

#include <string>
#include <vector>

#include "calibration/registration.h"
#include "calibration/table_camera.h"
#include "measure/roster.h"
#include "measure/table.h"

namespace truth {

struct Piece {
  std::string name;  // the truth's own ("R1-01"), not the roster's
  measure::PieceSpec spec;
  measure::TablePoint at;
  measure::Inches ground;
  measure::Radians heading;
  double visible_fraction = 1.0;
  calibration::ImagePoint pixel;  // of the centre of the base's top
};

struct Flags {
  bool hand_in_view = false, camera_bumped = false, glare = false;
};

struct State {
  std::string frame, image;
  Flags flags;
  calibration::TableCamera camera;
  measure::Table table;
  std::vector<calibration::TableTag> tags;
  std::vector<Piece> pieces;
  std::vector<std::string> added, removed, moved;  // names, against the state before

  [[nodiscard]] std::vector<measure::PieceSpec> specs() const;
};

/// Reads one state. Errors: BadFile.
[[nodiscard]] measure::Result<State> load_state(const std::string& json_path);

}  // namespace truth
