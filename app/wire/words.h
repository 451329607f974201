// Words that were meant: what a file or a question may have misspelt.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace app {

/// The nearest of `words` to `word`, when it is close enough to be a slip of the finger.
[[nodiscard]] std::optional<std::string> nearest_word(std::string_view word, std::span<const std::string_view> words);

}  // namespace app
