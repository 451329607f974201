#include "rules/le_choc/record/text_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "rules/le_choc/house.h"

namespace rules::le_choc {
namespace {

constexpr std::string_view kBlanks = " \t\r";

/// Is this the id of a rule, L-1 to L-15, or of a gap, LG1 to LG18?
bool is_rule(std::string_view id) {
  constexpr int kRules = 15, kGaps = 18;
  for (int n = 1; n <= kGaps; ++n)
    if (id == fmt::format("LG{}", n) || (n <= kRules && id == fmt::format("L-{}", n))) return true;
  return false;
}

}  // namespace

bool TextReader::next_line() {
  if (line_ > 0 && !line_done()) {
    word_at_ = at_;
    fail(fmt::format("\"{}\" is too much here", word("")));
  }
  while (!rest_.empty()) {
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    text_line_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    at_ = word_at_ = 0;
    ++line_;
    if (!line_done()) return true;
  }
  return false;
}

void TextReader::skip_blanks() { at_ = std::min(text_line_.find_first_not_of(kBlanks, at_), text_line_.size()); }

bool TextReader::line_done() {
  skip_blanks();
  return at_ == text_line_.size();
}

TextPlace TextReader::next_place() {
  skip_blanks();
  return {line_, static_cast<int>(at_) + 1};
}

std::string_view TextReader::word(std::string_view what) {
  skip_blanks();
  word_at_ = at_;
  at_ = std::min(text_line_.find_first_of(kBlanks, at_), text_line_.size());
  if (at_ == word_at_) fail(fmt::format("{} is missing", what));
  return text_line_.substr(word_at_, at_ - word_at_);
}

bool TextReader::take(std::string_view wanted) {
  const std::size_t before = at_, word_before = word_at_;
  if (!line_done() && word("") == wanted) return true;
  at_ = before;
  word_at_ = word_before;
  return false;
}

void TextReader::expect(std::string_view wanted) {
  if (const auto found = word(fmt::format("\"{}\"", wanted)); found != wanted)
    fail(fmt::format("\"{}\" stands where \"{}\" belongs", found, wanted));
}

int TextReader::whole(std::string_view what, int least, int most) {
  const std::string_view found = word(what);
  int number = 0;
  const auto [end, error] = std::from_chars(found.data(), found.data() + found.size(), number);
  if (error != std::errc() || end != found.data() + found.size() || number < least || number > most)
    fail(fmt::format("{} must be a whole number from {} to {}", what, least, most));
  return number;
}

Side TextReader::side() {
  const std::string_view found = word("a side");
  const auto side = side_called(found);
  if (!side) fail(fmt::format("\"{}\" is neither south nor north", found));
  return *side;
}

void TextReader::fail(const std::string& says, std::size_t offset) const {
  throw TextError{{std::max(line_, 1), static_cast<int>(word_at_ + offset) + 1}, says};
}

std::string text(const Ending& ending) {
  return fmt::format("{}, {}", ending.winner ? fmt::format("{} wins", word(*ending.winner)) : "draw", ending.rule);
}

Ending read_ending(TextReader& reader) {
  Ending ending;
  if (!reader.take("draw,")) {
    ending.winner = reader.side();
    reader.expect("wins,");
  }
  ending.rule = reader.word("the rule that ended it");
  if (!is_rule(ending.rule)) reader.fail(fmt::format("there is no rule \"{}\"", ending.rule));
  return ending;
}

}  // namespace rules::le_choc
