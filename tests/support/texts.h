// Texts for tests of what reads them: changed in one place, cut short, taken from the manual.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace support {

/// A text with the first `what` in it replaced.
inline std::string with(std::string text, std::string_view what, std::string_view instead) {
  const auto at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return at == std::string::npos ? text : text.replace(at, what.size(), instead);
}

/// What stands on a page of docs/ between "```FENCE" and "```".
inline std::string example_of(const std::string& page, const std::string& fence) {
  std::ifstream file(std::string(VEDETTE_SOURCE_DIR "/docs/") + page);
  const std::string all{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, begins = "```" + fence + "\n";
  const auto at = all.find(begins);
  EXPECT_NE(at, std::string::npos) << page << " has no " << fence;
  if (at == std::string::npos) return {};
  const std::size_t begin = at + begins.size();
  return all.substr(begin, all.find("```", begin) - begin);
}

/// The text cut short everywhere, and with each of its bytes changed into some others.
template <class Take>
void each_damaged(const std::string& whole, std::string_view bytes, Take take) {
  for (std::size_t i = 0; i < whole.size(); ++i) {
    take(whole.substr(0, i));
    for (const char byte : bytes) {
      std::string changed = whole;
      changed[i] = byte;
      take(changed);
    }
  }
}
/// Bytes that mean something in a record, and some that do not.
inline constexpr std::string_view kDamage{"\0(9\nx,\xff", 7};

}  // namespace support
