// One question to the rules, as JSON, without a camera: what `vedette ask` and the web page answer.
//   Questions and answers: docs/formats.md, "Questions".
#pragma once

#include <cmath>
#include <functional>
#include <iosfwd>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "app/wire/question.h"
#include "rules/house.h"

namespace app::ask {

struct Reply {
  Json json;       // the answer, or {"error":{"at":..,"says":..}}
  int status = 0;  // 0 yes, legal, or an answer without verdict; 1 no; 2 malformed; 3 too close to call
};

/// Answers one question. Never throws on what the question holds.
[[nodiscard]] Reply answer(std::string_view question);
/// The same for a question that is JSON already.
[[nodiscard]] Reply answer_json(const Json& question);

/// Answers every question of a stream, each as soon as it has come: a question ends with the line that closes its last bracket. `say` is
/// given the question's text and its answer. Returns the exit status: of one question its own; of several 2 where one is malformed, else 0.
[[nodiscard]] int answer_each(std::istream& questions, const std::function<void(const std::string&, const Reply&)>& say);

// The house rules a question brings along: {"house":{"key":value}}.

/// A JSON value as the rules take it. Throws BadQuestion for what no house rule is.
[[nodiscard]] rules::HouseValue house_value(const Json& json, const std::string& at);

/// The defaults of the pack, or `pack`, with the question's overrides. Throws BadQuestion.
template <class Pack>
[[nodiscard]] Pack read_house(Question& question, std::span<const rules::HouseKey<Pack>> keys, Pack pack = {}) {
  if (!question.has("house")) return pack;
  const Json& json = question.raw("house");
  const Question given = question.object("house");
  for (const auto& [key, value] : json.items())
    if (auto set = rules::set_house_rule(pack, keys, key, house_value(value, given.at(key))); !set)
      given.complain(key, set.error().message);
  return pack;
}

/// A square [column, row] of a board game. Throws BadQuestion for anything else, also for one so far off that a key slipped.
template <class Square>
[[nodiscard]] Square square_in(const Json& json, const std::string& at) {
  constexpr int kFarOff = 1000;
  const auto whole = [](const Json& each) {
    return each.is_number() && std::abs(each.get<double>()) <= kFarOff && each.get<double>() == std::floor(each.get<double>());
  };
  if (!json.is_array() || json.size() != 2 || !whole(json[0]) || !whole(json[1]))
    throw BadQuestion{at, "must be a square [column, row] in whole numbers"};
  return {static_cast<int>(json[0].get<double>()), static_cast<int>(json[1].get<double>())};
}

/// Answers the question of one game, which its "game" names. Throws BadQuestion.
[[nodiscard]] Json answer_charge(Question& question);
[[nodiscard]] Json answer_le_choc(Question& question);
[[nodiscard]] Json answer_les_allies(Question& question);

}  // namespace app::ask
