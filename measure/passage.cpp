#include "measure/passage.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "measure/measured.h"

namespace measure {
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
  std::sort(stretches.begin(), stretches.end(), [](Stretch a, Stretch b) { return a.from < b.from; });
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
