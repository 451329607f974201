// A table state as the JSON line of `locate` and `track`.
//   Lengths in inches, angles in degrees, rounded far below any margin. Keys: docs/formats.md.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "measure/measured.h"
#include "vision/table_state.h"

namespace app {

using Json = nlohmann::ordered_json;

/// Decimals of what is printed: a tenth of a thousandth of an inch is a hundredth of the best margin.
inline constexpr double kPerInch = 1e4, kPerPixel = 1e3;

[[nodiscard]] Json json_of(const vision::TableState& state);
[[nodiscard]] Json json_of(const calibration::Finding& finding);
[[nodiscard]] Json json_of(measure::TablePoint point);
/// {"value":..,"margin":..} in inches or degrees.
[[nodiscard]] Json json_of(const measure::Measured& measured);
[[nodiscard]] Json json_of(const measure::MeasuredAngle& measured);

/// The line of a picture that could not be read.
[[nodiscard]] Json error_line(const std::string& frame, const std::string& says);

/// One line of JSON. Text that is not UTF-8 (a file name may be anything) is replaced, never thrown at.
[[nodiscard]] std::string line_of(const Json& json);

// A table state for people: what a command prints without --json.

/// A headline and one line for each piece.
[[nodiscard]] std::string text_of(const vision::TableState& state);
/// The headline alone, and what has changed: for frame after frame of a recording.
[[nodiscard]] std::string changes_of(const vision::TableState& state);

}  // namespace app
