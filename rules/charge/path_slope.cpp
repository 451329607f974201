// Slopes: the cost of a straight step where downhill is cheap and every other way is dear.
#include <algorithm>

#include "rules/charge/path_ground.h"

namespace rules::charge::path {
namespace {

/// Radians past the tolerance that still are directly downhill: rounding only.
constexpr double kAngleSlack = 1e-9;
/// Inches: nearer than this a step runs through the point that downhill leads away from.
constexpr double kThrough = 1e-9;
/// Shares of a step below this are rounding.
constexpr double kNothing = 1e-12;
/// Halvings to where the nearest part of a bent top changes: an inch becomes 1e-9.
constexpr int kHalvings = 30;
/// Changes looked for in one stretch. More would follow the noise of a step along the line between two parts.
constexpr int kMostChanges = 6;
/// Shares of a step: near its ends, but not on a change that lies there.
constexpr double kAtEnd = 1e-6;

/// Speeds `1/down` within `tolerance` of downhill and `1/other` all around, and whatever tacking between
/// them yields: beyond the tolerance the hull's edge is straight until it touches the slow circle.
struct Hull {
  double down, other, tolerance;
  double bend;  // from the tolerance to where the slow circle begins
  Hull(double d, double o, double t) : down(d), other(o), tolerance(t), bend(std::isfinite(o) ? std::acos(std::min(1.0, d / o)) : 0.0) {}
  [[nodiscard]] double per_inch(double off) const {
    if (off <= tolerance + kAngleSlack) return down;
    if (off >= tolerance + bend) return other;
    return other * std::cos(bend - (off - tolerance));
  }
};

/// Downhill straight away from `peak`: along a straight step the angle off downhill shrinks from behind to ahead.
double price_around(Point peak, Point a, Point b, const Hull& hull) {
  const double whole = distance(a, b);
  if (!(whole > 0.0)) return 0.0;
  const Point u = (b - a) * (1.0 / whole);
  const double from = dot(a - peak, u), to = from + whole, aside = std::abs(cross(a - peak, u));
  const auto part = [](double rate, double low, double high) { return high - low > 1e-12 ? rate * (high - low) : 0.0; };
  if (aside < kThrough) return part(hull.other, from, std::min(to, 0.0)) + part(hull.down, std::max(from, 0.0), to);
  const auto seen_at = [&](double angle) { return angle > 0.0 ? aside / std::tan(angle) : kNever; };
  const double steep = seen_at(hull.tolerance + kAngleSlack), slow = seen_at(hull.tolerance + hull.bend);
  double cost = part(hull.other, from, std::min(to, slow)) + part(hull.down, std::max(from, steep), to);
  const double low = std::max(from, slow), high = std::min(to, steep);
  if (high > low) {
    const double c = hull.tolerance + hull.bend;
    cost += hull.other * (std::cos(c) * (std::hypot(high, aside) - std::hypot(low, aside)) +
                          std::sin(c) * aside * (std::asinh(high / aside) - std::asinh(low / aside)));
  }
  return cost;
}

double price_straight(Point down, Point a, Point b, const Hull& hull) {
  const double whole = distance(a, b);
  if (!(whole > 0.0)) return 0.0;
  return whole * hull.per_inch(std::acos(std::clamp(dot(b - a, down) / whole, -1.0, 1.0)));
}

/// The part of a top that is nearest to a point: a corner, or the edge that begins there.
struct Feature {
  std::size_t corner = 0;
  bool edge = false;
  friend bool operator==(const Feature&, const Feature&) = default;
};

Feature nearest_feature(const Ring& top, Point p) {
  Feature best;
  double least = kNever;
  for (std::size_t i = 0, n = top.size(); i < n; ++i) {
    const Point a = top[i], along = top[(i + 1) % n] - a;
    const double share = dot(p - a, along) / dot(along, along);
    const Point off = p - (a + along * std::clamp(share, 0.0, 1.0));
    if (const double d = dot(off, off); d < least) {
      least = d;
      best = share <= 0.0 ? Feature{i, false} : share >= 1.0 ? Feature{(i + 1) % n, false} : Feature{i, true};
    }
  }
  return best;
}

double price_off(const Ring& top, Feature feature, Point a, Point b, const Hull& hull) {
  const Point corner = top[feature.corner];
  if (!feature.edge) return price_around(corner, a, b, hull);
  const Point away = left_of(unit(top[(feature.corner + 1) % top.size()] - corner));
  return price_straight(dot(between(a, b, 0.5) - corner, away) < 0.0 ? away * -1.0 : away, a, b, hull);
}

/// Near a bent top the nearest part may change anywhere: the step is cut there, `cuts` times at most.
double price_by_top(const Ring& top, bool bent, Point a, Point b, const Hull& hull, int cuts) {
  if (!bent || cuts == 0) return price_off(top, nearest_feature(top, between(a, b, 0.5)), a, b, hull);
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
  return price_off(top, first, a, change, hull) + price_by_top(top, bent, change, b, hull, cuts - 1);
}

}  // namespace

double price_on_slope(const Rise& rise, Point a, Point b, double down, double other, double tolerance) {
  const double whole = distance(a, b);
  if (!(whole > 0.0)) return 0.0;
  if (!(down < other)) return other * whole;
  const Hull hull(down, other, tolerance);
  if (!rise.hill) return rise.down ? price_straight(*rise.down, a, b, hull) : other * whole;
  if (rise.top.empty()) return price_around(rise.peak, a, b, hull);

  // Square off the ends of each edge of the top the nearest part of it changes.
  const auto next_change = [&](double after) {
    double next = 1.0;
    for (std::size_t i = 0, n = rise.top.size(); i < n; ++i) {
      const Point from = rise.top[i], to = rise.top[(i + 1) % n], edge = to - from;
      const double across = dot(b - a, edge);
      if (across == 0.0) continue;
      for (const Point& end : {from, to})
        if (const double share = dot(end - a, edge) / across; share > after && share < next) next = share;
    }
    return next;
  };
  double cost = 0.0;
  for (double at = 0.0; at < 1.0;) {
    const double next = next_change(at + kNothing);
    cost += price_by_top(rise.top, rise.bent_top, between(a, b, at), between(a, b, next), hull, kMostChanges);
    at = next;
  }
  return cost;
}

}  // namespace rules::charge::path
