// Square fiducials: found, decoded, and fitted to a hundredth of a pixel.
//   One pass over the luma serves all dictionaries. The sides are fitted to sub-pixel edge profiles,
//   not by corner refinement, which is biased at blurred corners.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "calibration/registration.h"
#include "vision/detector.h"
#include "vision/tags/candidates.h"

namespace vision {

/// Reads every tag of the named dictionaries in an 8-bit luma picture. Ids that repeat are all returned.
/// `dictionaries`: OpenCV's predefined names. `quads`, if given, takes every quadrilateral that was tried: the search costs most
/// of the time, and covered tags are looked for among the same. Errors: BadFile for an unknown name or wrong image format.
[[nodiscard]] measure::Result<std::vector<calibration::TagObservation>> read_tags(const cv::Mat& luma,
                                                                                  std::span<const std::string> dictionaries,
                                                                                  const Region& region = {},
                                                                                  std::vector<DarkQuad>* quads = nullptr);

/// Places tags of the roster on the table: each ray is cut with the plane of its own tag, on the ground under
/// the piece. Tags that no piece carries are ignored.
class TagDetector : public Detector {
 public:
  [[nodiscard]] measure::Result<std::vector<Sighting>> detect(const Frame& frame, const Scene& scene, const Region& region = {}) override;
};

}  // namespace vision
