// Colours as files write them.
// Needs only the standard library.
#pragma once

#include <algorithm>
#include <string_view>

namespace app {

/// Is this "#rrggbb"?
[[nodiscard]] inline bool is_colour(std::string_view text) {
  const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); };
  return text.size() == 7 && text[0] == '#' && std::ranges::all_of(text.substr(1), hex);
}

}  // namespace app
