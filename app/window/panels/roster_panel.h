// Changes to a roster, each a new value: what the roster panel's buttons do.
#pragma once

#include "app/session/session.h"
#include "app/window/tools/requests.h"
#include "measure/roster.h"

namespace window {

[[nodiscard]] measure::Roster with_new_army(measure::Roster roster);
[[nodiscard]] measure::Roster with_new_unit(measure::Roster roster, std::size_t army, measure::Arm arm);

}  // namespace window
