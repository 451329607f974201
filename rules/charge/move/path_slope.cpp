// Slopes: the cost of a straight step where downhill is cheap and every other way is dear.
#include <algorithm>
#include <array>

#include "rules/charge/move/path_ground.h"

namespace rules::charge::path {
namespace {

/// In cosines: what still is directly downhill in spite of rounding, some 1e-6 radians past the tolerance.
constexpr double kCosineSlack = 1e-12;
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

Feature nearest_feature(const Ring& top, Point p) {
  Feature best;
  double least = kNever;
  for (std::size_t i = 0, n = top.size(); i < n; ++i) {
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

double price_on_slope(const Rise& rise, Point a, Point b, double down, double other, Angle tolerance) {
  const double whole = distance(a, b);
  if (!(whole > 0.0)) return 0.0;
  if (!(down < other)) return other * whole;
  const Hull hull(down, other, tolerance);
  if (!rise.hill) return rise.down ? price_straight(*rise.down, a, b, hull) : other * whole;
  if (rise.top.empty()) return price_around(rise.peak, a, b, hull);

  // Square off the ends of each edge of the top the nearest part of it changes.
  constexpr std::size_t kUsual = 64;
  std::array<double, kUsual> usual;
  std::vector<double> many;
  double* changes = usual.data();
  if (2 * rise.top.size() + 1 > kUsual) {
    many.resize(2 * rise.top.size() + 1);
    changes = many.data();
  }
  std::size_t count = 0;
  const Point way = b - a;
  for (std::size_t i = 0, n = rise.top.size(); i < n; ++i) {
    const Point from = rise.top[i], edge = rise.top[i + 1 < n ? i + 1 : 0] - from;
    const double across = dot(way, edge);
    if (across == 0.0) continue;
    const double begins = dot(from - a, edge) / across, ends = begins + dot(edge, edge) / across;
    for (const double share : {begins, ends})
      if (share > kNothing && share < 1.0) changes[count++] = share;
  }
  std::sort(changes, changes + count);
  changes[count++] = 1.0;
  double cost = 0.0, at = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    if (changes[i] - at <= kNothing) continue;
    cost += price_by_top(rise.top, rise.bent_top, between(a, b, at), between(a, b, changes[i]), hull, kMostChanges);
    at = changes[i];
  }
  return cost;
}

}  // namespace rules::charge::path
