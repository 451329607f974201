#include "rules/charge/aim/aim_line.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "measure/effort.h"
#include "measure/footprint.h"
#include "rules/charge/combat/dice.h"

namespace rules::charge {
namespace {

/// A base on the line hides who stands behind it however high the line passes (CG26): figures are given a top that no line of sight clears.
constexpr measure::Inches kAboveEveryLine{1e4};

using measure::Footprint, measure::Inches, measure::Measured, measure::PointCovariance;
using measure::TablePoint, measure::TableVector, measure::Verdict;

/// Bounds are widened by this, in inches: more than rounding, less than anything a rule can see.
constexpr double kRounding = 1e-7;

constexpr double kFar = std::numeric_limits<double>::infinity();

/// A line between two centres, for quick looks.
struct QuickLine {
  double x, y, dx, dy, squared;
  QuickLine(TablePoint from, TablePoint to)
      : x(from.x.value), y(from.y.value), dx(to.x.value - x), dy(to.y.value - y), squared(dx * dx + dy * dy) {}
  [[nodiscard]] double distance(double px, double py) const {
    const double ux = px - x, uy = py - y, t = squared > 0.0 ? std::clamp((ux * dx + uy * dy) / squared, 0.0, 1.0) : 0.0;
    const double ax = ux - t * dx, ay = uy - t * dy;
    return std::sqrt(ax * ax + ay * ay);
  }
};

/// The margin that both ends give a line, at most.
double ends_wander(const Figure& firer, const Figure& target) {
  return measure::kSigmasOf95 * std::sqrt(measure::spread(firer.footprint.covariance) + measure::spread(target.footprint.covariance));
}

}  // namespace

Figure without_margins(Figure figure) {
  figure.footprint.covariance = {};
  figure.footprint.heading_margin = {};
  return figure;
}

Inches farthest_range(Arm firer, const House& house) { return firer == Arm::Gun ? Inches(house.gun_band_edges.back()) : kLongRange; }

std::vector<RangeBand> range_bands(Arm firer, const House& house) {
  if (firer != Arm::Gun) return {{kShortRange, {}}, {kLongRange, {}}};
  std::vector<RangeBand> bands;
  for (const double edge : house.gun_band_edges) bands.push_back({Inches(edge), static_cast<int>(bands.size()) + 1});
  if (house.gun_bands == GunBands::Nearest)  // each printed range reaches half way to the next
    for (std::size_t i = 0; i + 1 < bands.size(); ++i) bands[i].until = (bands[i].until + bands[i + 1].until) * 0.5;
  return bands;
}

namespace {

FireField::Rough rough(const Footprint& f) {
  const double outer = measure::bounding_radius(f.shape).value;
  const double turn = std::holds_alternative<measure::RoundShape>(f.shape) ? 0.0 : f.heading_margin.value;
  return {.x = f.centre.x.value,
          .y = f.centre.y.value,
          .outer = outer,
          // A disc of half the least width lies on the base; a concave outline need not cover its centre.
          .inner = std::holds_alternative<measure::PolygonShape>(f.shape) ? -outer : 0.5 * measure::breadth(f.shape).value,
          .wander = measure::kSigmasOf95 * std::sqrt(measure::spread(f.covariance)) + 2.0 * outer * turn};
}

}  // namespace

FireField::FireField(std::span<const Figure> friends, std::span<const Figure> enemies, std::span<const measure::Terrain> terrain,
                     const PointCovariance& common, const House& house)
    : house_(house),
      friends_(friends),
      terrain_(terrain),
      common_(house.keep_margin ? common : PointCovariance{}),
      scene_(terrain, {.into_woods = Inches(house.wood_depth), .common = common_}) {
  measure::Effort::spend(150 * (friends.size() + enemies.size()));
  for (const measure::Terrain& t : terrain) {
    if (t.kind != measure::TerrainKind::Hill && t.kind != measure::TerrainKind::Slope) continue;
    Hill hill{.terrain = &t, .x0 = kFar, .y0 = kFar, .x1 = -kFar, .y1 = -kFar};
    for (const TablePoint& p : t.polygon) {
      hill.x0 = std::min(hill.x0, p.x.value), hill.x1 = std::max(hill.x1, p.x.value);
      hill.y0 = std::min(hill.y0, p.y.value), hill.y1 = std::max(hill.y1, p.y.value);
    }
    if (!t.polygon.empty()) hills_.push_back(hill);
  }
  for (const Figure& f : friends) {
    friend_shapes_.push_back(f.footprint);
    if (house.clear_to == ClearTo::Centre) friend_shapes_.back().shape = measure::RoundShape{Inches(0.0)};
    rough_friends_.push_back(rough(friend_shapes_.back()));
  }
  for (const Figure& e : enemies) {
    const bool by_height = house.figures_block_by_height;
    enemies_.push_back({.name = e.name, .footprint = e.footprint, .top = by_height ? end(e, 1.0).height : kAboveEveryLine});
    rough_enemies_.push_back(rough(e.footprint));
  }
}

Bearing FireField::bearing(Arm arm, const Figure& firer, const Figure& target) const {
  Bearing b;
  b.range = house_.range_from == RangeFrom::Edge ? measure::gap(firer.footprint, target.footprint, common_)
                                                 : measure::centre_distance(firer.footprint, target.footprint, common_);
  b.off = measure::angle_off(firer.footprint, centre_of(target.footprint), common_);
  b.in_range = house_.as_it_counts(measure::at_most(b.range, farthest_range(arm, house_)), rules_of(arm).range);
  b.in_arc = house_.as_it_counts(measure::at_most(b.off, kFireArc), rules_of(arm).arc);
  return b;
}

/// Is the line of fire surely above a friend's top wherever it passes within `kClearOfFriends` of his base (`clear.by_height`)? Yes: he
/// does not forbid it.
Verdict FireField::far_below(const Figure& mate, const measure::SightEnd& eye, const measure::SightEnd& middle) const {
  const measure::SightEnd top = end(mate, 1.0);
  const measure::TableVector along = middle.at.at - eye.at.at;
  const double length = measure::distance(eye.at.at, middle.at.at).value;
  if (length <= 0.0) return Verdict::No;
  const double nearest = measure::dot(mate.footprint.centre - eye.at.at, along) / length;
  const double half = measure::bounding_radius(mate.footprint.shape).value + kClearOfFriends.value;
  const auto height = [&](double inches) {
    const double share = std::clamp(inches / length, 0.0, 1.0);
    return eye.height.value + share * (middle.height - eye.height).value;
  };
  const Inches lowest(std::min(height(nearest - half), height(nearest + half)));
  return measure::at_least(Measured{lowest - top.height, std::max(eye.height_margin, middle.height_margin) + top.height_margin}, {});
}

FriendsBeside FireField::friends_beside(const Figure& firer, const Figure& target, std::optional<std::size_t> but) const {
  measure::Effort::spend(10 * friends_.size());
  const QuickLine quick(firer.footprint.centre, target.footprint.centre);
  const double ends = ends_wander(firer, target);
  // Whoever is surely farther than somebody else, and surely clear, need not be measured.
  double surely_within = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < friends_.size(); ++i) {
    const Rough& r = rough_friends_[i];
    if (i != but) surely_within = std::min(surely_within, quick.distance(r.x, r.y) - r.inner + kRounding);
  }
  FriendsBeside beside;
  const measure::Spot from = centre_of(firer.footprint), to = centre_of(target.footprint);
  for (std::size_t i = 0; i < friends_.size(); ++i) {
    const Rough& r = rough_friends_[i];
    const double least = quick.distance(r.x, r.y) - r.outer - kRounding;
    if (i == but || (least > surely_within && least - r.wander - ends > kClearOfFriends.value)) continue;
    const Measured clearance = measure::clearance(from, to, friend_shapes_[i], common_).value;
    Verdict clear = measure::at_least(clearance, kClearOfFriends);
    if (house_.clear_by_height && clear != Verdict::Yes) clear = std::min(clear, far_below(friends_[i], end(firer, 1.0), end(target, 0.5)));
    if (!beside.nearest || clearance.value < beside.nearest->value) {
      beside.nearest = clearance;
      beside.nearest_friend = &friends_[i];
    }
    if (!beside.deciding_friend || clear > beside.clear || (clear == beside.clear && clearance.value < beside.deciding.value)) {
      beside.clear = clear;
      beside.deciding = clearance;
      beside.deciding_friend = &friends_[i];
    }
  }
  return beside;
}

bool FireField::near_a_hill(TablePoint at, double within) const {
  const double x = at.x.value, y = at.y.value;
  return std::ranges::any_of(
      hills_, [&](const Hill& h) { return x >= h.x0 - within && x <= h.x1 + within && y >= h.y0 - within && y <= h.y1 + within; });
}

Inches FireField::ground_at(TablePoint at) const {
  Inches highest;
  for (const Hill& h : hills_)
    if (at.x.value >= h.x0 && at.x.value <= h.x1 && at.y.value >= h.y0 && at.y.value <= h.y1)
      highest = std::max(highest, measure::ground_height({h.terrain, 1}, at));
  return highest;
}

/// A point of a figure above the table. On a slope an error of its place is one of its height, too.
measure::SightEnd FireField::end(const Figure& figure, double share_of_height) const {
  const measure::Spot at = centre_of(figure.footprint);
  const Inches margin = measure::margin_of(at.covariance);
  if (!near_a_hill(at.at, margin.value)) return {.at = at, .height = figure.height * share_of_height, .height_margin = {}};
  const Inches ground = ground_at(at.at);
  Inches height_margin;
  for (const TableVector step : {TableVector{margin, {}}, TableVector{-margin, {}}, TableVector{{}, margin}, TableVector{{}, -margin}})
    if (margin > Inches(0.0)) height_margin = std::max(height_margin, measure::abs(ground_at(at.at + step) - ground));
  return {.at = at, .height = ground + figure.height * share_of_height, .height_margin = height_margin};
}

bool FireField::wood_between(const Figure& firer, const Figure& target) const {
  const TablePoint a = firer.footprint.centre, b = target.footprint.centre;
  const auto beside = [](TablePoint p, TablePoint q, TablePoint r) { return measure::cross(q - p, r - p) > 0.0; };
  for (const measure::Terrain& t : terrain_) {
    if (t.kind != measure::TerrainKind::Wood || !(t.height > Inches(0.0)) || t.polygon.empty()) continue;
    if (measure::inside(t.polygon, a) || measure::inside(t.polygon, b)) return true;
    for (std::size_t i = 0, j = t.polygon.size() - 1; i < t.polygon.size(); j = i++) {
      const TablePoint c = t.polygon[j], d = t.polygon[i];
      if (beside(a, b, c) != beside(a, b, d) && beside(c, d, a) != beside(c, d, b)) return true;
    }
  }
  return false;
}

FireLine FireField::line(Arm arm, const Figure& firer, const Figure& target, std::optional<std::size_t> but) const {
  const measure::SightEnd eye = end(firer, 1.0), middle = end(target, 0.5);
  const QuickLine quick(eye.at.at, middle.at.at);
  const double ends = ends_wander(firer, target);
  measure::Effort::spend(2000 + 5 * enemies_.size());
  std::vector<measure::SightFigure> near;
  for (std::size_t i = 0; i < enemies_.size(); ++i) {
    const Rough& r = rough_enemies_[i];
    if (!(quick.distance(r.x, r.y) - r.outer - r.wander - ends > kRounding)) near.push_back(enemies_[i]);
  }
  FireLine line{
      .bearing = bearing(arm, firer, target), .friends = friends_beside(firer, target, but), .sight = scene_.sight(eye, middle, near)};
  const auto is_figure = [](const measure::SightBlocker& b) { return !b.terrain; };
  auto& in_the_way = line.sight.in_the_way;
  line.figure_in_the_way = std::ranges::any_of(in_the_way, is_figure);
  if (line.figure_in_the_way && !house_.figures_block_sight) {
    std::erase_if(in_the_way, is_figure);
    line.sight.clear = in_the_way.empty() ? Verdict::Yes : measure::opposite(in_the_way.front().blocks);
  }
  line.sight.clear = house_.as_it_counts(line.sight.clear, rules_of(arm).sight);
  line.friends.clear = house_.as_it_counts(line.friends.clear, rules_of(arm).clearance);
  return line;
}

namespace {

using measure::Inches, measure::TablePoint, measure::TableVector, measure::Terrain;
using measure::TerrainKind;

bool is_line(TerrainKind kind) { return kind == TerrainKind::Wall || kind == TerrainKind::Hedge; }
bool is_area(TerrainKind kind) { return kind == TerrainKind::Wood || kind == TerrainKind::House; }

/// Does the line of fire cross the drawn line near enough to the man?
bool shields(const Terrain& t, TablePoint from, const measure::Footprint& man) {
  const auto stretch = [&](TablePoint c, TablePoint d) {
    const auto at = measure::crossing(from, man.centre, c, d);
    return at && measure::distance_to(man, {*at, {}}).value <= kBehindCover + Inches(measure::kLimitSlack);
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
