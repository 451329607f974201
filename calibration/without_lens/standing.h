// Where a camera would see a table better than from where it stands.
#pragma once

#include <optional>

#include "calibration/finding.h"
#include "calibration/table_camera.h"

namespace calibration {

/// A place of the camera, its view, and what margins are like there.
struct Standing {
  measure::Inches height;  // above the table
  double tilt_deg = 0.0;   // of its view from straight down
  bool sees_all = false;   // the whole table is in the picture
  measure::Inches margin;  // 95 %, of each coordinate, in the mean over the table, of the foot of a thing half an inch high; to be compared
                           // with other places only: a registration knows more of its own picture
};

struct StandingAdvice {
  Standing now;
  std::optional<Standing> better;  // the nearest place with half the margin, else the best there is; none that is worth the walk
};

/// `lens_known`: it was measured; else each place is judged as if its one picture had to tell the lens. Margins come from the covariance of
/// lens and pose that the table's corners, seen to a fifth of a pixel, leave (joint_fit.h).
[[nodiscard]] StandingAdvice advise(const TableCamera& camera, measure::Inches length, measure::Inches width, bool lens_known);
/// In words; none where it stands well enough.
[[nodiscard]] std::optional<Finding> finding_of(const StandingAdvice& advice);

/// Advice that is asked for in every frame: worked out anew only for another camera or table, as it costs some milliseconds.
class StandingWatch {
 public:
  [[nodiscard]] const StandingAdvice& advise(const TableCamera& camera, measure::Inches length, measure::Inches width, bool lens_known);

 private:
  struct Asked {
    Eigen::Matrix3d rotation;
    Eigen::Vector3d translation;
    double focal_px = 0.0;
    measure::Inches length, width;
    bool lens_known = false;
    friend bool operator==(const Asked&, const Asked&) = default;
  };
  std::optional<Asked> asked_;
  StandingAdvice advice_;
};

}  // namespace calibration
