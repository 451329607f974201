// Lengths and angles as programs print them: rounded far below any margin, margins never down to nothing.
#pragma once

#include <nlohmann/json.hpp>

#include "measure/measured.h"

namespace app {

using Json = nlohmann::ordered_json;

/// Steps an inch, a degree and a pixel of what is printed: a tenth of a thousandth of an inch is a hundredth of the best margin.
inline constexpr double kPerInch = 1e4, kPerDegree = 1e3, kPerPixel = 1e3;

[[nodiscard]] double rounded(double value, double steps);
/// A margin is never written as 0: rounding must not promise more than was measured.
[[nodiscard]] double margin_up(double value, double steps);

[[nodiscard]] Json json_of(measure::TablePoint point);
/// {"value":..,"margin":..} in inches or degrees.
[[nodiscard]] Json json_of(const measure::Measured& measured);
[[nodiscard]] Json json_of(const measure::MeasuredAngle& measured);

}  // namespace app
