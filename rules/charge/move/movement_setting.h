// A question about a move, made ready for the search: what bars, what slows, which ways of counting apply.
//   What the figure overlaps at its start is cut back until it just touches: it may leave, it may not go
//   deeper (cameras and hands put figures there).
// Needs movement.h, path_search.h.
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
struct Ending {
  measure::Verdict verdict = measure::Verdict::Yes;
  std::vector<Reason> because;
  bool reachable = true;  // false: no legal path ends there
};
[[nodiscard]] Ending ending_at(const MoveQuestion& question, const Setting& setting, path::Point to);
/// Cuts back what the end touches too deeply, where that is doubtful, or only forbidden to stand upon.
void spare_end(Setting& setting, path::Point to);

/// 95 % half-width of an error along a direction.
[[nodiscard]] double margin_along(const measure::PointCovariance& error, path::Point direction);
/// The same where it is widest.
[[nodiscard]] double widest_margin(const measure::PointCovariance& error);

/// Keys used whose default has no source and stands; `near`: the ground that mattered.
[[nodiscard]] std::vector<std::string> unverified_keys(const MoveQuestion& question, const path::Box& near, bool on_road,
                                                       const House& house);

}  // namespace rules::charge
