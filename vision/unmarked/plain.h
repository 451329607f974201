// Figures without any marker: foreground against the empty table.
//   Robust to light change and shadow; split into single figures as far as the picture allows; the base
//   is placed at table height, never at the hat. A patch that figures do not explain is a hand.
#pragma once

#include <memory>
#include <vector>

#include "vision/detector.h"

namespace vision {

/// Finds the roster's unmarked pieces on the playing surface. Needs `Scene::empty`; without it, sees nothing.
/// `Scene::already` keeps it from finding marked pieces a second time. Headings are unknown to it.
class PlainDetector : public Detector {
 public:
  [[nodiscard]] measure::Result<std::vector<Sighting>> detect(const Frame& frame, const Scene& scene, const Region& region = {}) override;
};

}  // namespace vision
