#include "rules/charge/move/going.h"

#include <numbers>

namespace rules::charge::path {
namespace {

using measure::Terrain, measure::TerrainKind;

/// Half the width, in inches, of a line drawn without one: a fence. Large against rounding, so that
/// standing on it is telling; small against everything else, so that going round its end is free.
constexpr double kHair = 1e-6;
/// How far the polygon drawn round a line's bend may lie outside it, in inches.
constexpr double kBendError = 0.002;
/// Sideways from a border, in inches, to see which side counts. Smaller drowns in rounding on borders
/// that lie on each other; larger looks through narrow ground.
constexpr double kAside = 1e-7;

bool sound(std::span<const measure::TablePoint> points, std::size_t fewest) {
  return points.size() >= fewest && std::ranges::all_of(points, [](auto p) { return finite(plain(p)); });
}

Ring without_repeats(std::span<const measure::TablePoint> points) {
  Ring line;
  for (const auto& p : points)
    if (line.empty() || line.back() != plain(p)) line.push_back(plain(p));
  return line;
}

Ring ring_of(std::span<const measure::TablePoint> points) {
  Ring ring = without_repeats(points);
  while (ring.size() > 1 && ring.front() == ring.back()) ring.pop_back();
  return ring;
}

Ring disc(Point centre, double radius) {
  const double share = std::clamp(kBendError / radius, 1e-6, 1.0);
  const int n = std::clamp(static_cast<int>(std::ceil(std::numbers::pi / std::acos(1.0 - share))), 8, 64);
  const double out = radius / std::cos(std::numbers::pi / n);
  Ring ring;
  for (int i = 0; i < n; ++i) {
    const double t = 2.0 * std::numbers::pi * i / n;
    ring.push_back(centre + Point{std::cos(t), std::sin(t)} * out);
  }
  return ring;
}

/// A line is as wide as it says, square at its ends and round at its bends.
std::vector<Ring> parts_of_line(const Ring& line, double width) {
  const double half = std::max(0.5 * width, kHair);
  std::vector<Ring> parts;
  for (std::size_t i = 0; i + 1 < line.size(); ++i) {
    const Point a = line[i], b = line[i + 1], side = left_of(unit(b - a)) * half;
    parts.push_back({a - side, b - side, b + side, a + side});
    if (i > 0) parts.push_back(disc(a, half));
  }
  return parts;
}

std::optional<Area> area_of(const Terrain& terrain) {
  Area area{.name = terrain.name.empty() ? std::string(word(terrain.kind)) : terrain.name, .kind = terrain.kind, .parts = {}, .box = {}};
  if (sound(terrain.polygon, 3)) {
    area.parts.push_back(ring_of(terrain.polygon));
  } else if (terrain.polygon.empty() && sound(terrain.line, 2) && std::isfinite(terrain.width.value)) {
    area.parts = parts_of_line(without_repeats(terrain.line), terrain.width.value);
  }
  for (const Ring& part : area.parts)
    for (const Point& p : part) area.box.add(p);
  if (area.parts.empty()) return std::nullopt;
  return area;
}

bool is_convex(const Ring& ring) {
  bool left = false, right = false;
  for (std::size_t i = 0, n = ring.size(); i < n; ++i) {
    const double turn = cross(ring[(i + 1) % n] - ring[i], ring[(i + 2) % n] - ring[(i + 1) % n]);
    left = left || turn > 0.0;
    right = right || turn < 0.0;
  }
  return !(left && right);
}

Rise rise_of(const Terrain& terrain, Area foot) {
  Rise rise{.foot = std::move(foot), .top = {}, .bent_top = false, .peak = {}, .down = {}, .hill = terrain.kind == TerrainKind::Hill};
  if (!rise.hill) {
    if (terrain.uphill) rise.down = Point{-std::cos(terrain.uphill->value), -std::sin(terrain.uphill->value)};
    return rise;
  }
  if (sound(terrain.top, 3)) rise.top = ring_of(terrain.top);
  rise.bent_top = !is_convex(rise.top);
  const Ring& foot_ring = rise.foot.parts.front();
  // The middle of the outline's corners, exactly as measure::ground_height has it.
  for (const auto& p : terrain.polygon) rise.peak = rise.peak + plain(p);
  if (!terrain.polygon.empty()) rise.peak = rise.peak * (1.0 / static_cast<double>(terrain.polygon.size()));
  if (terrain.polygon.empty()) rise.peak = foot_ring.front();
  return rise;
}

bool names(const std::string& whom, Arm arm) {
  if (whom == "all" || whom == word(arm)) return true;
  return is_wheeled(arm) ? whom == "gun" || whom == "guns" : arm == Arm::Gunners && whom == "infantry";
}

/// The rule that bars this ground to the arm; empty: it may go there.
std::string barred_by(const Terrain& terrain, Arm arm, const House& house) {
  const bool marked = std::ranges::any_of(terrain.impassable_to, [&](const auto& w) { return names(w, arm); });
  const bool foot = arm == Arm::Infantry || arm == Arm::Gunners;
  switch (terrain.kind) {
    case TerrainKind::Wood: return is_wheeled(arm) || marked ? "C-M6" : "";
    case TerrainKind::Marsh: return !foot || marked ? "C-M7" : house.infantry_marsh == InfantryMarsh::Impassable ? "CG55" : "";
    case TerrainKind::River: return marked || house.river == BarredGround::Impassable ? "CG54" : "";
    case TerrainKind::House: return marked || house.house == BarredGround::Impassable ? "CG54" : "";
    default: return marked ? "CG54" : "";
  }
}

/// Where along `a`-`b` the edges of `ring` cross or touch it, as shares of the way.
void crossings(const Ring& ring, Point a, Point b, std::vector<double>& shares) {
  const Point way = b - a;
  const double squared = dot(way, way);
  measure::Effort::spend(2 * ring.size());
  for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) {
    const Point edge = ring[i] - ring[j];
    const double turn = cross(way, edge);
    if (std::abs(turn) > 1e-12 * squared) {
      const double share = cross(ring[j] - a, edge) / turn, on_edge = cross(ring[j] - a, way) / turn;
      if (on_edge > -1e-9 && on_edge < 1.0 + 1e-9) shares.push_back(share);
    } else {  // side by side: it may lie on the edge
      for (const Point& end : {ring[i], ring[j]}) shares.push_back(dot(end - a, way) / squared);
    }
  }
}

}  // namespace

Going going_for(Arm arm, std::span<const Terrain> terrain, const House& house) {
  Going going;
  const double tolerance = measure::from_degrees(house.hill_down_tolerance_deg).value;
  going.down_tolerance = {std::cos(tolerance), std::sin(tolerance)};
  going.stack = house.terrain_stack;

  std::vector<Area> bridges, fords;
  std::vector<std::size_t> risen;
  for (std::size_t i = 0; i < terrain.size(); ++i) {
    const Terrain& t = terrain[i];
    std::optional<Area> area = area_of(t);
    if (!area) continue;
    if (const std::string rule = barred_by(t, arm, house); !rule.empty()) {
      going.barred.push_back({std::move(*area), {}, rule});
      continue;
    }
    switch (t.kind) {
      case TerrainKind::Wood: going.woods.push_back(std::move(*area)); break;
      case TerrainKind::Marsh: going.marshes.push_back(std::move(*area)); break;
      case TerrainKind::Hill:
      case TerrainKind::Slope: risen.push_back(i); break;
      case TerrainKind::Bridge: bridges.push_back(std::move(*area)); break;
      case TerrainKind::Road: going.roads.push_back(std::move(*area)); break;
      case TerrainKind::Ford: fords.push_back(*area); [[fallthrough]];
      default: going.obstacles.push_back({std::move(*area), {}, "C-M8"});
    }
  }
  std::ranges::stable_sort(risen, [&](std::size_t i, std::size_t j) {
    const Terrain &a = terrain[i], &b = terrain[j];
    if (a.base_height != b.base_height) return a.base_height > b.base_height;
    if (a.height != b.height) return a.height > b.height;
    return i > j;
  });
  for (const std::size_t i : risen) going.rises.push_back(rise_of(terrain[i], *area_of(terrain[i])));

  for (Barrier& b : going.barred)
    if (b.area.kind == TerrainKind::River) {
      b.lifted = bridges;
      b.lifted.insert(b.lifted.end(), fords.begin(), fords.end());
    }
  for (Barrier& b : going.obstacles)
    if (b.area.kind == TerrainKind::River || b.area.kind == TerrainKind::Ford) b.lifted = bridges;
  const auto keep_near = [](Barrier& b) { std::erase_if(b.lifted, [&](const Area& a) { return !a.box.meets(b.area.box); }); };
  std::ranges::for_each(going.barred, keep_near);
  std::ranges::for_each(going.obstacles, keep_near);
  return going;
}

std::vector<Border> border_of(const Barrier& barrier) {
  std::vector<const Ring*> rings;
  for (const Ring& ring : barrier.area.parts) rings.push_back(&ring);
  for (const Area& area : barrier.lifted)
    for (const Ring& ring : area.parts) rings.push_back(&ring);

  std::vector<Border> border;
  std::vector<double> shares;
  for (const Ring* ring : rings)
    for (std::size_t i = 0, j = ring->size() - 1; i < ring->size(); j = i++) {
      const Point a = (*ring)[j], b = (*ring)[i];
      shares = {0.0, 1.0};
      for (const Ring* other : rings) crossings(*other, a, b, shares);
      std::ranges::sort(shares);
      const Point aside = left_of(unit(b - a)) * kAside;
      std::optional<Border> last;
      for (std::size_t k = 0; k + 1 < shares.size(); ++k) {
        const double from = std::clamp(shares[k], 0.0, 1.0), to = std::clamp(shares[k + 1], 0.0, 1.0);
        if ((to - from) * distance(a, b) < 1e-9) continue;
        const Point middle = between(a, b, 0.5 * (from + to));
        const bool counts = barrier.holds(middle + aside) != barrier.holds(middle - aside);
        if (counts && last && distance(last->to, between(a, b, from)) < 1e-8) {
          last->to = between(a, b, to);
        } else {
          if (last) border.push_back(*last);
          last.reset();
          if (counts) last = Border{between(a, b, from), between(a, b, to)};
        }
      }
      if (last) border.push_back(*last);
    }
  return border;
}

}  // namespace rules::charge::path
