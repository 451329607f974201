// The eight kinds of piece of Le Choc by their letters: how many there are, how they rank, how far they go.
//   A LetterSet is what a piece may still be; the open umpire and every watcher reason in such sets.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

#include "rules/le_choc/house.h"

namespace rules::le_choc {

enum class Side : std::uint8_t { South, North };
inline constexpr std::array<Side, 2> kSides{Side::South, Side::North};
[[nodiscard]] constexpr Side other(Side side) { return side == Side::South ? Side::North : Side::South; }
[[nodiscard]] constexpr std::size_t index(Side side) { return static_cast<std::size_t>(side); }
[[nodiscard]] std::string_view word(Side side);
[[nodiscard]] std::optional<Side> side_called(std::string_view word);

/// L-3: in rising order.
enum class Value : std::uint8_t { A, B, C, D, E, F, G, H };
inline constexpr int kValues = 8;
inline constexpr std::array<Value, kValues> kAllValues{Value::A, Value::B, Value::C, Value::D, Value::E, Value::F, Value::G, Value::H};
inline constexpr Value kMachineGuns = Value::E, kGas = Value::F;

[[nodiscard]] constexpr std::size_t index(Value value) { return static_cast<std::size_t>(value); }
[[nodiscard]] constexpr char letter(Value value) { return static_cast<char>('A' + static_cast<int>(value)); }
/// The value of a letter; none for any other text.
[[nodiscard]] std::optional<Value> value_called(std::string_view letter);
/// "scouting party", "brigade"...
[[nodiscard]] std::string_view name(Value value);
/// What a piece stands for (L-2): so many men, or machine guns; neither for gas.
struct Strength {
  int men = 0, guns = 0;
};
[[nodiscard]] Strength strength(Value value);
/// L-3: 0 for A, the lowest, to 7 for H, the highest.
[[nodiscard]] constexpr int rank(Value value) { return static_cast<int>(value); }
/// L-11: how many squares it moves at most.
[[nodiscard]] constexpr int mobility(Value value) { return std::array{3, 2, 3, 2, 2, 1, 1, 1}[index(value)]; }

/// How many pieces there are of each letter.
using Counts = std::array<int, kValues>;
[[nodiscard]] constexpr int total(const Counts& counts) { return std::accumulate(counts.begin(), counts.end(), 0); }
/// L-2: a force of 23 pieces.
[[nodiscard]] const Counts& force();

/// Letters that are still possible.
struct LetterSet {
  std::uint8_t bits = 0xff;
  [[nodiscard]] static constexpr LetterSet none() { return {0}; }
  [[nodiscard]] static constexpr LetterSet only(Value value) { return {static_cast<std::uint8_t>(1u << index(value))}; }
  [[nodiscard]] constexpr bool has(Value value) const { return ((bits >> index(value)) & 1u) != 0; }
  [[nodiscard]] constexpr bool empty() const { return bits == 0; }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits); }
  constexpr void add(Value value) { bits = static_cast<std::uint8_t>(bits | (1u << index(value))); }
  friend constexpr LetterSet operator&(LetterSet a, LetterSet b) { return {static_cast<std::uint8_t>(a.bits & b.bits)}; }
  friend constexpr bool operator==(LetterSet, LetterSet) = default;
};
/// "ACE"; "-" for none.
[[nodiscard]] std::string text(LetterSet letters);
/// Farthest that any of them moves; 0 for none.
[[nodiscard]] int mobility(LetterSet letters);

// One fight of Le Choc: who falls. Values only; places are the position's.

/// L-5: the higher takes the lower. L-6: among equals the attacker wins. L-7, LG11: gas takes whatever it attacks and falls to whatever
/// attacks it, gas too.
[[nodiscard]] bool attacker_wins(Value attacker, Value defender);

/// Who is removed after it.
struct Fight {
  bool attacker_wins = true;
  bool attacker_falls = false, defender_falls = true;
  friend bool operator==(const Fight&, const Fight&) = default;
};
/// LG10: where the house uses gas up, it falls with what it takes.
[[nodiscard]] Fight fight(Value attacker, Value defender, const House& house);

}  // namespace rules::le_choc
