#include "app/ask/ask.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <istream>
#include <optional>
#include <set>
#include <vector>

#include "measure/effort.h"

namespace app::ask {
namespace {

constexpr int kMalformed = 2;
// What one question may hold and cost: together about two seconds on one core of a 2.6 GHz virtual machine.
constexpr std::size_t kMostValues = 2000000;        // numbers, texts, lists and objects
constexpr std::size_t kMostKeys = 1000;             // of one object: the parser looks each up among those before it
constexpr std::size_t kLongestText = 1000;          // bytes
constexpr std::int64_t kMostSteps = 1'900'000'000;  // of measuring and searching

Reply refusal(const BadQuestion& problem) { return {Json{{"error", {{"at", problem.at}, {"says", problem.says}}}}, kMalformed}; }

bool is_blank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

int status_of(const Json& answer) {
  const auto verdict = answer.find("verdict");
  if (verdict == answer.end()) return 0;
  return *verdict == "yes" ? 0 : *verdict == "no" ? 1 : 3;
}

Json answer_or_throw(const Json& json) {
  static constexpr std::array<std::string_view, 3> kGames{"charge", "le_choc", "les_allies"};
  static constexpr std::array<Json (*)(Question&), 3> kAnswers{answer_charge, answer_le_choc, answer_les_allies};
  Question question(json, "");
  return kAnswers[question.choice("game", kGames)](question);
}

/// Reads a text through before the parser does, who takes any number of values and keeps the last of two like keys.
/// Throws BadQuestion where there is too much, or a key stands twice in one object; ends at what is not JSON, of which the parser
/// complains.
class FirstReading : public Json::json_sax_t {
 public:
  bool null() override { return begin(); }
  bool boolean(bool) override { return begin(); }
  bool number_integer(Json::number_integer_t) override { return begin(); }
  bool number_unsigned(Json::number_unsigned_t) override { return begin(); }
  bool number_float(Json::number_float_t, const std::string&) override { return begin(); }
  bool string(std::string& text) override {
    begin();
    if (text.size() > kLongestText) throw BadQuestion{place(), fmt::format("is a text of more than {} bytes", kLongestText)};
    return true;
  }
  bool binary(Json::binary_t&) override { return begin(); }
  bool start_object(std::size_t) override { return begin(false); }
  bool start_array(std::size_t) override { return begin(true); }
  bool end_object() override { return end(); }
  bool end_array() override { return end(); }
  bool key(std::string& key) override {
    Level& level = levels_.back();
    level.key = key;
    if (key.size() > kLongestText) throw BadQuestion{"", fmt::format("there is a key of more than {} bytes", kLongestText)};
    if (level.keys.size() == kMostKeys) throw BadQuestion{place(), fmt::format("is one key too many: an object has at most {}", kMostKeys)};
    if (!level.keys.insert(key).second) throw BadQuestion{place(), "stands twice: give it once"};
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception&) override { return false; }  // the parser tells it

 private:
  struct Level {
    bool is_list = false;
    std::string key = {};
    int place = -1;
    std::set<std::string> keys = {};
  };
  bool begin(std::optional<bool> list = {}) {
    if (!levels_.empty()) ++levels_.back().place;
    if (++values_ > kMostValues) throw BadQuestion{place(), fmt::format("is one value too many: a question has at most {}", kMostValues)};
    if (list) levels_.push_back({.is_list = *list});
    return true;
  }
  bool end() {
    levels_.pop_back();
    return true;
  }
  [[nodiscard]] std::string place() const {
    std::string at;
    for (const Level& level : levels_) at += "/" + (level.is_list ? std::to_string(level.place) : level.key);
    return at;
  }
  std::vector<Level> levels_;
  std::size_t values_ = 0;
};

/// How many brackets a line opens and does not close. No text of JSON goes on in the next line.
int brackets_left_open(const std::string& line) {
  int depth = 0;
  bool in_text = false, escaped = false;
  for (const char c : line) {
    if (in_text) {
      if (!escaped && c == '"') in_text = false;
      escaped = !escaped && c == '\\';
    } else if (c == '"') {
      in_text = true;
    } else {
      depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    }
  }
  return depth;
}

/// The next question of a stream: whole when its brackets are closed at a line's end. None when nothing but space is left.
std::optional<std::string> next_question(std::istream& in) {
  std::string question;
  int depth = 0;
  for (std::string line; std::getline(in, line);) {
    if (question.empty() && is_blank(line)) continue;
    depth += brackets_left_open(line);
    question += line + "\n";
    if (depth <= 0) break;
  }
  return question.empty() ? std::nullopt : std::optional(std::move(question));
}

}  // namespace

Reply answer_json(const Json& question) {
  const measure::Effort limit(kMostSteps);
  try {
    Json json = answer_or_throw(question);
    const int status = status_of(json);
    return {std::move(json), status};
  } catch (const BadQuestion& problem) {
    return refusal(problem);
  } catch (const measure::TooMuch&) {
    return refusal({"", fmt::format("this would take more than the {} million steps of one question: ask it with fewer figures, or fewer "
                                    "corners of terrain",
                                    kMostSteps / 1000000)});
  }
}

Reply answer(std::string_view question) {
  if (is_blank(question))
    return refusal(
        {"", "there is no question: give one on standard input, for instance {\"game\":\"charge\",\"ask\":\"dice\",\"men\":23}"});
  try {
    FirstReading reading;
    static_cast<void>(Json::sax_parse(question, &reading));
    return answer_json(Json::parse(question));
  } catch (const BadQuestion& problem) {
    return refusal(problem);
  } catch (const Json::parse_error& problem) {
    return refusal({"", "not JSON: the text breaks off or goes wrong at byte " + std::to_string(problem.byte)});
  } catch (const Json::exception& problem) {  // numbers out of range and the like
    return refusal({"", std::string("not JSON: ") + problem.what()});
  }
}

int answer_each(std::istream& questions, const std::function<void(const std::string&, const Reply&)>& say) {
  std::optional<std::string> question = next_question(questions);
  int first = 0, asked = 0;
  bool malformed = false;
  do {
    const std::string text = question.value_or("");
    const Reply reply = answer(text);
    say(text, reply);
    if (asked++ == 0) first = reply.status;
    malformed = malformed || reply.status == kMalformed;
  } while ((question = next_question(questions)));
  return asked == 1 ? first : malformed ? kMalformed : 0;
}

rules::HouseValue house_value(const Json& json, const std::string& at) {
  if (json.is_boolean()) return json.get<bool>();
  if (json.is_number()) return json.get<double>();
  if (json.is_string()) return json.get<std::string>();
  const auto all = [&](auto is) { return json.is_array() && std::all_of(json.begin(), json.end(), is); };
  if (all([](const Json& each) { return each.is_number(); })) return json.get<std::vector<double>>();
  if (all([](const Json& each) { return each.is_string(); })) return json.get<std::vector<std::string>>();
  throw BadQuestion{at, "must be true or false, a number, a text, or a list of numbers or texts"};
}

}  // namespace app::ask
