#include "rules/charge/move/movement.h"

#include <algorithm>

#include "measure/gap.h"
#include "rules/charge/move/movement_margin.h"
#include "rules/charge/move/movement_setting.h"
#include "rules/charge/move/path_reach.h"

namespace rules::charge {
namespace {

using measure::Inches, measure::Measured, measure::Verdict, path::Fare, path::Point;

bool all_finite(const MoveQuestion& question) {
  const auto& c = question.base.covariance;
  const auto& e = question.end_covariance;
  return path::finite(path::plain(question.base.centre)) && std::isfinite(question.base.heading.value) &&
         std::isfinite(c.xx + c.xy + c.yy) && std::isfinite(e.xx + e.xy + e.yy) &&
         std::isfinite(measure::bounding_radius(question.base.shape).value);
}

/// The question without figures whose place is no number.
MoveQuestion with_sound_figures(MoveQuestion question) {
  const auto unsound = [](const Figure& f) {
    return !path::finite(path::plain(f.footprint.centre)) || !std::isfinite(f.footprint.heading.value) ||
           !std::isfinite(measure::bounding_radius(f.footprint.shape).value);
  };
  std::erase_if(question.friends, unsound);
  std::erase_if(question.enemies, unsound);
  return question;
}

MoveRuling undecided(const MoveQuestion& question, const House& house) {
  MoveRuling ruling;
  ruling.verdict = Verdict::TooCloseToCall;
  ruling.allowance = allowance(question.arm, house);
  ruling.because.push_back(reason("question", "A place is not a number: nothing can be told."));
  return ruling;
}

/// Puts the ruling together, whichever way was judged.
MoveRuling ruled(const MoveQuestion& question, const Setting& setting, const RouteEnd& ending, const Counted& way, const Swing& swing,
                 const House& house) {
  MoveRuling ruling;
  ruling.allowance = Inches(way.found() ? way.fare.allowance : allowance(question.arm, house).value);
  const Verdict cost_verdict = by_cost(way, swing);
  ruling.verdict = measure::both(ending.verdict, cost_verdict);
  if (way.found()) ruling.cost = Measured{Inches(way.route.cost), Inches(swing.margin())};
  ruling.crosses = way.found() && way.crosses;
  ruling.may_cross_or_not = swing.crossing_in_doubt;
  tell(ruling, question, setting, way.route.points, way.fare, way.crosses);
  ruling.because.insert(ruling.because.end(), ending.because.begin(), ending.because.end());
  if (way.found() && cost_verdict != Verdict::Yes) ruling.because.push_back(too_dear(question.arm, ruling, cost_verdict));
  return ruling;
}

}  // namespace

Inches allowance(Arm arm, const House& house) {
  constexpr double kInfantry = 6.0;  // C-M1, C-M4
  return Inches(arm == Arm::Cavalry ? house.move_cavalry : arm == Arm::Gun ? house.move_gun : kInfantry);
}

MoveRuling judge_move(const MoveQuestion& asked, measure::TablePoint to_point, const House& house) {
  const Point to = path::plain(to_point);
  if (!all_finite(asked) || !path::finite(to)) return undecided(asked, house);
  const MoveQuestion question = with_sound_figures(asked);
  Setting setting = setting_of(question, path::plain(question.base.centre), house);
  const RouteEnd ending = ending_at(question, setting, to);
  if (!ending.reachable) {
    MoveRuling ruling = ruled(question, setting, ending, {}, {}, house);
    ruling.unverified = unverified_keys(question, path::box_of(setting.from, to), false, house);
    return ruling;
  }
  spare_end(setting, to);
  const Counted way = best_way(setting, to);
  MoveRuling ruling = ruled(question, setting, ending, way, swing_of(question, setting, way, to, house), house);
  if (!way.found() || way.over() > measure::kLimitSlack) tell_what_bars(ruling, setting, to);
  const double spread = way.found() ? 0.5 * std::max(0.0, way.route.cost / way.fare.least() - distance(setting.from, to)) : 0.0;
  ruling.unverified = unverified_keys(question, path::box_of(setting.from, to).grown(spread), on_road(setting, way.route.points), house);
  return ruling;
}

MoveRuling judge_path(const MoveQuestion& asked, std::span<const measure::TablePoint> walked, const House& house) {
  std::vector<Point> points;
  for (const auto& p : walked) points.push_back(path::plain(p));
  if (points.empty()) points.push_back(path::plain(asked.base.centre));
  if (points.size() == 1) points.push_back(points.front());
  if (!all_finite(asked) || !std::all_of(points.begin(), points.end(), path::finite)) return undecided(asked, house);
  const MoveQuestion question = with_sound_figures(asked);
  Setting setting = setting_of(question, points.front(), house);
  const Point to = points.back();
  const RouteEnd ending = ending_at(question, setting, to);
  spare_end(setting, to);

  const auto barred_by = [&](double sense) {
    Setting other = with_figures_off(setting, sense);
    spare_end(other, to);
    return barred(other, points);
  };
  const bool closed = ending.reachable && barred(setting, points);
  Counted way;
  Swing swing;
  if (ending.reachable && (!closed || !barred_by(-1.0))) {
    way = walked_way(setting, points, crosses(setting, points), question.unit_crossed);
    swing = swing_of_walked(question, setting, way, house);
    swing.may_be_barred = closed || barred_by(1.0);
  }
  MoveRuling ruling = ruled(question, setting, ending, way, swing, house);
  if (closed)
    for (std::size_t i = 0; i + 1 < points.size(); ++i) {
      Setting leg = setting;
      leg.from = points[i];
      tell_what_bars(ruling, leg, points[i + 1]);
    }
  path::Box near = path::box_of(points);
  ruling.unverified = unverified_keys(question, near, on_road(setting, way.route.points), house);
  return ruling;
}

Reach reach(const MoveQuestion& asked, const House& house) {
  Reach result;
  if (!all_finite(asked)) return result;
  const MoveQuestion question = with_sound_figures(asked);
  const Point from = path::plain(question.base.centre);
  const Setting setting = setting_of(question, from, house);
  std::vector<Fare> fares = setting.avoiding;
  fares.insert(fares.end(), setting.crossing.begin(), setting.crossing.end());
  double farthest = 0.0;
  for (const Fare& fare : fares) farthest = std::max(farthest, fare.allowance / fare.least());
  const path::Box near = path::box_of(from, from).grown(farthest);
  std::vector<path::Blocker> not_upon;
  const double base = measure::bounding_radius(question.base.shape).value;
  for (const Figure& f : question.friends) {
    const Point centre = path::plain(f.footprint.centre);
    if (!near.grown(base + measure::bounding_radius(f.footprint.shape).value).meets(path::box_of(centre, centre))) continue;
    for (path::Blocker& b : path::blockers_of(question.base, f)) not_upon.push_back(std::move(b));
  }
  for (const path::Ring& ring : path::reachable(setting.world, fares, from, not_upon)) {
    result.area_in2 += path::signed_area(ring);
    result.outline.emplace_back();
    for (const Point& p : ring) result.outline.back().push_back(path::on_table(p));
  }
  result.unverified = unverified_keys(question, near, false, house);
  return result;
}

}  // namespace rules::charge
