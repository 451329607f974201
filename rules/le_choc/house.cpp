#include "rules/le_choc/house.h"

#include <algorithm>
#include <utility>

namespace rules::le_choc {
namespace {

using house::choice, house::flag, house::number, house::unverified;
using Key = HouseKey<House>;

constexpr int kNarrowestBoard = 3;  // fewer squares hold no base and no way round
constexpr int kLongestHold = 1000;  // turns; longer is a slip of the keyboard

/// A list of whole numbers from 0 up; `fits` says whether the list as a whole is a reading.
Key numbers(std::string name, std::string gap, std::vector<int> House::*member, std::string readings,
            bool (*fits)(const std::vector<int>&)) {
  const auto put = [=](House& house, const HouseValue& value) {
    const auto* words = std::get_if<std::vector<std::string>>(&value);  // an empty list is one of either
    const auto* given = std::get_if<std::vector<double>>(&value);
    if (!given && !(words && words->empty())) return false;
    std::vector<int> whole;
    for (const double each : given ? *given : std::vector<double>{}) {
      if (!(each >= 0.0 && each < kWidestBoard) || each != std::floor(each)) return false;
      whole.push_back(static_cast<int>(each));
    }
    if (!fits(whole)) return false;
    house.*member = std::move(whole);
    return true;
  };
  return house::key<House>(std::move(name), std::move(gap), std::move(readings), put, [=](const House& house) {
    return HouseValue(std::vector<double>((house.*member).begin(), (house.*member).end()));
  });
}

bool is_a_square_or_nothing(const std::vector<int>& list) { return list.empty() || list.size() == 2; }
bool rises(const std::vector<int>& list) { return std::ranges::adjacent_find(list, std::ranges::greater_equal()) == list.end(); }

std::vector<Key> all_keys() {
  return {
      unverified(number("board.w", "LG1", &House::width, kNarrowestBoard, kWidestBoard)),
      unverified(number("board.h", "LG1", &House::height, kNarrowestBoard, kWidestBoard)),
      numbers("objective", "LG1", &House::objective, "[column, row], or [] for the centre square", is_a_square_or_nothing),
      unverified(
          numbers("base.squares", "LG2", &House::base_columns,
                  "columns of the own back row, rising, for instance [1, 2, 3, 7, 8, 9], or [] for the second to fourth from either corner",
                  rises)),
      unverified(choice("base.capacity", "LG2", &House::base_capacity, {"1_per_square", "unlimited"})),
      unverified(flag("entry.attack", "LG3", &House::entry_attack)),
      unverified(choice("move.path", "LG4", &House::path, {"straight", "any"})),
      flag("move.jump", "LG5", &House::jump),
      choice("attack.reach", "LG6", &House::attack_reach, {"mobility", "adjacent"}),
      flag("reveal.sticky", "LG9", &House::reveal_sticky),
      flag("gas.consumed", "LG10", &House::gas_consumed),
      unverified(choice("first", "LG12", &House::first, {"toss", "south", "north"})),
      unverified(choice("pass", "LG12", &House::passing, {"only_if_stuck", "allowed"})),
      unverified(choice("victory", "LG13", &House::victory, {"capability", "hold"})),
      unverified(number("victory.hold_turns", "LG13", &House::hold_turns, 1, kLongestHold)),
      unverified(flag("victory.elimination", "LG16", &House::elimination)),
      unverified(number("draw.quiet_turns", "LG17", &House::quiet_turns, 1, kLongestHold)),
  };
}

}  // namespace

std::span<const HouseKey<House>> house_keys() {
  static const std::vector<Key> keys = all_keys();
  return keys;
}

std::vector<std::string> unverified(const House& house, std::span<const std::string_view> used) {
  static const House kDefaults;
  std::vector<std::string> out;
  for (const Key& key : house_keys())
    if (key.unverified && std::ranges::find(used, key.name) != used.end() && key.get(house) == key.get(kDefaults)) out.push_back(key.name);
  return out;
}

}  // namespace rules::le_choc
