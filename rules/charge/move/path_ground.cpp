// Slopes: the cost of a straight step where downhill is cheap and every other way is dear.
#include "rules/charge/move/path_ground.h"

#include <algorithm>
#include <boost/container/small_vector.hpp>
#include <optional>

namespace rules::charge::path {
namespace {

/// Inches: a step this near to an edge, and along it, runs on the border. Then both sides are asked.
constexpr double kOnBorder = 1e-9;
/// Inches to either side for that. Above kOnBorder, below everything drawn.
constexpr double kBeside = 1e-8;
/// Inches that a step may run inside an obstacle without entering it: touching is no crossing.
constexpr double kTouchInside = 1e-7;
/// Shares of a step below this are rounding.
constexpr double kNothing = 1e-13;
/// A ring of more corners than kLongRing is looked at in runs of kRun: those that lie beside a step need no look at their corners.
constexpr std::size_t kLongRing = 64, kRun = 16;

struct Rates {
  double down, other;  // on flat ground both are the same
};

Rates rates_of(const Stretch& s, const Fare& fare, bool stack) {
  Rates r{1.0, 1.0};
  if (fare.slow_ground_counts) {
    const double wood = s.wood ? 2.0 : 1.0, marsh = s.marsh ? 2.0 : 1.0, slope = s.rise ? 2.0 : 1.0;
    r.down = stack ? wood * marsh : std::max(wood, marsh);
    r.other = stack ? r.down * slope : std::max(r.down, slope);
  }
  if (fare.whole_turn > 0.0) {
    r.down = r.down <= fare.whole_turn ? fare.whole_turn : kNever;
    r.other = r.other <= fare.whole_turn ? fare.whole_turn : kNever;
  }
  if (fare.road_only && !s.on_road) r = {kNever, kNever};
  return {r.down * fare.factor, r.other * fare.factor};
}

}  // namespace

Ground::Ground(const Going& going) : going_(&going) {
  const auto add = [&](const Ring& ring) {
    if (ring.size() <= kLongRing) return;
    std::vector<Box>& boxes = runs_[&ring];
    for (std::size_t i = 0; i < ring.size(); ++i) {
      if (i % kRun == 0) boxes.emplace_back().add(i > 0 ? ring[i - 1] : ring.back());
      boxes.back().add(ring[i]);
    }
  };
  const auto add_area = [&](const Area& area) { std::ranges::for_each(area.parts, add); };
  for (const auto* areas : {&going.woods, &going.marshes, &going.roads}) std::ranges::for_each(*areas, add_area);
  for (const Rise& rise : going.rises) {
    add_area(rise.foot);
    add(rise.top);
  }
  for (const Barrier& obstacle : going.obstacles) {
    add_area(obstacle.area);
    std::ranges::for_each(obstacle.lifted, add_area);
  }
}

void Ground::cut(const Ring& ring, Point a, Point b, Of what, std::size_t which) const {
  const Point way = b - a;
  const double whole = length(way), border = kOnBorder * whole;
  shares_.clear();
  Point before = ring.back();
  double side_before = cross(way, before - a);
  const std::vector<Box>* runs = ring.size() > kLongRing ? &runs_.at(&ring) : nullptr;
  const auto beside = [&](const Box& box) {
    const Point half = (box.high - box.low) * 0.5;
    return std::abs(cross(way, box.low + half - a)) > std::abs(way.x) * half.y + std::abs(way.y) * half.x + 2.0 * border;
  };
  std::size_t looks = 0;
  for (std::size_t i = 0; i < ring.size(); ++i, ++looks) {
    if (runs && i % kRun == 0 && beside((*runs)[i / kRun])) {
      i = std::min(i + kRun, ring.size()) - 1;
      before = ring[i];
      side_before = cross(way, before - a);
      continue;
    }
    const Point corner = ring[i];
    const double side = cross(way, corner - a);
    if ((side > 0.0) != (side_before > 0.0)) {
      const Point on = before + (corner - before) * (side_before / (side_before - side));
      shares_.push_back(dot(on - a, way) / (whole * whole));
    }
    if (std::abs(side) <= border && std::abs(side_before) <= border) {
      const double one = dot(before - a, way), other = dot(corner - a, way);
      if (std::max(one, other) > border && std::min(one, other) < whole * whole - border) grazes_ = true;
    }
    before = corner;
    side_before = side;
  }
  measure::Effort::spend(20 + 4 * looks + 10 * shares_.size());
  std::ranges::sort(shares_);
  for (std::size_t i = 0; i + 1 < shares_.size(); i += 2) {
    const double from = std::max(0.0, shares_[i]), to = std::min(1.0, shares_[i + 1]);
    if (to - from > kNothing) within_.push_back({from, to, what, which});
  }
}

void Ground::cut(const Area& area, Point a, Point b, Of what, std::size_t which) const {
  if (!area.box.meets(box_of(a, b))) return;
  for (const Ring& ring : area.parts) cut(ring, a, b, what, which);
}

bool Ground::gather(Point a, Point b, const Fare& fare) const {
  within_.clear();
  grazes_ = false;
  const Going& g = *going_;
  measure::Effort::spend(6 * (fare.slow_ground_counts ? g.woods.size() + g.marshes.size() + g.rises.size() : 0));
  if (fare.slow_ground_counts) {
    for (std::size_t i = 0; i < g.woods.size(); ++i) cut(g.woods[i], a, b, Of::Wood, i);
    for (std::size_t i = 0; i < g.marshes.size(); ++i) cut(g.marshes[i], a, b, Of::Marsh, i);
    for (std::size_t i = 0; i < g.rises.size(); ++i) {
      cut(g.rises[i].foot, a, b, Of::Foot, i);
      if (!g.rises[i].top.empty() && g.rises[i].foot.box.meets(box_of(a, b))) cut(g.rises[i].top, a, b, Of::Top, i);
    }
  }
  if (fare.road_only)
    for (std::size_t i = 0; i < g.roads.size(); ++i) cut(g.roads[i], a, b, Of::Road, i);
  return grazes_;
}

void Ground::part() const {
  shares_.assign({0.0, 1.0});
  for (const Within& w : within_) {
    shares_.push_back(w.from);
    shares_.push_back(w.to);
  }
  std::ranges::sort(shares_);
  measure::Effort::spend(5 * shares_.size() * within_.size());  // whoever parts a step looks for each share's ground
}

template <class Visit>
void Ground::walk(Visit visit) const {
  if (within_.empty()) {
    visit(Stretch{.from = 0.0, .to = 1.0});
    return;
  }
  part();
  for (std::size_t i = 0; i + 1 < shares_.size(); ++i) {
    if (shares_[i + 1] - shares_[i] <= kNothing) continue;
    Stretch s{.from = shares_[i], .to = shares_[i + 1]};
    const double middle = 0.5 * (s.from + s.to);
    std::size_t highest = going_->rises.size(), top = highest;
    for (const Within& w : within_) {
      if (middle < w.from || middle > w.to) continue;
      switch (w.what) {
        case Of::Wood: s.wood = s.wood ? s.wood : &going_->woods[w.which]; break;
        case Of::Marsh: s.marsh = s.marsh ? s.marsh : &going_->marshes[w.which]; break;
        case Of::Foot: highest = std::min(highest, w.which); break;
        case Of::Top: top = std::min(top, w.which); break;
        case Of::Road: s.on_road = true; break;
      }
    }
    if (highest < going_->rises.size() && top != highest) s.rise = &going_->rises[highest];
    visit(s);
  }
}

double Ground::cost_of(const Stretch& s, Point a, Point b, const Fare& fare) const {
  const Rates rates = rates_of(s, fare, going_->stack);
  const double inches = (s.to - s.from) * distance(a, b);
  if (!s.rise) return inches * rates.other;
  return price_on_slope(*s.rise, between(a, b, s.from), between(a, b, s.to), rates.down, rates.other, going_->down_tolerance);
}

double Ground::least_of(const Stretch& s, Point a, Point b, const Fare& fare) const {
  const Rates rates = rates_of(s, fare, going_->stack);
  return (s.to - s.from) * distance(a, b) * (s.rise ? rates.down : rates.other);
}

double Ground::sum(Point a, Point b, const Fare& fare, double enough) const {
  // Slopes take time: first whether the rest alone is enough.
  parts_.clear();
  double least = 0.0;
  bool sloping = false;
  walk([&](const Stretch& s) {
    least += least_of(s, a, b, fare);
    sloping = sloping || s.rise;
    parts_.push_back(s);
  });
  if (least >= enough) return kNever;
  double cost = least;
  if (sloping) {
    cost = 0.0;
    for (const Stretch& s : parts_) cost += cost_of(s, a, b, fare);
  }
  if (cost >= enough) return kNever;
  if (fare.obstacles_closed)
    for (const Barrier& obstacle : going_->obstacles)
      if (obstacle.area.box.meets(box_of(a, b)) && enters(obstacle, a, b)) return kNever;
  return cost;
}

double Ground::price_beside(Point a, Point b, const Fare& fare, double enough) const {
  static_cast<void>(gather(a, b, fare));
  return sum(a, b, fare, enough);
}

double Ground::price(Point a, Point b, const Fare& fare, double enough) const {
  if (a == b) return 0.0;
  if (!gather(a, b, fare)) return sum(a, b, fare, enough);
  const Point aside = left_of(unit(b - a)) * kBeside;
  return std::min(price_beside(a + aside, b + aside, fare, enough), price_beside(a - aside, b - aside, fare, enough));
}

bool Ground::enters(const Barrier& obstacle, Point a, Point b) const {
  const auto inside_of = [&](Point from, Point to) {
    within_.clear();
    grazes_ = false;
    cut(obstacle.area, from, to, Of::Wood, 0);
    if (within_.empty()) return grazes_ ? -1.0 : 0.0;
    for (const Area& area : obstacle.lifted) cut(area, from, to, Of::Top, 0);
    if (grazes_) return -1.0;
    if (obstacle.area.parts.size() == 1 && obstacle.lifted.empty()) {  // what lies within one outline does not overlap
      double most = 0.0;
      for (const Within& w : within_) most += w.to - w.from;
      return most * distance(from, to);
    }
    part();
    double most = 0.0;
    for (std::size_t i = 0; i + 1 < shares_.size(); ++i) {
      const double middle = 0.5 * (shares_[i] + shares_[i + 1]);
      bool in = false, out = false;
      for (const Within& w : within_)
        if (middle > w.from && middle < w.to) (w.what == Of::Top ? out : in) = true;
      if (in && !out) most += shares_[i + 1] - shares_[i];
    }
    return most * distance(from, to);
  };
  if (a == b) return false;
  const double straight = inside_of(a, b);
  if (straight >= 0.0) return straight > kTouchInside;
  const Point aside = left_of(unit(b - a)) * kBeside;
  return std::abs(inside_of(a + aside, b + aside)) > kTouchInside && std::abs(inside_of(a - aside, b - aside)) > kTouchInside;
}

std::vector<Stretch> Ground::stretches(Point a, Point b, const Fare& fare) const {
  std::vector<Stretch> all;
  if (a == b) return all;
  Point from = a, to = b;
  if (gather(a, b, fare)) {
    const Point aside = left_of(unit(b - a)) * kBeside;
    const double left = price_beside(a + aside, b + aside, fare, kNever), right = price_beside(a - aside, b - aside, fare, kNever);
    from = left <= right ? a + aside : a - aside;
    to = from + (b - a);
    (void)gather(from, to, fare);
  }
  walk([&](const Stretch& s) {
    all.push_back(s);
    all.back().cost = cost_of(s, from, to, fare);
  });
  return all;
}

namespace {

/// In cosines: what still is directly downhill in spite of rounding, some 1e-6 radians past the tolerance.
constexpr double kCosineSlack = 1e-12;
/// Inches: nearer than this a step runs through the point that downhill leads away from.
constexpr double kThrough = 1e-9;
/// Shares of a step below this are rounding.
constexpr double kNoShare = 1e-12;
/// Halvings to where the nearest part of a bent top changes: an inch becomes 1e-9.
constexpr int kHalvings = 30;
/// Changes looked for in one stretch. More would follow the noise of a step along the line between two parts.
constexpr int kMostChanges = 6;
/// Shares of a step: near its ends, but not on a change that lies there.
constexpr double kAtEnd = 1e-6;

/// Speeds `1/down` within the tolerance of downhill and `1/other` all around, and whatever tacking between
/// them yields: beyond the tolerance the hull's edge is straight until it touches the slow circle.
struct Hull {
  double down, other;
  Angle tolerance, slow;  // where the edge begins, and where the slow circle does
  Hull(double d, double o, Angle t) : down(d), other(o), tolerance(t), slow(t) {
    if (!std::isfinite(o)) return;
    const double c = d / o, s = std::sqrt(1.0 - c * c);
    slow = {t.cosine * c - t.sine * s, t.sine * c + t.cosine * s};
  }
  /// By the cosine of the angle off downhill.
  [[nodiscard]] double per_inch(double cosine) const {
    if (cosine >= tolerance.cosine - kCosineSlack) return down;
    if (cosine <= slow.cosine) return other;
    return other * (slow.cosine * cosine + slow.sine * std::sqrt(std::max(0.0, 1.0 - cosine * cosine)));
  }
};

double part(double rate, double low, double high) { return high - low > 1e-12 ? rate * (high - low) : 0.0; }

/// Downhill straight away from `peak`: along a straight step the angle off downhill shrinks from behind to ahead.
double price_around(Point peak, Point a, Point b, const Hull& hull) {
  const double whole = distance(a, b);
  if (!(whole > 0.0)) return 0.0;
  const Point u = (b - a) * (1.0 / whole);
  const double from = dot(a - peak, u), to = from + whole, aside = std::abs(cross(a - peak, u));
  if (aside < kThrough) return part(hull.other, from, std::min(to, 0.0)) + part(hull.down, std::max(from, 0.0), to);
  const auto seen_at = [&](Angle angle) { return angle.sine > 0.0 ? aside * angle.cosine / angle.sine : kNever; };
  const double steep = seen_at(hull.tolerance) - kThrough, slow = seen_at(hull.slow);
  double cost = part(hull.other, from, std::min(to, std::min(slow, steep))) + part(hull.down, std::max(from, steep), to);
  const double low = std::max(from, slow), high = std::min(to, steep);
  if (high > low)
    cost += hull.other * (hull.slow.cosine * (length({high, aside}) - length({low, aside})) +
                          hull.slow.sine * aside * (std::asinh(high / aside) - std::asinh(low / aside)));
  return cost;
}

double price_straight(Point down, Point a, Point b, const Hull& hull) {
  const double whole = distance(a, b);
  return whole > 0.0 ? whole * hull.per_inch(dot(b - a, down) / whole) : 0.0;
}

/// The part of a top that is nearest to a point: a corner, or the edge that begins there.
struct Feature {
  std::size_t corner = 0;
  bool edge = false;
  friend bool operator==(const Feature&, const Feature&) = default;
};

/// Of the `count` edges from the one that begins at corner `first`.
Feature nearest_feature(const Ring& top, Point p, std::size_t first, std::size_t count) {
  measure::Effort::spend(4 * count);
  Feature best;
  double least = kNever;
  for (std::size_t k = 0, i = first, n = top.size(); k < count; ++k) {
    const std::size_t next = i + 1 < n ? i + 1 : 0;
    const Point along = top[next] - top[i], off = p - top[i];
    const double ahead = dot(off, along), whole = dot(along, along);
    double squared = dot(off, off);
    Feature feature{i, false};
    if (ahead >= whole) {
      squared = dot(p - top[next], p - top[next]);
      feature = {next, false};
    } else if (ahead > 0.0) {
      squared -= ahead * ahead / whole;
      feature.edge = true;
    }
    if (squared < least) {
      least = squared;
      best = feature;
    }
    i = next;
  }
  return best;
}
Feature nearest_feature(const Ring& top, Point p) { return nearest_feature(top, p, 0, top.size()); }

/// Off a convex top the part that is nearest next lies beside the last one.
Feature nearest_feature_beside(const Ring& top, Point p, Feature last) {
  constexpr std::size_t kEachWay = 2;
  const std::size_t n = top.size(), window = 2 * kEachWay + 1;
  if (n <= window) return nearest_feature(top, p);
  for (;;) {
    const Feature best = nearest_feature(top, p, (last.corner + n - kEachWay) % n, window);
    if (best == last) return best;
    last = best;
  }
}

double price_off(const Ring& top, Feature feature, Point a, Point b, const Hull& hull) {
  const Point corner = top[feature.corner];
  if (!feature.edge) return price_around(corner, a, b, hull);
  const Point away = left_of(unit(top[(feature.corner + 1) % top.size()] - corner));
  return price_straight(dot(between(a, b, 0.5) - corner, away) < 0.0 ? away * -1.0 : away, a, b, hull);
}

/// Near a bent top the nearest part may change anywhere: the step is cut there, `cuts` times at most.
double price_by_top(const Ring& top, Point a, Point b, const Hull& hull, int cuts) {
  if (cuts == 0) return price_off(top, nearest_feature(top, between(a, b, 0.5)), a, b, hull);
  const Feature first = nearest_feature(top, between(a, b, kAtEnd));
  double same = 0.0, other = 1.0;
  if (nearest_feature(top, between(a, b, 1.0 - kAtEnd)) == first) {
    if (nearest_feature(top, between(a, b, 0.5)) == first) return price_off(top, first, a, b, hull);
    other = 0.5;
  }
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = 0.5 * (same + other);
    (nearest_feature(top, between(a, b, middle)) == first ? same : other) = middle;
  }
  const Point change = between(a, b, other);
  return price_off(top, first, a, change, hull) + price_by_top(top, change, b, hull, cuts - 1);
}

}  // namespace

double price_on_slope(const Rise& rise, Point a, Point b, double down, double other, Angle tolerance) {
  const double whole = distance(a, b);
  if (!(whole > 0.0)) return 0.0;
  if (!(down < other)) return other * whole;
  const Hull hull(down, other, tolerance);
  if (!rise.hill) return rise.down ? price_straight(*rise.down, a, b, hull) : other * whole;
  if (rise.top.empty()) return price_around(rise.peak, a, b, hull);

  // Square off the ends of each edge of the top the nearest part of it changes.
  constexpr std::size_t kUsual = 64;
  boost::container::small_vector<double, kUsual> changes;
  const Point way = b - a;
  measure::Effort::spend(8 * rise.top.size());
  for (std::size_t i = 0, n = rise.top.size(); i < n; ++i) {
    const Point from = rise.top[i], edge = rise.top[i + 1 < n ? i + 1 : 0] - from;
    const double across = dot(way, edge);
    if (across == 0.0) continue;
    const double begins = dot(from - a, edge) / across, ends = begins + dot(edge, edge) / across;
    for (const double share : {begins, ends})
      if (share > kNoShare && share < 1.0) changes.push_back(share);
  }
  std::ranges::sort(changes);
  changes.push_back(1.0);
  double cost = 0.0, at = 0.0;
  std::optional<Feature> last;
  for (const double change : changes) {
    if (change - at <= kNoShare) continue;
    const Point from = between(a, b, at), to = between(a, b, change), middle = between(from, to, 0.5);
    if (rise.bent_top) {
      cost += price_by_top(rise.top, from, to, hull, kMostChanges);
    } else {
      last = last ? nearest_feature_beside(rise.top, middle, *last) : nearest_feature(rise.top, middle);
      cost += price_off(rise.top, *last, from, to, hull);
    }
    at = change;
  }
  return cost;
}

}  // namespace rules::charge::path
