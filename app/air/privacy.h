// Pictures that may leave a room whose people did not ask to be filmed: grey beside the table, blurred where something is over it that is
// neither the table as it lay at rest nor a figure.
#pragma once

#include <opencv2/core/mat.hpp>

#include "app/air/look.h"

namespace app::air {

class Privacy {
 public:
  /// Remembers how the table lies at rest; to be called with every look.
  void see(const Look& look);
  /// A copy of an 8-bit BGR picture that shows nobody. Where the table is not registered it is grey altogether; before it has come to rest
  /// once, all but its figures is blurred.
  [[nodiscard]] cv::Mat covered(const cv::Mat& bgr, const Drawing& drawing) const;

 private:
  cv::Mat at_rest_;  // smoothed grey, a quarter of the picture's size
};

}  // namespace app::air
