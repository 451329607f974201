#include "rules/charge/move/movement.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "measure/gap.h"
#include "rules/charge/move/movement_setting.h"
#include "rules/charge/move/path_bends.h"
#include "rules/charge/move/path_reach.h"

namespace rules::charge {
namespace {

using measure::Inches, measure::Measured, measure::Verdict, path::Fare, path::Point, measure::PointCovariance, path::kNever;

// How far off the cost of a way may be, because the camera errs: both ends, and the figures on the way.
//   An end errs along its leg, as dear as the ground there. Where the ground changes within the margin of an
//   end - a wood's edge, an obstacle's side - the move is judged once more from just beyond: that is where
//   the cost may be another, or jump. Ground in the middle of a way needs nothing of the kind: the cheapest
//   way goes on being cheapest to the first order. Figures are tried grown and shrunk by their margins.

/// What the cost may be instead, each at 95 %: inches less and inches more.
struct Swing {
  double less = 0.0, more = 0.0;
  bool may_be_barred = false;      // figures that err may close the way altogether
  bool may_be_legal = false;       // there is no way, but figures that err may have left one within the allowance
  bool crossing_in_doubt = false;  // it may cross an obstacle where the way does not, or the reverse
  [[nodiscard]] double margin() const { return std::max(less, more); }
};

/// Inches to either side for a derivative. Smaller drowns in rounding; larger looks past narrow ground.
constexpr double kStep = 1e-5;
/// Inches: an end this near a border lies on it, and both sides are tried.
constexpr double kOnBorder = 1e-6;
/// How many places round an end a walked way is priced from. Fewer look past the tip of an obstacle.
constexpr int kRound = 8;

/// How the price of the leg from `a` towards `b` changes as `a` moves: inches an inch. Only the ground that `a`
/// stands on counts: of a cheapest way the bends are free to move.
Point gradient(const path::Ground& ground, Point a, Point b, const path::Fare& fare) {
  const auto stretches = ground.stretches(a, b, fare);
  if (stretches.empty()) return {};
  const path::Stretch& first = stretches.front();
  const double inches = (first.to - first.from) * distance(a, b), rate = first.cost / inches;
  if (!first.rise) return unit(a - b) * rate;
  // On a slope the direction counts; half the stretch stays clear of what comes behind it.
  const Point on = between(a, b, 0.5 * (first.from + first.to));
  const auto change = [&](Point step) {
    const double more = ground.price(a + step, on, fare), less = ground.price(a - step, on, fare);
    return std::isfinite(more) && std::isfinite(less) ? (more - less) / (2.0 * kStep) : 0.0;
  };
  const Point g{change({kStep, 0.0}), change({0.0, kStep})};
  const double steepest = 2.0 * rate;  // half speed against directly downhill: more is the slope's edge
  return length(g) > steepest ? unit(g) * steepest : g;
}

/// Where the ground changes within the margin round `p`: places as far beyond as `p` may truly lie.
class Beyond {
 public:
  Beyond(Point p, const PointCovariance& error) : p_(p), error_(error), widest_(widest_margin(error)) {}
  void border(Point from, Point to) { nearest(from, to, path::nearest_on_segment(from, to, p_)); }
  void area(const path::Area& area) {
    if (!near(area.box)) return;
    for (const path::Ring& part : area.parts) ring(part);
  }
  void ring(const path::Ring& ring) {
    for (std::size_t i = 0, j = ring.size() - 1; i < ring.size(); j = i++) border(ring[j], ring[i]);
    take();
  }
  void barrier(const path::Barrier& barrier) {
    if (!near(barrier.area.box)) return;
    for (const path::Border& b : path::border_of(barrier)) border(b.from, b.to);
    take();
  }
  std::vector<Point> places() { return std::move(places_); }

 private:
  [[nodiscard]] bool near(const path::Box& box) const { return widest_ > 0.0 && box.grown(widest_).meets(path::box_of(p_, p_)); }
  void nearest(Point from, Point to, Point on) {
    const double apart = distance(p_, on);
    if (!(apart < least_)) return;
    least_ = apart;
    on_border_ = apart <= kOnBorder;
    towards_ = on_border_ ? left_of(unit(to - from)) : unit(on - p_);
  }
  /// One place for each outline: beyond its nearest point.
  void take() {
    const double margin = margin_along(error_, towards_);
    if (least_ <= margin) {
      add(p_ + towards_ * margin);
      if (on_border_) add(p_ - towards_ * margin);
    }
    least_ = kNever;
  }
  void add(Point place) {
    if (std::ranges::none_of(places_, [&](Point q) { return distance(q, place) < kOnBorder; })) places_.push_back(place);
  }

  Point p_;
  PointCovariance error_;
  double widest_;
  double least_ = kNever;
  Point towards_;
  bool on_border_ = false;
  std::vector<Point> places_;
};

std::vector<Point> beyond_borders(const MoveQuestion& question, Point p, const PointCovariance& error, const House& house) {
  if (!(widest_margin(error) > 0.0)) return {};
  const path::Going going = path::going_for(question.arm, question.terrain, house);  // whole: of a setting the start has lifted some
  Beyond beyond(p, error);
  for (const auto* areas : {&going.woods, &going.marshes})
    for (const path::Area& area : *areas) beyond.area(area);
  for (const path::Rise& rise : going.rises) {
    beyond.area(rise.foot);
    if (!rise.top.empty()) beyond.ring(rise.top);
  }
  for (const auto* barriers : {&going.obstacles, &going.barred})  // what a figure starts on it may leave
    for (const path::Barrier& barrier : *barriers) beyond.barrier(barrier);
  if (house.road_bonus > 0.0)
    for (const path::Area& road : going.roads) beyond.area(road);
  return beyond.places();
}

std::vector<Point> all_round(Point p, const PointCovariance& error) {
  std::vector<Point> places;
  for (int i = 0; i < kRound && widest_margin(error) > 0.0; ++i) {
    const double t = 2.0 * std::numbers::pi * i / kRound;
    const Point towards{std::cos(t), std::sin(t)};
    places.push_back(p + towards * margin_along(error, towards));
  }
  return places;
}

/// What errs independently adds in quadrature; a cost that may be another one altogether adds in full: behind a fence
/// the whole way is counted double.
class Sum {
 public:
  void in_quadrature(double less, double more) {
    smooth_.less = std::hypot(smooth_.less, less);
    smooth_.more = std::hypot(smooth_.more, more);
  }
  /// One end: `along` its leg, and what the way is from places beyond it.
  template <class WayFrom>
  void end(double along, const Counted& way, const std::vector<Point>& places, WayFrom way_from) {
    in_quadrature(along, along);
    Swing beyond;
    for (const Point& place : places) {
      const Counted other = way_from(place);
      if (!other.found()) continue;
      beyond.less = std::max(beyond.less, way.over() - other.over() - along);
      beyond.more = std::max(beyond.more, other.over() - way.over() - along);
      crossing_in_doubt_ = crossing_in_doubt_ || other.crosses != way.crosses;
    }
    jumps_.less += beyond.less;
    jumps_.more += beyond.more;
  }
  [[nodiscard]] Swing swing() const {
    return {.less = smooth_.less + jumps_.less, .more = smooth_.more + jumps_.more, .crossing_in_doubt = crossing_in_doubt_};
  }

 private:
  Swing smooth_, jumps_;
  bool crossing_in_doubt_ = false;
};

Setting moved_to(const MoveQuestion& question, Point from, const House& house) {
  MoveQuestion moved = question;
  moved.base.centre = path::on_table(from);
  return setting_of(moved, from, house);
}

Counted way_to(Setting setting, Point to) {
  spare_end(setting, to);
  return best_way(setting, to);
}

/// May figures that err lie where the way could lead, or is it too dear anyway?
bool figures_count(const Setting& setting, const Counted& way, Point to) {
  const path::Region region{.from = setting.from, .to = to, .most = way.route.cost / way.fare.least()};
  return std::ranges::any_of(setting.world.blockers, [&, near = region.box()](const path::Blocker& b) {
    const double margin = widest_margin(b.error);
    return margin > 0.0 && (!way.found() || b.box.grown(margin).meets(near));
  });
}

/// Figures grown and shrunk by their margins: the way round, the way through. False: the way may be barred.
bool add_figures(Sum& sum, const Setting& setting, const Counted& way, Point to) {
  if (!figures_count(setting, way, to)) return true;
  double less = 0.0, more = 0.0;
  Setting grown = with_figures_off(setting, 1.0);
  spare_end(grown, to);
  if (blocked(grown, way.route.points)) more = std::max(0.0, best_way(grown, to).over() - way.over());
  // Nothing is cheaper than straight over the best of grounds.
  if (way.route.cost > way.fare.least() * distance(setting.from, to) + measure::kLimitSlack)
    if (const double through = way_to(with_figures_off(setting, -1.0), to).over(); std::isfinite(through))
      less = std::max(0.0, way.over() - through);
  sum.in_quadrature(less, std::isfinite(more) ? more : 0.0);
  return std::isfinite(more);
}

/// How dear the error of the end `a` is along its leg towards `b`.
double along_leg(const Setting& setting, const Counted& way, Point a, Point b, const PointCovariance& error) {
  path::Fare fare = way.fare;
  fare.obstacles_closed = false;
  if (way.route.points.front() == way.route.points.back()) return fare.least() * widest_margin(error);
  return margin_along(error, gradient(path::Ground(setting.world.going), a, b, fare));
}

/// Of the cheapest way to `to`.
Swing swing_of(const MoveQuestion& question, const Setting& setting, const Counted& way, Point to, const House& house) {
  if (!way.found()) {
    if (!figures_count(setting, way, to)) return {};
    return {.may_be_legal = way_to(with_figures_off(setting, -1.0), to).over() <= measure::kLimitSlack};
  }
  Sum sum;
  const auto& points = way.route.points;
  const PointCovariance &from_error = question.base.covariance, &to_error = question.end_covariance;
  sum.end(along_leg(setting, way, points[0], points[1], from_error), way, beyond_borders(question, setting.from, from_error, house),
          [&](Point from) { return way_to(moved_to(question, from, house), to); });
  sum.end(along_leg(setting, way, points.back(), points[points.size() - 2], to_error), way, beyond_borders(question, to, to_error, house),
          [&](Point place) { return way_to(setting_of(question, setting.from, house), place); });
  const bool open = add_figures(sum, setting, way, to);
  Swing swing = sum.swing();
  swing.may_be_barred = !open;
  return swing;
}

/// Of a way as it was walked.
Swing swing_of_walked(const MoveQuestion& question, const Setting& setting, const Counted& way, const House& house) {
  if (!way.found()) return {};
  Sum sum;
  const auto add_end = [&](bool start, const PointCovariance& error) {
    std::vector<Point> points = way.route.points;
    if (!start) std::ranges::reverse(points);
    std::vector<Point> places = all_round(points[0], error);
    for (const Point& p : beyond_borders(question, points[0], error, house)) places.push_back(p);
    sum.end(along_leg(setting, way, points[0], points[1], error), way, places, [&](Point place) {
      std::vector<Point> other = points;
      other[0] = place;
      if (!start) std::ranges::reverse(other);
      const Setting there = start ? moved_to(question, place, house) : setting;
      return walked_way(there, other, crosses(there, other), question.unit_crossed);
    });
  };
  add_end(true, question.base.covariance);
  add_end(false, question.end_covariance);
  return sum.swing();
}

/// Within the allowance, as far as the camera can tell? Without a way no.
Verdict by_cost(const Counted& way, const Swing& swing) {
  if (!way.found()) return swing.may_be_legal ? Verdict::TooCloseToCall : Verdict::No;
  if (way.over() - swing.less > measure::kLimitSlack) return Verdict::No;
  return way.over() + swing.more > measure::kLimitSlack || swing.may_be_barred ? Verdict::TooCloseToCall : Verdict::Yes;
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
  if (way.found()) ruling.because.push_back(price_reason(question.arm, ruling, cost_verdict));
  return ruling;
}

}  // namespace

Inches allowance(Arm arm, const House& house) {
  constexpr double kInfantry = 6.0;  // C-M1, C-M4
  return Inches(arm == Arm::Cavalry ? house.move_cavalry : arm == Arm::Gun ? house.move_gun : kInfantry);
}

Reason allowance_reason(Arm arm, const House& house) {
  const double inches = allowance(arm, house).value;
  return {.rule = rule_of(arm), .says = fmt::format("It has {:g} in a turn.", inches), .value = inches};
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
  if (!way.found() || way.over() > measure::kLimitSlack || way.route.points.size() > 2) tell_what_bars(ruling, setting, to);
  const double spread = way.found() ? 0.5 * std::max(0.0, way.route.cost / way.fare.least() - distance(setting.from, to)) : 0.0;
  ruling.unverified = unverified_keys(question, path::box_of(setting.from, to).grown(spread), on_road(setting, way.route.points), house);
  return ruling;
}

MoveRuling judge_path(const MoveQuestion& asked, std::span<const measure::TablePoint> walked, const House& house) {
  std::vector<Point> points;
  for (const auto& p : walked) points.push_back(path::plain(p));
  if (points.empty()) points.push_back(path::plain(asked.base.centre));
  if (points.size() == 1) points.push_back(points.front());
  if (!all_finite(asked) || !std::ranges::all_of(points, path::finite)) return undecided(asked, house);
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
