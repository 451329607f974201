// What is known about a table before the first frame.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "calibration/registration.h"
#include "measure/roster.h"
#include "measure/table.h"

namespace vision {

struct TrackerOptions {
  bool stills = false;  // pictures minutes apart: every picture without a hand is a settled table
  bool set_up = false;  // pause: nothing that changes is a move
  /// Video: seconds without motion after which the table is settled. Less takes a resting hand for the end of a move.
  double settle_after = 0.6;
};

struct Setup {
  measure::Table table;
  std::vector<calibration::TableTag> tags;
  std::vector<calibration::Anchor> anchors;
  measure::Roster roster;
  std::optional<calibration::Lens> lens;              // measured
  std::optional<calibration::Lens> lens_before = {};  // else: what earlier pictures of this table told of it
  cv::Mat empty;                                      // picture of the empty table (BGR), or empty
  TrackerOptions tracking = {};
};

}  // namespace vision
