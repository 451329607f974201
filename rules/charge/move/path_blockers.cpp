#include "rules/charge/move/path_blockers.h"

#include <algorithm>

#include "measure/convex.h"
#include "measure/gap.h"

namespace rules::charge::path {
namespace {

/// Inches that a way may cut into a blocker: rounding. Larger lets bases overlap; smaller closes the gap
/// that a base fits exactly.
constexpr double kTouch = 1e-7;
/// Inches: how far inside its true edge the polygon drawn for an oval base may lie.
constexpr measure::Inches kOvalError{0.004};

/// Inches: the least radius of a base that is nothing but a point. Above kTouch, or it would slip through walls.
constexpr double kPoint = 1e-6;

/// A convex part of a base: corners thickened by a radius.
struct Part {
  Ring corners;
  double radius = 0.0;
};

/// The parts of a base standing at the origin, or as it stands.
std::vector<Part> parts_of(const measure::Footprint& footprint) {
  std::vector<Part> parts;
  for (const measure::Convex& convex : measure::convex_parts(footprint)) {
    Part part{.corners = {}, .radius = convex.radius.value};
    for (const auto& p : convex.corners) part.corners.push_back(plain(p));
    if (convex.oval)
      for (const auto& p : measure::outline_of(footprint, kOvalError)) part.corners.push_back(plain(p));
    parts.push_back(std::move(part));
  }
  return parts;
}

/// The convex outline round all points, anticlockwise, without corners on its edges.
Ring hull_of(Ring points) {
  std::ranges::sort(points, [](Point a, Point b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  points.erase(std::unique(points.begin(), points.end(), [](Point a, Point b) { return distance(a, b) < 1e-12; }), points.end());
  if (points.size() < 3) return points;
  Ring hull;
  const auto half = [&](auto begin, auto end) {
    const std::size_t start = hull.size();
    for (auto p = begin; p != end; ++p) {
      while (hull.size() >= start + 2 && cross(hull.back() - hull[hull.size() - 2], *p - hull.back()) <= 1e-12) hull.pop_back();
      hull.push_back(*p);
    }
    hull.pop_back();
  };
  half(points.begin(), points.end());
  half(points.rbegin(), points.rend());
  return hull;
}

void finish(Blocker& blocker) {
  blocker.box = box_of(blocker.corners).grown(blocker.radius);
  blocker.inward.clear();
  for (std::size_t i = 0, n = blocker.corners.size(); n >= 3 && i < n; ++i)
    blocker.inward.push_back(left_of(unit(blocker.corners[(i + 1) % n] - blocker.corners[i])));
}

/// All sums of a point of `a` and one of `b`: two convex outlines walked round together.
Ring sum_of(const Ring& a, const Ring& b) {
  if (a.size() < 3 || b.size() < 3) {
    Ring all;
    for (const Point& p : a)
      for (const Point& q : b) all.push_back(p + q);
    return hull_of(std::move(all));
  }
  const auto lowest = [](const Ring& ring) {
    return static_cast<std::size_t>(std::ranges::min_element(ring, [](Point p, Point q) { return p.y != q.y ? p.y < q.y : p.x < q.x; }) -
                                    ring.begin());
  };
  const std::size_t n = a.size(), m = b.size(), start_a = lowest(a), start_b = lowest(b);
  const auto at = [](const Ring& ring, std::size_t i) { return ring[i % ring.size()]; };
  Ring ring;
  for (std::size_t i = 0, k = 0; i < n || k < m;) {
    const Point corner = at(a, start_a + i) + at(b, start_b + k);
    if (ring.empty() || distance(ring.back(), corner) > 1e-9) ring.push_back(corner);
    const double turn = cross(at(a, start_a + i + 1) - at(a, start_a + i), at(b, start_b + k + 1) - at(b, start_b + k));
    if (k == m || (i < n && turn > 0.0)) {
      ++i;
    } else if (i == n || turn < 0.0) {
      ++k;
    } else {
      ++i;
      ++k;
    }
  }
  return ring;
}

/// Everywhere the centre of the base `mover` overlaps `stander`.
Blocker sum(const Part& stander, const Part& mover, std::string who, std::string rule) {
  Blocker blocker;
  Ring turned;
  for (const Point& p : mover.corners) turned.push_back(p * -1.0);
  blocker.corners = sum_of(stander.corners, turned);
  blocker.radius = stander.radius + mover.radius;
  blocker.who = std::move(who);
  blocker.rule = std::move(rule);
  finish(blocker);
  return blocker;
}

std::vector<Part> parts_at_origin(measure::Footprint base) {
  base.centre = {};
  std::vector<Part> parts = parts_of(base);
  for (Part& part : parts)
    if (part.corners.size() < 3) part.radius = std::max(part.radius, kPoint);
  return parts;
}

/// How deep `p` lies inside the corners' outline: positive inside. Needs three corners.
struct Inside {
  double depth = kNever;
  std::size_t edge = 0;  // the nearest: from this corner to the next
};
Inside depth_in(const Blocker& blocker, Point p) {
  Inside in;
  for (std::size_t i = 0; i < blocker.corners.size(); ++i)
    if (const double d = dot(blocker.inward[i], p - blocker.corners[i]); d < in.depth) in = {d, i};
  return in;
}

Point nearest_on(const Ring& corners, Point p) {
  Point best = corners.front();
  double least = kNever;
  for (std::size_t i = 0, n = corners.size(); i < n; ++i) {
    const Point q = nearest_on_segment(corners[i], corners[(i + 1) % n], p);
    if (const double d = distance(p, q); d < least) {
      least = d;
      best = q;
    }
  }
  return best;
}

/// Does the step run deeper than `kTouch` inside the outline of the corners?
bool runs_inside(const Blocker& blocker, Point a, Point b) {
  if (blocker.corners.size() < 3) return false;
  double from = 0.0, to = 1.0;
  for (std::size_t i = 0; i < blocker.corners.size(); ++i) {
    const Point inward = blocker.inward[i], corner = blocker.corners[i];
    const double da = dot(inward, a - corner) - kTouch, db = dot(inward, b - corner) - kTouch;
    if (da <= 0.0 && db <= 0.0) return false;
    if (da < 0.0) from = std::max(from, da / (da - db));
    if (db < 0.0) to = std::min(to, da / (da - db));
  }
  return from < to;
}

/// Do the step and the corners' outline lie so many inches apart, on two sides of the step or of an edge? No is no answer near a corner.
bool apart(const Blocker& blocker, Point a, Point b, double inches) {
  const Point left = left_of(unit(b - a));
  double least = kNever, most = -kNever;
  for (std::size_t i = 0; i < blocker.corners.size(); ++i) {
    const Point corner = blocker.corners[i], inward = blocker.inward[i];
    if (std::max(dot(inward, a - corner), dot(inward, b - corner)) <= -inches) return true;
    const double aside = dot(left, corner - a);
    least = std::min(least, aside);
    most = std::max(most, aside);
  }
  return least >= inches || most <= -inches;
}

/// Does a step outside the corners' outline come nearer to it than so many inches?
bool comes_near(const Blocker& blocker, Point a, Point b, double inches) {
  for (std::size_t i = 0, n = blocker.corners.size(); i < n; ++i) {
    const Point corner = blocker.corners[i], inward = blocker.inward[i], along{inward.y, -inward.x};
    if (distance_to_segment(a, b, corner) < inches) return true;
    const double edge = dot(along, blocker.corners[(i + 1) % n] - corner);
    for (const Point& end : {a, b}) {
      const double at = dot(along, end - corner), out = -dot(inward, end - corner);
      if (at > 0.0 && at < edge && out >= 0.0 && out < inches) return true;
    }
  }
  return false;
}

double distance_between(Point a, Point b, Point c, Point d) {
  const Point u = b - a, v = d - c;
  const double turn = cross(u, v);
  if (turn != 0.0) {
    const double s = cross(c - a, v) / turn, t = cross(c - a, u) / turn;
    if (s >= 0.0 && s <= 1.0 && t >= 0.0 && t <= 1.0) return 0.0;
  }
  return std::min({distance_to_segment(a, b, c), distance_to_segment(a, b, d), distance_to_segment(c, d, a), distance_to_segment(c, d, b)});
}

/// What of the outline lies to the left of the line through `p` along `along`.
Ring left_part(const Ring& corners, Point p, Point along) {
  Ring rest;
  for (std::size_t i = 0, n = corners.size(); i < n; ++i) {
    const Point a = corners[i], b = corners[(i + 1) % n];
    const double da = cross(along, a - p), db = cross(along, b - p);
    if (da >= 0.0) rest.push_back(a);
    if ((da > 0.0 && db < 0.0) || (da < 0.0 && db > 0.0)) rest.push_back(between(a, b, da / (da - db)));
  }
  return hull_of(std::move(rest));
}

}  // namespace

Clear clearance(const Blocker& blocker, Point p) {
  if (blocker.corners.empty()) return {};
  measure::Effort::spend(5 * blocker.corners.size());
  if (blocker.corners.size() >= 3)
    if (const Inside in = depth_in(blocker, p); in.depth > 0.0) {
      return {-in.depth - blocker.radius, blocker.inward[in.edge] * -1.0};
    }
  const Point nearest = nearest_on(blocker.corners, p);
  return {distance(p, nearest) - blocker.radius, unit(p - nearest)};
}

bool blocks(const Blocker& blocker, Point a, Point b) {
  measure::Effort::spend(5);
  if (!blocker.box.meets(box_of(a, b)) || blocker.corners.empty()) return false;
  const Box& box = blocker.box;  // most steps pass wide of the circle round it
  if (distance_to_segment(a, b, between(box.low, box.high, 0.5)) > 0.5 * distance(box.low, box.high)) return false;
  const Ring& c = blocker.corners;
  measure::Effort::spend(8 * c.size());
  const double near = blocker.radius - kTouch;
  if (near <= 0.0) return runs_inside(blocker, a, b);
  if (c.size() == 1) return distance_to_segment(a, b, c[0]) < near;
  if (c.size() == 2) return distance_between(a, b, c[0], c[1]) < near;
  if (apart(blocker, a, b, near)) return false;
  return depth_in(blocker, a).depth > 0.0 || runs_inside(blocker, a, b) || comes_near(blocker, a, b, near);
}

std::optional<Blocker> spared(const Blocker& blocker, Point p) {
  const double clear = clearance(blocker, p).inches;
  if (clear >= 0.0) return blocker;
  Blocker rest = blocker;
  if (blocker.radius > 0.0) {
    if (clear <= -blocker.radius) return std::nullopt;
    rest.radius = blocker.radius + clear;
  } else {
    const std::size_t edge = depth_in(blocker, p).edge;
    rest.corners = left_part(blocker.corners, p, blocker.corners[(edge + 1) % blocker.corners.size()] - blocker.corners[edge]);
    if (rest.corners.size() < 3) return std::nullopt;
  }
  finish(rest);
  return rest;
}

std::optional<Blocker> grown(const Blocker& blocker, double inches) {
  Blocker changed = blocker;
  if (blocker.radius + inches >= 0.0) {
    changed.radius += inches;
  } else {  // the corners' outline itself is to shrink: each edge moves inward
    for (std::size_t i = 0, n = blocker.corners.size(); i < n; ++i) {
      const Point from = blocker.corners[i], along = unit(blocker.corners[(i + 1) % n] - from);
      changed.corners = left_part(changed.corners, from - left_of(along) * (blocker.radius + inches), along);
      if (changed.corners.size() < 3) return std::nullopt;
    }
    changed.radius = 0.0;
  }
  finish(changed);
  return changed;
}

std::vector<Blocker> blockers_of(const measure::Footprint& base, const Figure& figure) {
  std::vector<Blocker> all;
  const std::vector<Part> movers = parts_at_origin(base);
  for (const Part& stander : parts_of(figure.footprint))
    for (const Part& mover : movers) {
      all.push_back(sum(stander, mover, figure.name, "CG49"));
      all.back().error = figure.footprint.covariance;
    }
  return all;
}

std::vector<Blocker> blockers_of(const measure::Footprint& base, const Barrier& barrier) {
  std::vector<Blocker> all;
  const std::vector<Part> movers = parts_at_origin(base);
  for (const Border& piece : border_of(barrier))
    for (const Part& mover : movers) all.push_back(sum({{piece.from, piece.to}, 0.0}, mover, barrier.area.name, barrier.rule));
  return all;
}

namespace {

/// Fewer blockers than this are asked one by one.
constexpr std::size_t kFew = 12;
/// Inches: about a base and its neighbours' reach. Smaller cells list a blocker more often, larger ones hold more.
constexpr double kCell = 1.0;
constexpr int kMostCells = 200;  // along each side

}  // namespace

BlockerIndex::BlockerIndex(std::vector<const Blocker*> blockers) : all_(std::move(blockers)) {
  if (all_.size() < kFew) return;
  for (const Blocker* b : all_) {
    box_.add(b->box.low);
    box_.add(b->box.high);
  }
  const Point size = box_.high - box_.low;
  cell_ = std::max({kCell, size.x / kMostCells, size.y / kMostCells});
  columns_ = static_cast<int>(size.x / cell_) + 1;
  rows_ = static_cast<int>(size.y / cell_) + 1;
  const auto each_cell = [&](auto visit) {
    for (std::size_t i = 0; i < all_.size(); ++i)
      for (int y = row(all_[i]->box.low.y); y <= row(all_[i]->box.high.y); ++y)
        for (int x = column(all_[i]->box.low.x); x <= column(all_[i]->box.high.x); ++x)
          visit(static_cast<std::size_t>(y) * columns_ + x, static_cast<std::uint32_t>(i));
  };
  starts_.assign(static_cast<std::size_t>(columns_) * rows_ + 1, 0);
  each_cell([&](std::size_t cell, std::uint32_t) { ++starts_[cell + 1]; });
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  entries_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  each_cell([&](std::size_t cell, std::uint32_t which) { entries_[next[cell]++] = which; });
}

int BlockerIndex::column(double x) const { return std::clamp(static_cast<int>((x - box_.low.x) / cell_), 0, columns_ - 1); }
int BlockerIndex::row(double y) const { return std::clamp(static_cast<int>((y - box_.low.y) / cell_), 0, rows_ - 1); }

bool BlockerIndex::blocked_in(int column, int row, Point a, Point b) const {
  const std::size_t cell = static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column);
  for (std::uint32_t k = starts_[cell]; k < starts_[cell + 1]; ++k)
    if (blocks(*all_[entries_[k]], a, b)) return true;
  return false;
}

bool BlockerIndex::blocked(Point a, Point b) const {
  if (all_.size() < kFew) return std::ranges::any_of(all_, [&](const Blocker* blocker) { return blocks(*blocker, a, b); });
  if (!box_.meets(box_of(a, b))) return false;
  // Column by column from `a` on, and in each the rows the step passes there.
  const int first = column(a.x), last = column(b.x), step = first <= last ? 1 : -1;
  const double slope = a.x == b.x ? 0.0 : (b.y - a.y) / (b.x - a.x);
  for (int x = first;; x += step) {
    double y0 = a.y, y1 = b.y;
    if (first != last) {
      const double left = box_.low.x + x * cell_, right = left + cell_;
      const double low = std::min(a.x, b.x), high = std::max(a.x, b.x);
      // The outermost columns also hold what lies beyond them.
      y0 = a.y + (std::clamp(x == 0 ? low : left, low, high) - a.x) * slope;
      y1 = a.y + (std::clamp(x == columns_ - 1 ? high : right, low, high) - a.x) * slope;
    }
    const int bottom = row(std::min(y0, y1) - 1e-9), top = row(std::max(y0, y1) + 1e-9);
    for (int y = bottom; y <= top; ++y)
      if (blocked_in(x, y, a, b)) return true;
    if (x == last) return false;
  }
}

}  // namespace rules::charge::path
