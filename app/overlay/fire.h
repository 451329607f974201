// A line of fire as it is drawn over the table: its arc with the range bands, its corridor, the friend beside it. The same in the window
// and on evidence sheets.
//   Pure: what the rules say of one shot in, a display list out.
#pragma once

#include <optional>
#include <string>

#include "app/overlay/display_list.h"
#include "measure/table.h"
#include "rules/charge/aim/aim.h"

namespace overlay {

/// A line of fire: whose base it leaves, the man it goes to, and the friend who stands nearest to it.
struct Shot {
  measure::Footprint from, at;
  rules::charge::AimAt man;
  measure::Verdict verdict = measure::Verdict::Yes;
  std::optional<measure::Footprint> nearest;
};
/// The line with what it takes; with its corridor of an inch and that friend where this one shot is looked at.
[[nodiscard]] DisplayList shot_overlay(const Shot& shot, const measure::Table& table, bool with_corridor);
/// The same with the arc of fire and the bands of the firer's arm.
[[nodiscard]] DisplayList line_of_fire(const Shot& shot, rules::charge::Arm arm, const measure::Table& table,
                                       const rules::charge::House& house);

/// How far a line of fire passes from a base: never a negative distance, a line through the base runs inside it.
[[nodiscard]] std::string clear_by(measure::Measured clearance);

}  // namespace overlay
