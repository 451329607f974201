// What the cursor means: the figure under it, a corner of terrain near it, the figures inside a lasso.
//   Pure: table state, camera and a picture position in, an end or ids out.
// Needs vision/table_state.h, calibration/table_camera.h, overlay/readings.h.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "app/overlay/readings.h"
#include "calibration/table_camera.h"
#include "measure/table.h"
#include "vision/table_state.h"

namespace window {

/// The piece whose base (grown by `slack_px` picture pixels) the cursor is over; of several the nearest.
///
/// The ray is cut with the plane of each base's own top, so a figure on a hill is picked where it is seen.
[[nodiscard]] std::optional<int> piece_under(const vision::TableState& state, const calibration::TableCamera& camera,
                                             calibration::ImagePoint cursor, double slack_px);

/// Where a tool placed at the cursor begins or ends: the piece under it, or the ground there. Empty off the table plane.
[[nodiscard]] std::optional<overlay::End> end_under(const vision::TableState& state, const measure::Table& table,
                                                    const calibration::TableCamera& camera, calibration::ImagePoint cursor,
                                                    double slack_px);

/// The ground under the cursor. Empty where the ray misses the table plane.
[[nodiscard]] std::optional<measure::TablePoint> ground_under(const measure::Table& table, const calibration::TableCamera& camera,
                                                              calibration::ImagePoint cursor);

/// Ids of the pieces whose base centre lies inside a closed line drawn on the picture, ascending.
[[nodiscard]] std::vector<int> pieces_in_lasso(const vision::TableState& state, const calibration::TableCamera& camera,
                                               std::span<const calibration::ImagePoint> lasso);

}  // namespace window
