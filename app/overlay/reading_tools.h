// How each laid tool is read; `read` in readings.h chooses among them.
// Needs overlay/readings.h.
#pragma once

#include "app/overlay/readings.h"

namespace overlay {

[[nodiscard]] Reading read_ruler(const Ruler& ruler, const vision::TableState& state, const measure::Table& table);
[[nodiscard]] Reading read_field(const FieldOfFire& field, const vision::TableState& state, const measure::Table& table);
[[nodiscard]] Reading read_corridor(const LineOfFire& fire, const vision::TableState& state, const measure::Table& table);
[[nodiscard]] Reading read_sight(const LineOfSight& sight, const vision::TableState& state, const measure::Table& table);

}  // namespace overlay
