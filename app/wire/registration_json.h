// The camera that a table was seen by, as JSON: pose and lens with their covariance, exactly. What a record keeps and evidence shows.
#pragma once

#include <nlohmann/json.hpp>

#include "calibration/registration.h"
#include "measure/result.h"

namespace app {

struct SeenBy {
  calibration::Registration registration;
  bool lens_given = false;  // the lens came from a file; else it was estimated from the picture
};

/// The covariance is of the six pose parameters (rotation in radians and translation in inches, camera frame), then of
/// fx fy cx cy k1 k2 p1 p2 k3.
[[nodiscard]] nlohmann::ordered_json exact_json(const SeenBy& camera);
/// To the bit, but for the tags that were seen and not used, and the findings. Errors: BadFile.
[[nodiscard]] measure::Result<SeenBy> seen_by(const nlohmann::ordered_json& json);

}  // namespace app
