#include "rules/charge/move/path_search.h"

#include <algorithm>
#include <numbers>

#include "rules/charge/move/path_bends.h"

namespace rules::charge::path {
namespace {

/// Samples along a border for the length of the whole way, and radians between those round corners and
/// across fans. More cost time with their square; with half as many the first search, which chooses between
/// ways round, took one way in three hundred that is a hundredth dearer than another.
constexpr double kSamplesPerWay = 48.0;
constexpr double kFirstTurn = std::numbers::pi / 24.0;
constexpr double kFirstFan = std::numbers::pi / 24.0;
/// Nobody argues about hundredths of a way that takes more than this many turns.
constexpr double kManyTurns = 2.0;
constexpr double kFarTurn = std::numbers::pi / 6.0;
/// How much finer each further search is, and how many there are; arcs need no more than half as much, and in
/// fans the bends settle by themselves.
constexpr double kFiner = 4.0;
constexpr double kFinerTurn = 2.0;
constexpr int kFinerSearches = 2;
/// The finer search looks this many coarse spacings to either side of the route.
constexpr double kBesideSteps = 1.5;
/// Inches: finer samples than this change nothing a tape measure shows.
constexpr double kFinestSpacing = 0.002;
/// A search for what can be reached has no second look: it starts fine.
constexpr double kReachSpacing = 0.3;
constexpr double kReachTurn = std::numbers::pi / 18.0;
constexpr double kReachFan = std::numbers::pi / 24.0;
/// A finer search that saves less than this share ends it: the next would save a fraction of that.
constexpr double kWorthwhile = 5e-4;
/// Inches: steps of bends smaller than this change nothing.
constexpr double kSettled = 1e-3;
/// How often legs are halved, to bend them where the ground has no border.
constexpr int kHalvedLegs = 2;
/// Paths as cheap as this share of each other are the same: rounding.
constexpr double kSame = 1e-12;

struct Tree {
  std::vector<double> cost;
  std::vector<std::size_t> before;
};

/// Dijkstra, towards `goal` where there is one, over all pairs of places, priced only when needed.
Tree grow(const Scene& scene, const std::vector<Point>& at, std::optional<std::size_t> goal, double budget) {
  const std::size_t n = at.size();
  const double least = scene.fare().least();
  Tree tree{std::vector<double>(n, kNever), std::vector<std::size_t>(n, n)};
  std::vector<double> ahead(n, 0.0);
  if (goal)
    for (std::size_t i = 0; i < n; ++i) ahead[i] = least * distance(at[i], at[*goal]);
  std::vector<std::size_t> open(n);
  for (std::size_t i = 0; i < n; ++i) open[i] = i;
  tree.cost[0] = 0.0;
  while (!open.empty()) {
    measure::Effort::spend(5 * open.size());
    std::size_t best = 0;
    for (std::size_t k = 1; k < open.size(); ++k)
      if (tree.cost[open[k]] + ahead[open[k]] < tree.cost[open[best]] + ahead[open[best]]) best = k;
    const std::size_t u = open[best];
    const double bound = goal ? std::min(budget, tree.cost[*goal]) : budget;
    if (tree.cost[u] + ahead[u] > bound || tree.cost[u] == kNever || (goal && u == *goal)) break;
    open[best] = open.back();
    open.pop_back();
    for (const std::size_t v : open) {
      const double hoped = tree.cost[u] + least * distance(at[u], at[v]);
      if (hoped >= tree.cost[v] * (1.0 - kSame) || hoped + ahead[v] > (goal ? std::min(budget, tree.cost[*goal]) : budget)) continue;
      const double cost = tree.cost[u] + scene.price(at[u], at[v], tree.cost[v] - tree.cost[u]);
      if (cost < tree.cost[v]) {
        tree.cost[v] = cost;
        tree.before[v] = u;
      }
    }
  }
  return tree;
}

Route search(const Scene& scene, const Region& region, const Fineness& fineness, double budget) {
  std::vector<Point> at{region.from, region.to};
  if (region.route) at.insert(at.end(), region.route->begin() + 1, region.route->end() - 1);
  const std::vector<Point> more = bends(scene, region, fineness);
  at.insert(at.end(), more.begin(), more.end());
  const Tree tree = grow(scene, at, 1, budget);
  Route route{.cost = tree.cost[1], .points = {}};
  if (route.cost < kNever)
    for (std::size_t i = 1; i < at.size(); i = tree.before[i]) route.points.push_back(at[i]);
  std::ranges::reverse(route.points);
  return route;
}

/// Leaves out bends that save nothing.
void straighten(const Scene& scene, Route& route) {
  for (std::size_t i = 1; i + 1 < route.points.size();) {
    const Point a = route.points[i - 1], b = route.points[i], c = route.points[i + 1];
    const double bent = scene.price(a, b) + scene.price(b, c), straight = scene.price(a, c);
    if (straight <= bent * (1.0 + kSame)) {
      route.points.erase(route.points.begin() + static_cast<std::ptrdiff_t>(i));
      route.cost = route.cost - bent + straight;
      i = std::max<std::size_t>(1, i - 1);
    } else {
      ++i;
    }
  }
}

/// Moves each bend to where it costs least, in ever smaller steps. Where the cost changes smoothly, as on the
/// cone of a hill, that is worth several finer searches; on borders the bends are nearly right already.
void settle(const Scene& scene, Route& route, double step) {
  const auto around = [&](std::size_t i, Point p, double enough) {
    const double before = scene.price(route.points[i - 1], p, enough);
    return before < enough ? before + scene.price(p, route.points[i + 1], enough - before) : kNever;
  };
  for (; step > kSettled; step *= 0.5)
    for (std::size_t i = 1; i + 1 < route.points.size(); ++i) {
      double best = around(i, route.points[i], kNever);
      const Point along = unit(route.points[i + 1] - route.points[i - 1]) * step, aside = left_of(along);
      for (const Point& way : {aside, aside * -1.0, along, along * -1.0}) {
        const Point p = route.points[i] + way;
        const double cost = scene.free(p) ? around(i, p, best) : kNever;
        if (!(cost < best * (1.0 - kSame))) continue;
        route.cost += cost - best;
        best = cost;
        route.points[i] = p;
        break;
      }
    }
}

/// A bend in the middle of every leg longer than this.
void halve_legs(Route& route, double longer) {
  std::vector<Point> points{route.points.front()};
  for (std::size_t i = 1; i < route.points.size(); ++i) {
    if (distance(points.back(), route.points[i]) > longer) points.push_back(between(points.back(), route.points[i], 0.5));
    points.push_back(route.points[i]);
  }
  route.points = std::move(points);
}

/// The longest way by a corner of anything there is.
double farthest_way(const World& world, Point from, Point to) {
  Box all = box_of(from, to);
  const auto take = [&](const Box& box) {
    all.add(box.low);
    all.add(box.high);
  };
  const Going& g = world.going;
  for (const auto* areas : {&g.woods, &g.marshes, &g.roads})
    for (const Area& area : *areas) take(area.box);
  for (const Rise& rise : g.rises) take(rise.foot.box);
  for (const auto* barriers : {&g.barred, &g.obstacles})
    for (const Barrier& barrier : *barriers) take(barrier.area.box);
  for (const Blocker& blocker : world.blockers) take(blocker.box);
  double farthest = 0.0;
  for (const Point& p : {all.low, all.high, Point{all.low.x, all.high.y}, Point{all.high.x, all.low.y}})
    farthest = std::max(farthest, distance(from, p) + distance(p, to));
  return farthest;
}

bool on_table(const std::optional<Box>& table, Point p) {
  constexpr double kSlack = 1e-9;  // the border's own: equality counts as inside
  return !table ||
         (p.x >= table->low.x - kSlack && p.x <= table->high.x + kSlack && p.y >= table->low.y - kSlack && p.y <= table->high.y + kSlack);
}

}  // namespace

bool World::free(Point p) const {
  return on_table(table, p) && std::ranges::none_of(blockers, [&](const Blocker& b) { return blocks(b, p, p); }) &&
         std::ranges::none_of(going.barred, [&](const Barrier& b) { return b.holds(p); });
}

Scene::Scene(const World& world, const Fare& fare, const Box& near)
    : world_(&world), fare_(fare), ground_(world.going), blockers_([&] {
        std::vector<const Blocker*> met;
        for (const Blocker& blocker : world.blockers)
          if (blocker.box.meets(near)) met.push_back(&blocker);
        return met;
      }()) {}

double Scene::price(Point a, Point b, double enough) const { return blockers_.blocked(a, b) ? kNever : ground_.price(a, b, fare_, enough); }

bool Scene::free(Point p) const {
  return on_table(world_->table, p) && !blockers_.blocked(p, p) &&
         std::ranges::none_of(world_->going.barred, [&](const Barrier& b) { return b.holds(p); });
}

Route cheapest(const World& world, const Fare& fare, Point from, Point to, double most) {
  const double least = fare.least(), straight = distance(from, to);
  if (least * straight > most) return {};
  if (straight == 0.0) return {0.0, {from, to}};
  const double direct = Scene(world, fare, box_of(from, to)).price(from, to);
  if (direct <= least * straight * (1.0 + kSame)) return {direct, {from, to}};

  const double enough = least * farthest_way(world, from, to);
  double budget = std::min(most, std::isfinite(direct) ? direct : least * (1.5 * straight + 2.0));
  Route best;
  Fineness fineness;
  for (;;) {
    const Region region{.from = from, .to = to, .most = budget / least * (1.0 + kSame)};
    const Scene scene(world, fare, region.box());
    fineness = {
        .spacing = region.most / kSamplesPerWay, .turn = budget > kManyTurns * fare.allowance ? kFarTurn : kFirstTurn, .fan = kFirstFan};
    best = search(scene, region, fineness, kNever);
    if (best.cost <= budget || budget >= enough || budget >= most) break;
    budget = std::min(most, std::isfinite(best.cost) ? best.cost : 2.0 * budget);
  }
  if (!(best.cost < kNever)) return {};

  const Scene scene(world, fare, Region{.from = from, .to = to, .most = best.cost / least * (1.0 + kSame)}.box());
  for (int i = 0; i < kFinerSearches && best.points.size() > 0 && fineness.spacing > kFinestSpacing; ++i) {
    straighten(scene, best);
    const std::vector<Point> route = best.points;
    const Region region{
        .from = from, .to = to, .most = best.cost / least * (1.0 + kSame), .route = &route, .beside = kBesideSteps * fineness.spacing};
    fineness = {.spacing = fineness.spacing / kFiner, .turn = fineness.turn / kFinerTurn, .fan = fineness.fan};
    Route finer = search(scene, region, fineness, best.cost);
    if (!(finer.cost < best.cost)) break;
    const bool worthwhile = finer.cost < best.cost * (1.0 - kWorthwhile);
    best = std::move(finer);
    if (!worthwhile) break;
  }
  straighten(scene, best);
  settle(scene, best, fineness.spacing);
  for (int i = 0; i < kHalvedLegs; ++i) {
    halve_legs(best, 4.0 * fineness.spacing);
    settle(scene, best, 2.0 * fineness.spacing);
    straighten(scene, best);
  }
  return best.cost <= most ? best : Route{};
}

Arrivals arrivals(const Scene& scene, Point from, double budget) {
  Arrivals all;
  const Region region{.from = from, .to = from, .most = 2.0 * budget / scene.fare().least()};
  all.at = {from};
  const std::vector<Point> more = bends(scene, region, {.spacing = kReachSpacing, .turn = kReachTurn, .fan = kReachFan});
  all.at.insert(all.at.end(), more.begin(), more.end());
  all.cost = grow(scene, all.at, std::nullopt, budget).cost;
  for (std::size_t i = all.at.size(); i-- > 0;)
    if (!(all.cost[i] <= budget)) {
      all.at.erase(all.at.begin() + static_cast<std::ptrdiff_t>(i));
      all.cost.erase(all.cost.begin() + static_cast<std::ptrdiff_t>(i));
    }
  return all;
}

}  // namespace rules::charge::path
