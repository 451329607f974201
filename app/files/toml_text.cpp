#include "app/files/toml_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <vector>

namespace app::toml_text {

std::string number(double value) {
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".en") == std::string::npos) text += ".0";
  return text;
}

std::string degrees(measure::Radians angle) {
  constexpr double kSteps = 1e9;  // a degree: far below any margin, far above rounding
  return number(std::round(measure::degrees(angle) * kSteps) / kSteps);
}

std::string toml_string(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (byte < 0x20 || byte == 0x7f)
      out += fmt::format("\\u{:04x}", byte);
    else
      out += c;
  }
  return out + "\"";
}

std::string pair(double a, double b) { return fmt::format("[{}, {}]", number(a), number(b)); }
std::string point(measure::TablePoint p) { return pair(p.x.value, p.y.value); }

std::string points(std::span<const measure::TablePoint> points) {
  std::vector<std::string> parts;
  for (const measure::TablePoint& p : points) parts.push_back(point(p));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string words(std::span<const std::string> words) {
  std::vector<std::string> parts;
  for (const std::string& word : words) parts.push_back(toml_string(word));
  return fmt::format("[{}]", fmt::join(parts, ", "));
}

std::string integers(std::span<const int> numbers) { return fmt::format("[{}]", fmt::join(numbers, ", ")); }

}  // namespace app::toml_text
