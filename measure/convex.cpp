#include "measure/convex.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "measure/effort.h"
#include "measure/measured.h"

namespace measure {
namespace {

/// Corners this near to the farthest one belong to the same face, in inches. Larger bends nearest
/// points off sharp corners; smaller lets rounding pick one end of an edge instead of its middle.
constexpr double kFaceTolerance = 1e-9;
/// Directions tried before an oval is refined. Fewer could miss the best way out of a deep overlap.
constexpr int kDirections = 96;
/// Either side of an edge normal, in radians: wide enough to tell the two corners apart.
constexpr double kBesideNormal = 1e-7;
/// Halvings of the bracket of a best direction: 0.07 rad become less than a rounding error.
constexpr int kHalvings = 52;

TableVector unit(TableVector v) { return v * (1.0 / length(v).value); }
double along(TablePoint p, TableVector direction) { return dot(p - TablePoint{}, direction); }

TablePoint oval_point(const OvalCore& oval, TableVector direction) {
  const double l = dot(oval.long_half, direction), s = dot(oval.short_half, direction);
  const double reach = std::sqrt(l * l + s * s);
  if (!(reach > 0.0)) return oval.centre;
  return oval.centre + oval.long_half * (l / reach) + oval.short_half * (s / reach);
}

/// A line or a single corner facing one way.
struct Face {
  TablePoint right, left;  // seen along the direction it faces; equal for a corner
};

/// The part of the core that lies farthest along `direction`.
Face face(const Convex& shape, TableVector direction) {
  if (shape.oval) {
    const TablePoint p = oval_point(*shape.oval, direction);
    return {p, p};
  }
  double farthest = -std::numeric_limits<double>::infinity();
  for (const TablePoint& p : shape.corners) farthest = std::max(farthest, along(p, direction));
  const TableVector left = left_of(direction);
  std::optional<Face> found;
  for (const TablePoint& p : shape.corners) {
    if (along(p, direction) < farthest - kFaceTolerance) continue;
    if (!found) found = Face{p, p};
    if (along(p, left) > along(found->left, left)) found->left = p;
    if (along(p, left) < along(found->right, left)) found->right = p;
  }
  return found.value_or(Face{});
}

TablePoint core_point(const Convex& shape, TableVector direction) {
  if (shape.oval) return oval_point(*shape.oval, direction);
  return *std::ranges::max_element(shape.corners, [&](TablePoint p, TablePoint q) { return along(p, direction) < along(q, direction); });
}

/// How far `direction` separates the cores.
double separated_by(const Convex& a, const Convex& b, TableVector direction) {
  return dot(core_point(b, -direction) - core_point(a, direction), direction);
}

struct Best {
  double value = -std::numeric_limits<double>::infinity();
  TableVector direction{Inches(1.0), Inches(0.0)};
  void offer(double candidate, TableVector along) {
    if (candidate > value) *this = {candidate, along};
  }
};

std::vector<TableVector> edge_normals(const Convex& shape) {
  std::vector<TableVector> normals;
  const auto& c = shape.corners;
  if (c.size() < 2) return normals;
  for (std::size_t i = 0, j = c.size() - 1; i < c.size(); j = i++)
    if (c[i] != c[j]) normals.push_back(unit(-left_of(c[i] - c[j])));
  return normals;
}

/// The shortest step from any edge of `a` to any edge of `b`, for polygons known to be apart.
TableVector shortest_step(const Convex& a, const Convex& b) {
  TableVector shortest{Inches(std::numeric_limits<double>::infinity()), {}};
  const auto offer = [&](TableVector step) {
    if (length(step) < length(shortest)) shortest = step;
  };
  const auto corners_to_edges = [&](const Convex& from, const Convex& to, double sense) {
    for (const TablePoint& p : from.corners)
      for (std::size_t i = 0, j = to.corners.size() - 1; i < to.corners.size(); j = i++)
        offer((nearest_on_segment(to.corners[j], to.corners[i], p) - p) * sense);
  };
  corners_to_edges(a, b, 1.0);
  corners_to_edges(b, a, -1.0);
  return shortest;
}

/// Corners against corners. Overlapping polygons part along the normal of some edge; others are
/// nearest corner to edge.
Best best_between_corners(const Convex& a, const Convex& b) {
  Best best;
  for (const TableVector& n : edge_normals(a)) best.offer(separated_by(a, b, n), n);
  for (const TableVector& n : edge_normals(b)) best.offer(separated_by(a, b, -n), -n);
  if (best.value < -kFaceTolerance && std::isfinite(best.value)) return best;
  const TableVector step = shortest_step(a, b);
  if (!(length(step).value > kFaceTolerance)) return {std::isfinite(best.value) ? best.value : 0.0, best.direction};
  return {length(step).value, unit(step)};
}

/// With an oval: the separation is a smooth function of the direction between two edge normals, so
/// every best direction is bracketed by a change of the sign of its slope.
Best best_with_oval(const Convex& a, const Convex& b) {
  std::vector<double> headings;
  headings.reserve(kDirections + 2 * (a.corners.size() + b.corners.size()) + 1);
  const double turn = 2.0 * std::numbers::pi;
  for (int i = 0; i < kDirections; ++i) headings.push_back(turn * (i + 0.5) / kDirections - std::numbers::pi);
  const auto add_normals = [&](const Convex& shape, double sense) {
    for (const TableVector& n : edge_normals(shape))
      for (const double beside : {-kBesideNormal, kBesideNormal}) headings.push_back(heading_of(n * sense).value + beside);
  };
  add_normals(a, 1.0);
  add_normals(b, -1.0);
  std::ranges::sort(headings);
  headings.push_back(headings.front() + turn);

  const auto slope = [&](double heading) {
    const TableVector u = one_inch_towards(Radians(heading));
    return dot(core_point(b, -u) - core_point(a, u), left_of(u));
  };
  Best best;
  double before = slope(headings.front());
  for (std::size_t i = 1; i < headings.size(); ++i) {
    const double after = slope(headings[i]);
    if (before >= 0.0 && after <= 0.0) {
      double low = headings[i - 1], high = headings[i];
      for (int k = 0; k < kHalvings; ++k) {
        const double middle = 0.5 * (low + high);
        (slope(middle) > 0.0 ? low : high) = middle;
      }
      const TableVector u = one_inch_towards(Radians(0.5 * (low + high)));
      best.offer(separated_by(a, b, u), u);
    }
    before = after;
  }
  return best;
}

bool finite(const Convex& shape) {
  const auto ok = [](TableVector v) { return std::isfinite(v.dx.value) && std::isfinite(v.dy.value); };
  if (!std::isfinite(shape.radius.value)) return false;
  if (shape.oval) return ok(shape.oval->centre - TablePoint{}) && ok(shape.oval->long_half) && ok(shape.oval->short_half);
  return !shape.corners.empty() && std::ranges::all_of(shape.corners, [&](TablePoint p) { return ok(p - TablePoint{}); });
}

/// Puts the nearest points on the two faces that look at each other.
void place_points(Separation& s, const Convex& a, const Convex& b) {
  const TableVector left = left_of(s.direction);
  const Face fa = face(a, s.direction), fb = face(b, -s.direction);  // fb looks back: its sides are swapped
  const auto side = [&](TablePoint p) { return along(p, left); };
  const double low = std::max(side(fa.right), side(fb.left)), high = std::min(side(fa.left), side(fb.right));
  const auto at = [&](TablePoint from, TablePoint to) {
    const double width = side(to) - side(from);
    return width > kFaceTolerance ? from + (to - from) * std::clamp((0.5 * (low + high) - side(from)) / width, 0.0, 1.0) : from;
  };
  s.on_a = at(fa.right, fa.left) + s.direction * a.radius.value;
  s.on_b = at(fb.left, fb.right) - s.direction * b.radius.value;
  s.shared = Inches(std::max(0.0, 0.5 * (high - low)));
}

}  // namespace

Separation separation(const Convex& a, const Convex& b) {
  if (!finite(a) || !finite(b)) {
    const Inches nan(std::numeric_limits<double>::quiet_NaN());
    return {.gap = nan, .direction = {nan, nan}, .on_a = {nan, nan}, .on_b = {nan, nan}, .shared = nan};
  }
  Effort::spend((a.oval || b.oval ? 400 : 150) + 60 * (a.corners.size() + b.corners.size()) * (1 + a.corners.size() / 8));
  const Best best = a.oval || b.oval ? best_with_oval(a, b) : best_between_corners(a, b);
  Separation s{.gap = Inches(best.value) - a.radius - b.radius, .direction = best.direction, .on_a = {}, .on_b = {}, .shared = {}};
  place_points(s, a, b);
  return s;
}

namespace {

using Outline = std::vector<TablePoint>;

double turn_at(TablePoint a, TablePoint b, TablePoint c) { return cross(b - a, c - b); }

double signed_area(const Outline& p) {
  double twice = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) twice += cross(p[i] - p[0], p[(i + 1) % p.size()] - p[0]);
  return 0.5 * twice;
}

bool convex(const Outline& p) {
  const std::size_t n = p.size();
  for (std::size_t i = 0; i < n; ++i)
    if (turn_at(p[i], p[(i + 1) % n], p[(i + 2) % n]) < 0.0) return false;
  return true;
}

bool in_triangle(TablePoint a, TablePoint b, TablePoint c, TablePoint p) {
  return cross(b - a, p - a) >= 0.0 && cross(c - b, p - b) >= 0.0 && cross(a - c, p - c) >= 0.0;
}

/// Can the corner `i` be cut off without touching the rest?
bool is_ear(const Outline& p, std::size_t i) {
  const std::size_t n = p.size();
  const TablePoint a = p[(i + n - 1) % n], b = p[i], c = p[(i + 1) % n];
  if (turn_at(a, b, c) < 0.0) return false;
  Effort::spend(12 * n);
  const auto [left, right] = std::minmax({a.x, b.x, c.x});
  return std::ranges::none_of(p, [&, left = left, right = right](TablePoint q) {
    return q.x >= left && q.x <= right && q != a && q != b && q != c && in_triangle(a, b, c, q);
  });
}

std::vector<Outline> triangles_of(Outline rest) {
  std::vector<Outline> triangles;
  while (rest.size() > 3) {
    const std::size_t n = rest.size();
    std::size_t i = 0;
    while (i < n && !is_ear(rest, i)) ++i;
    if (i == n) break;
    triangles.push_back({rest[(i + n - 1) % n], rest[i], rest[(i + 1) % n]});
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
  }
  triangles.push_back(std::move(rest));
  return triangles;
}

/// `a` and `b` joined along the edge that begins at `i` in `a` and at `j` in `b`; empty where that is not convex.
Outline joined(const Outline& a, std::size_t i, const Outline& b, std::size_t j) {
  const std::size_t n = a.size(), m = b.size();
  Effort::spend(100 + 20 * (n + m));
  Outline both;
  for (std::size_t k = 0; k < n; ++k) both.push_back(a[(i + 1 + k) % n]);
  for (std::size_t k = 2; k < m; ++k) both.push_back(b[(j + k) % m]);
  return convex(both) ? both : Outline{};
}

/// Joins every piece with the first later one that shares an edge with it, as long as both together are convex.
void join_what_stays_convex(std::vector<Outline>& pieces) {
  using BentEdge = std::array<double, 4>;
  const auto edge = [](TablePoint p, TablePoint q) { return BentEdge{p.x.value, p.y.value, q.x.value, q.y.value}; };
  std::map<BentEdge, std::size_t> owners;  // of each edge, by its two ends
  const auto own = [&](std::size_t piece) {
    const Outline& p = pieces[piece];
    for (std::size_t i = 0; i < p.size(); ++i) owners[edge(p[i], p[(i + 1) % p.size()])] = piece;
  };
  for (std::size_t i = 0; i < pieces.size(); ++i) own(i);
  const auto join_one = [&](std::size_t i) {
    const Outline& a = pieces[i];
    std::map<std::size_t, std::size_t> beside;  // pieces after this one, and the edge shared with each
    for (std::size_t k = 0; k < a.size(); ++k)
      if (const auto owner = owners.find(edge(a[(k + 1) % a.size()], a[k])); owner != owners.end() && owner->second > i)
        beside.emplace(owner->second, k);
    for (const auto& [other, k] : beside) {
      const auto begins = std::ranges::find(pieces[other], a[(k + 1) % a.size()]) - pieces[other].begin();
      Outline both = joined(a, k, pieces[other], static_cast<std::size_t>(begins));
      if (both.empty()) continue;
      pieces[i] = std::move(both);
      pieces[other].clear();
      own(i);
      return true;
    }
    return false;
  };
  for (std::size_t i = 0; i < pieces.size(); ++i)
    while (!pieces[i].empty() && join_one(i)) {
    }
  std::erase_if(pieces, [](const Outline& piece) { return piece.empty(); });
}

Outline standing_at(const Footprint& f, const std::vector<TableVector>& outline) {
  Outline out;
  for (const TableVector& v : outline) out.push_back(f.centre + rotated(v, f.heading));
  return out;
}

Convex from_corners(Outline corners) { return {.oval = std::nullopt, .corners = std::move(corners), .radius = {}}; }

}  // namespace

std::vector<std::vector<TablePoint>> convex_pieces(std::vector<TablePoint> outline) {
  outline.erase(std::unique(outline.begin(), outline.end()), outline.end());
  while (outline.size() > 1 && outline.front() == outline.back()) outline.pop_back();
  if (outline.size() < 3) return {outline};
  if (signed_area(outline) < 0.0) std::ranges::reverse(outline);
  if (convex(outline)) return {outline};
  std::vector<Outline> pieces = triangles_of(std::move(outline));
  join_what_stays_convex(pieces);
  return pieces;
}

std::vector<Convex> convex_parts(const Footprint& f) {
  if (const auto* round = std::get_if<RoundShape>(&f.shape))
    return {{.oval = std::nullopt, .corners = {f.centre}, .radius = round->diameter * 0.5}};
  if (const auto* oval = std::get_if<OvalShape>(&f.shape)) {
    const TableVector along = one_inch_towards(f.heading), across{-along.dy, along.dx};
    return {
        {.oval = OvalCore{f.centre, along * (0.5 * oval->length.value), across * (0.5 * oval->width.value)}, .corners = {}, .radius = {}}};
  }
  if (const auto* rect = std::get_if<RectShape>(&f.shape)) {
    const Inches l = rect->length * 0.5, w = rect->width * 0.5;
    return {from_corners(standing_at(f, {{l, w}, {-l, w}, {-l, -w}, {l, -w}}))};
  }
  Outline outline = standing_at(f, std::get<PolygonShape>(f.shape).outline);
  if (outline.empty()) outline.push_back(f.centre);
  std::vector<Convex> parts;
  for (Outline& piece : convex_pieces(std::move(outline))) parts.push_back(from_corners(std::move(piece)));
  return parts;
}

}  // namespace measure
