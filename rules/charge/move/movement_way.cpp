#include "rules/charge/move/movement_way.h"

#include <algorithm>

namespace rules::charge {
namespace {

using path::Fare;
using path::kNever;
using path::Point;

template <class Test>
bool any_leg(const std::vector<Point>& points, Test test) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    if (test(points[i], points[i + 1])) return true;
  return false;
}

}  // namespace

Counted best_way(const Setting& setting, Point to) {
  Counted best;
  const auto offer = [&](const std::vector<Fare>& fares, bool crosses) {
    for (const Fare& fare : fares) {
      const double most = best.found() ? best.over() + fare.allowance : kNever;
      path::Route route = path::cheapest(setting.world, fare, setting.from, to, most);
      if (route.cost < most) best = {std::move(route), fare, crosses};
    }
  };
  offer(setting.avoiding, false);
  offer(setting.crossing, true);
  return best;
}

Counted walked_way(const Setting& setting, const std::vector<Point>& points, bool crosses, bool unit_crossed) {
  const path::Ground ground(setting.world.going);
  Counted way;
  for (Fare fare : crosses || unit_crossed ? setting.crossing : setting.avoiding) {
    fare.obstacles_closed = false;
    path::Route route{.cost = 0.0, .points = points};
    for (std::size_t i = 0; i + 1 < points.size(); ++i) route.cost += ground.price(points[i], points[i + 1], fare);
    if (route.cost - fare.allowance < way.over() || !way.found()) way = {std::move(route), fare, crosses};
  }
  return way;
}

bool crosses(const Setting& setting, const std::vector<Point>& points) {
  const path::Ground ground(setting.world.going);
  return std::any_of(setting.world.going.obstacles.begin(), setting.world.going.obstacles.end(), [&](const path::Barrier& obstacle) {
    return any_leg(points, [&](Point a, Point b) { return ground.enters(obstacle, a, b); });
  });
}

bool blocked(const Setting& setting, const std::vector<Point>& points) {
  return any_leg(points, [&](Point a, Point b) {
    return std::any_of(setting.world.blockers.begin(), setting.world.blockers.end(),
                       [&](const path::Blocker& blocker) { return path::blocks(blocker, a, b); });
  });
}

bool barred(const Setting& setting, const std::vector<Point>& points) {
  return std::any_of(points.begin() + 1, points.end(), [&](Point p) { return !setting.world.free(p); }) || blocked(setting, points);
}

}  // namespace rules::charge
