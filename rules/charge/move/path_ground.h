// What a straight step costs over the ground.
//   Exact: the step is cut where the ground changes, and on slopes the cost is integrated along it. Since
//   tacking is allowed (CG56), a step in any direction costs on a slope what the cheapest zigzag does: the
//   speeds are the convex hull of full speed within the tolerance of downhill and half speed elsewhere.
#pragma once

#include <map>
#include <vector>

#include "rules/charge/move/going.h"

namespace rules::charge::path {

/// One way of counting a turn. A move is as cheap as the cheapest of those its question allows.
struct Fare {
  double factor = 1.0;             // on the whole path (C-M8)
  bool obstacles_closed = false;   // for paths that cross none
  bool road_only = false;          // for paths that never leave the road (CG50)
  bool slow_ground_counts = true;  // off: every inch is 1, whatever the ground
  double whole_turn = 0.0;         // CG44: not 0: every inch is this, and slower ground is closed
  double allowance = 0.0;          // inches to spend

  /// The least an inch can cost.
  [[nodiscard]] double least() const { return factor * std::max(1.0, whole_turn); }
};

/// A part of a step over one ground.
struct Stretch {
  double from = 0.0, to = 0.0;  // shares of the step
  double cost = 0.0;
  const Area* wood = nullptr;
  const Area* marsh = nullptr;
  const Rise* rise = nullptr;  // sloping ground; a flat top is none
  bool on_road = false;
};

class Ground {
 public:
  explicit Ground(const Going& going);
  /// The inches of allowance from `a` to `b`; kNever where the fare closes the way, or it surely costs
  /// `enough` or more: nobody wants to know then.
  [[nodiscard]] double price(Point a, Point b, const Fare& fare, double enough = kNever) const;
  /// The same in parts, for telling a person. Along the border of two grounds the cheaper counts.
  [[nodiscard]] std::vector<Stretch> stretches(Point a, Point b, const Fare& fare) const;
  /// Does the step lead into, or through, this obstacle?
  [[nodiscard]] bool enters(const Barrier& obstacle, Point a, Point b) const;

 private:
  enum class Of { Wood, Marsh, Foot, Top, Road };
  struct Within {
    double from, to;
    Of what;
    std::size_t which;
  };
  void cut(const Area& area, Point a, Point b, Of what, std::size_t which) const;
  void cut(const Ring& ring, Point a, Point b, Of what, std::size_t which) const;
  bool gather(Point a, Point b, const Fare& fare) const;
  /// Puts the shares where what is gathered begins and ends into `shares_`, in order.
  void part() const;
  template <class Visit>
  void walk(Visit visit) const;
  double sum(Point a, Point b, const Fare& fare, double enough) const;
  double price_beside(Point a, Point b, const Fare& fare, double enough) const;
  double cost_of(const Stretch& stretch, Point a, Point b, const Fare& fare) const;
  double least_of(const Stretch& stretch, Point a, Point b, const Fare& fare) const;

  const Going* going_;
  std::map<const Ring*, std::vector<Box>> runs_;  // of rings with many corners, with the corner before each run
  // Scratch, kept for speed: one Ground serves one thread.
  mutable std::vector<Within> within_;
  mutable std::vector<double> shares_;
  mutable std::vector<Stretch> parts_;
  mutable bool grazes_ = false;
};

/// What each inch from `a` to `b` on the slope of `rise` costs, summed: `down` directly downhill, else `other`.
[[nodiscard]] double price_on_slope(const Rise& rise, Point a, Point b, double down, double other, Angle tolerance);

}  // namespace rules::charge::path
