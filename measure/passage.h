// What a line of sight meets in something solid with a flat top.
// Needs only the standard library.
#pragma once

#include <span>

#include "measure/convex.h"
#include "measure/crest.h"

namespace measure {

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
