#include "rules/charge/move/movement_setting.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>

#include "measure/gap.h"

namespace rules::charge {
namespace {

using measure::Inches, measure::TerrainKind, measure::Verdict, path::Blocker, path::Fare;
using path::Point;

bool figures_bar(const MoveQuestion& question, const House& house) { return is_wheeled(question.arm) || !house.move_through_friends; }

/// CG44: how slow the slowest ground of a turn may be.
std::vector<Fare> with_whole_turn(const Fare& fare, const House& house) {
  if (house.terrain_model == TerrainModel::PathCost || !fare.slow_ground_counts) return {fare};
  std::vector<Fare> all(house.terrain_stack ? 3 : 2, fare);
  for (std::size_t i = 0; i < all.size(); ++i) all[i].whole_turn = std::ldexp(1.0, static_cast<int>(i));
  return all;
}

void add_fares(Setting& setting, const MoveQuestion& question, const House& house) {
  const double inches = allowance(question.arm, house).value;
  Fare plain{.allowance = inches};
  Fare halved{.factor = 2.0, .slow_ground_counts = house.terrain_stack, .allowance = inches};
  plain.obstacles_closed = !setting.world.going.obstacles.empty();
  const auto add = [&](std::vector<Fare>& to, Fare fare) {
    for (const Fare& f : with_whole_turn(fare, house)) to.push_back(f);
    if (!(house.road_bonus > 0.0) || setting.world.going.roads.empty()) return;
    fare.road_only = true;
    fare.allowance += house.road_bonus;
    for (const Fare& f : with_whole_turn(fare, house)) to.push_back(f);
  };
  if (!question.unit_crossed) add(setting.avoiding, plain);
  if (question.unit_crossed || plain.obstacles_closed) add(setting.crossing, halved);
}

/// Ground the centre stands on bars no way out; what the base overlaps is cut back.
void spare_start(Setting& setting) {
  auto& going = setting.world.going;
  const auto leave = [&](const std::string& who, const std::string& rule) {
    const bool told = std::ranges::any_of(setting.leaving, [&](const Reason& r) { return r.who == who; });
    if (!told) setting.leaving.push_back(reason(rule, fmt::format("It starts on {} and may leave it.", who), who));
  };
  std::erase_if(going.barred, [&](const path::Barrier& barrier) {
    if (!barrier.holds(setting.from)) return false;
    leave(barrier.area.name, barrier.rule);
    std::erase_if(setting.world.blockers, [&](const Blocker& b) { return b.rule == barrier.rule && b.who == barrier.area.name; });
    return true;
  });
  std::erase_if(going.obstacles, [&](const path::Barrier& obstacle) { return obstacle.holds(setting.from); });
  for (const Blocker& blocker : setting.world.blockers)
    if (clearance(blocker, setting.from).inches < -measure::kLimitSlack) leave(blocker.who, blocker.rule);
  spare_end(setting, setting.from);
}

measure::Footprint standing_at(const MoveQuestion& question, Point to) {
  measure::Footprint base = question.base;
  base.centre = path::on_table(to);
  base.covariance = question.end_covariance;
  return base;
}

/// Keeps the worst verdict and says why it is not yes.
void judge(RouteEnd& ending, Verdict verdict, bool closes, Reason reason) {
  if (verdict == Verdict::Yes) return;
  ending.verdict = measure::both(ending.verdict, verdict);
  if (closes && verdict == Verdict::No) ending.reachable = false;
  ending.because.push_back(std::move(reason));
}

void judge_figures(RouteEnd& ending, const MoveQuestion& question, std::span<const Figure> figures, bool enemies, Point to) {
  const measure::Footprint base = standing_at(question, to);
  const double reach = measure::bounding_radius(base.shape).value;
  for (const Figure& figure : figures) {
    const double far = reach + measure::bounding_radius(figure.footprint.shape).value +
                       2.0 * (widest_margin(base.covariance) + widest_margin(figure.footprint.covariance));
    if (distance(to, path::plain(figure.footprint.centre)) > far) continue;
    const measure::Measured gap = measure::gap(base, figure.footprint);
    Verdict verdict = measure::at_least(gap, Inches(0.0));
    if (question.stands_there && verdict == Verdict::TooCloseToCall) verdict = Verdict::Yes;
    judge(ending, verdict, enemies, reason("CG49", fmt::format("It would stand on {}.", figure.name), gap, Inches(0.0), figure.name));
  }
}

void judge_ground(RouteEnd& ending, const MoveQuestion& question, const Setting& setting, Point to) {
  const double reach = measure::bounding_radius(question.base.shape).value;
  for (const path::Barrier& barrier : setting.world.going.barred) {
    if (!barrier.area.box.grown(reach + widest_margin(question.end_covariance)).meets(path::box_of(to, to))) continue;
    path::Clear nearest;
    for (const Blocker& b : path::blockers_of(question.base, barrier))
      if (const path::Clear clear = clearance(b, to); clear.inches < nearest.inches) nearest = clear;
    // Within the ground, past its border: deeper than the base is wide.
    if (barrier.holds(to)) nearest.inches = std::min(nearest.inches, -reach - std::abs(nearest.inches));
    const measure::Measured gap{Inches(nearest.inches), Inches(margin_along(question.end_covariance, nearest.away))};
    judge(ending, measure::at_least(gap, Inches(0.0)), true,
          reason(barrier.rule, fmt::format("It may not stand on {}.", barrier.area.name), gap, Inches(0.0), barrier.area.name));
  }
}

void judge_table(RouteEnd& ending, const MoveQuestion& question, const Setting& setting, Point to) {
  if (!setting.world.table) return;
  const path::Box& t = *setting.world.table;
  const std::array<std::pair<double, Point>, 4> sides{
      {{to.x - t.low.x, {1, 0}}, {t.high.x - to.x, {1, 0}}, {to.y - t.low.y, {0, 1}}, {t.high.y - to.y, {0, 1}}}};
  for (const auto& [inches, across] : sides) {
    const measure::Measured inside{Inches(inches), Inches(margin_along(question.end_covariance, across))};
    judge(ending, measure::at_least(inside, Inches(0.0)), true, reason("table", "It would leave the table.", inside, Inches(0.0), {}));
  }
}

}  // namespace

double margin_along(const measure::PointCovariance& error, Point direction) {
  const double variance =
      error.xx * direction.x * direction.x + 2.0 * error.xy * direction.x * direction.y + error.yy * direction.y * direction.y;
  return measure::kSigmasOf95 * std::sqrt(std::max(0.0, variance));
}

double widest_margin(const measure::PointCovariance& error) {
  const double mean = 0.5 * (error.xx + error.yy), apart = std::hypot(0.5 * (error.xx - error.yy), error.xy);
  return measure::kSigmasOf95 * std::sqrt(std::max(0.0, mean + apart));
}

Setting setting_of(const MoveQuestion& question, Point from, const House& house) {
  Setting setting{.world = {}, .from = from, .crossing = {}, .avoiding = {}, .leaving = {}};
  path::World& world = setting.world;
  world.going = path::going_for(question.arm, question.terrain, house);
  if (question.table) world.table = path::Box{{0.0, 0.0}, {question.table->length.value, question.table->width.value}};
  const auto add = [&](std::vector<Blocker> blockers) { std::move(blockers.begin(), blockers.end(), std::back_inserter(world.blockers)); };
  for (const path::Barrier& barrier : world.going.barred) add(path::blockers_of(question.base, barrier));
  for (const Figure& enemy : question.enemies) add(path::blockers_of(question.base, enemy));
  if (figures_bar(question, house))
    for (const Figure& f : question.friends) add(path::blockers_of(question.base, f));
  spare_start(setting);
  add_fares(setting, question, house);
  return setting;
}

Setting with_figures_off(const Setting& setting, double sense) {
  Setting changed = setting;
  changed.world.blockers.clear();
  for (const Blocker& blocker : setting.world.blockers)
    if (auto grown = path::grown(blocker, sense * widest_margin(blocker.error)))
      if (auto spared = path::spared(*grown, setting.from)) changed.world.blockers.push_back(*spared);
  return changed;
}

RouteEnd ending_at(const MoveQuestion& question, const Setting& setting, Point to) {
  RouteEnd ending;
  if (distance(to, setting.from) <= measure::kLimitSlack) return ending;  // it stays where it stood
  judge_ground(ending, question, setting, to);
  judge_table(ending, question, setting, to);
  judge_figures(ending, question, question.enemies, true, to);
  judge_figures(ending, question, question.friends, false, to);
  return ending;
}

void spare_end(Setting& setting, Point to) {
  std::vector<Blocker> rest;
  for (const Blocker& blocker : setting.world.blockers)
    if (const auto spared = path::spared(blocker, to)) rest.push_back(*spared);
  setting.world.blockers = std::move(rest);
}

std::vector<std::string> unverified_keys(const MoveQuestion& question, const path::Box& near, bool on_road, const House& house) {
  const House defaults;
  std::vector<std::string> keys;
  const auto use = [&](const char* key, bool stands) {
    if (stands && is_unverified(key)) keys.emplace_back(key);
  };
  const auto any = [&](auto... kinds) {
    return std::ranges::any_of(question.terrain, [&](const measure::Terrain& t) {
      if (((t.kind != kinds) && ...)) return false;
      path::Box box;
      for (const auto& p : t.polygon) box.add(path::plain(p));
      for (const auto& p : t.line) box.add(path::plain(p));
      return box.grown(t.width.value).meets(near);
    });
  };
  if (question.arm == Arm::Cavalry) use("move.cavalry", house.move_cavalry == defaults.move_cavalry);
  if (question.arm == Arm::Gun) use("move.gun", house.move_gun == defaults.move_gun);
  if (any(TerrainKind::Hill, TerrainKind::Slope)) use("hill.down_tol", house.hill_down_tolerance_deg == defaults.hill_down_tolerance_deg);
  if (!question.friends.empty()) use("move.through_friends", house.move_through_friends == defaults.move_through_friends);
  if (on_road) use("road.bonus", house.road_bonus == defaults.road_bonus);
  if (any(TerrainKind::River)) use("river", house.river == defaults.river);
  if (any(TerrainKind::House)) use("house", house.house == defaults.house);
  if (any(TerrainKind::Marsh) && (question.arm == Arm::Infantry || question.arm == Arm::Gunners))
    use("infantry_marsh", house.infantry_marsh == defaults.infantry_marsh);
  return keys;
}

namespace {

using path::Fare, path::kNever, path::Point;

template <class Test>
bool any_leg(const std::vector<Point>& points, Test test) {
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    if (test(points[i], points[i + 1])) return true;
  return false;
}

}  // namespace

Counted best_way(const Setting& setting, Point to) {
  Counted best;
  const auto offer = [&](const std::vector<Fare>& fares, bool crosses) {
    for (const Fare& fare : fares) {
      const double most = best.found() ? best.over() + fare.allowance : kNever;
      path::Route route = path::cheapest(setting.world, fare, setting.from, to, most);
      if (route.cost < most) best = {std::move(route), fare, crosses};
    }
  };
  offer(setting.avoiding, false);
  offer(setting.crossing, true);
  return best;
}

Counted walked_way(const Setting& setting, const std::vector<Point>& points, bool crosses, bool unit_crossed) {
  const path::Ground ground(setting.world.going);
  Counted way;
  for (Fare fare : crosses || unit_crossed ? setting.crossing : setting.avoiding) {
    fare.obstacles_closed = false;
    path::Route route{.cost = 0.0, .points = points};
    for (std::size_t i = 0; i + 1 < points.size(); ++i) route.cost += ground.price(points[i], points[i + 1], fare);
    if (route.cost - fare.allowance < way.over() || !way.found()) way = {std::move(route), fare, crosses};
  }
  return way;
}

bool crosses(const Setting& setting, const std::vector<Point>& points) {
  const path::Ground ground(setting.world.going);
  return std::ranges::any_of(setting.world.going.obstacles, [&](const path::Barrier& obstacle) {
    return any_leg(points, [&](Point a, Point b) { return ground.enters(obstacle, a, b); });
  });
}

bool blocked(const Setting& setting, const std::vector<Point>& points) {
  return any_leg(points, [&](Point a, Point b) {
    return std::ranges::any_of(setting.world.blockers, [&](const path::Blocker& blocker) { return path::blocks(blocker, a, b); });
  });
}

bool barred(const Setting& setting, const std::vector<Point>& points) {
  return std::any_of(points.begin() + 1, points.end(), [&](Point p) { return !setting.world.free(p); }) || blocked(setting, points);
}

namespace {

using measure::Verdict, path::Point;

/// Inches: a leg this short, round the end of a fence, belongs to its neighbour.
constexpr double kNoLeg = 1e-5;
/// Legs that turn by less than this, in radians, run on straight.
constexpr double kStraight = 1e-9;

/// On a slope, is any of it slower than straight downhill?
bool slowed_by_slope(const path::Stretch& stretch, double inches, const path::Fare& fare) {
  const double flat = fare.factor * (stretch.wood ? 2.0 : 1.0) * (stretch.marsh ? 2.0 : 1.0);
  return stretch.rise && stretch.cost > inches * flat * (1.0 + 1e-9);
}

std::string ground_of(const path::Stretch& stretch, double inches, const path::Fare& fare) {
  std::string words;
  const auto add = [&](const std::string& word) { words += (words.empty() ? "" : " + ") + word; };
  const auto named = [](const path::Area& area) {
    const std::string kind(measure::word(area.kind));
    return area.name == kind ? kind : kind + " " + area.name;
  };
  if (stretch.wood) add(named(*stretch.wood));
  if (stretch.marsh) add(named(*stretch.marsh));
  if (stretch.rise) add((slowed_by_slope(stretch, inches, fare) ? "slope " : "downhill ") + stretch.rise->foot.name);
  return words.empty() ? "open" : words;
}

/// A leg that begins where the last one ends, in its direction and over the same ground, goes on with it.
void append(std::vector<MoveRuling::Leg>& legs, MoveRuling::Leg leg) {
  if (!legs.empty()) {
    MoveRuling::Leg& last = legs.back();
    const auto before = last.to - last.from, after = leg.to - leg.from;
    const bool on =
        last.ground == leg.ground && dot(before, after) > 0.0 && std::abs(cross(before, after)) <= kStraight * dot(before, after);
    if (on || leg.inches < kNoLeg || last.inches < kNoLeg) {
      if (last.inches < kNoLeg) last.ground = leg.ground;
      last.to = leg.to;
      last.inches += leg.inches;
      last.cost += leg.cost;
      return;
    }
  }
  legs.push_back(std::move(leg));
}

/// What slowed the way, each name once with the inches it took.
class Slowed {
 public:
  void add(const std::string& rule, const std::string& says, const std::string& who, double inches) {
    const auto same = std::ranges::find_if(all_, [&](const Reason& r) { return r.rule == rule && r.who == who; });
    if (same != all_.end()) {
      same->value = *same->value + inches;
      return;
    }
    all_.push_back({.rule = rule, .says = says, .value = inches, .who = who});
  }
  std::vector<Reason> told() { return std::move(all_); }

 private:
  std::vector<Reason> all_;
};

std::string name_of(const path::Area& area) { return area.name == measure::word(area.kind) ? "the " + area.name : area.name; }

void tell_crossing(MoveRuling& ruling, const MoveQuestion& question, const Setting& setting, const std::vector<Point>& points) {
  const path::Ground ground(setting.world.going);
  for (const path::Barrier& obstacle : setting.world.going.obstacles) {
    if (any_leg(points, [&](Point a, Point b) { return ground.enters(obstacle, a, b); }))
      ruling.because.push_back(
          reason("C-M8", fmt::format("It crosses {}: half speed for the whole turn.", name_of(obstacle.area)), obstacle.area.name));
  }
  if (question.unit_crossed) ruling.because.push_back(reason("C-M8", "Its unit crosses an obstacle: half speed for the whole turn."));
}

}  // namespace

void tell(MoveRuling& ruling, const MoveQuestion& question, const Setting& setting, const std::vector<Point>& points,
          const path::Fare& way_fare, bool crosses) {
  path::Fare fare = way_fare;
  fare.obstacles_closed = false;
  const path::Ground ground(setting.world.going);
  Slowed slowed;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Point a = points[i], b = points[i + 1];
    for (const path::Stretch& s : ground.stretches(a, b, fare)) {
      const double inches = (s.to - s.from) * distance(a, b);
      if (s.wood)
        slowed.add("C-M6", fmt::format("Half speed in {}{}.", name_of(*s.wood), question.arm == Arm::Cavalry ? ", in single file" : ""),
                   s.wood->name, inches);
      if (s.marsh) slowed.add("C-M7", fmt::format("Half speed in {}.", name_of(*s.marsh)), s.marsh->name, inches);
      if (slowed_by_slope(s, inches, fare))
        slowed.add("C-M5", fmt::format("Half speed on {}.", name_of(s.rise->foot)), s.rise->foot.name, inches);
      append(ruling.legs, {.from = path::on_table(between(a, b, s.from)),
                           .to = path::on_table(between(a, b, s.to)),
                           .inches = inches,
                           .cost = s.cost,
                           .ground = ground_of(s, inches, fare)});
    }
  }
  if (!points.empty()) ruling.path.push_back(path::on_table(points.front()));
  for (const MoveRuling::Leg& leg : ruling.legs) ruling.path.push_back(leg.to);
  if (ruling.legs.empty() && !points.empty()) ruling.path.push_back(path::on_table(points.back()));
  for (Reason& reason : slowed.told()) ruling.because.push_back(std::move(reason));
  if (crosses || question.unit_crossed) tell_crossing(ruling, question, setting, points);
  ruling.because.insert(ruling.because.end(), setting.leaving.begin(), setting.leaving.end());
}

const char* rule_of(Arm arm) { return arm == Arm::Cavalry ? "C-M2" : arm == Arm::Gun ? "C-M3" : arm == Arm::Carriage ? "C-M4" : "C-M1"; }

Reason price_reason(Arm arm, const MoveRuling& ruling, Verdict verdict) {
  const double cost = ruling.cost->value.value, limit = ruling.allowance.value;
  const bool over = cost > limit + measure::kLimitSlack;
  return {.rule = rule_of(arm),
          .says = verdict != Verdict::TooCloseToCall ? fmt::format("It needs {:.2f} in and has {:g}.", cost, limit)
                  : over                             ? fmt::format("It needs {:.2f} in and has {:g}: too close to call.", cost, limit)
                         : fmt::format("It needs {:.2f} in of {:g}, but the margin may change that.", cost, limit),
          .value = cost,
          .limit = limit,
          .margin = ruling.cost->margin.value};
}

void tell_what_bars(MoveRuling& ruling, const Setting& setting, Point to) {
  std::vector<Reason> bars;  // ground before figures, as the blockers stand
  for (const path::Blocker& blocker : setting.world.blockers) {
    if (!path::blocks(blocker, setting.from, to)) continue;
    const auto told = [&](const Reason& r) { return r.rule == blocker.rule && r.who == blocker.who; };
    if (std::ranges::any_of(ruling.because, told) || std::ranges::any_of(bars, told)) continue;
    const bool nameless = std::ranges::find(measure::kTerrainWords, blocker.who) != std::end(measure::kTerrainWords);
    bars.push_back(reason(blocker.rule,
                          fmt::format("{}{} bars the {}.", nameless ? "The " : "", blocker.who, ruling.cost ? "straight way" : "way"),
                          blocker.who));
  }
  const path::Ground ground(setting.world.going);
  for (const path::Barrier& obstacle : setting.world.going.obstacles)
    if (ruling.cost && !ruling.crosses && ground.enters(obstacle, setting.from, to))
      bars.push_back(
          reason("C-M8", fmt::format("It goes round {}, which would halve the whole turn.", name_of(obstacle.area)), obstacle.area.name));
  ruling.because.insert(ruling.because.begin(), bars.begin(), bars.end());
}

bool on_road(const Setting& setting, const std::vector<Point>& points) {
  if (setting.world.going.roads.empty() || points.empty()) return false;
  const path::Ground ground(setting.world.going);
  const path::Fare fare{.road_only = true};
  return !any_leg(points, [&](Point a, Point b) { return !(ground.price(a, b, fare) < path::kNever); });
}

}  // namespace rules::charge
