// House rules as data: one named key for every gap of a rule book that players may settle their own way.
//   A rule pack is a plain struct of values; its keys say how each value is read from a file or a
//   question, which readings it has, and whether its default has a source. Nothing here knows a game.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

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

namespace house {

/// A key whose `put` tells whether the value is one of its readings; where it is none it leaves the pack alone.
template <class Pack, class Put, class Get>
HouseKey<Pack> key(std::string name, std::string gap, std::string readings, Put put, Get get) {
  const auto set = [=](Pack& pack, const HouseValue& value) -> measure::Result<void> {
    if (put(pack, value)) return {};
    return measure::fail(measure::ErrorCode::Usage, fmt::format("\"{}\" is one of: {}", name, readings));
  };
  return {name, std::move(gap), readings, false, set, get};
}

template <class Pack>
HouseKey<Pack> flag(std::string name, std::string gap, bool Pack::*member) {
  const auto put = [=](Pack& pack, const HouseValue& value) {
    const bool* given = std::get_if<bool>(&value);
    if (given) pack.*member = *given;
    return given != nullptr;
  };
  return key<Pack>(std::move(name), std::move(gap), "true | false", put, [=](const Pack& pack) { return HouseValue(pack.*member); });
}

/// A number from `least` to `most`; without fractions where the pack has none.
template <class Pack, class Number>
HouseKey<Pack> number(std::string name, std::string gap, Number Pack::*member, double least, double most) {
  constexpr bool whole = std::is_integral_v<Number>;
  const auto put = [=](Pack& pack, const HouseValue& value) {
    const double* given = std::get_if<double>(&value);
    if (!given || !(*given >= least && *given <= most) || (whole && *given != std::floor(*given))) return false;
    pack.*member = static_cast<Number>(*given);
    return true;
  };
  return key<Pack>(std::move(name), std::move(gap), fmt::format("{} from {} to {}", whole ? "a whole number" : "a number", least, most),
                   put, [=](const Pack& pack) { return HouseValue(static_cast<double>(pack.*member)); });
}

/// One of some values; `words` call them in the order of their enumeration.
template <class Pack, class Value>
HouseKey<Pack> choice(std::string name, std::string gap, Value Pack::*member, const std::vector<std::string>& words) {
  const auto put = [=](Pack& pack, const HouseValue& value) {
    const std::string* word = std::get_if<std::string>(&value);
    const auto found = word ? std::ranges::find(words, *word) : words.end();
    if (found != words.end()) pack.*member = static_cast<Value>(found - words.begin());
    return found != words.end();
  };
  return key<Pack>(std::move(name), std::move(gap), fmt::format("{}", fmt::join(words, " | ")), put,
                   [=](const Pack& pack) { return HouseValue(words[static_cast<std::size_t>(pack.*member)]); });
}

/// The same key, its default marked as one without a source.
template <class Pack>
HouseKey<Pack> unverified(HouseKey<Pack> key) {
  key.unverified = true;
  return key;
}

}  // namespace house

/// A value as a record writes it.
[[nodiscard]] inline std::string text(const HouseValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return fmt::format("{}", fmt::join(*numbers, " "));
  const auto& words = std::get<std::vector<std::string>>(value);
  return words.empty() ? "[ ]" : fmt::format("[ {} ]", fmt::join(words, " "));
}

/// What differs from the defaults, as a record tells it: a line each.
template <class Pack>
[[nodiscard]] std::string house_lines(const Pack& pack, std::span<const HouseKey<Pack>> keys) {
  std::string out;
  for (const auto& key : keys)
    if (key.get(pack) != key.get({})) out += fmt::format("house {} {}\n", key.name, text(key.get(pack)));
  return out;
}

template <class Pack>
[[nodiscard]] const HouseKey<Pack>* find_key(std::span<const HouseKey<Pack>> keys, std::string_view name) {
  const auto key = std::ranges::find(keys, name, &HouseKey<Pack>::name);
  return key == keys.end() ? nullptr : &*key;
}

/// Puts one value into the pack. Errors (Usage): unknown key, or none of its readings; the pack is then untouched.
template <class Pack>
[[nodiscard]] measure::Result<void> set_house_rule(Pack& pack, std::span<const HouseKey<Pack>> keys, std::string_view name,
                                                   const HouseValue& value) {
  if (const auto* key = find_key(keys, name)) return key->set(pack, value);
  return measure::fail(measure::ErrorCode::Usage, fmt::format("unknown house rule \"{}\"", name));
}

}  // namespace rules
