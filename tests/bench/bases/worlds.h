// Rendered and simulated worlds with exact truth: folders of NN.jpg and NN.json, the picture without pieces being the empty table.
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "tests/support/truth.h"
#include "vision/bases/hypotheses.h"

namespace bench {

struct WorldPicture {
  truth::State truth;
  cv::Mat now, empty;                     // 8UC3
  calibration::TableCamera empty_camera;  // where the camera stood for `empty`
};

/// The pictures of a world that show pieces, in order. What cannot be read is said on standard error and left out.
[[nodiscard]] std::vector<WorldPicture> load_world(const std::string& folder);

/// The bases of a picture's pieces with one marker, and who is the first to stand on each.
struct Sought {
  std::vector<vision::BaseKind> kinds;
  std::vector<const measure::PieceSpec*> first;
  double narrowest = 1e9;  // inches, of all bases that are not known by a tag
};
[[nodiscard]] Sought sought_in(const truth::State& state, measure::MarkerType marker);

/// A piece counts from this share in sight.
inline constexpr double kCountsFrom = 0.3;

/// A figure without a marker and what was found nearest to it, within half the narrow side of its base, at most 0.45 in.
struct Matched {
  std::size_t piece, found;  // indices of the state's pieces, and of what was found
  double off;                // inches
};
/// Each figure and each thing found at most once, the nearest first.
[[nodiscard]] std::vector<Matched> matched(const truth::State& state, const std::vector<measure::TablePoint>& found);

}  // namespace bench
