#include "rules/charge/aim/cover.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "measure/gap.h"

namespace rules::charge {
namespace {

using measure::Inches;
using measure::TablePoint;
using measure::TableVector;
using measure::Terrain;
using measure::TerrainKind;

bool is_line(TerrainKind kind) { return kind == TerrainKind::Wall || kind == TerrainKind::Hedge; }
bool is_area(TerrainKind kind) { return kind == TerrainKind::Wood || kind == TerrainKind::House; }

/// Where the line from `a` to `b` crosses a stretch, if it does.
struct Crossing {
  bool crosses = false;
  TablePoint at;
};

Crossing crossing(TablePoint a, TablePoint b, TablePoint c, TablePoint d) {
  const TableVector line = b - a, stretch = d - c;
  const double turn = measure::cross(line, stretch);
  if (turn == 0.0) return {};
  const double along_line = measure::cross(c - a, stretch) / turn, along_stretch = measure::cross(c - a, line) / turn;
  if (!(along_line >= 0.0 && along_line <= 1.0 && along_stretch >= 0.0 && along_stretch <= 1.0)) return {};
  return {.crosses = true, .at = a + line * along_line};
}

/// Does the line of fire cross the drawn line near enough to the man?
bool shields(const Terrain& t, TablePoint from, const measure::Footprint& man) {
  const auto stretch = [&](TablePoint c, TablePoint d) {
    const Crossing found = crossing(from, man.centre, c, d);
    return found.crosses && measure::distance_to(man, {found.at, {}}).value <= kBehindCover + Inches(measure::kLimitSlack);
  };
  for (std::size_t i = 1; i < t.line.size(); ++i)
    if (stretch(t.line[i - 1], t.line[i])) return true;
  for (std::size_t i = 0, j = t.polygon.size() - 1; i < t.polygon.size(); j = i++)
    if (stretch(t.polygon[j], t.polygon[i])) return true;
  return false;
}

bool covers(const Terrain& t, TablePoint from, const measure::Footprint& man) {
  if (is_line(t.kind)) return shields(t, from, man);
  if (!is_area(t.kind) || t.polygon.empty()) return false;
  return measure::inside(t.polygon, man.centre) || measure::distance_to_outline(t.polygon, man.centre).value <= measure::kLimitSlack;
}

/// The places where the man and the firer may stand as well: as far off as their errors, each way.
std::vector<TableVector> errors_of(const measure::Footprint& f) {
  const Inches margin = measure::margin_of(f.covariance);
  if (!(margin > Inches(0.0))) return {};
  return {{margin, {}}, {-margin, {}}, {{}, margin}, {{}, -margin}};
}

bool may_change(const Terrain& t, const Figure& firer, const Figure& man, bool covered) {
  for (const TableVector step : errors_of(man.footprint)) {
    measure::Footprint moved = man.footprint;
    moved.centre = moved.centre + step;
    if (covers(t, firer.footprint.centre, moved) != covered) return true;
  }
  for (const TableVector step : errors_of(firer.footprint))
    if (covers(t, firer.footprint.centre + step, man.footprint) != covered) return true;
  return false;
}

/// Can this piece of terrain matter to a man who stands here? One at the very end of his reach can.
bool near(const Terrain& t, const Figure& man) {
  const double reach = kBehindCover.value + 2.0 * measure::kLimitSlack + measure::bounding_radius(man.footprint.shape).value +
                       2.0 * measure::margin_of(man.footprint.covariance).value;
  const auto& outline = t.polygon.empty() ? t.line : t.polygon;
  const TablePoint at = man.footprint.centre;
  double x0 = INFINITY, x1 = -INFINITY, y0 = INFINITY, y1 = -INFINITY;
  for (const TablePoint& p : outline) {
    x0 = std::min(x0, p.x.value), x1 = std::max(x1, p.x.value);
    y0 = std::min(y0, p.y.value), y1 = std::max(y1, p.y.value);
  }
  return at.x.value >= x0 - reach && at.x.value <= x1 + reach && at.y.value >= y0 - reach && at.y.value <= y1 + reach;
}

}  // namespace

Cover cover_of(const Figure& firer, const Figure& man, std::span<const Terrain> terrain, const House& house) {
  Cover lines, areas;
  for (const Terrain& t : terrain) {
    if (!(is_line(t.kind) || is_area(t.kind)) || !near(t, man)) continue;
    Cover& cover = is_line(t.kind) ? lines : areas;
    const bool covered = covers(t, firer.footprint.centre, man.footprint), doubtful = may_change(t, firer, man, covered);
    const bool sure = cover.covered && !cover.doubtful;
    if (sure || !(covered || doubtful) || (cover.covered && !covered)) continue;
    cover = {.covered = covered, .doubtful = doubtful, .uses_woods = false, .by = t.name};
  }
  const bool shielded = lines.covered && !lines.doubtful;
  if (shielded || !(areas.covered || areas.doubtful)) return lines;
  if (!house.woods_cover) {
    lines.uses_woods = true;
    return lines;
  }
  Cover cover = areas.covered || !lines.covered ? areas : lines;
  cover.doubtful = !areas.covered || areas.doubtful;
  cover.uses_woods = true;
  return cover;
}

bool body_covered(int covered, int eligible, const House& house) {
  if (house.mixed_cover == MixedCover::PerMan) return eligible > 0 && covered == eligible;
  return 2 * covered > eligible;
}

}  // namespace rules::charge
