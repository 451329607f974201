#include "rules/les_allies/house.h"

#include <algorithm>
#include <array>

namespace rules::les_allies {
namespace {

using house::choice, house::flag, house::key, house::number, house::unverified;
using Key = HouseKey<House>;

constexpr int kWidestGap = 50;       // squares: more than half a board is a slip of the keyboard
constexpr int kMostTurns = 1000000;  // of a side

/// A list of words; an empty list has no type in a file, and reads as numbers.
const std::vector<std::string>* listed_words_of(const HouseValue& value) {
  static const std::vector<std::string> none;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value); numbers && numbers->empty()) return &none;
  return std::get_if<std::vector<std::string>>(&value);
}

/// DG4: countries by their codes, as the board names them.
Key neutral_closed() {
  const auto put = [](House& house, const HouseValue& value) {
    const auto* words = listed_words_of(value);
    if (words) house.neutral_closed = *words;
    return words != nullptr;
  };
  return key<House>("neutral.closed", "DG4", "a list of countries as the board names them, for instance [\"NL\"]", put,
                    [](const House& house) { return HouseValue(house.neutral_closed); });
}

/// DG5: a flag, or the third reading: a soldier who has taken moves backward no more.
Key back_move() {
  const HouseValue until_he_takes = std::string("until_he_takes");
  const auto put = [=](House& house, const HouseValue& value) {
    const bool* flag = std::get_if<bool>(&value);
    if (!flag && value != until_he_takes) return false;
    house.soldier_back_move = !flag ? BackMove::UntilHeTakes : *flag ? BackMove::Always : BackMove::Never;
    return true;
  };
  return key<House>("soldier.back_move", "DG5", "true | false | \"until_he_takes\"", put, [=](const House& house) {
    return house.soldier_back_move == BackMove::UntilHeTakes ? until_he_takes : HouseValue(house.soldier_back_move == BackMove::Always);
  });
}

constexpr std::array<std::pair<std::string_view, bool HuffOptions::*>, 3> kHuffOptions{
    {{"huff", &HuffOptions::huff}, {"make_take", &HuffOptions::make_take}, {"ignore", &HuffOptions::ignore}}};

/// DG10: one or more of the three.
Key huff_options() {
  const auto put = [](House& house, const HouseValue& value) {
    const auto* words = listed_words_of(value);
    if (!words || words->empty()) return false;
    HuffOptions options{false, false, false};
    for (const std::string& word : *words) {
      const auto option = std::ranges::find(kHuffOptions, word, [](const auto& each) { return each.first; });
      if (option == kHuffOptions.end() || options.*option->second) return false;
      options.*option->second = true;
    }
    house.huff_options = options;
    return true;
  };
  const auto get = [](const House& house) {
    std::vector<std::string> words;
    for (const auto& [word, option] : kHuffOptions)
      if (house.huff_options.*option) words.emplace_back(word);
    return HouseValue(words);
  };
  return key<House>("huff.options", "DG10", "a list of one or more of \"huff\", \"make_take\", \"ignore\"", put, get);
}

std::vector<Key> all_keys() {
  return {
      number("setup.gap", "DG3", &House::setup_gap, 0, kWidestGap),
      neutral_closed(),
      flag("neutral.setup", "DG4", &House::neutral_setup),
      back_move(),
      flag("soldier.back_capture", "DG6", &House::soldier_back_capture),
      choice("capture", "DG7", &House::capture, {"huff", "strict", "optional"}),
      flag("capture.majority", "DG8", &House::capture_majority),
      huff_options(),
      flag("general.flying", "DG12", &House::general_flying),
      choice("promote.scope", "DG15", &House::promote_scope, {"zone", "home_zone", "nearest"}),
      choice("promote.on", "DG15", &House::promote_on, {"fortress", "last_row"}),
      number("null.delay_turns", "DG17", &House::null_delay_turns, 0, kMostTurns),
      unverified(number("null.quiet_turns", "DG18", &House::null_quiet_turns, 1, kMostTurns)),
      choice("border.open_to", "DG20", &House::border_open_to, {"all", "transferred"}),
      choice("battle.one_each", "DG22", &House::battle_one_each, {"null", "last_wins"}),
      choice("battle.simultaneous", "DG23", &House::battle_simultaneous, {"continue", "null"}),
      unverified(choice("first", "DG26", &House::first, {"toss", "allies", "central"})),
      unverified(number("null.quiet_moves", "DG29", &House::null_quiet_moves, 1, kMostTurns)),
  };
}

}  // namespace

std::span<const HouseKey<House>> house_keys() {
  static const std::vector<Key> keys = all_keys();
  return keys;
}

House international() {
  House house;
  house.capture = Capture::Strict;
  house.capture_majority = true;
  house.soldier_back_move = BackMove::Never;
  house.soldier_back_capture = true;
  house.general_flying = true;
  house.promote_on = PromoteOn::LastRow;
  return house;
}

}  // namespace rules::les_allies
