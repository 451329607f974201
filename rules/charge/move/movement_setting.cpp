#include "rules/charge/move/movement_setting.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "measure/gap.h"

namespace rules::charge {
namespace {

using measure::Inches;
using measure::TerrainKind;
using measure::Verdict;
using path::Blocker;
using path::Fare;
using path::Point;

bool figures_bar(const MoveQuestion& question, const House& house) { return is_wheeled(question.arm) || !house.move_through_friends; }

/// CG44: how slow the slowest ground of a turn may be.
std::vector<Fare> by_whole_turn(const Fare& fare, bool stack) {
  std::vector<Fare> all;
  for (const double level : {1.0, 2.0, 4.0}) {
    if (level > 2.0 && !stack) break;
    all.push_back(fare);
    all.back().whole_turn = level;
  }
  return all;
}

std::vector<Fare> with_whole_turn(const Fare& fare, const House& house) {
  if (house.terrain_model == TerrainModel::PathCost || !fare.slow_ground_counts) return {fare};
  return by_whole_turn(fare, house.terrain_stack);
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

Reason may_leave(const std::string& who, const std::string& rule) {
  return {.rule = rule, .says = fmt::format("It starts on {} and may leave it.", who), .value = {}, .limit = {}, .margin = {}, .who = who};
}

/// Ground the centre stands on bars no way out; what the base overlaps is cut back.
void spare_start(Setting& setting) {
  auto& going = setting.world.going;
  const auto leave = [&](const std::string& who, const std::string& rule) {
    const bool told = std::any_of(setting.leaving.begin(), setting.leaving.end(), [&](const Reason& r) { return r.who == who; });
    if (!told) setting.leaving.push_back(may_leave(who, rule));
  };
  std::erase_if(going.barred, [&](const path::Barrier& barrier) {
    if (!barrier.holds(setting.from)) return false;
    leave(barrier.area.name, barrier.rule);
    std::erase_if(setting.world.blockers, [&](const Blocker& b) { return b.rule == barrier.rule && b.who == barrier.area.name; });
    return true;
  });
  std::erase_if(going.obstacles, [&](const path::Barrier& obstacle) { return obstacle.holds(setting.from); });
  std::vector<Blocker> rest;
  for (const Blocker& blocker : setting.world.blockers) {
    const double clear = clearance(blocker, setting.from).inches;
    if (clear < -measure::kLimitSlack) leave(blocker.who, blocker.rule);
    if (const auto spared = path::spared(blocker, setting.from)) rest.push_back(*spared);
  }
  setting.world.blockers = std::move(rest);
}

measure::Footprint standing_at(const MoveQuestion& question, Point to) {
  measure::Footprint base = question.base;
  base.centre = path::on_table(to);
  base.covariance = question.end_covariance;
  return base;
}

Reason overlap(const std::string& rule, const std::string& who, const measure::Measured& gap, bool figure) {
  return {.rule = rule,
          .says = figure ? fmt::format("It would stand on {}.", who) : fmt::format("It may not stand on {}.", who),
          .value = gap.value.value,
          .limit = 0.0,
          .margin = gap.margin.value,
          .who = who};
}

/// Keeps the worst verdict and says why it is not yes.
void judge(Ending& ending, Verdict verdict, bool closes, Reason reason) {
  if (verdict == Verdict::Yes) return;
  ending.verdict = measure::both(ending.verdict, verdict);
  if (closes && verdict == Verdict::No) ending.reachable = false;
  ending.because.push_back(std::move(reason));
}

void judge_figures(Ending& ending, const MoveQuestion& question, std::span<const Figure> figures, bool enemies, Point to) {
  const measure::Footprint base = standing_at(question, to);
  const double reach = measure::bounding_radius(base.shape).value;
  for (const Figure& figure : figures) {
    const double far = reach + measure::bounding_radius(figure.footprint.shape).value +
                       2.0 * (widest_margin(base.covariance) + widest_margin(figure.footprint.covariance));
    if (distance(to, path::plain(figure.footprint.centre)) > far) continue;
    const measure::Measured gap = measure::gap(base, figure.footprint);
    Verdict verdict = measure::at_least(gap, Inches(0.0));
    if (question.stands_there && verdict == Verdict::TooCloseToCall) verdict = Verdict::Yes;
    judge(ending, verdict, enemies, overlap("CG49", figure.name, gap, true));
  }
}

void judge_ground(Ending& ending, const MoveQuestion& question, const Setting& setting, Point to) {
  const double reach = measure::bounding_radius(question.base.shape).value;
  for (const path::Barrier& barrier : setting.world.going.barred) {
    if (!barrier.area.box.grown(reach + widest_margin(question.end_covariance)).meets(path::box_of(to, to))) continue;
    path::Clear nearest;
    for (const Blocker& b : path::blockers_of(question.base, barrier))
      if (const path::Clear clear = clearance(b, to); clear.inches < nearest.inches) nearest = clear;
    // Within the ground, past its border: deeper than the base is wide.
    if (barrier.holds(to)) nearest.inches = std::min(nearest.inches, -reach - std::abs(nearest.inches));
    const measure::Measured gap{Inches(nearest.inches), Inches(margin_along(question.end_covariance, nearest.away))};
    judge(ending, measure::at_least(gap, Inches(0.0)), true, overlap(barrier.rule, barrier.area.name, gap, false));
  }
}

void judge_table(Ending& ending, const MoveQuestion& question, const Setting& setting, Point to) {
  if (!setting.world.table) return;
  const path::Box& t = *setting.world.table;
  const std::array<std::pair<double, Point>, 4> sides{
      {{to.x - t.low.x, {1, 0}}, {t.high.x - to.x, {1, 0}}, {to.y - t.low.y, {0, 1}}, {t.high.y - to.y, {0, 1}}}};
  for (const auto& [inches, across] : sides) {
    const measure::Measured inside{Inches(inches), Inches(margin_along(question.end_covariance, across))};
    judge(ending, measure::at_least(inside, Inches(0.0)), true,
          {.rule = "table", .says = "It would leave the table.", .value = inches, .limit = 0.0, .margin = inside.margin.value, .who = {}});
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

Ending ending_at(const MoveQuestion& question, const Setting& setting, Point to) {
  Ending ending;
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
    return std::any_of(question.terrain.begin(), question.terrain.end(), [&](const measure::Terrain& t) {
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

}  // namespace rules::charge
