#include "tests/support/grid_paths.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <queue>

namespace grid_paths {
namespace {

using measure::Inches;
using measure::TablePoint;
using measure::Terrain;
using measure::TerrainKind;
using rules::charge::Arm;
using rules::charge::House;
using rules::charge::MoveQuestion;

constexpr double kNever = 1e30;

TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }

double to_segment(TablePoint a, TablePoint b, TablePoint p) {
  const double dx = (b.x - a.x).value, dy = (b.y - a.y).value, px = (p.x - a.x).value, py = (p.y - a.y).value;
  const double t = std::clamp((px * dx + py * dy) / (dx * dx + dy * dy), 0.0, 1.0);
  return std::hypot(px - t * dx, py - t * dy);
}

bool in_area(const Terrain& t, TablePoint p) {
  if (!t.polygon.empty()) return measure::inside(t.polygon, p);
  for (std::size_t i = 0; i + 1 < t.line.size(); ++i) {
    const TablePoint a = t.line[i], b = t.line[i + 1];
    const double dx = (b.x - a.x).value, dy = (b.y - a.y).value, l = std::hypot(dx, dy);
    const double along = ((p.x - a.x).value * dx + (p.y - a.y).value * dy) / l;
    if (along > 0.0 && along < l && to_segment(a, b, p) < 0.5 * t.width.value) return true;
    if (i > 0 && std::hypot((p.x - a.x).value, (p.y - a.y).value) < 0.5 * t.width.value) return true;
  }
  return false;
}

/// Distance from a point to an area; 0 inside.
double to_area(const Terrain& t, TablePoint p) {
  if (in_area(t, p)) return 0.0;
  if (!t.polygon.empty()) return measure::distance_to_outline(t.polygon, p).value;
  // Square ends: measured by its corners.
  double least = kNever;
  for (std::size_t i = 0; i + 1 < t.line.size(); ++i) {
    const TablePoint a = t.line[i], b = t.line[i + 1];
    const double dx = (b.x - a.x).value, dy = (b.y - a.y).value, l = std::hypot(dx, dy);
    const double along = ((p.x - a.x).value * dx + (p.y - a.y).value * dy) / l;
    const double across = std::abs((p.x - a.x).value * dy - (p.y - a.y).value * dx) / l;
    const double out = std::max({0.0, -along, along - l}), off = std::max(0.0, across - 0.5 * t.width.value);
    least = std::min(least, std::hypot(out, off));
    if (i > 0) least = std::min(least, std::hypot((p.x - a.x).value, (p.y - a.y).value) - 0.5 * t.width.value);
  }
  return least;
}

struct Here {
  double flat = 1.0;   // inches an inch, directly downhill included
  double other = 1.0;  // any other way
  double down = 0.0;   // the direction of downhill
  bool slope = false, barred = false, obstacle = false;
};

/// The ground of one question, point by point.
class Field {
 public:
  Field(const MoveQuestion& q, const House& house) : q_(q), house_(house) {
    radius_ = 0.5 * std::get<measure::RoundShape>(q.base.shape).diameter.value;
    const double tolerance = house.hill_down_tolerance_deg * std::numbers::pi / 180.0;
    for (int i = 0; i <= kTable; ++i) {  // the cheapest mix of a step along the edge of the cone and one anywhere
      const double angle = std::numbers::pi * i / kTable;
      double best = angle <= tolerance ? 1.0 : 2.0;
      const double off = angle - tolerance;
      if (off > 0.0)
        for (int k = 0; k <= 400; ++k) {
          const double along = 0.005 * k;
          best = std::min(best, along + 2.0 * std::hypot(std::cos(off) - along, std::sin(off)));
        }
      gauge_.push_back(best);
    }
  }

  [[nodiscard]] Here here(TablePoint p) const {
    Here h;
    bool wood = false, marsh = false, bridge = false, ford = false, river = false;
    const Terrain* rise = nullptr;
    for (const Terrain& t : q_.terrain) {
      const bool in = in_area(t, p);
      if (bars(t) && t.kind != TerrainKind::River && to_area(t, p) < radius_) h.barred = true;
      if (!in) continue;
      switch (t.kind) {
        case TerrainKind::Wood: wood = true; break;
        case TerrainKind::Marsh: marsh = true; break;
        case TerrainKind::Hill:
        case TerrainKind::Slope:
          if (!rise || t.base_height > rise->base_height || (t.base_height == rise->base_height && t.height >= rise->height)) rise = &t;
          break;
        case TerrainKind::Bridge: bridge = true; break;
        case TerrainKind::Ford: ford = true; break;
        case TerrainKind::River: river = true; break;
        case TerrainKind::Wall:
        case TerrainKind::Hedge:
        case TerrainKind::Obstacle: h.obstacle = true; break;
        default: break;
      }
    }
    (void)river;
    if (ford && !bridge) h.obstacle = true;
    for (const Terrain& t : q_.terrain)
      if (t.kind == TerrainKind::River && near_water(t, p)) h.barred = true;
    const auto overlaps = [&](const rules::charge::Figure& f) {
      const double r = 0.5 * std::get<measure::RoundShape>(f.footprint.shape).diameter.value;
      return measure::distance(f.footprint.centre, p).value < r + radius_;
    };
    if (std::any_of(q_.enemies.begin(), q_.enemies.end(), overlaps)) h.barred = true;
    if (q_.arm == Arm::Gun && std::any_of(q_.friends.begin(), q_.friends.end(), overlaps)) h.barred = true;
    const double w = wood ? 2.0 : 1.0, m = marsh ? 2.0 : 1.0;
    h.flat = h.other = house_.terrain_stack ? w * m : std::max(w, m);
    if (rise) downhill(*rise, p, h);
    return h;
  }

  [[nodiscard]] double rate(const Here& h, double direction) const {
    if (!h.slope || h.flat == h.other) return h.other;
    const double off = std::abs(std::remainder(direction - h.down, 2.0 * std::numbers::pi));
    return h.flat * gauge_[static_cast<std::size_t>(off / std::numbers::pi * kTable + 0.5)];
  }

 private:
  static constexpr int kTable = 720;

  [[nodiscard]] bool bars(const Terrain& t) const {
    const bool foot = q_.arm == Arm::Infantry;
    switch (t.kind) {
      case TerrainKind::Wood: return q_.arm == Arm::Gun;
      case TerrainKind::Marsh: return !foot;
      case TerrainKind::River:
      case TerrainKind::House: return true;
      default: return false;
    }
  }

  /// Is any of the base over water? By its rim and its middle, since bridges cut the river up.
  [[nodiscard]] bool near_water(const Terrain& river, TablePoint p) const {
    if (to_area(river, p) >= radius_) return false;
    const auto water = [&](TablePoint w) {
      return in_area(river, w) && std::none_of(q_.terrain.begin(), q_.terrain.end(), [&](const Terrain& t) {
               return (t.kind == TerrainKind::Bridge || t.kind == TerrainKind::Ford) && in_area(t, w);
             });
    };
    if (water(p)) return true;
    for (int ring = 1; ring <= 3; ++ring)
      for (int i = 0; i < 48; ++i) {
        const double t = 2.0 * std::numbers::pi * i / 48.0, r = radius_ * ring / 3.0 * 0.999;
        if (water(at(p.x.value + r * std::cos(t), p.y.value + r * std::sin(t)))) return true;
      }
    return false;
  }

  void downhill(const Terrain& rise, TablePoint p, Here& h) const {
    if (rise.kind == TerrainKind::Slope) {
      h.down = rise.uphill->value + std::numbers::pi;
    } else if (rise.top.empty()) {
      double x = 0.0, y = 0.0;
      for (const TablePoint& c : rise.polygon) {
        x += c.x.value / static_cast<double>(rise.polygon.size());
        y += c.y.value / static_cast<double>(rise.polygon.size());
      }
      h.down = std::atan2(p.y.value - y, p.x.value - x);
    } else {
      if (measure::inside(rise.top, p)) return;
      double least = kNever;
      for (std::size_t i = 0, j = rise.top.size() - 1; i < rise.top.size(); j = i++) {
        const TablePoint a = rise.top[j], b = rise.top[i];
        const double dx = (b.x - a.x).value, dy = (b.y - a.y).value;
        const double t = std::clamp(((p.x - a.x).value * dx + (p.y - a.y).value * dy) / (dx * dx + dy * dy), 0.0, 1.0);
        const double ox = (p.x - a.x).value - t * dx, oy = (p.y - a.y).value - t * dy;
        if (std::hypot(ox, oy) < least) {
          least = std::hypot(ox, oy);
          h.down = std::atan2(oy, ox);
        }
      }
    }
    h.slope = true;
    h.other = house_.terrain_stack ? 2.0 * h.flat : std::max(2.0, h.flat);
  }

  const MoveQuestion& q_;
  const House& house_;
  double radius_ = 0.0;
  std::vector<double> gauge_;
};

/// The field on a raster, several cells to a grid step, filled in where the search comes by.
class Raster {
 public:
  Raster(const Field& field, TablePoint low, double cell, int across, int up)
      : field_(field), low_(low), cell_(cell), across_(across), known_(static_cast<std::size_t>(across) * up), here_(known_.size()) {}
  const Here& operator()(int i, int j) {
    const std::size_t k = static_cast<std::size_t>(j) * across_ + static_cast<std::size_t>(i);
    if (!known_[k]) {
      here_[k] = field_.here(at(low_.x.value + i * cell_, low_.y.value + j * cell_));
      known_[k] = true;
    }
    return here_[k];
  }

 private:
  const Field& field_;
  TablePoint low_;
  double cell_;
  int across_;
  std::vector<char> known_;
  std::vector<Here> here_;
};

struct Search {
  const MoveQuestion& q;
  const House& house;
  TablePoint from, to;
  Grid grid;

  [[nodiscard]] double cheapest(const Field& field, bool crossing, double at_most) const {
    const double straight = measure::distance(from, to).value, h = straight / grid.steps;
    const double factor = crossing ? 2.0 : 1.0;
    // The cells of the raster are offset from the grid so that samples lie between its lines.
    constexpr int kFine = 6;
    const double reach = 0.5 * straight + 0.5 * (at_most / factor - straight);  // half the long axis of all that can matter
    const TablePoint middle = measure::midpoint(from, to);
    const int cells = 2 * static_cast<int>(std::ceil(reach / h)) + 2 * grid.reach + 2;
    // The start lies on a node.
    const int si = cells / 2 + static_cast<int>(std::lround((from.x - middle.x).value / h));
    const int sj = cells / 2 + static_cast<int>(std::lround((from.y - middle.y).value / h));
    const TablePoint low = at(from.x.value - si * h, from.y.value - sj * h);
    Raster raster(field, at(low.x.value + 0.37 * h / kFine, low.y.value + 0.41 * h / kFine), h / kFine, cells * kFine + 1,
                  cells * kFine + 1);
    const auto rate = [&](const Here& here, double direction) {
      if (here.barred || (!crossing && here.obstacle)) return kNever;
      if (crossing && !house.terrain_stack) return 2.0;
      return factor * field.rate(here, direction);
    };
    const auto node = [&](int i, int j) { return static_cast<std::size_t>(j) * cells + static_cast<std::size_t>(i); };
    std::vector<double> cost(static_cast<std::size_t>(cells) * cells, kNever);
    struct Step {
      int dx, dy;
      double length, direction;
    };
    std::vector<Step> steps;
    for (int dy = -grid.reach; dy <= grid.reach; ++dy)
      for (int dx = -grid.reach; dx <= grid.reach; ++dx)
        if (std::gcd(dx, dy) == 1) steps.push_back({dx, dy, h * std::hypot(dx, dy), std::atan2(dy, dx)});

    const auto place = [&](int i, int j) { return at(low.x.value + i * h, low.y.value + j * h); };
    const auto ahead = [&](int i, int j) { return factor * measure::distance(place(i, j), to).value; };
    using Entry = std::pair<double, std::size_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
    cost[node(si, sj)] = 0.0;
    open.push({ahead(si, sj), node(si, sj)});
    double best = at_most;
    std::vector<char> closed(cost.size());
    while (!open.empty() && open.top().first < best) {
      const std::size_t u = open.top().second;
      open.pop();
      if (closed[u]) continue;
      closed[u] = 1;
      const int i = static_cast<int>(u % cells), j = static_cast<int>(u / cells);
      const double last = measure::distance(place(i, j), to).value;
      if (last < 1.5 * grid.reach * h) {  // the end lies off the grid: one exact step leads to it
        const double direction = std::atan2((to.y - place(i, j).y).value, (to.x - place(i, j).x).value);
        const int n = std::max(1, static_cast<int>(std::ceil(last / (h / kFine))));
        double c = cost[u];
        for (int k = 0; k < n && c < best; ++k) {
          const double t = (k + 0.5) / n;
          c += rate(field.here(
                        at(place(i, j).x.value + t * (to.x - place(i, j).x).value, place(i, j).y.value + t * (to.y - place(i, j).y).value)),
                    direction) *
               last / n;
        }
        best = std::min(best, c);
      }
      for (const Step& s : steps) {
        const int x = i + s.dx, y = j + s.dy;
        if (x < 0 || y < 0 || x >= cells || y >= cells || closed[node(x, y)]) continue;
        if (cost[u] + factor * s.length >= cost[node(x, y)] || cost[u] + factor * s.length + ahead(x, y) >= best) continue;
        const int n = kFine * std::max(std::abs(s.dx), std::abs(s.dy));
        double sum = 0.0;
        for (int k = 0; k < n && sum < kNever; ++k) {
          const double t = (k + 0.5) / n;
          sum += rate(raster(static_cast<int>(i * kFine + t * s.dx * kFine + 0.5), static_cast<int>(j * kFine + t * s.dy * kFine + 0.5)),
                      s.direction);
        }
        const double c = cost[u] + sum * s.length / n;
        if (c < cost[node(x, y)]) {
          cost[node(x, y)] = c;
          open.push({c + ahead(x, y), node(x, y)});
        }
      }
    }
    return best;
  }
};

}  // namespace

std::optional<double> cheapest(const MoveQuestion& q, TablePoint to, const House& house, const Grid& grid, double at_most) {
  const Field field(q, house);
  const Search search{q, house, q.base.centre, to, grid};
  const double straight = measure::distance(q.base.centre, to).value, most = std::min(8.0 * straight, at_most);
  // In growing rounds: the less there is to look at, the faster.
  for (const double limit : {2.05 * straight, 4.1 * straight, most}) {
    double best = std::min(limit, most);
    if (!q.unit_crossed) best = std::min(best, search.cheapest(field, false, best));
    if (2.0 * straight < best) best = std::min(best, search.cheapest(field, true, best));
    if (best < std::min(limit, most)) return best;
  }
  return std::nullopt;
}

bool stands_free(const MoveQuestion& q, TablePoint p, const House& house) {
  const Here here = Field(q, house).here(p);
  return !here.barred && !here.obstacle;
}

std::optional<double> price(const MoveQuestion& q, std::span<const TablePoint> path, const House& house, double every) {
  const Field field(q, house);
  constexpr double kBeside = 1e-5;  // a path along a border has the better of its two sides
  double cost = 0.0, length = 0.0;
  bool crossed = q.unit_crossed;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    const double inches = measure::distance(path[i], path[i + 1]).value;
    const double direction = std::atan2((path[i + 1].y - path[i].y).value, (path[i + 1].x - path[i].x).value);
    const int n = std::max(1, static_cast<int>(std::ceil(inches / every)));
    for (int k = 0; k < n; ++k) {
      const double t = (k + 0.5) / n, x = kBeside * std::cos(direction), y = kBeside * std::sin(direction);
      const TablePoint p = path[i] + (path[i + 1] - path[i]) * t;
      const Here left = field.here(at(p.x.value - y, p.y.value + x)), right = field.here(at(p.x.value + y, p.y.value - x));
      if (left.barred && right.barred) return std::nullopt;
      crossed = crossed || (left.obstacle && right.obstacle);
      cost += std::min(field.rate(left, direction), field.rate(right, direction)) * inches / n;
    }
    length += inches;
  }
  if (crossed) return house.terrain_stack ? 2.0 * cost : 2.0 * length;
  return cost;
}

}  // namespace grid_paths
