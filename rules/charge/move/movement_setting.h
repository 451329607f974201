// A question about a move, made ready for the search: what bars, what slows, which ways of counting apply.
//   What the figure overlaps at its start is cut back until it just touches: it may leave, it may not go
//   deeper (cameras and hands put figures there).
#pragma once

#include <string>
#include <vector>

#include "rules/charge/move/movement.h"
#include "rules/charge/move/path_search.h"

namespace rules::charge {

struct Setting {
  path::World world;
  path::Point from;
  std::vector<path::Fare> crossing, avoiding;  // fares of paths that cross an obstacle, and of those that cross none
  std::vector<Reason> leaving;                 // what it may leave
};

[[nodiscard]] Setting setting_of(const MoveQuestion& question, path::Point from, const House& house);

/// Figures grown or shrunk by their margins (`sense` 1 or -1).
[[nodiscard]] Setting with_figures_off(const Setting& setting, double sense);

/// May it stand there?
struct RouteEnd {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::vector<Reason> because;
  bool reachable = true;  // false: no legal path ends there
};
[[nodiscard]] RouteEnd ending_at(const MoveQuestion& question, const Setting& setting, path::Point to);
/// Cuts back what the end touches too deeply, where that is doubtful, or only forbidden to stand upon.
void spare_end(Setting& setting, path::Point to);

/// 95 % half-width of an error along a direction.
[[nodiscard]] double margin_along(const measure::PointCovariance& error, path::Point direction);
/// The same where it is widest.
[[nodiscard]] double widest_margin(const measure::PointCovariance& error);

/// Keys used whose default has no source and stands; `near`: the ground that mattered.
[[nodiscard]] std::vector<std::string> unverified_keys(const MoveQuestion& question, const path::Box& near, bool on_road,
                                                       const House& house);

// The way a move is counted by: of all ways of counting a turn the one that leaves the most allowance.

/// A way with the fare it is counted by.
struct Counted {
  path::Route route;
  path::Fare fare;
  bool crosses = false;
  [[nodiscard]] bool found() const { return route.cost < path::kNever; }
  [[nodiscard]] double over() const { return route.cost - fare.allowance; }
};

/// The way that leaves the most allowance; of equal ones one that crosses nothing.
[[nodiscard]] Counted best_way(const Setting& setting, path::Point to);

/// A way as it was walked, counted as the rules allow whatever bars it.
[[nodiscard]] Counted walked_way(const Setting& setting, const std::vector<path::Point>& points, bool crosses, bool unit_crossed);
/// Does it cross an obstacle?
[[nodiscard]] bool crosses(const Setting& setting, const std::vector<path::Point>& points);
/// Does any figure, or the edge of any ground, stand in its way?
[[nodiscard]] bool blocked(const Setting& setting, const std::vector<path::Point>& points);
/// Does anything bar it?
[[nodiscard]] bool barred(const Setting& setting, const std::vector<path::Point>& points);

// A judged way told to a person: its legs by ground, and the reasons for what it costs.

/// Fills in path, legs, and the reasons that made the way dear.
void tell(MoveRuling& ruling, const MoveQuestion& question, const Setting& setting, const std::vector<path::Point>& points,
          const path::Fare& fare, bool crosses);
/// The rule that says how far an arm goes.
[[nodiscard]] const char* rule_of(Arm arm);
/// What the way costs beside the allowance.
[[nodiscard]] Reason price_reason(Arm arm, const MoveRuling& ruling, measure::Verdict verdict);
/// Names everything that the straight way to `to` runs into, before every other reason.
void tell_what_bars(MoveRuling& ruling, const Setting& setting, path::Point to);
/// Does the whole way lie on a road?
[[nodiscard]] bool on_road(const Setting& setting, const std::vector<path::Point>& points);

}  // namespace rules::charge
