#include "app/commands/grid.h"

#include <fmt/format.h>

#include <charconv>

namespace app {
namespace {

/// Squares along a side of a board. More do not fit on paper.
constexpr int kMostSquares = 100;

}  // namespace

measure::Result<std::pair<int, int>> parse_grid(const std::string& option, const std::string& text) {
  const char* const end = text.data() + text.size();
  int a = 0, b = 0;
  auto at = std::from_chars(text.data(), end, a);
  const bool cross = at.ec == std::errc() && at.ptr != end && *at.ptr == 'x';
  if (cross) at = std::from_chars(at.ptr + 1, end, b);
  const bool fits = cross && at.ec == std::errc() && at.ptr == end && a >= 2 && b >= 2 && a <= kMostSquares && b <= kMostSquares;
  if (!fits)
    return measure::fail(measure::ErrorCode::Usage, fmt::format("{} {}: must look like 9x6 (2 to {} each)", option, text, kMostSquares));
  return std::pair{a, b};
}

}  // namespace app
