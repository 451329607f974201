#include "rules/charge/move/path_bends.h"

#include <algorithm>
#include <numbers>
#include <tuple>

#include "rules/charge/move/path_reach.h"

namespace rules::charge::path {
namespace {

/// Inches outside the arc it hugs, so that rounding never puts a sample inside.
constexpr double kOutside = 1e-9;
/// Downhill turns steadily across the lines of a fan: their samples may be this much farther apart than those
/// of a border, where the cost jumps.
constexpr double kFanSpacing = 2.0;
/// An edge shorter than this share of the spacing is one of a curve.
constexpr double kShortEdge = 0.25;
/// A blocker with more corners than this is drawn for a curve.
constexpr std::size_t kRounded = 16;
/// Two blockers nearer to each other than this share of their radii leave a gap that samples could miss.
constexpr double kNarrow = 0.1;

double angle_of(Point direction) { return std::atan2(direction.y, direction.x); }

struct Sampler {
  const Scene& scene;
  const Region& region;
  const Fineness& fineness;
  Box box = region.box();
  std::vector<Point> found = {};

  std::vector<Point> samples() {
    const Going& going = scene.world().going;
    const Fare& fare = scene.fare();
    if (fare.slow_ground_counts) {
      for (const Area& area : going.woods) along_borders(area);
      for (const Area& area : going.marshes) along_borders(area);
      for (const Rise& rise : going.rises) on_rise(rise);
    }
    if (fare.road_only)
      for (const Area& area : going.roads) along_borders(area);
    if (fare.obstacles_closed)
      for (const Barrier& obstacle : going.obstacles) round_obstacle(obstacle);
    round_blockers();
    through_gaps();
    std::ranges::sort(found, [](Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
    found.erase(std::unique(found.begin(), found.end(), [](Point a, Point b) { return distance(a, b) < kOutside; }), found.end());
    std::erase_if(found, [&](Point p) { return !scene.free(p); });
    return std::move(found);
  }

  void add(Point p) {
    if (region.holds(p)) found.push_back(p);
  }

  void along(Point a, Point b, double spacing) {
    if (!box.meets(box_of(a, b))) return;
    add(nearest_on_segment(a, b, region.from));
    add(nearest_on_segment(a, b, region.to));
    double low = 0.0, high = 1.0;
    const auto clip = [&](double start, double step, double least, double most) {
      if (std::abs(step) < 1e-12) return;
      const double s = (least - start) / step, t = (most - start) / step;
      low = std::max(low, std::min(s, t));
      high = std::min(high, std::max(s, t));
    };
    clip(a.x, b.x - a.x, box.low.x, box.high.x);
    clip(a.y, b.y - a.y, box.low.y, box.high.y);
    const double n = std::max(1.0, std::ceil(distance(a, b) / spacing));
    for (double i = std::max(0.0, std::floor(low * n)); i <= std::min(n, std::ceil(high * n)); ++i) add(between(a, b, i / n));
  }

  /// Of edges shorter than a quarter of the spacing, as curves are drawn with, only as many as the spacing asks for.
  void along_ring(const Ring& ring) {
    double passed = kNever;  // inches since the last sample
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
      const double edge = distance(ring[j], ring[i]);
      passed += edge;
      if (edge < kShortEdge * fineness.spacing && passed < 0.5 * fineness.spacing) continue;
      along(ring[j], ring[i], fineness.spacing);
      passed = 0.0;
    }
  }
  void along_borders(const Area& area) {
    if (!area.box.meets(box)) return;
    for (const Ring& ring : area.parts) along_ring(ring);
  }

  /// From `nearest` inches off the top outward to the foot.
  void down_from(const Rise& rise, Point top, Point direction, double nearest) {
    double reach = kNever;
    for (const Ring& ring : rise.foot.parts)
      for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
        const Point edge = ring[i] - ring[j];
        const double turn = cross(direction, edge);
        if (std::abs(turn) < 1e-12) continue;
        const double far = cross(ring[j] - top, edge) / turn, share = cross(ring[j] - top, direction) / turn;
        if (far > 0.0 && share >= 0.0 && share <= 1.0) reach = std::min(reach, far);
      }
    if (reach < kNever && nearest < reach) along(top + direction * nearest, top + direction * reach, kFanSpacing * fineness.spacing);
  }

  /// Lines that spread from a corner of the top; near it, where they crowd, only every second, fourth...
  void fan(const Rise& rise, Point top, double from, double angle) {
    const int n = std::max(1, static_cast<int>(std::ceil(angle / fineness.fan)));
    for (int i = 0; i <= n; ++i) {
      const double t = from + angle * i / n;
      int apart = 1;
      while (i % n != 0 && i % (2 * apart) == 0) apart *= 2;
      const double nearest = i % n == 0 ? 0.0 : 0.5 * fineness.spacing / (fineness.fan * apart);
      down_from(rise, top, {std::cos(t), std::sin(t)}, nearest);
    }
  }

  void on_rise(const Rise& rise) {
    if (!rise.foot.box.meets(box)) return;
    along_borders(rise.foot);
    if (!rise.hill) return;
    if (rise.top.empty()) {
      fan(rise, rise.peak, 0.0, 2.0 * std::numbers::pi);
      return;
    }
    along_ring(rise.top);
    const bool clockwise = signed_area(rise.top) < 0.0;
    double turned = kNever;  // since the last fan: of a top drawn as a curve not every corner needs its own
    for (std::size_t i = 0, n = rise.top.size(); i < n; ++i) {
      const Point corner = rise.top[i];
      Point before = corner - rise.top[(i + n - 1) % n], after = rise.top[(i + 1) % n] - corner;
      if (clockwise) std::tie(before, after) = std::pair(after * -1.0, before * -1.0);
      const Point outward = left_of(before) * -1.0;
      const double from = std::atan2(outward.y, outward.x), turn = std::atan2(cross(before, after), dot(before, after));
      turned += std::abs(turn);
      if (turned < 0.5 * fineness.fan) continue;
      turned = 0.0;
      if (turn >= 0.0) {
        fan(rise, corner, from, turn);
      } else {  // a dent in the top: from both sides downhill leads into the line between
        fan(rise, corner, from + 0.5 * turn, 0.0);
      }
    }
  }

  void round_obstacle(const Barrier& obstacle) {
    if (!obstacle.area.box.meets(box)) return;
    for (const Ring& ring : obstacle.area.parts)
      for (const Point& p : ring) add(p);
    for (const Area& area : obstacle.lifted) along_borders(area);
  }

  void round_blockers() {
    std::vector<std::tuple<double, double, double>> corners;  // of neighbouring borders the same corner comes twice
    for (const Blocker* b : scene.blockers()) {
      if (!b->box.meets(box)) continue;
      if (b->corners.size() > kRounded) {
        hug(*b);
        continue;
      }
      for (const Point& p : b->corners) corners.emplace_back(p.x, p.y, b->radius);
    }
    std::ranges::sort(corners);
    corners.erase(std::unique(corners.begin(), corners.end()), corners.end());
    for (const auto& [x, y, radius] : corners) round_corner({x, y}, radius);
  }

  void round_corner(Point corner, double radius) {
    if (radius <= 0.0) {
      add(corner);
      return;
    }
    const double n = std::ceil(2.0 * std::numbers::pi / fineness.turn), half = std::numbers::pi / n;
    const double out = radius / std::cos(half) + kOutside;
    if (!Box{corner, corner}.grown(out).meets(box)) return;
    const auto add_at = [&](double angle) { add(corner + Point{std::cos(angle), std::sin(angle)} * out); };
    // One edge touches where the way begins, so a base that begins in touch has the next bend in sight; also where it ends in touch.
    const double start = angle_of(region.from - corner), end = angle_of(region.to - corner);
    for (double i = 0.0; i < n; ++i) add_at(start + (2.0 * i + 1.0) * half);
    if (distance(region.to, corner) > out) return;
    add_at(end - half);
    add_at(end + half);
  }

  /// The corners of the polygon whose edges touch the blocker, one for every turn; the first edge where the way begins.
  void hug(const Blocker& blocker) {
    const int n = static_cast<int>(std::ceil(2.0 * std::numbers::pi / fineness.turn));
    const double start = angle_of(clearance(blocker, region.from).away);
    const auto touching = [&](int i) {
      const double t = start + 2.0 * std::numbers::pi * i / n;
      const Point u{std::cos(t), std::sin(t)};
      double reach = -kNever;
      for (const Point& p : blocker.corners) reach = std::max(reach, dot(p, u));
      return std::pair(u, reach + blocker.radius + kOutside);
    };
    auto [u, reach] = touching(0);
    for (int i = 1; i <= n; ++i) {
      const auto [v, next] = touching(i);
      const double turn = cross(u, v);
      add({(reach * v.y - next * u.y) / turn, (next * u.x - reach * v.x) / turn});
      std::tie(u, reach) = std::pair(v, next);
    }
  }

  /// A gap that the base just fits has one straight way through.
  void through_gaps() {
    const auto& all = scene.blockers();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (!all[i]->box.meets(box)) continue;
      for (std::size_t k = 0; k < i; ++k)
        if (all[i]->radius > 0.0 && all[k]->radius > 0.0 && all[i]->box.grown(kNarrow * all[i]->radius).meets(all[k]->box))
          through_gap(*all[i], *all[k]);
    }
  }

  void through_gap(const Blocker& a, const Blocker& b) {
    double least = kNever;
    Point on_a, on_b;
    const auto offer = [&](const Ring& corners, const Ring& edges, bool swap) {
      measure::Effort::spend(5 * corners.size() * edges.size());
      for (const Point& p : corners)
        for (std::size_t i = 0, j = edges.size() - 1; i < edges.size(); j = i++) {
          const Point q = nearest_on_segment(edges[j], edges[i], p);
          if (const double d = distance(p, q); d < least) {
            least = d;
            on_a = swap ? q : p;
            on_b = swap ? p : q;
          }
        }
    };
    offer(a.corners, b.corners, false);
    offer(b.corners, a.corners, true);
    const double gap = least - a.radius - b.radius, radius = std::min(a.radius, b.radius);
    if (gap < -1e-9 || gap > kNarrow * radius) return;
    const Point u = unit(on_b - on_a), middle = on_a + u * (a.radius + 0.5 * gap);
    for (const double along : {-1.0, -0.25, 0.0, 0.25, 1.0}) add(middle + left_of(u) * (along * radius));
  }
};

}  // namespace

bool Region::holds(Point p) const {
  if (distance(from, p) + distance(p, to) > most) return false;
  if (!route) return true;
  for (std::size_t i = 0; i + 1 < route->size(); ++i)
    if (distance_to_segment((*route)[i], (*route)[i + 1], p) <= beside) return true;
  return false;
}

Box Region::box() const {
  if (route) return box_of(*route).grown(beside);
  const double straight = distance(from, to);  // an ellipse: as far aside as half its short axis
  return box_of(from, to).grown(0.5 * std::sqrt(std::max(0.0, most * most - straight * straight)));
}

std::vector<Point> bends(const Scene& scene, const Region& region, const Fineness& fineness) {
  return Sampler{scene, region, fineness}.samples();
}

}  // namespace rules::charge::path
