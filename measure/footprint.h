// The area a base covers on the table.
//   A shape is a base as it is sold; a footprint is that shape standing somewhere, facing somewhere.
//   Shapes are centred on the base centre, their length runs along the heading.
#pragma once

#include <utility>
#include <variant>
#include <vector>

#include "measure/length.h"
#include "measure/measured.h"

namespace measure {

struct RoundShape {
  Inches diameter;
  friend bool operator==(const RoundShape&, const RoundShape&) = default;
};
struct OvalShape {
  Inches length, width;
  friend bool operator==(const OvalShape&, const OvalShape&) = default;
};
struct RectShape {
  Inches length, width;
  friend bool operator==(const RectShape&, const RectShape&) = default;
};
/// A simple polygon, anticlockwise, in the base's own frame: dx forward, dy left. It may be concave.
struct PolygonShape {
  std::vector<TableVector> outline;
  friend bool operator==(const PolygonShape&, const PolygonShape&) = default;
};
using Shape = std::variant<RoundShape, OvalShape, RectShape, PolygonShape>;

struct Footprint {
  Shape shape;
  TablePoint centre;
  Radians heading = {};             // irrelevant for round shapes
  PointCovariance covariance = {};  // of `centre`
  Radians heading_margin = {};      // 95 % half-width of `heading`
};

// A table point and how well it is known.
//   The error is normal, its covariance in square inches along the table axes. A spot with no
//   covariance is taken as exact: a corner of the drawn terrain, a point the player typed.

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

/// Length and width of a base, in inches; of a polygon twice its farthest corner, both.
[[nodiscard]] std::pair<double, double> sides(const Shape& shape);
/// The longer of the two.
[[nodiscard]] Inches extent(const Shape& shape);
/// The shorter.
[[nodiscard]] Inches breadth(const Shape& shape);

// Where something lies as seen from a piece: its bearing off the piece's heading, and arcs.
//   Signed bearings are positive to the left (anticlockwise). A limit counts as inside: 45 degrees
//   exactly is in a 45-degree arc. Margins come from both positions across the line of sight, and from
//   the heading.

/// Direction from `from` to `to` against the table's +x, in (-pi, pi].
///
/// Two spots nearer than their error have no direction to speak of: the margin is pi.
[[nodiscard]] MeasuredAngle direction_between(const Spot& from, const Spot& to, const PointCovariance& common = {});

/// Bearing of `to` off the heading of `from`, centre to centre, in (-pi, pi], positive to the left.
[[nodiscard]] MeasuredAngle bearing_off(const Footprint& from, const Spot& to, const PointCovariance& common = {});
/// The same without its sign, in [0, pi].
[[nodiscard]] MeasuredAngle angle_off(const Footprint& from, const Spot& to, const PointCovariance& common = {});

}  // namespace measure
