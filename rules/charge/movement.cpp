#include "rules/charge/movement.h"

#include <fmt/format.h>

#include <algorithm>

#include "measure/gap.h"
#include "rules/charge/movement_setting.h"
#include "rules/charge/movement_telling.h"
#include "rules/charge/path_reach.h"

namespace rules::charge {
namespace {

using measure::Inches;
using measure::Measured;
using measure::Verdict;
using path::Fare;
using path::kNever;
using path::Point;

/// A way with the fare it is counted by.
struct Counted {
  path::Route route;
  Fare fare;
  bool crosses = false;
  [[nodiscard]] bool found() const { return route.cost < kNever; }
  [[nodiscard]] double over() const { return route.cost - fare.allowance; }
};

/// The way that leaves the most allowance; of equal ones one that crosses nothing.
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

/// How fast the price of a step changes as its end `a` moves: inches an inch.
Point gradient(const path::Ground& ground, Point a, Point b, const Fare& fare) {
  constexpr double kStep = 1e-5;  // inches
  const auto change = [&](Point step) {
    const double more = ground.price(a + step, b, fare), less = ground.price(a - step, b, fare);
    return std::isfinite(more) && std::isfinite(less) ? (more - less) / (2.0 * kStep) : 0.0;
  };
  return {change({kStep, 0.0}), change({0.0, kStep})};
}

/// The errors of both ends, each along its leg and as dear as the ground there.
double margin_of_cost(const Setting& setting, const MoveQuestion& question, const Counted& way) {
  const auto& points = way.route.points;
  if (points.size() < 2) return 0.0;
  if (points.size() == 2 && points[0] == points[1])
    return way.fare.least() * std::hypot(widest_margin(question.base.covariance), widest_margin(question.end_covariance));
  Fare fare = way.fare;
  fare.obstacles_closed = false;
  const path::Ground ground(setting.world.going);
  return std::hypot(margin_along(question.base.covariance, gradient(ground, points[0], points[1], fare)),
                    margin_along(question.end_covariance, gradient(ground, points.back(), points[points.size() - 2], fare)));
}

Verdict by_cost(const Counted& way, double margin) {
  if (!way.found()) return Verdict::No;
  return measure::at_most(Measured{Inches(way.route.cost), Inches(margin)}, Inches(way.fare.allowance));
}

/// Figures err, and an end beside an obstacle may lie on either side: does the answer hang on that?
bool hinges(const Setting& setting, const MoveQuestion& question, const Counted& way, Verdict verdict, Point to) {
  const bool errs = widest_margin(question.base.covariance) > 0.0 || widest_margin(question.end_covariance) > 0.0 ||
                    std::any_of(setting.world.blockers.begin(), setting.world.blockers.end(),
                                [](const path::Blocker& b) { return widest_margin(b.error) > 0.0; });
  if (!errs || verdict == Verdict::TooCloseToCall) return false;
  Setting other = doubted(setting, question, to, verdict == Verdict::Yes ? 1.0 : -1.0);
  spare_end(other, to);
  if (verdict == Verdict::Yes) {
    bool in_the_way = false;
    for (std::size_t i = 0; i + 1 < way.route.points.size(); ++i)
      in_the_way = in_the_way || std::any_of(other.world.blockers.begin(), other.world.blockers.end(), [&](const path::Blocker& b) {
                     return path::blocks(b, way.route.points[i], way.route.points[i + 1]);
                   });
    if (in_the_way && best_way(other, to).over() > measure::kLimitSlack) return true;
    // An obstacle the path just does not cross, at its ends.
    const Setting without = doubted(setting, question, to, -1.0);
    const bool beside = without.world.going.obstacles.size() < setting.world.going.obstacles.size();
    return beside && !way.crosses && 2.0 * way.route.cost > way.fare.allowance + measure::kLimitSlack;
  }
  return best_way(other, to).over() <= measure::kLimitSlack;
}

Reason cannot_be_told() {
  return {.rule = "question", .says = "A place is not a number: nothing can be told.", .value = {}, .limit = {}, .margin = {}, .who = {}};
}

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
  ruling.because.push_back(cannot_be_told());
  return ruling;
}

/// Puts the ruling together, whichever way was judged.
MoveRuling ruled(const MoveQuestion& question, const Setting& setting, const Ending& ending, const Counted& way, bool doubtful,
                 const House& house) {
  MoveRuling ruling;
  ruling.allowance = Inches(way.found() ? way.fare.allowance : allowance(question.arm, house).value);
  const double margin = way.found() ? margin_of_cost(setting, question, way) : 0.0;
  Verdict cost_verdict = by_cost(way, margin);
  if (doubtful) cost_verdict = Verdict::TooCloseToCall;
  ruling.verdict = measure::both(ending.verdict, cost_verdict);
  if (way.found()) ruling.cost = Measured{Inches(way.route.cost), Inches(margin)};
  tell(ruling, question, setting, way.route.points, way.fare, way.crosses);
  ruling.because.insert(ruling.because.end(), ending.because.begin(), ending.because.end());
  if (way.found() && cost_verdict != Verdict::Yes) ruling.because.push_back(too_dear(question.arm, ruling, cost_verdict));
  return ruling;
}

}  // namespace

Inches allowance(Arm arm, const House& house) {
  constexpr double kInfantry = 6.0;  // C-M1
  switch (arm) {
    case Arm::Cavalry: return Inches(house.move_cavalry);
    case Arm::Gun: return Inches(house.move_gun);
    case Arm::Infantry:
    case Arm::Gunners:
    case Arm::Carriage: break;  // C-M4
  }
  return Inches(kInfantry);
}

MoveRuling judge_move(const MoveQuestion& asked, measure::TablePoint to_point, const House& house) {
  const Point to = path::plain(to_point);
  if (!all_finite(asked) || !path::finite(to)) return undecided(asked, house);
  const MoveQuestion question = with_sound_figures(asked);
  Setting setting = setting_of(question, path::plain(question.base.centre), house);
  const Ending ending = ending_at(question, setting, to);
  if (!ending.reachable) {
    MoveRuling ruling = ruled(question, setting, ending, {}, false, house);
    ruling.unverified = unverified_keys(question, path::box_of(setting.from, to), false, house);
    return ruling;
  }
  spare_end(setting, to);
  const Counted way = best_way(setting, to);
  const bool doubtful = ending.verdict != Verdict::No &&
                        hinges(setting, question, way, by_cost(way, way.found() ? margin_of_cost(setting, question, way) : 0.0), to);
  MoveRuling ruling = ruled(question, setting, ending, way, doubtful, house);
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
  const Ending ending = ending_at(question, setting, to);
  spare_end(setting, to);

  const path::Ground ground(setting.world.going);
  const auto legs_of = [&](auto visit) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) visit(points[i], points[i + 1]);
  };
  const auto barred_in = [&](const Setting& s) {
    bool barred = std::any_of(points.begin() + 1, points.end(), [&](Point p) { return !s.world.free(p); });
    legs_of([&](Point a, Point b) {
      for (const path::Blocker& blocker : s.world.blockers) barred = barred || path::blocks(blocker, a, b);
    });
    return barred;
  };
  const auto crosses_in = [&](const Setting& s) {
    bool crosses = false;
    legs_of([&](Point a, Point b) {
      for (const path::Barrier& obstacle : s.world.going.obstacles) crosses = crosses || ground.enters(obstacle, a, b);
    });
    return crosses;
  };
  const auto counted = [&](bool crosses) {
    Counted way;
    for (Fare fare : crosses || question.unit_crossed ? setting.crossing : setting.avoiding) {
      fare.obstacles_closed = false;
      path::Route route{.cost = 0.0, .points = points};
      legs_of([&](Point a, Point b) { route.cost += ground.price(a, b, fare); });
      if (route.cost - fare.allowance < way.over() || !way.found()) way = {std::move(route), fare, crosses};
    }
    return way;
  };

  Counted way;
  bool doubtful = false;
  const bool barred = ending.reachable && barred_in(setting);
  if (ending.reachable && (!barred || !barred_in(doubted(setting, question, to, -1.0)))) {
    way = counted(crosses_in(setting));
    doubtful = barred || (way.crosses && way.over() > measure::kLimitSlack && !crosses_in(doubted(setting, question, to, -1.0)) &&
                          counted(false).over() <= measure::kLimitSlack);
  }
  MoveRuling ruling = ruled(question, setting, ending, way, doubtful, house);
  if (barred)
    legs_of([&](Point a, Point b) {
      Setting leg = setting;
      leg.from = a;
      tell_what_bars(ruling, leg, b);
    });
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
