// The depth of an overlap when a body is made of several convex parts.
//   Each part alone may need a small push only, into the next part: along a seam none at all. What
//   counts is the shortest push out of all of them together.
#pragma once

#include <span>

#include "measure/convex.h"

namespace measure {

/// Round edges are polygons here, never farther than this inside the true edge, so that a depth may
/// be that much too small. Finer costs time with the square of the corners.
inline constexpr Inches kOverlapTolerance{2e-5};

/// The shortest step by which `a`, all of it, must be moved to be free of `b`; no step if it is free.
[[nodiscard]] TableVector shortest_push(std::span<const Convex> a, std::span<const Convex> b);

}  // namespace measure
