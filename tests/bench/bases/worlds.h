// Rendered and simulated worlds with exact truth: folders of NN.jpg and NN.json, the picture without pieces being the empty table.
#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "tests/support/truth.h"

namespace bench {

struct WorldPicture {
  truth::State truth;
  cv::Mat now, empty;                     // 8UC3
  calibration::TableCamera empty_camera;  // where the camera stood for `empty`
};

/// The pictures of a world that show pieces, in order. What cannot be read is said on standard error and left out.
[[nodiscard]] std::vector<WorldPicture> load_world(const std::string& folder);

/// A piece counts from this share in sight.
inline constexpr double kCountsFrom = 0.3;

}  // namespace bench
