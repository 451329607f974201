// The ground under a line of sight: where it rises highest above the line.
//   Looked at in small steps; stretches whose ground cannot matter are left out by how fast a hill can
//   rise at most, so that the answer is that of looking at every step.
#pragma once

#include <span>

#include "measure/convex.h"
#include "measure/table.h"

namespace measure {

/// A straight line above the table, from one point to another.
struct RisingLine {
  TablePoint from;
  TableVector whole;
  Inches from_height, to_height;  // above the table

  [[nodiscard]] Inches length() const { return measure::length(whole); }
  [[nodiscard]] TablePoint at(double t) const { return from + whole * t; }
  [[nodiscard]] Inches height(double t) const { return from_height + (to_height - from_height) * t; }
};

struct Crest {
  Inches rise;      // of the ground above the line where it is most; may be negative
  Inches buried;    // length of the line below the ground
  double at = 0.0;  // where: 0 at the beginning of the line, 1 at its end
};

/// One hill or slope, prepared for many lines.
class Ground {
 public:
  explicit Ground(Terrain hill);
  [[nodiscard]] const Terrain& terrain() const { return hill_; }
  [[nodiscard]] Crest crest_along(const RisingLine& line) const;

 private:
  struct Bounds {
    double least = 0.0, most = 0.0;
    bool level = false;  // the same everywhere, exactly
  };
  struct Search;
  [[nodiscard]] Bounds bounds_near(TablePoint point, double reach) const;
  [[nodiscard]] double nearest_edge(const std::vector<TablePoint>& outline, TablePoint point) const;

  Terrain hill_;
  TablePoint centroid_, low_, high_;            // low, high: corners of the box round the foot
  double uphill_from_ = 0.0, uphill_to_ = 0.0;  // of a slope: its extent along its upward direction
};

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
