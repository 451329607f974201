// The cheapest path, and what it costs to get anywhere: a search over the places where a path may bend.
//   A cheapest path is straight but where the ground changes and round the corners of what is in the way.
//   Those places are sampled, any two are joined by a straight step with its exact price, and the cheapest
//   chain is found; then again with finer samples beside the chain. Every cost returned is that of a path
//   that can be walked, so it is never too low.
#pragma once

#include <optional>
#include <vector>

#include "rules/charge/move/path_blockers.h"
#include "rules/charge/move/path_ground.h"

namespace rules::charge::path {

/// All that a moving base must reckon with.
struct World {
  Going going;
  std::vector<Blocker> blockers;
  std::optional<Box> table;  // the centre stays within

  /// May the centre be here?
  [[nodiscard]] bool free(Point p) const;
};

/// A world as one search sees it: only what lies near.
class Scene {
 public:
  Scene(const World& world, const Fare& fare, const Box& near);
  /// As Ground::price, and kNever through a blocker.
  [[nodiscard]] double price(Point a, Point b, double enough = kNever) const;
  [[nodiscard]] const World& world() const { return *world_; }
  [[nodiscard]] const Fare& fare() const { return fare_; }
  [[nodiscard]] const std::vector<const Blocker*>& blockers() const { return blockers_.all(); }
  [[nodiscard]] bool free(Point p) const;

 private:
  const World* world_;
  Fare fare_;
  Ground ground_;
  BlockerIndex blockers_;
};

struct Route {
  double cost = kNever;
  std::vector<Point> points;  // from the start to the end; empty: there is none
};

/// The cheapest way that costs at most `most`.
[[nodiscard]] Route cheapest(const World& world, const Fare& fare, Point from, Point to, double most = kNever);

/// Places with what it costs to get there: enough of them that one step from the best leads anywhere.
struct Arrivals {
  std::vector<Point> at;
  std::vector<double> cost;
};
[[nodiscard]] Arrivals arrivals(const Scene& scene, Point from, double budget);

}  // namespace rules::charge::path
