// Single figures out of a foreground map.
//   Greedy matched filtering: the best figure is taken, what it explains is set aside, and so on; then
//   every base is fitted to the rim that is in sight.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "vision/unmarked/silhouette.h"

namespace vision {

/// A figure found in a foreground map; lengths in map pixels.
struct FoundFigure {
  std::size_t kind = 0;    // index of the kinds searched for
  cv::Point2d at;          // of the base's centre
  double heading = 0.0;    // map axes, modulo half a turn; means nothing for round bases
  double score = 0.0;      // 1 for a perfect silhouette
  cv::Matx22d covariance;  // of `at`, from the scatter of the rim
  double visible = 0.0;    // share of the base's outline that carried the fit
};

/// Where the hat of a figure of this height appears, seen from its base's centre.
using LeanAt = std::function<cv::Point2d(cv::Point2d at, measure::Inches height)>;

/// `score`: what `foreground` gives, 0 where nothing is known.
[[nodiscard]] std::vector<FoundFigure> find_figures(const cv::Mat& score, const std::vector<FigureKind>& kinds, const LeanAt& lean_at,
                                                    double per_inch);

/// Where pieces stand that are already known: each pixel's owner, as index + 1; 0 for nobody.
struct Owners {
  cv::Mat base, solid;  // 32-bit int
};

/// Fits each base to its visible rim, in sub-pixels, with a covariance. Figures without enough rim keep
/// their place with the wider covariance that deserves.
void fit_rims(const cv::Mat& score, const std::vector<FigureKind>& kinds, const LeanAt& lean_at, double per_inch,
              std::vector<FoundFigure>& figures);

[[nodiscard]] Owners owners_of(cv::Size size, const std::vector<FigureKind>& kinds, const LeanAt& lean_at, double per_inch,
                               const std::vector<FoundFigure>& figures);

}  // namespace vision
