#include "rules/charge/move/movement_telling.h"

#include <fmt/format.h>

#include <algorithm>

namespace rules::charge {
namespace {

using measure::Verdict;
using path::Point;

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
    const std::string kind(path::word(area.kind));
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
    const auto same = std::find_if(all_.begin(), all_.end(), [&](const Reason& r) { return r.rule == rule && r.who == who; });
    if (same != all_.end()) {
      same->value = *same->value + inches;
      return;
    }
    all_.push_back({.rule = rule, .says = says, .value = inches, .limit = {}, .margin = {}, .who = who});
  }
  std::vector<Reason> told() { return std::move(all_); }

 private:
  std::vector<Reason> all_;
};

std::string name_of(const path::Area& area) { return area.name == path::word(area.kind) ? "the " + area.name : area.name; }

void tell_crossing(MoveRuling& ruling, const MoveQuestion& question, const Setting& setting, const std::vector<Point>& points) {
  const path::Ground ground(setting.world.going);
  for (const path::Barrier& obstacle : setting.world.going.obstacles) {
    bool crossed = false;
    for (std::size_t i = 0; i + 1 < points.size(); ++i) crossed = crossed || ground.enters(obstacle, points[i], points[i + 1]);
    if (crossed)
      ruling.because.push_back({.rule = "C-M8",
                                .says = fmt::format("It crosses {}: half speed for the whole turn.", name_of(obstacle.area)),
                                .value = {},
                                .limit = {},
                                .margin = {},
                                .who = obstacle.area.name});
  }
  if (question.unit_crossed)
    ruling.because.push_back({.rule = "C-M8",
                              .says = "Its unit crosses an obstacle: half speed for the whole turn.",
                              .value = {},
                              .limit = {},
                              .margin = {},
                              .who = {}});
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

Reason too_dear(Arm arm, const MoveRuling& ruling, Verdict verdict) {
  const char* rule = arm == Arm::Cavalry ? "C-M2" : arm == Arm::Gun ? "C-M3" : arm == Arm::Carriage ? "C-M4" : "C-M1";
  const double cost = ruling.cost->value.value, limit = ruling.allowance.value;
  const bool over = cost > limit + measure::kLimitSlack;
  return {.rule = rule,
          .says = verdict == Verdict::No ? fmt::format("It needs {:.2f} in and has {:g}.", cost, limit)
                  : over                 ? fmt::format("It needs {:.2f} in and has {:g}: too close to call.", cost, limit)
                                         : fmt::format("It needs {:.2f} in of {:g}, but the margin may change that.", cost, limit),
          .value = cost,
          .limit = limit,
          .margin = ruling.cost->margin.value,
          .who = {}};
}

void tell_what_bars(MoveRuling& ruling, const Setting& setting, Point to) {
  for (const path::Blocker& blocker : setting.world.blockers) {
    if (!path::blocks(blocker, setting.from, to)) continue;
    const bool told = std::any_of(ruling.because.begin(), ruling.because.end(),
                                  [&](const Reason& r) { return r.rule == blocker.rule && r.who == blocker.who; });
    if (!told)
      ruling.because.push_back({.rule = blocker.rule,
                                .says = fmt::format("{} bars the way.", blocker.who),
                                .value = {},
                                .limit = {},
                                .margin = {},
                                .who = blocker.who});
  }
}

bool on_road(const Setting& setting, const std::vector<Point>& points) {
  if (setting.world.going.roads.empty() || points.empty()) return false;
  const path::Ground ground(setting.world.going);
  const path::Fare fare{.road_only = true};
  for (std::size_t i = 0; i + 1 < points.size(); ++i)
    if (!(ground.price(points[i], points[i + 1], fare) < path::kNever)) return false;
  return true;
}

}  // namespace rules::charge
