// The depth of an overlap when a body is made of several convex parts.
//   Each part alone may need a small push only, into the next part: along a seam none at all. What
//   counts is the shortest push out of all of them together.
#pragma once

#include <span>

#include "measure/convex.h"
#include "measure/crest.h"

namespace measure {

/// Round edges are polygons here, never farther than this inside the true edge, so that a depth may
/// be that much too small. Finer costs time with the square of the corners.
inline constexpr Inches kOverlapTolerance{2e-5};

/// The shortest step by which `a`, all of it, must be moved to be free of `b`; no step if it is free.
[[nodiscard]] TableVector shortest_push(std::span<const Convex> a, std::span<const Convex> b);

// What a line of sight meets in something solid with a flat top.

/// What a line meets in a solid: how much of it, and where it lies lowest under the top.
struct Passage {
  Inches depth;
  double lowest_at = 0.0;
  bool from_eye = false, to_target = false;  // the passage begins or ends with the line itself
};

/// The passage of a line over the parts of a solid, below its top. `nearest`: where the line comes nearest to it,
/// for a line that does not run over it at all.
[[nodiscard]] Passage passage_over(const RisingLine& line, std::span<const Convex> parts, Inches top, double nearest);

}  // namespace measure
