// A table point and how well it is known.
//   The error is normal, its covariance in square inches along the table axes. A spot with no
//   covariance is taken as exact: a corner of the drawn terrain, a point the player typed.
// Needs only the standard library.
#pragma once

#include <span>

#include "measure/footprint.h"
#include "measure/measured.h"
#include "measure/point.h"

namespace measure {

struct Spot {
  TablePoint at;
  PointCovariance covariance;
};

/// The base centre of a footprint.
[[nodiscard]] inline Spot centre_of(const Footprint& footprint) { return {footprint.centre, footprint.covariance}; }

/// Variance of a point along `direction` (one inch long), in square inches.
[[nodiscard]] inline double variance_along(const PointCovariance& c, TableVector direction) {
  const double x = direction.dx.value, y = direction.dy.value;
  return c.xx * x * x + 2.0 * c.xy * x * y + c.yy * y * y;
}

/// The covariance of the difference of two points that share the part `common` of their errors.
///
/// `a` and `b` are complete covariances, the common part included: it moves both points alike and so
/// drops out of their difference. Source: docs/measuring.md, "Shared errors".
[[nodiscard]] constexpr PointCovariance covariance_of_difference(PointCovariance a, PointCovariance b, PointCovariance common) {
  return a + b + common * -2.0;
}

/// Distance between two spots, centre to centre. Two spots at one place have margin from all directions alike.
[[nodiscard]] Measured distance_between(const Spot& a, const Spot& b, const PointCovariance& common = {});
[[nodiscard]] Measured centre_distance(const Footprint& a, const Footprint& b, const PointCovariance& common = {});

/// Length of a path along its points, with independent errors at each; fewer than two points have length 0.
[[nodiscard]] Measured path_length(std::span<const Spot> path);
/// The same for points taken as exact.
[[nodiscard]] Inches path_length(std::span<const TablePoint> path);

}  // namespace measure
