#include "app/wire/words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <vector>

namespace app {
namespace {

/// Letters to change, add or drop to get from one word to the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string_view> words) {
  const auto far = [&](std::string_view w) { return edit_distance(word, w); };
  const auto best = std::ranges::min_element(words, {}, far);
  // A third of the letters may be wrong: more, and the suggestion would be a guess.
  if (best == words.end() || far(*best) > std::max<std::size_t>(1, word.size() / 3)) return std::nullopt;
  return std::string(*best);
}

std::string men(int count) { return fmt::format("{} {}", count, count == 1 ? "man" : "men"); }

std::string joined(const std::vector<std::string>& words, const char* last) {
  if (words.size() < 2) return words.empty() ? "" : words[0];
  return fmt::format("{} {} {}", fmt::join(words.begin(), words.end() - 1, ", "), last, words.back());
}

std::optional<double> parse_number(std::string_view text) {
  double value = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::pair<double, double>> parse_pair(std::string_view text, char separator) {
  const std::size_t at = text.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  const auto a = parse_number(text.substr(0, at)), b = parse_number(text.substr(at + 1));
  if (!a || !b) return std::nullopt;
  return std::pair{*a, *b};
}

}  // namespace app
