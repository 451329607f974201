// How far two bases are apart, edge to edge, and how well that is known.
//   A gap is zero when the bases touch and negative, by the shortest push that would free them, when
//   they overlap. Its margin comes from both centres along the gap and from both headings through
//   their lever arms. Errors that both pieces share (the table's registration) may be named: they
//   move both alike and do not widen the gap's margin.
#pragma once

#include <vector>

#include "measure/footprint.h"
#include "measure/measured.h"

namespace measure {

/// A gap with the two points it was measured between. Where whole edges are nearest, they are the
/// middle of what the edges share; for overlapping bases, the two ends of the deepest overlap.
struct Nearest {
  Measured gap;
  TablePoint on_a, on_b;
};

/// The gap between two bases, edge to edge, of any shapes, concave polygons too.
///
/// `common` is the part of the errors both centres share; both covariances include it. A shape's own
/// size is taken as exact. Anything not finite gives NaN. Source: docs/measuring.md, "Gaps".
[[nodiscard]] Measured gap(const Footprint& a, const Footprint& b, const PointCovariance& common = {});
/// The same with the points it lies between.
[[nodiscard]] Nearest nearest_points(const Footprint& a, const Footprint& b, const PointCovariance& common = {});

/// Distance from a spot to the edge of a base: negative inside, by the way out.
[[nodiscard]] Measured distance_to(const Footprint& footprint, const Spot& spot, const PointCovariance& common = {});
/// Does the base cover the point? Its edge belongs to it. Margins play no part.
[[nodiscard]] bool contains(const Footprint& footprint, TablePoint point);

/// How far the farthest edge of a base is from its centre.
[[nodiscard]] Inches bounding_radius(const Shape& shape);
/// The outline as a polygon for drawing, anticlockwise, never farther than `tolerance` inside the true edge.
[[nodiscard]] std::vector<TablePoint> outline_of(const Footprint& footprint, Inches tolerance = Inches(0.002));

/// The line of fire from one spot to another past a base.
struct Clearance {
  Measured value;  // least distance from the line to the base; negative by the shortest way out where the line runs through it
  TablePoint on_line, on_footprint;
};

/// How clear a base stands of the straight line between two spots, both ends included.
///
/// The margin takes in the base and both ends of the line, each by its share at the nearest point.
/// Source: docs/measuring.md, "Corridors".
[[nodiscard]] Clearance clearance(const Spot& from, const Spot& to, const Footprint& footprint, const PointCovariance& common = {});

}  // namespace measure
