// Convex outlines and the signed distance between two of them: the engine under gaps and corridors.
//   An outline is a core (an oval, or corners: one for a disc, two for a line) thickened by a radius.
//   Signed distance is the most by which any direction separates the two: positive apart, zero
//   touching, and minus the shortest push that frees them when they overlap.
#pragma once

#include <optional>
#include <vector>

#include "measure/footprint.h"
#include "measure/length.h"

namespace measure {

/// An ellipse by its two half axes, at right angles.
struct OvalCore {
  TablePoint centre;
  TableVector long_half, short_half;
};

struct Convex {
  std::optional<OvalCore> oval;     // either an oval ...
  std::vector<TablePoint> corners;  // ... or the corners of a convex polygon, anticlockwise
  Inches radius;                    // the core is thickened by this much
};

struct Separation {
  Inches gap;             // negative by the depth of the overlap
  TableVector direction;  // one inch from a towards b, across the gap
  TablePoint on_a, on_b;  // nearest points; where whole edges are nearest, the middle of what they share
  Inches shared;          // half the length of what they share; 0 at a point
};

/// Signed distance between two convex outlines. Anything not finite gives a NaN gap.
///
/// Corners against corners are exact; an oval is solved to better than 1e-9 in. Source: docs/measuring.md, "Gaps".
[[nodiscard]] Separation separation(const Convex& a, const Convex& b);

/// The convex parts a footprint is made of: itself, unless it is a concave polygon.
[[nodiscard]] std::vector<Convex> convex_parts(const Footprint& footprint);

/// A simple polygon cut into convex parts without new corners. Either sense; parts are anticlockwise.
/// A polygon with crossing edges is cut as far as it goes and its rest kept as it is.
[[nodiscard]] std::vector<std::vector<TablePoint>> convex_pieces(std::vector<TablePoint> outline);

}  // namespace measure
