// The two ends of a measurement as a player names them.
//   A piece's name, `tag:ID`, a table point `x,y`, or a picture point `px:u,v`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/footprint.h"
#include "measure/result.h"
#include "vision/pipeline/pipeline.h"

namespace app {

struct MeasureEnd {
  std::optional<std::string> name;              // of a piece or a tag; empty for a bare point
  measure::Spot spot;                           // base centre, or the point
  std::optional<measure::Footprint> footprint;  // of a piece
  std::optional<measure::Radians> heading;      // where the piece shows one
};

/// Everything an end may refer to: one picture, understood.
struct MeasureScene {
  const vision::TableState& state;
  const calibration::TableCamera& camera;
  const std::vector<measure::PieceSpec>& roster;
  const vision::Frame& frame;
  const std::vector<calibration::TableTag>& table_tags;
};

/// `height`: of picture points and loose tags above the table.
/// Errors: Usage for a word that means nothing here, NotSeen for a piece or tag that is known but not seen.
[[nodiscard]] measure::Result<MeasureEnd> resolve(const std::string& word, const MeasureScene& scene, measure::Inches height);

}  // namespace app
