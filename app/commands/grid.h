// Counts such as "9x6" on the command line.
// Needs measure/result.h.
#pragma once

#include <string>
#include <utility>

#include "measure/result.h"

namespace app {

/// "9x6" as two counts from 2 to 100. `option` is named in the message. Errors: Usage.
[[nodiscard]] measure::Result<std::pair<int, int>> parse_grid(const std::string& option, const std::string& text);

}  // namespace app
