// Changes to a roster, each a new value: what the roster panel's buttons do.
#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "app/window/tools/requests.h"
#include "measure/roster.h"

namespace window {

/// A name nobody in `taken` has: "unit", "unit 2", ...
[[nodiscard]] std::string free_name(const std::string& stem, const std::vector<std::string>& taken);

[[nodiscard]] measure::Roster with_new_army(measure::Roster roster);
[[nodiscard]] measure::Roster with_new_unit(measure::Roster roster, std::size_t army, measure::Arm arm);
[[nodiscard]] measure::Roster without_unit(measure::Roster roster, std::size_t army, std::size_t unit);
[[nodiscard]] measure::Roster without_army(measure::Roster roster, std::size_t army);

/// A unit as figures of this arm are usually sold: round bases on foot, oval ones mounted.
[[nodiscard]] measure::Unit usual_unit(const std::string& name, measure::Arm arm);

}  // namespace window
