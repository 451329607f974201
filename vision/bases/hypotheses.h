// From what the network sees to bases of the roster: each centre it points to, with each base that may stand there.
#pragma once

#include <opencv2/core/matx.hpp>
#include <vector>

#include "measure/footprint.h"
#include "vision/bases/base_net.h"

namespace vision {

/// A base of the roster that may stand on the table.
struct BaseKind {
  measure::Shape shape;
  double men = 1.0;  // that stand on such a base
};

/// A base that may stand somewhere in a map. Lengths are map pixels, angles radians in map axes (x right, y down, the table's y).
struct BaseHypothesis {
  int peak = 0;           // which of the centres that the network sees; each is tried with every kind
  std::size_t kind = 0;   // which of the kinds asked for
  cv::Point2d at;         // its centre
  double heading = 0.0;   // modulo half a turn; means nothing for round bases
  double centre = 0.0;    // the network's log-odds of a centre there
  double overlap = 0.0;   // share of the base and what points to its centre that both have in common, 0..1
  double evidence = 0.0;  // log-odds that a base of this shape stands there against that nothing does
  double spread = 0.0;    // how far the network holds its places wrong about it, map pixels
  cv::Matx22d noise;      // covariance of `at`, of what differs from place to place and from picture to picture
  cv::Matx22d common;     // covariance of `at`, of what all its places see alike wrongly
};

/// Every centre in `centres` (log-odds, one of the maps' own) with every kind. `per_inch`: map pixels.
[[nodiscard]] std::vector<BaseHypothesis> hypotheses_in(const BaseMaps& maps, const cv::Mat& centres, const std::vector<BaseKind>& kinds,
                                                        double per_inch);

/// The set that explains the map best: bases that do not overlap, with the largest sum of evidence. Exact in each cluster of bases
/// that overlap one another, up to a bound on the search beyond which a cluster's best so far stands.
[[nodiscard]] std::vector<BaseHypothesis> best_set(std::vector<BaseHypothesis> hypotheses, const std::vector<BaseKind>& kinds,
                                                   double per_inch);

}  // namespace vision
