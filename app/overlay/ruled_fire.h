// The fire that the umpire ruled on, as it is drawn over the table: in the window, on the web side.
#pragma once

#include <optional>

#include "app/overlay/fire.h"
#include "app/umpire/rulings_json.h"

namespace app {

/// The shot that a line of a settled table tells of; none: it tells of none.
[[nodiscard]] std::optional<overlay::Shot> shot_of(const RuledTable& table, const RulingLine& line);

/// Every shot that may be fired, and those that a friend forbids with their corridor.
[[nodiscard]] overlay::DisplayList shots_that_may_be(const RuledTable& table, const measure::Table& ground);

}  // namespace app
