// Discs of which size and colour are known by now, and whose rim is hidden in part: by the figure that stands on them, by a finger.
//   Only rays that begin in the disc's colour are asked where it ends; what hides the others neither speaks for the disc nor against it.
// Needs vision/boards/discs.h.
#pragma once

#include "vision/boards/discs.h"

namespace vision {

struct KnownDisc {
  RoundThing thing;     // `support` and `spill` are shares of the whole rim
  double hidden = 0.0;  // share of the rim behind something
};

/// The disc of about this radius and this colour near a place.
[[nodiscard]] KnownDisc fit_known_disc(const cv::Mat& bgr, cv::Point2d at, double radius, const Colour& colour);

}  // namespace vision
