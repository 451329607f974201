// What a figure on its base covers in a picture of the ground.
//   The base lies where it lies; the figure on it is a column that leans away from the point under the
//   camera, so its foot tells the place and its hat does not.
#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "measure/roster.h"

namespace vision {

/// One kind of unmarked piece.
struct FigureKind {
  measure::Base base;
  measure::Inches height;  // of its hat above the ground
};

/// A figure in a ground map: everything in map pixels, y and x as in the map (x right, y down the table's y).
struct Stance {
  double per_inch = 1.0;
  double heading = 0.0;  // radians, map axes
  cv::Point2d lean;      // from the base's centre to where the hat appears
};

/// Narrower of the base's two extents, in inches.
[[nodiscard]] double narrow_side(const measure::Shape& shape);
/// Half of the longest extent of the base, in inches.
[[nodiscard]] double reach(const measure::Shape& shape);
[[nodiscard]] bool is_round(const measure::Shape& shape);

/// Distance of a point from the base's outline in inches, negative inside; the point is in the base's own frame.
[[nodiscard]] double distance_from_base(const measure::Shape& shape, cv::Point2d point);

/// A place on the outline of a base and the way out, in the base's own frame, inches.
struct OutlinePoint {
  cv::Point2d at, outward;
};
/// About `count` places spread over the outline.
[[nodiscard]] std::vector<OutlinePoint> outline_of(const measure::Shape& shape, int count);

/// A matched filter for a figure: positive where it must be, negative just round it, zero where it may be.
struct Silhouette {
  cv::Mat weights;     // 32-bit float
  cv::Mat base;        // 8-bit: the base
  cv::Mat solid;       // 8-bit: base and figure
  cv::Point centre;    // of the base, inside the matrices
  double total = 0.0;  // sum of the weights' magnitudes: the score of a perfect match
  int area = 0;        // pixels of `solid`
};
[[nodiscard]] Silhouette silhouette_of(const FigureKind& kind, const Stance& stance);

}  // namespace vision
