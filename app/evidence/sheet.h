// A ruling to look at: the picture with what it rests on drawn over it, and one page that reads alone.
//   Measures nothing: all numbers are the answer's.
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "app/evidence/ruling.h"
#include "app/overlay/display_list.h"
#include "calibration/table_camera.h"

namespace app::evidence {

/// Arc, corridor, line of sight, way or ruler, with labels.
[[nodiscard]] overlay::DisplayList drawing_of(const Ruling& ruling, const Scene& scene);

/// The points that a close look must hold.
[[nodiscard]] std::vector<measure::TablePoint> points_of(const Ruling& ruling, const Scene& scene);

struct DrawnPictures {
  std::string overlay;         // PNG, all of the picture
  std::string page, close_up;  // JPEG for the page: all of it, smaller, and the two who are asked about (empty: nobody knows where)
};
/// `camera`: null where it is not known; then nothing is drawn.
[[nodiscard]] DrawnPictures draw(const cv::Mat& bgr, const Ruling& ruling, const Scene& scene, const calibration::TableCamera* camera);

/// The page as HTML: no script, nothing fetched. `sealed_by`: the table's public key; `version`: the program's.
[[nodiscard]] std::string page_of(const Ruling& ruling, const Scene& scene, const Asked& asked, const DrawnPictures& pictures,
                                  const std::string& sealed_by, const std::string& version);

}  // namespace app::evidence
