// The house rules a question brings along: {"house":{"key":value}}.
// Needs app/wire/question.h, rules/house.h.
#pragma once

#include <span>
#include <string>

#include "app/wire/question.h"
#include "rules/house.h"

namespace app::ask {

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

}  // namespace app::ask
