// From what the network sees to bases of the roster: each centre it points to, with each base that may stand there.
#pragma once

#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
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
  cv::Point2d front;      // the mean of the unit vectors to the front that its places see; means nothing without a wedge
  double centre = 0.0;    // the network's log-odds of a centre there
  double other = 0.0;     // of the centre of a base of the other sort beside it, marked or unmarked
  double overlap = 0.0;   // share of the base and what points to its centre that both have in common, 0..1
  double evidence = 0.0;  // log-odds that a base of this shape stands there against that nothing does
  double spread = 0.0;    // how far the network holds its places wrong about it, map pixels
  cv::Matx22d noise;      // covariance of `at`, of what differs from place to place and from picture to picture
  cv::Matx22d common;     // covariance of `at`, of what all its places see alike wrongly
};

/// What the maps say is worth. Fitted by tests/bench/bases/fit_evidence.cpp; scripts/learn/README.md says on what, and what each costs.
struct BaseEvidence {
  // Log-odds that any base stands at a peak: bias, of the centre's log-odds, of those that it is of the other sort, of the best overlap;
  // log-odds of one shape against another for all of the overlap.
  double bias, centre, other, overlap, shape;
  // What all places of a base see alike wrongly, 1 sigma: inches, and for each pixel that the network holds them wrong.
  double shared_error, shared_spread;
};
inline constexpr BaseEvidence kPlainEvidence{-6.55, 0.31, 0.0, 14.82, 14.0, 0.005, 1.31};  // of figures without a marker
// Of bases with a wedge, where nobody or somebody goes without: only then what looks like an unmarked base may be one.
inline constexpr BaseEvidence kDiscEvidence{-1.43, 3.51, 0.0, 3.61, 10.0, 0.012, 0.77};
inline constexpr BaseEvidence kDiscAmongUnmarked{-10.56, 1.47, -2.35, 13.21, 10.0, 0.012, 0.77};

/// Every centre of what is sought with every kind. `per_inch`: map pixels.
[[nodiscard]] std::vector<BaseHypothesis> hypotheses_in(const BaseMaps& maps, BaseNet::For sought, const std::vector<BaseKind>& kinds,
                                                        const BaseEvidence& worth, double per_inch);

/// Two bases that cannot both stand: more of the narrower one's width lies in the other than hands and errors explain.
[[nodiscard]] bool exclude(const BaseHypothesis& a, const BaseHypothesis& b, const std::vector<BaseKind>& kinds, double per_inch);

/// The set that explains the map best: bases that do not overlap, with the largest sum of evidence. Exact in each cluster of bases
/// that overlap one another, up to a bound on the search beyond which a cluster's best so far stands.
[[nodiscard]] std::vector<BaseHypothesis> best_set(std::vector<BaseHypothesis> hypotheses, const std::vector<BaseKind>& kinds,
                                                   double per_inch);

}  // namespace vision
