// Reading the texts of Le Choc, word by word, with the place of every mistake.
//   Accessors throw TextError, which never leaves the functions that parse.
#pragma once

#include <string>
#include <string_view>

#include "rules/le_choc/explain.h"

namespace rules::le_choc {

class TextReader {
 public:
  explicit TextReader(std::string_view text) : rest_(text) {}

  /// Goes to the next line that holds anything; false at the end of the text. What is left of the present line is a mistake.
  bool next_line();
  /// Nothing is left in this line.
  [[nodiscard]] bool line_done();
  /// Where the word read last begins.
  [[nodiscard]] TextPlace place() const { return {line_, static_cast<int>(word_at_) + 1}; }
  /// Where the next word begins, or the line ends.
  [[nodiscard]] TextPlace next_place();

  /// The next word, up to a blank; throws at the end of the line. `what` names what should be there.
  std::string_view word(std::string_view what);
  /// Takes the next word if it is this one.
  bool take(std::string_view word);
  void expect(std::string_view word);
  int whole(std::string_view what, int least, int most);
  Side side();
  /// Throws at the word read last, `offset` characters into it.
  [[noreturn]] void fail(const std::string& says, std::size_t offset = 0) const;

 private:
  void skip_blanks();
  std::string_view rest_;       // of the text, after this line
  std::string_view text_line_;  // this line, without its end
  std::size_t at_ = 0;          // in this line
  std::size_t word_at_ = 0;     // where the word read last begins
  int line_ = 0;
};

/// "south wins, LG16" or "draw, LG17".
[[nodiscard]] std::string text(const Ending& ending);
[[nodiscard]] Ending read_ending(TextReader& reader);

}  // namespace rules::le_choc
