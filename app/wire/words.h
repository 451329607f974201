// Words: what a file or a question may have misspelt, and numbers and lists as they are read out.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace app {

/// The nearest of `words` to `word`, when it is close enough to be a slip of the finger.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string_view> words);

/// "1 man", "3 men".
[[nodiscard]] std::string men(int count);
/// "a", "a and b", "a, b and c"; `last` stands in the place of "and".
[[nodiscard]] std::string joined(const std::vector<std::string>& words, const char* last = "and");

/// A finite number and nothing else; empty for anything else.
[[nodiscard]] std::optional<double> parse_number(std::string_view text);
/// Exactly "A<separator>B", two finite numbers; empty for anything else.
[[nodiscard]] std::optional<std::pair<double, double>> parse_pair(std::string_view text, char separator);

}  // namespace app
