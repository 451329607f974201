// House rules as data: one named key for every gap of a rule book that players may settle their own way.
//   A rule pack is a plain struct of values; its keys say how each value is read from a file or a
//   question, which readings it has, and whether its default has a source. Nothing here knows a game.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "measure/result.h"

namespace rules {

/// A value as a file or a question writes it.
using HouseValue = std::variant<bool, double, std::string, std::vector<double>, std::vector<std::string>>;

/// One key of the rule pack `Pack`.
template <class Pack>
struct HouseKey {
  std::string name;         // "gun.destroy_die"
  std::string gap;          // "CG6"
  std::string readings;     // "effect | allocation | hit": what a person may write
  bool unverified = false;  // the default has no source
  /// Puts a value into the pack, or says why it is none of the readings and leaves the pack alone.
  std::function<measure::Result<void>(Pack&, const HouseValue&)> set;
  std::function<HouseValue(const Pack&)> get;
};

template <class Value>
struct Reading {
  const char* word;
  Value value;
};

namespace house {

[[nodiscard]] inline tl::unexpected<measure::Error> not_a_reading(const std::string& key, const std::string& readings) {
  return measure::fail(measure::ErrorCode::Usage, fmt::format("\"{}\" is one of: {}", key, readings));
}

template <class Pack>
HouseKey<Pack> flag(std::string name, std::string gap, bool Pack::*member) {
  const std::string readings = "true | false";
  return {name,
          std::move(gap),
          readings,
          false,
          [=](Pack& pack, const HouseValue& value) -> measure::Result<void> {
            if (!std::holds_alternative<bool>(value)) return not_a_reading(name, readings);
            pack.*member = std::get<bool>(value);
            return {};
          },
          [=](const Pack& pack) { return HouseValue(pack.*member); }};
}

/// A number from `least` to `most`; `whole`: no fractions.
template <class Pack, class Number>
HouseKey<Pack> number(std::string name, std::string gap, Number Pack::*member, double least, double most) {
  constexpr bool whole = std::is_integral_v<Number>;
  const std::string readings = fmt::format("{} from {} to {}", whole ? "a whole number" : "a number", least, most);
  return {name,
          std::move(gap),
          readings,
          false,
          [=](Pack& pack, const HouseValue& value) -> measure::Result<void> {
            const double* given = std::get_if<double>(&value);
            if (!given || !(*given >= least && *given <= most) || (whole && *given != std::floor(*given)))
              return not_a_reading(name, readings);
            pack.*member = static_cast<Number>(*given);
            return {};
          },
          [=](const Pack& pack) { return HouseValue(static_cast<double>(pack.*member)); }};
}

template <class Pack, class Value>
HouseKey<Pack> choice(std::string name, std::string gap, Value Pack::*member, std::vector<Reading<Value>> all) {
  std::string readings;
  for (const auto& reading : all) readings += (readings.empty() ? "" : " | ") + std::string(reading.word);
  return {name,
          std::move(gap),
          readings,
          false,
          [=](Pack& pack, const HouseValue& value) -> measure::Result<void> {
            const std::string* word = std::get_if<std::string>(&value);
            const auto found = std::find_if(all.begin(), all.end(), [&](const auto& r) { return word && *word == r.word; });
            if (found == all.end()) return not_a_reading(name, readings);
            pack.*member = found->value;
            return {};
          },
          [=](const Pack& pack) {
            const auto found = std::find_if(all.begin(), all.end(), [&](const auto& r) { return pack.*member == r.value; });
            return HouseValue(std::string(found->word));
          }};
}

/// The same key, its default marked as one without a source.
template <class Pack>
HouseKey<Pack> unverified(HouseKey<Pack> key) {
  key.unverified = true;
  return key;
}

}  // namespace house

/// Puts one value into the pack. Errors (Usage): unknown key, or none of its readings; the pack is then untouched.
template <class Pack>
[[nodiscard]] measure::Result<void> set_house_rule(Pack& pack, std::span<const HouseKey<Pack>> keys, std::string_view name,
                                                   const HouseValue& value) {
  const auto key = std::find_if(keys.begin(), keys.end(), [&](const auto& k) { return k.name == name; });
  if (key == keys.end()) return measure::fail(measure::ErrorCode::Usage, fmt::format("unknown house rule \"{}\"", name));
  return key->set(pack, value);
}

}  // namespace rules
