#include "app/wire/question.h"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>

#include "app/wire/words.h"

namespace app::ask {
namespace {

std::string escaped(std::string_view key) {
  std::string out;
  for (char c : key) out += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
  return out;
}

double finite_number(const Json& json, const std::string& at, double least, double most) {
  if (!json.is_number()) throw BadQuestion{at, "must be a number"};
  const double value = json.get<double>();
  if (!std::isfinite(value) || value < least || value > most)
    throw BadQuestion{at, fmt::format("must be a number from {} to {}", least, most)};
  return value;
}

int whole_number(const Json& json, const std::string& at, int least, int most) {
  const std::string says = fmt::format("must be a whole number from {} to {}", least, most);
  if (!json.is_number()) throw BadQuestion{at, says};
  const double value = json.get<double>();
  if (!(value >= least && value <= most) || value != std::floor(value)) throw BadQuestion{at, says};
  return static_cast<int>(value);
}

/// What `read` makes of every entry of a list, each with its own place.
template <class Read>
std::vector<std::invoke_result_t<Read, const Json&, std::string>> each_of(const Json& json, const std::string& at, Read read) {
  if (!json.is_array()) throw BadQuestion{at, "must be a list"};
  std::vector<std::invoke_result_t<Read, const Json&, std::string>> out;
  for (std::size_t i = 0; i < json.size(); ++i) out.push_back(read(json[i], fmt::format("{}/{}", at, i)));
  return out;
}

measure::TablePoint table_point(const Json& json, const std::string& at) {
  if (!json.is_array() || json.size() != 2) throw BadQuestion{at, "must be a table point [x, y] in inches"};
  return {measure::Inches(finite_number(json[0], at + "/0", -Question::kFarthest, Question::kFarthest)),
          measure::Inches(finite_number(json[1], at + "/1", -Question::kFarthest, Question::kFarthest))};
}

}  // namespace

Question::Question(const Json& json, std::string at) : json_(&json), at_(std::move(at)) {
  if (!json.is_object()) throw BadQuestion{at_, "must be an object {...}"};
}

std::string Question::at(std::string_view key) const { return at_ + "/" + escaped(key); }

const Json& Question::raw(std::string_view key) {
  const auto found = json_->find(key);
  if (found == json_->end()) complain(key, "is missing");
  asked_.emplace(key);
  known_.emplace(key);
  return *found;
}

double Question::number(std::string_view key, double least, double most) { return finite_number(raw(key), at(key), least, most); }

int Question::whole(std::string_view key, int least, int most) { return whole_number(raw(key), at(key), least, most); }

std::string Question::text(std::string_view key) {
  const Json& json = raw(key);
  if (!json.is_string()) complain(key, "must be a text");
  return json.get<std::string>();
}

std::size_t Question::choice(std::string_view key, std::span<const std::string_view> words) {
  const std::string word = text(key);
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) complain(key, fmt::format("\"{}\" is none of: {}", word, fmt::join(words, ", ")));
  return static_cast<std::size_t>(found - words.begin());
}

measure::TablePoint Question::point(std::string_view key) { return table_point(raw(key), at(key)); }

std::vector<measure::TablePoint> Question::points(std::string_view key, std::size_t least) {
  const auto points = each_of(raw(key), at(key), table_point);
  if (points.size() < least) complain(key, fmt::format("needs at least {} points", least));
  return points;
}

std::vector<int> Question::wholes(std::string_view key, int least, int most) {
  return each_of(raw(key), at(key), [&](const Json& json, const std::string& place) { return whole_number(json, place, least, most); });
}

std::vector<double> Question::numbers(std::string_view key) {
  return each_of(raw(key), at(key),
                 [](const Json& json, const std::string& place) { return finite_number(json, place, -kFarthest, kFarthest); });
}

std::vector<std::string> Question::texts(std::string_view key) {
  return each_of(raw(key), at(key), [](const Json& json, const std::string& place) {
    if (!json.is_string()) throw BadQuestion{place, "must be a text"};
    return json.get<std::string>();
  });
}

std::vector<Question> Question::objects(std::string_view key) {
  return each_of(raw(key), at(key), [](const Json& json, const std::string& place) { return Question(json, place); });
}

bool Question::flag_or(std::string_view key, bool fallback) {
  if (!has(key)) return fallback;
  const Json& json = raw(key);
  if (!json.is_boolean()) complain(key, "must be true or false");
  return json.get<bool>();
}

void Question::done() const {
  for (const auto& [key, value] : json_->items())
    if (!asked_.contains(key)) {
      const std::vector<std::string_view> known(known_.begin(), known_.end());
      const auto meant = nearest_word(key, known);
      complain(key, meant && *meant != key ? fmt::format("unknown key; did you mean \"{}\"?", *meant) : "unknown key");
    }
}

const char* word(measure::Verdict verdict) {
  static constexpr std::array kWords{"yes", "too_close", "no"};
  return kWords[static_cast<std::size_t>(verdict)];
}

double tidy(double value) { return std::round(value * 1e6) / 1e6; }

Json json_of(measure::TablePoint point) { return {tidy(point.x.value), tidy(point.y.value)}; }

Json json_of(const std::vector<rules::Reason>& because) {
  return list_of(because, [](const rules::Reason& reason) {
    Json line{{"rule", reason.rule}, {"says", reason.says}};
    if (reason.value) line["value"] = tidy(*reason.value);
    if (reason.limit) line["limit"] = tidy(*reason.limit);
    if (reason.margin) line["margin"] = tidy(*reason.margin);
    if (!reason.who.empty()) line["who"] = reason.who;
    return line;
  });
}

}  // namespace app::ask
