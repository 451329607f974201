// The way a move is counted by: of all ways of counting a turn the one that leaves the most allowance.
// Needs movement_setting.h.
#pragma once

#include "rules/charge/move/movement_setting.h"

namespace rules::charge {

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

}  // namespace rules::charge
