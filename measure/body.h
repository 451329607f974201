// A footprint taken apart for measuring: convex parts that stand, turn and err as one.
//   What gaps, corridors and sight have in common.
#pragma once

#include <span>
#include <vector>

#include "measure/convex.h"
#include "measure/gap.h"

namespace measure {

struct Body {
  std::vector<Convex> parts;
  TablePoint centre;           // it turns about this
  PointCovariance covariance;  // of its place
  Radians heading_margin;      // 95 %; 0 for what looks the same from all sides
};

[[nodiscard]] Body body_of(const Footprint& footprint);
/// Something drawn, without error.
[[nodiscard]] Body exactly(std::vector<Convex> parts);

/// Two bodies' separation, and the parts of them it was measured between.
struct BodySeparation {
  Separation separation;
  Convex part_a, part_b;
};

/// Signed distance between bodies: the nearest parts' when apart, the shortest push of the whole when not.
[[nodiscard]] BodySeparation separation(std::span<const Convex> a, std::span<const Convex> b);

/// By how much a separation may change as its body `a` or `b` turns within its heading margin: 95 %.
[[nodiscard]] Inches from_heading_of_a(const Body& a, const BodySeparation& nearest);
[[nodiscard]] Inches from_heading_of_b(const Body& b, const BodySeparation& nearest);

/// `clearance` of gap.h, for a body.
[[nodiscard]] Clearance clearance(const Spot& from, const Spot& to, const Body& body, const PointCovariance& common);

// The depth of an overlap when a body is made of several convex parts.
//   Each part alone may need a small push only, into the next part: along a seam none at all. What
//   counts is the shortest push out of all of them together.

/// Round edges are polygons here, never farther than this inside the true edge, so that a depth may
/// be that much too small. Finer costs time with the square of the corners.
inline constexpr Inches kOverlapTolerance{2e-5};

/// The shortest step by which `a`, all of it, must be moved to be free of `b`; no step if it is free.
[[nodiscard]] TableVector shortest_push(std::span<const Convex> a, std::span<const Convex> b);

}  // namespace measure
