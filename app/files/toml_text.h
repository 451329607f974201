// Writing TOML: the small pieces our writers are made of.
// Needs only the standard library and fmt.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "measure/point.h"

namespace app::toml_text {

/// The shortest decimal that reads back as the same number; always with a point or an exponent.
[[nodiscard]] std::string number(double value);
/// An angle in degrees, to a billionth: what radians and back leaves behind is not written.
[[nodiscard]] std::string degrees(measure::Radians angle);
/// A quoted string; quotes, backslashes and control characters are escaped.
[[nodiscard]] std::string toml_string(std::string_view text);
[[nodiscard]] std::string point(measure::TablePoint point);
[[nodiscard]] std::string pair(double a, double b);
[[nodiscard]] std::string points(std::span<const measure::TablePoint> points);
[[nodiscard]] std::string words(std::span<const std::string> words);
[[nodiscard]] std::string integers(std::span<const int> numbers);

}  // namespace app::toml_text
