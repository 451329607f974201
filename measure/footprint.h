// The area a base covers on the table.
//   A shape is a base as it is sold; a footprint is that shape standing somewhere, facing somewhere.
//   Shapes are centred on the base centre, their length runs along the heading.
// Needs only the standard library.
#pragma once

#include <variant>
#include <vector>

#include "measure/measured.h"
#include "measure/point.h"

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
  Radians heading;             // irrelevant for round shapes
  PointCovariance covariance;  // of `centre`
  Radians heading_margin;      // 95 % half-width of `heading`
};

}  // namespace measure
