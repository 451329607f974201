// House rules as data: every key takes its readings, refuses others, and tells what it holds.
#include "rules/charge/house.h"

#include <gmock/gmock.h>

#include <set>

namespace rules::charge::house_test {
namespace {

using testing::HasSubstr;

measure::Result<void> set(House& house, std::string_view key, HouseValue value) { return set_house_rule(house, house_keys(), key, value); }

TEST(House, EveryKeyReadsBackItsDefault) {
  for (const auto& key : house_keys()) {
    House house;
    EXPECT_TRUE(key.set(house, key.get(House{}))) << key.name;
    EXPECT_EQ(house, House{}) << key.name;
  }
}

TEST(House, EveryReadingOfAChoiceIsTakenAndTold) {
  for (const auto& key : house_keys()) {
    if (!std::holds_alternative<std::string>(key.get(House{})) || key.readings.find('|') == std::string::npos) continue;
    std::size_t at = 0;
    while (at != std::string::npos) {
      const std::size_t bar = key.readings.find(" | ", at);
      const std::string word = key.readings.substr(at, bar == std::string::npos ? bar : bar - at);
      at = bar == std::string::npos ? bar : bar + 3;
      if (word.find(' ') != std::string::npos) continue;  // "six growing numbers of inches"
      House house;
      ASSERT_TRUE(key.set(house, word)) << key.name << " = " << word;
      EXPECT_EQ(key.get(house), HouseValue(word)) << key.name;
    }
  }
}

TEST(House, AnotherWordIsRefusedByNameAndChangesNothing) {
  House house;
  const auto refused = set(house, "gun.destroy_die", std::string("the big one"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("effect | allocation | hit"));
  EXPECT_EQ(house, House{});
  EXPECT_FALSE(set(house, "no.such.key", true));
  EXPECT_FALSE(set(house, "move.cavalry", -1.0));
  EXPECT_FALSE(set(house, "melee.pair_loses", 1.5));
  EXPECT_FALSE(set(house, "gun.bands", std::vector<double>{6, 5, 18, 24, 30, 36}));
  EXPECT_FALSE(set(house, "melee.back", std::string("3 or 6")));
  EXPECT_EQ(house, House{});
}

TEST(House, NumbersAndPairs) {
  House house;
  EXPECT_TRUE(set(house, "move.cavalry", 9.0));
  EXPECT_EQ(house.move_cavalry, 9.0);
  EXPECT_TRUE(set(house, "melee.back", std::string("2/4.5")));
  EXPECT_EQ(house.back_cavalry, 4.5);
  EXPECT_TRUE(set(house, "inf.max_ranks", std::string("all")));
  EXPECT_GT(house.max_ranks, 100);
}

TEST(House, KeysAreUniqueAndTheUnsourcedOnesAreMarked) {
  std::set<std::string> names;
  for (const auto& key : house_keys()) EXPECT_TRUE(names.insert(key.name).second) << key.name;
  EXPECT_TRUE(is_unverified("move.cavalry"));
  EXPECT_TRUE(is_unverified("move.gun"));
  EXPECT_FALSE(is_unverified("gun.destroy_die"));
  EXPECT_FALSE(is_unverified("no.such.key"));
}

}  // namespace
}  // namespace rules::charge::house_test
