// The house rules of Le Choc: every choice the directions leave open, with its default.
//   Each member is one key of house-rules.toml and one gap (LG...) of docs/rules-le-choc.md.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/house.h"

namespace rules::le_choc {

// Each in the order of its words in house.cpp.

enum class Capacity { OnePerSquare, Unlimited };
enum class Path { Straight, Any };
enum class Reach { Mobility, Adjacent };
enum class First { Toss, South, North };
enum class Passing { OnlyIfStuck, Allowed };
enum class Victory { Capability, Hold };

/// One edition of the game.
struct House {
  // the board (LG1, LG2)
  int width = 11, height = 11;
  std::vector<int> objective;     // [column, row]; empty: the centre square, none where the board has no centre
  std::vector<int> base_columns;  // of the own back row, each run of neighbours one base; empty: the second to fourth from either corner
  Capacity base_capacity = Capacity::OnePerSquare;
  // entering, moving, attacking
  bool entry_attack = false;               // LG3
  Path path = Path::Straight;              // LG4
  bool jump = false;                       // LG5
  Reach attack_reach = Reach::Mobility;    // LG6
  bool reveal_sticky = false;              // LG9
  bool gas_consumed = false;               // LG10
  First first = First::Toss;               // LG12
  Passing passing = Passing::OnlyIfStuck;  // LG12
  // the end
  Victory victory = Victory::Capability;  // LG13
  int hold_turns = 3;                     // LG13: enemy turns
  bool elimination = true;                // LG16
  int quiet_turns = 60;                   // LG17: turns a side
  friend bool operator==(const House&, const House&) = default;
};

/// Letters name the columns in a record.
inline constexpr int kWidestBoard = 26;

/// Every key, in the order of the gaps.
[[nodiscard]] std::span<const HouseKey<House>> house_keys();
/// The keys among `used` that still have their default where that default has no source.
[[nodiscard]] std::vector<std::string> unverified(const House& house, std::span<const std::string_view> used);

}  // namespace rules::le_choc
