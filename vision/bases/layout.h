// Which bases the ground is made of on which the network sees bases.
//   In ranks that touch the network sees well where bases lie, and badly where one of them ends and what shape it has: its centres then lie
//   between men. So the bases of each stretch of connected ground are laid again, more or fewer of them, until they explain it best.
#pragma once

#include <opencv2/core/mat.hpp>
#include <span>
#include <vector>

#include "vision/bases/ground_map.h"
#include "vision/bases/hypotheses.h"

namespace vision {

/// What a layout is worth beside the network's log-odds of the centres of its bases. Fitted by tests/bench/bases/fit_layout.cpp.
struct LayoutWorth {
  double place = 0.05;  // of the log-odds that a base lies at a place that a base covers, each place once: places err together
  double least = 4.0;   // log-odds by which another layout must be better than the one before
};

/// 8UC1, not 0 at the places of maps of `size` that the pieces cover. `corner`: of the maps' part in `map`, its pixels.
[[nodiscard]] cv::Mat places_under(std::span<const measure::Footprint> pieces, const GroundMap& map, cv::Point corner, cv::Size size);

/// The chosen bases of figures without a marker, laid again where that explains the network's maps better; the others come back as they
/// were. `all`: what `chosen` was chosen from; those that are laid anew are added to it, as each kind of their shape. `taken`: 8UC1 of the
/// size of the maps, not 0 where other pieces lie. `per_inch`: map pixels.
[[nodiscard]] std::vector<BaseHypothesis> lay_again(const BaseMaps& maps, const cv::Mat& taken, const std::vector<BaseHypothesis>& chosen,
                                                    std::vector<BaseHypothesis>& all, const std::vector<BaseKind>& kinds, double per_inch,
                                                    const LayoutWorth& worth = {});

}  // namespace vision
