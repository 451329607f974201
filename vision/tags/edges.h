// The four sides of a tag, fitted to where the print really changes from black to white.
//   Each side is a straight line through many edge profiles; corners are where sides cross, so the
//   rounding of blurred corners has no say in them. What covers a part of a side is left out.
#pragma once

#include <Eigen/Core>
#include <opencv2/core/mat.hpp>

#include "vision/tags/candidates.h"

namespace vision {

/// Covariance of u0 v0 u1 v1 u2 v2 u3 v3, px^2.
using CornerCovariance = Eigen::Matrix<double, 8, 8>;

struct FittedQuad {
  Quad corners;
  // Of the scatter of its edges, as if each were known by itself; and of what moves whole sides.
  CornerCovariance scatter = CornerCovariance::Zero(), of_sides = CornerCovariance::Zero();
  double supported = 0.0;  // share of the sides' length that carried the fit, 0..1
};

/// Fits the sides of a dark quadrilateral that is good to about `cell_px / 2`.
[[nodiscard]] FittedQuad fit_sides(const cv::Mat& luma, const Quad& start, double cell_px);

/// The covariance of its corners in the picture that it was fitted in: blur makes the scatter of edges common to neighbours.
[[nodiscard]] CornerCovariance covariance_in(const cv::Mat& luma, const FittedQuad& fitted);

}  // namespace vision
