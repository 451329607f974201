// The rim of a base where it shows: how a base that the network placed is laid onto the edge between what is new and the bare table.
#pragma once

#include "measure/roster.h"
#include "vision/bases/hypotheses.h"
#include "vision/bases/novelty.h"

namespace vision {

/// Where the camera stands over a map, pixels of it.
struct MapCamera {
  cv::Point2d nadir;
  double height = 0.0;
};

/// Moves a base to its rim, by as much as the rim that shows is surer than the network, and narrows its covariance. Leaves it alone
/// where the edges beside it are no such rim.
void fit_rim(const Novelty& seen, const MapCamera& camera, const measure::Base& base, double per_inch, BaseHypothesis& found);

}  // namespace vision
