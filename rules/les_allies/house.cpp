#include "rules/les_allies/house.h"

namespace rules::les_allies {
namespace {

using house::choice;
using house::flag;
using house::not_a_reading;
using house::number;
using house::unverified;
using Key = HouseKey<House>;

constexpr int kWidestGap = 50;       // squares: more than half a board is a slip of the keyboard
constexpr int kMostTurns = 1000000;  // of a side

/// A list of words; an empty list has no type in a file, and reads as numbers.
const std::vector<std::string>* words_of(const HouseValue& value) {
  static const std::vector<std::string> none;
  if (const auto* numbers = std::get_if<std::vector<double>>(&value); numbers && numbers->empty()) return &none;
  return std::get_if<std::vector<std::string>>(&value);
}

/// DG4: countries by their codes, as the board names them.
Key neutral_closed() {
  const std::string readings = "a list of countries as the board names them, for instance [\"NL\"]";
  return {"neutral.closed",
          "DG4",
          readings,
          false,
          [=](House& house, const HouseValue& value) -> measure::Result<void> {
            const auto* words = words_of(value);
            if (!words) return not_a_reading("neutral.closed", readings);
            house.neutral_closed = *words;
            return {};
          },
          [](const House& house) { return HouseValue(house.neutral_closed); }};
}

/// DG5: a flag, or the third reading: a soldier who has taken moves backward no more.
Key back_move() {
  const std::string readings = "true | false | \"until_he_takes\"";
  return {"soldier.back_move",
          "DG5",
          readings,
          false,
          [=](House& house, const HouseValue& value) -> measure::Result<void> {
            const auto* word = std::get_if<std::string>(&value);
            if (const bool* flag = std::get_if<bool>(&value))
              house.soldier_back_move = *flag ? BackMove::Always : BackMove::Never;
            else if (word && *word == "until_he_takes")
              house.soldier_back_move = BackMove::UntilHeTakes;
            else
              return not_a_reading("soldier.back_move", readings);
            return {};
          },
          [](const House& house) {
            if (house.soldier_back_move == BackMove::UntilHeTakes) return HouseValue(std::string("until_he_takes"));
            return HouseValue(house.soldier_back_move == BackMove::Always);
          }};
}

/// DG10: one or more of the three.
Key huff_options() {
  const std::string readings = "a list of one or more of \"huff\", \"make_take\", \"ignore\"";
  return {"huff.options",
          "DG10",
          readings,
          false,
          [=](House& house, const HouseValue& value) -> measure::Result<void> {
            const auto* words = words_of(value);
            if (!words || words->empty()) return not_a_reading("huff.options", readings);
            HuffOptions options{false, false, false};
            for (const std::string& word : *words) {
              bool* option = word == "huff"        ? &options.huff
                             : word == "make_take" ? &options.make_take
                             : word == "ignore"    ? &options.ignore
                                                   : nullptr;
              if (!option || *option) return not_a_reading("huff.options", readings);
              *option = true;
            }
            house.huff_options = options;
            return {};
          },
          [](const House& house) {
            std::vector<std::string> words;
            if (house.huff_options.huff) words.emplace_back("huff");
            if (house.huff_options.make_take) words.emplace_back("make_take");
            if (house.huff_options.ignore) words.emplace_back("ignore");
            return HouseValue(words);
          }};
}

std::vector<Key> all_keys() {
  return {
      number<House, int>("setup.gap", "DG3", &House::setup_gap, 0, kWidestGap),
      neutral_closed(),
      flag("neutral.setup", "DG4", &House::neutral_setup),
      back_move(),
      flag("soldier.back_capture", "DG6", &House::soldier_back_capture),
      choice<House, Capture>("capture", "DG7", &House::capture,
                             {{"huff", Capture::Huff}, {"strict", Capture::Strict}, {"optional", Capture::Optional}}),
      flag("capture.majority", "DG8", &House::capture_majority),
      huff_options(),
      flag("general.flying", "DG12", &House::general_flying),
      choice<House, PromoteScope>(
          "promote.scope", "DG15", &House::promote_scope,
          {{"zone", PromoteScope::Zone}, {"home_zone", PromoteScope::HomeZone}, {"nearest", PromoteScope::Nearest}}),
      choice<House, PromoteOn>("promote.on", "DG15", &House::promote_on,
                               {{"fortress", PromoteOn::Fortress}, {"last_row", PromoteOn::LastRow}}),
      number<House, int>("null.delay_turns", "DG17", &House::null_delay_turns, 0, kMostTurns),
      unverified(number<House, int>("null.quiet_turns", "DG18", &House::null_quiet_turns, 1, kMostTurns)),
      choice<House, BorderOpenTo>("border.open_to", "DG20", &House::border_open_to,
                                  {{"all", BorderOpenTo::All}, {"transferred", BorderOpenTo::Transferred}}),
      choice<House, OneEach>("battle.one_each", "DG22", &House::battle_one_each,
                             {{"null", OneEach::Null}, {"last_wins", OneEach::LastWins}}),
      choice<House, Simultaneous>("battle.simultaneous", "DG23", &House::battle_simultaneous,
                                  {{"continue", Simultaneous::Continue}, {"null", Simultaneous::Null}}),
      unverified(choice<House, First>("first", "DG26", &House::first,
                                      {{"toss", First::Toss}, {"allies", First::Allies}, {"central", First::Central}})),
      unverified(number<House, int>("null.quiet_moves", "DG29", &House::null_quiet_moves, 1, kMostTurns)),
  };
}

}  // namespace

std::span<const HouseKey<House>> house_keys() {
  static const std::vector<Key> keys = all_keys();
  return keys;
}

bool is_unverified(std::string_view key) {
  const auto keys = house_keys();
  const auto found = std::find_if(keys.begin(), keys.end(), [&](const Key& k) { return k.name == key; });
  return found != keys.end() && found->unverified;
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
