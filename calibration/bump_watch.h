// Has the camera moved? Asked of every frame, answered from the table's own tags.
//   It remembers where the tags were in the picture when the table was registered, and compares. One tag that
//   has moved while others have not is a moved tag, not a moved camera; hidden tags have no vote.
#pragma once

#include <opencv2/core/types.hpp>
#include <span>
#include <vector>

#include "calibration/registration.h"

namespace calibration {

enum class CameraMotion {
  Still,    ///< the tags in view are where they were
  Moved,    ///< they moved together: register again
  Unknown,  ///< too few tags in view to tell a moved camera from a moved tag
};

struct BumpCheck {
  CameraMotion motion = CameraMotion::Unknown;
  double shift_px = 0.0;        // median shift of the tags that moved; 0 when none did
  std::vector<int> tags_moved;  // ids, ascending
};

class BumpWatch {
 public:
  /// `seen`: what was read in the frame of the registration; sightings that are not the table's are ignored,
  /// and so are ids seen twice.
  BumpWatch(std::span<const TableTag> tags, std::span<const TagObservation> seen);

  /// Compares with what is read now. Pure: the same sightings give the same answer.
  ///
  /// All tags in view moved (two at least), or two or more and no fewer than stayed: Moved. A lone mover among
  /// three or more: Still, and named in `tags_moved`. One of two, or the only one in view: Unknown. None in
  /// view: Unknown.
  [[nodiscard]] BumpCheck check(std::span<const TagObservation> now) const;

  /// Where the tags' centres may be after a bump of at most `reach_px`: reading only there is enough to check.
  [[nodiscard]] std::vector<cv::Rect> regions(double reach_px) const;

 private:
  std::vector<TagObservation> before_;
};

}  // namespace calibration
