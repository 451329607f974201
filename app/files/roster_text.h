// A roster as TOML text, the way a player would have written it.
// Needs measure, fmt.
#pragma once

#include <string>

#include "measure/roster.h"

namespace app {

/// Reads back as the same roster. Polygon bases are not part of the format and are written as their
/// bounding rectangle.
[[nodiscard]] std::string roster_text(const measure::Roster& roster);

}  // namespace app
