// A table state as the JSON line of `locate` and `track`.
//   Lengths in inches, angles in degrees, rounded far below any margin. Keys: docs/formats.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "app/wire/numbers.h"
#include "calibration/registration.h"
#include "vision/table_state.h"

namespace app {

[[nodiscard]] const char* word(calibration::Finding::Severity severity);
[[nodiscard]] Json json_of(const vision::TableState& state);
[[nodiscard]] Json json_of(const calibration::Finding& finding);

/// One line of JSON. Text that is not UTF-8 (a file name may be anything) is replaced, never thrown at.
[[nodiscard]] std::string line_of(const Json& json);

}  // namespace app
