// What bars the way: figures and impassable ground, grown by the base that wants to pass.
//   The base keeps its heading on the way, so it fits where its centre is outside everything grown by the
//   base. A blocker is open: touching it is allowed. One is convex: corners thickened by a radius.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/footprint.h"
#include "rules/charge/field.h"
#include "rules/charge/move/going.h"

namespace rules::charge::path {

struct Blocker {
  Ring corners;  // one: a disc; two: a capsule; else convex, anticlockwise
  double radius = 0.0;
  Ring inward;                     // square to each edge, one inch; where there are three corners or more
  Box box;                         // of all of it
  std::string who;                 // the figure's or the ground's name
  std::string rule;                // that says so
  measure::PointCovariance error;  // of a figure's place; ground is exact
};

/// From a point to the edge of a blocker: negative inside, by the way out; and the way it is measured in.
struct Clear {
  double inches = kNever;
  Point away{1.0, 0.0};  // one inch, from the blocker to the point
};
[[nodiscard]] Clear clearance(const Blocker& blocker, Point p);
/// Does the step cut into the blocker?
[[nodiscard]] bool blocks(const Blocker& blocker, Point a, Point b);

/// What it leaves of itself so that `p` just touches it; none: `p` is too deep inside to say where out is.
[[nodiscard]] std::optional<Blocker> spared(const Blocker& blocker, Point p);
/// The same shape grown, or shrunk where negative, by so many inches; none: nothing is left.
[[nodiscard]] std::optional<Blocker> grown(const Blocker& blocker, double inches);

/// Everything the centre of `base` must keep out of, because of this figure or this ground.
[[nodiscard]] std::vector<Blocker> blockers_of(const measure::Footprint& base, const Figure& figure);
[[nodiscard]] std::vector<Blocker> blockers_of(const measure::Footprint& base, const Barrier& barrier);

// Finds the blockers a step may meet, by the square cells it runs through, nearest first.

class BlockerIndex {
 public:
  /// The blockers must outlive the index.
  explicit BlockerIndex(std::vector<const Blocker*> blockers);
  /// Does any of them block the step?
  [[nodiscard]] bool blocked(Point a, Point b) const;
  [[nodiscard]] const std::vector<const Blocker*>& all() const { return all_; }

 private:
  [[nodiscard]] int column(double x) const;
  [[nodiscard]] int row(double y) const;
  [[nodiscard]] bool blocked_in(int column, int row, Point a, Point b) const;

  std::vector<const Blocker*> all_;
  Box box_;
  double cell_ = 1.0;
  int columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> starts_;  // of each cell in `entries_`
  std::vector<std::uint32_t> entries_;
};

}  // namespace rules::charge::path
