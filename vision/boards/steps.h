// Where a view's colour changes most along rays: rims of discs.
// Needs vision/boards/samples.h.
#pragma once

#include <vector>

#include "vision/boards/samples.h"

namespace vision {

/// The strongest step of colour along a ray near the expected rim.
struct Step {
  double at = 0.0;        // from the ray's beginning, pixels; between them
  float strength = 0.0f;  // grey levels; 0 where nothing changes
};

/// Looks for steps along rays; keeps its room from one to the next.
class StepFinder {
 public:
  explicit StepFinder(const ColourSamples& picture) : picture_(picture) {}

  /// No farther than `search` from `radius`, along a ray from `centre`.
  [[nodiscard]] Step along(cv::Point2d centre, cv::Point2d along, double radius, double search);

 private:
  void sample(cv::Point2d centre, cv::Point2d along, double from, int count);
  void compare(int count, int reach);

  const ColourSamples& picture_;
  std::vector<Channels> profile_;
  std::vector<float> strengths_;
};

}  // namespace vision
