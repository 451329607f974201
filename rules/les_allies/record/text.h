// Words of a text with their places, for the records and kept games of Les Allies.
//   Words are parted by blanks; a line from '#' on is a remark. Reading goes forward only and fails with the place of the word it failed
//   on.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/les_allies/explain.h"

namespace rules::les_allies {

struct Word {
  std::string_view text;
  TextPlace at;
};

/// One line that is not empty.
class Line {
 public:
  Line(std::vector<Word> words, TextPlace end) : words_(std::move(words)), end_(end) {}

  [[nodiscard]] bool more() const { return next_ < words_.size(); }
  /// Where the next word is, or would be.
  [[nodiscard]] TextPlace here() const { return more() ? words_[next_].at : end_; }
  /// The next word; throws TextError where the line ends.
  Word word(std::string_view what);
  /// Is the next word this one? Then it is taken.
  bool take(std::string_view text);
  int number(std::string_view what, int least, int most);
  Square square();
  Side side();
  /// Throws TextError where words are left.
  void done() const;

 private:
  std::vector<Word> words_;
  TextPlace end_;
  std::size_t next_ = 0;
};

/// `text` must outlive the lines.
[[nodiscard]] std::vector<Line> lines_of(std::string_view text);
[[nodiscard]] std::string text_of(Square at);  // "3,4"
/// The whole of `text` as a square.
[[nodiscard]] std::optional<Square> square_of(std::string_view text);
/// The same; throws TextError, which is at `at`, where it is none.
[[nodiscard]] Square square_in(std::string_view text, TextPlace at);

}  // namespace rules::les_allies
