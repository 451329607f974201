#include "app/ask/ask.h"

#include <algorithm>
#include <array>
#include <vector>

namespace app::ask {
namespace {

constexpr int kMalformed = 2;

Reply refusal(const BadQuestion& problem) { return {Json{{"error", {{"at", problem.at}, {"says", problem.says}}}}, kMalformed}; }

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

}  // namespace

Reply answer_json(const Json& question) {
  try {
    Json json = answer_or_throw(question);
    const int status = status_of(json);
    return {std::move(json), status};
  } catch (const BadQuestion& problem) {
    return refusal(problem);
  }
}

Reply answer(std::string_view question) {
  try {
    return answer_json(Json::parse(question));
  } catch (const Json::parse_error& problem) {
    return refusal({"", "not JSON: the text breaks off or goes wrong at byte " + std::to_string(problem.byte)});
  } catch (const Json::exception& problem) {  // numbers out of range and the like
    return refusal({"", std::string("not JSON: ") + problem.what()});
  }
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
