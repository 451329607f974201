// Reading a JSON question strictly: every mistake is named by its JSON pointer.
//   A Question is one object of it. Accessors throw BadQuestion, which never leaves app/ask: `answer`
//   turns it into {"error":{"at":..,"says":..}}.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "measure/length.h"
#include "rules/answer.h"

namespace app::ask {

using Json = nlohmann::ordered_json;

struct BadQuestion {
  std::string at, says;
};

class Question {
 public:
  /// Throws BadQuestion when `json` is no object.
  Question(const Json& json, std::string at);

  [[nodiscard]] bool has(std::string_view key) const {
    known_.emplace(key);
    return json_->contains(key);
  }
  [[nodiscard]] const std::string& at() const { return at_; }
  /// The JSON pointer of a key of this object.
  [[nodiscard]] std::string at(std::string_view key) const;
  [[noreturn]] void complain(std::string_view key, const std::string& says) const { throw BadQuestion{at(key), says}; }

  // Required keys.
  const Json& raw(std::string_view key);
  double number(std::string_view key, double least = -kFarthest, double most = kFarthest);
  int whole(std::string_view key, int least = 0, int most = kMostMen);
  std::string text(std::string_view key);
  /// One of `words`: its index.
  std::size_t choice(std::string_view key, std::span<const std::string_view> words);
  measure::TablePoint point(std::string_view key);
  std::vector<measure::TablePoint> points(std::string_view key, std::size_t least);
  std::vector<int> wholes(std::string_view key, int least, int most);
  std::vector<double> numbers(std::string_view key);
  std::vector<std::string> texts(std::string_view key);
  Question object(std::string_view key) { return {raw(key), at(key)}; }
  std::vector<Question> objects(std::string_view key);

  // Optional keys.
  double number_or(std::string_view key, double fallback, double least = -kFarthest, double most = kFarthest) {
    return has(key) ? number(key, least, most) : fallback;
  }
  double length_or(std::string_view key, double fallback) { return number_or(key, fallback, 0.0); }
  bool flag_or(std::string_view key, bool fallback);
  std::string text_or(std::string_view key, std::string fallback) { return has(key) ? text(key) : std::move(fallback); }
  std::optional<int> whole_if(std::string_view key, int least = 0, int most = kMostMen) {
    return has(key) ? std::optional(whole(key, least, most)) : std::nullopt;
  }
  std::vector<Question> objects_or_none(std::string_view key) { return has(key) ? objects(key) : std::vector<Question>{}; }

  /// Every key must have been asked for by now; the error names the nearest that might have been. Call it last.
  void done() const;

  static constexpr double kFarthest = 1e6;  // inches or degrees: farther is a slip of the keyboard
  static constexpr int kMostMen = 1000000;

 private:
  const Json* json_;
  std::string at_;
  std::set<std::string, std::less<>> asked_;
  mutable std::set<std::string, std::less<>> known_;  // asked for or looked for: what a misspelt key may have meant
};

// Rulings as JSON: verdict, because, and numbers rounded far below any margin.

/// A list of what `how` makes of each of `items`.
[[nodiscard]] Json list_of(const auto& items, auto how) {
  Json all = Json::array();
  for (const auto& item : items) all.push_back(how(item));
  return all;
}
/// "yes", "too_close" or "no".
[[nodiscard]] const char* word(measure::Verdict verdict);
[[nodiscard]] Json json_of(const std::vector<rules::Reason>& because);
/// Rounded to a millionth of an inch or degree.
[[nodiscard]] double tidy(double value);
[[nodiscard]] Json json_of(measure::TablePoint point);

}  // namespace app::ask
