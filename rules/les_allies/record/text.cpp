#include "rules/les_allies/record/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace rules::les_allies {
namespace {

std::optional<int> number_of(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

constexpr std::string_view kBlanks = " \t\r";

}  // namespace

Word Line::word(std::string_view what) {
  if (!more()) throw TextError{end_, fmt::format("{} is missing", what)};
  return words_[next_++];
}

bool Line::take(std::string_view text) {
  if (!more() || words_[next_].text != text) return false;
  ++next_;
  return true;
}

int Line::number(std::string_view what, int least, int most) {
  const Word given = word(what);
  const auto value = number_of(given.text);
  if (!value || *value < least || *value > most)
    throw TextError{given.at, fmt::format("\"{}\" is no whole number from {} to {} ({})", given.text, least, most, what)};
  return *value;
}

Square Line::square() {
  const Word given = word("a square");
  return square_in(given.text, given.at);
}

Side Line::side() {
  const Word given = word("a side");
  for (const Side side : {Side::Allies, Side::Central})
    if (given.text == les_allies::word(side)) return side;
  throw TextError{given.at, fmt::format("\"{}\" is none of: allies, central", given.text)};
}

void Line::done() const {
  if (more()) throw TextError{here(), fmt::format("\"{}\" is too much", words_[next_].text)};
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  for (int number = 1; !text.empty(); ++number) {
    const std::string_view whole = text.substr(0, text.find('\n')), line = whole.substr(0, whole.find('#'));
    text.remove_prefix(std::min(whole.size() + 1, text.size()));
    std::vector<Word> words;
    for (std::size_t at = line.find_first_not_of(kBlanks), end = at; at != std::string_view::npos;
         at = line.find_first_not_of(kBlanks, end)) {
      end = std::min(line.find_first_of(kBlanks, at), line.size());
      words.push_back({line.substr(at, end - at), {number, static_cast<int>(at) + 1}});
    }
    if (!words.empty()) lines.emplace_back(std::move(words), TextPlace{number, static_cast<int>(line.size()) + 1});
  }
  return lines;
}

std::string text_of(Square at) { return fmt::format("{},{}", at.column, at.row); }

std::optional<Square> square_of(std::string_view text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string_view::npos) return std::nullopt;
  const auto column = number_of(text.substr(0, comma)), row = number_of(text.substr(comma + 1));
  if (!column || !row) return std::nullopt;
  return Square{*column, *row};
}

Square square_in(std::string_view text, TextPlace at) {
  const auto square = square_of(text);
  if (!square) throw TextError{at, fmt::format("\"{}\" is no square; one is written COLUMN,ROW", text)};
  return *square;
}

}  // namespace rules::les_allies
