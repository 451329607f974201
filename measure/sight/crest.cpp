#include "measure/sight/crest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "measure/effort.h"

namespace measure {
namespace {

/// The ground is looked at this often along the line, in inches. Coarser steps miss more of a crest:
/// on slopes of 45 degrees half a step is 0.01 in of height.
constexpr double kGroundStep = 0.02;
/// ... but never at more places than this, however long the line.
constexpr int kMostGroundSteps = 4000;
/// Bounds are widened by this, in inches: more than rounding, less than anything a rule can see.
constexpr double kRounding = 1e-9;
/// Stretches of fewer steps than this are looked at step by step: bounds would cost more.
constexpr int kFewSteps = 4;

}  // namespace

Ground::Ground(Terrain hill) : hill_(std::move(hill)), centroid_(mean_corner(hill_.polygon)) {
  if (!hill_.polygon.empty()) low_ = high_ = hill_.polygon.front();
  for (const TablePoint& p : hill_.polygon) {
    low_ = {std::min(low_.x, p.x), std::min(low_.y, p.y)};
    high_ = {std::max(high_.x, p.x), std::max(high_.y, p.y)};
  }
  if (!hill_.uphill) return;
  const TableVector up = one_inch_towards(*hill_.uphill);
  uphill_from_ = std::numeric_limits<double>::infinity();
  uphill_to_ = -uphill_from_;
  for (const TablePoint& p : hill_.polygon) {
    uphill_from_ = std::min(uphill_from_, dot(p - TablePoint{}, up));
    uphill_to_ = std::max(uphill_to_, dot(p - TablePoint{}, up));
  }
}

double Ground::nearest_edge(const std::vector<TablePoint>& outline, TablePoint point) const {
  Effort::spend(6 * outline.size());
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
    const TableVector edge = outline[i] - outline[j], step = point - outline[j];
    const double squared = dot(edge, edge);
    const double t = squared > 0.0 ? std::clamp(dot(step, edge) / squared, 0.0, 1.0) : 0.0;
    const TableVector away = step - edge * t;
    least = std::min(least, dot(away, away));
  }
  return std::sqrt(least);
}

/// Between which heights the ground lies within `reach` of a point. A distance to an outline changes no
/// faster than the point moves, and so bounds the share of the height that is climbed.
Ground::Bounds Ground::bounds_near(TablePoint point, double reach) const {
  const Inches beyond = std::max({low_.x - point.x, point.x - high_.x, low_.y - point.y, point.y - high_.y});
  if (beyond.value > reach) return {0.0, 0.0, true};
  const bool on_foot = inside(hill_.polygon, point);
  const double edge = nearest_edge(hill_.polygon, point);
  if (!on_foot && edge > reach) return {0.0, 0.0, true};
  const double base = hill_.base_height.value, top = hill_.height.value;
  double least_share = 0.0, most_share = 1.0;
  if (hill_.kind == TerrainKind::Hill) {
    const bool flat = hill_.top.size() >= 3, on_top = flat && inside(hill_.top, point);
    const double to_top = flat ? nearest_edge(hill_.top, point) : distance(centroid_, point).value;
    if (on_top && to_top > reach && on_foot && edge > reach) return {std::max(0.0, top), std::max(0.0, top), true};
    const double foot_most = on_foot ? edge + reach : reach - edge, foot_least = on_foot ? std::max(0.0, edge - reach) : 0.0;
    const double top_least = on_top ? 0.0 : std::max(0.0, to_top - reach);
    const double top_most = on_top ? std::max(0.0, reach - to_top) : to_top + reach;
    if (foot_most + top_least > 0.0) most_share = foot_most / (foot_most + top_least);
    if (foot_least + top_most > 0.0) least_share = foot_least / (foot_least + top_most);
  } else {
    if (!hill_.uphill) return {0.0, 0.0, true};
    const double extent = uphill_to_ - uphill_from_;
    const double along = dot(point - TablePoint{}, one_inch_towards(*hill_.uphill)) - uphill_from_;
    if (extent > 0.0) {
      least_share = std::clamp((along - reach) / extent, 0.0, 1.0);
      most_share = std::clamp((along + reach) / extent, 0.0, 1.0);
    }
  }
  const double one = base + (top - base) * least_share, other = base + (top - base) * most_share;
  const bool wholly_on = on_foot && edge > reach;
  return {wholly_on ? std::max(0.0, std::min(one, other)) : 0.0, std::max({0.0, one, other}), false};
}

/// Looks for the crest between two steps, halving what may hold it.
struct Ground::Search {
  const Ground& ground;
  const RisingLine& line;
  Inches run = line.length();
  int steps = std::clamp(static_cast<int>(run.value / kGroundStep), 1, kMostGroundSteps);
  Inches best{-std::numeric_limits<double>::infinity()};
  int where = 0, buried = 0;

  Crest crest() {
    look(0);
    look(steps);
    between(0, steps);
    return {.rise = best, .buried = run * (static_cast<double>(buried) / steps), .at = share(where)};
  }

  [[nodiscard]] double share(int step) const { return static_cast<double>(step) / steps; }

  void offer(int step, Inches rise) {
    if (!(rise > best) && !(rise == best && step < where)) return;
    best = rise;
    where = step;
  }
  Inches look(int step) {
    const Inches rise = ground_height({&ground.hill_, 1}, line.at(share(step))) - line.height(share(step));
    offer(step, rise);
    return rise;
  }
  /// Looks only where bounds do not tell that it is no crest, and on which side of the ground the line runs.
  bool under_ground(int step) {
    const Bounds bounds = ground.bounds_near(line.at(share(step)), 0.0);
    const double height = line.height(share(step)).value;
    const double most = bounds.most - height + kRounding, least = bounds.least - height - kRounding;
    if (most < best.value && (most <= 0.0 || least > 0.0)) return least > 0.0;
    return look(step) > Inches(0.0);
  }
  /// The steps from `first` to `last`, both included.
  void between(int first, int last) {
    if (last - first < kFewSteps) {
      for (int i = first; i <= last; ++i)
        if (under_ground(i)) ++buried;
      return;
    }
    const int middle = (first + last) / 2;
    const double reach = run.value * share(last - middle) + kRounding;  // the later half is never the shorter
    const Bounds bounds = ground.bounds_near(line.at(share(middle)), reach);
    if (bounds.level) {
      over_level(first, last, Inches(bounds.most));
      return;
    }
    const double low = line.height(share(first)).value, high = line.height(share(last)).value;
    const double most = bounds.most - std::min(low, high) + kRounding, least = bounds.least - std::max(low, high) - kRounding;
    if (most < best.value && (most <= 0.0 || least > 0.0)) {
      if (least > 0.0) buried += last - first + 1;
      return;
    }
    between(first, middle);
    between(middle + 1, last);
  }
  /// Where the ground is level the rise is greatest at one end.
  void over_level(int first, int last, Inches level) {
    const auto rise = [&](int step) { return level - line.height(share(step)); };
    offer(first, rise(first));
    offer(last, rise(last));
    const bool first_under = rise(first) > Inches(0.0), last_under = rise(last) > Inches(0.0);
    if (first_under && last_under) buried += last - first + 1;
    if (first_under == last_under) return;
    int under = first_under ? first : last, over = first_under ? last : first;
    while (std::abs(under - over) > 1) {
      const int middle = (under + over) / 2;
      (rise(middle) > Inches(0.0) ? under : over) = middle;
    }
    buried += std::abs(under - (first_under ? first : last)) + 1;
  }
};

Crest Ground::crest_along(const RisingLine& line) const { return Search{*this, line}.crest(); }

namespace {

struct Stretch {
  double from = 0.0, to = 0.0;
};

/// Where a line from `start` along `whole` runs within the unit circle.
std::optional<Stretch> over_unit_circle(double x, double y, double dx, double dy) {
  const double a = dx * dx + dy * dy, b = x * dx + y * dy, c = x * x + y * y - 1.0;
  const double inside = b * b - a * c;
  if (!(inside >= 0.0 && a > 0.0)) return std::nullopt;
  const double root = std::sqrt(inside);
  const Stretch s{std::max(0.0, (-b - root) / a), std::min(1.0, (-b + root) / a)};
  return s.from <= s.to ? std::optional(s) : std::nullopt;
}

/// Where it runs within a convex polygon: what the edges leave of it.
std::optional<Stretch> over_polygon(const RisingLine& line, const std::vector<TablePoint>& corners) {
  Stretch s{0.0, 1.0};
  for (std::size_t i = 0, j = corners.size() - 1; i < corners.size(); j = i++) {
    const TableVector edge = corners[i] - corners[j];
    const double room = cross(edge, line.at(0.0) - corners[j]), closing = -cross(edge, line.whole);  // inside: not negative
    if (closing > 0.0) s.to = std::min(s.to, room / closing);
    if (closing < 0.0) s.from = std::max(s.from, room / closing);
    if (closing == 0.0 && room < 0.0) return std::nullopt;
  }
  return s.from <= s.to + kLimitSlack ? std::optional(s) : std::nullopt;
}

/// Where the line runs over a part: an oval, a disc or a polygon.
std::optional<Stretch> stretch_over(const RisingLine& line, const Convex& part) {
  if (!part.oval && part.corners.size() > 1) return over_polygon(line, part.corners);
  const OvalCore circle{part.oval ? part.oval->centre : part.corners.front(), {part.radius, Inches(0.0)}, {Inches(0.0), part.radius}};
  const OvalCore oval = part.oval.value_or(circle);
  const auto in_halves = [](TableVector v, TableVector half) { return dot(v, half) / dot(half, half); };
  const TableVector start = line.at(0.0) - oval.centre, whole = line.whole;
  return over_unit_circle(in_halves(start, oval.long_half), in_halves(start, oval.short_half), in_halves(whole, oval.long_half),
                          in_halves(whole, oval.short_half));
}

/// The part of a stretch on which the line runs below `top`.
Stretch below(const RisingLine& line, Stretch s, Inches top) {
  const Inches first = line.height(s.from), last = line.height(s.to);
  if (first < top && last < top) return s;
  if (!(first < top) && !(last < top)) return {s.from, s.from};
  const double crossing = s.from + (s.to - s.from) * ((top - first) / (last - first));
  return first < top ? Stretch{s.from, crossing} : Stretch{crossing, s.to};
}

/// How much of the line the stretches cover together; parts may overlap where a wall bends.
double covered_share(std::vector<Stretch> stretches) {
  std::ranges::sort(stretches, [](Stretch a, Stretch b) { return a.from < b.from; });
  double share = 0.0, reached = 0.0;
  for (const Stretch& s : stretches) {
    share += std::max(0.0, s.to - std::max(s.from, reached));
    reached = std::max(reached, s.to);
  }
  return share;
}

}  // namespace

Passage passage_over(const RisingLine& line, std::span<const Convex> parts, Inches top, double nearest) {
  Passage p{.depth = {}, .lowest_at = nearest, .from_eye = false, .to_target = false};
  std::vector<Stretch> under;
  bool first = true;
  for (const Convex& part : parts) {
    const std::optional<Stretch> over = stretch_over(line, part);
    if (!over) continue;
    under.push_back(below(line, *over, top));
    p.from_eye = p.from_eye || over->from == 0.0;
    p.to_target = p.to_target || over->to == 1.0;
    for (const double t : {over->from, over->to}) {
      if (first || line.height(t) < line.height(p.lowest_at)) p.lowest_at = t;
      first = false;
    }
  }
  p.depth = line.length() * covered_share(std::move(under));
  return p;
}

}  // namespace measure
