// The rim of a base where it shows: how a base that the network placed is laid onto the edge between what is new and the bare table.
#pragma once

#include <opencv2/core/mat.hpp>

#include "measure/roster.h"
#include "vision/bases/hypotheses.h"

namespace vision {

/// How far each pixel is from being the empty table in any light, and how far bare table is from that.
struct Novelty {
  cv::Mat distance;    // 32FC1, grey levels
  double noise = 1.0;  // grey levels, 1 sigma on bare table
};

/// `now` and `empty`: maps of one size, 8UC3. Most of the map is bare table.
[[nodiscard]] Novelty novelty(const cv::Mat& now, const cv::Mat& empty);

/// Where the camera stands over a map, pixels of it.
struct MapCamera {
  cv::Point2d nadir;
  double height = 0.0;
};

/// Moves a base to its rim, by as much as the rim that shows is surer than the network, and narrows its covariance. Leaves it alone
/// where the edges beside it are no such rim.
void fit_rim(const Novelty& seen, const MapCamera& camera, const measure::Base& base, double per_inch, BaseHypothesis& found);

}  // namespace vision
