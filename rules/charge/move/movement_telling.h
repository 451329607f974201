// A judged way told to a person: its legs by ground, and the reasons for what it costs.
// Needs movement_setting.h.
#pragma once

#include <vector>

#include "rules/charge/move/movement_setting.h"

namespace rules::charge {

/// Fills in path, legs, and the reasons that made the way dear.
void tell(MoveRuling& ruling, const MoveQuestion& question, const Setting& setting, const std::vector<path::Point>& points,
          const path::Fare& fare, bool crosses);
/// More than the allowance, or too close to it.
[[nodiscard]] Reason too_dear(Arm arm, const MoveRuling& ruling, measure::Verdict verdict);
/// Names everything that the straight way to `to` runs into.
void tell_what_bars(MoveRuling& ruling, const Setting& setting, path::Point to);
/// Does the whole way lie on a road?
[[nodiscard]] bool on_road(const Setting& setting, const std::vector<path::Point>& points);

}  // namespace rules::charge
