// Reading a tag of which something hides a part, anywhere - leaves, a hand, a figure's head - or across which the edge of a shadow lies.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>

#include "vision/tags/decode.h"

namespace vision {

/// How printed cells look, black 0 and white 1, and what hides them. Fitted by tests/bench/bases/fit_covered.cpp on 17 rendered worlds, the
/// dark share on 24 others: with the 17 worlds' own, 0.35, a tag of which hardly a cell shows is as sure as one of which more does.
struct CoverLooks {
  double black_sigma = 0.218, white_sigma = 0.23;  // of cells that are seen
  double dark_share = 0.42;                        // of what hides cells is as dark as leaves are, the rest of any brightness
  double ends = 0.37;                              // how much less likely it is that of two neighbouring cells just one is hidden
  double strangers = 0.021;                        // so many are there of other prints for one that is sought
  double shaded = 0.0024;                          // so many squares lie half in a shadow for one that is hidden in part
  double shade_sigma = 0.21;                       // of cells in the shadow, shares of the sigmas in the light
};

/// Print in a square.
struct CoveredPrint {
  Quad square;                  // where it lies
  double log_likelihood = 0.0;  // of a tag there, whichever explains it best, beside that something hides all of it
  TagReading tag;               // the likeliest of those that are sought
  double sure = 0.0;            // how likely it is that one, turned like this
};

/// What a square shows that is good to half a cell: a tag whose cells are seen as printed wherever nothing hides them, and what hides them
/// hides neighbours together; or one all of whose cells are seen, neighbours in one light. None where there is no print. `ids`: tags that
/// are sought, at least one; they must be known to the dictionary.
[[nodiscard]] std::optional<CoveredPrint> read_covered(const cv::Mat& luma, const Quad& quad, const TagDictionary& dictionary,
                                                       std::span<const int> ids, const CoverLooks& looks = {});

}  // namespace vision
