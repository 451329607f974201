#include "rules/le_choc/value.h"

#include <algorithm>

namespace rules::le_choc {

std::string_view word(Side side) { return side == Side::South ? "south" : "north"; }

std::optional<Side> side_called(std::string_view called) {
  for (const Side side : kSides)
    if (called == word(side)) return side;
  return std::nullopt;
}

std::optional<Value> value_called(std::string_view called) {
  if (called.size() != 1 || called[0] < 'A' || called[0] > 'H') return std::nullopt;
  return static_cast<Value>(called[0] - 'A');
}

std::string_view name(Value value) {
  static constexpr std::array<std::string_view, kValues> kNames{"scouting party", "infantry company", "cavalry squadron", "two companies",
                                                                "machine guns",   "gas attack",       "battalion",        "brigade"};
  return kNames[index(value)];
}

Strength strength(Value value) {
  static constexpr std::array<Strength, kValues> kStrengths{{{25}, {125}, {125}, {250}, {0, 5}, {}, {1000}, {3000}}};
  return kStrengths[index(value)];
}

const Counts& force() {  // L-2
  static constexpr Counts kForce{4, 4, 2, 4, 4, 2, 2, 1};
  return kForce;
}

std::string text(LetterSet letters) {
  std::string out;
  for (const Value value : kAllValues)
    if (letters.has(value)) out += letter(value);
  return out.empty() ? "-" : out;
}

int mobility(LetterSet letters) {
  int farthest = 0;
  for (const Value value : kAllValues)
    if (letters.has(value)) farthest = std::max(farthest, mobility(value));
  return farthest;
}

bool attacker_wins(Value attacker, Value defender) {
  if (attacker == kGas || defender == kGas) return true;  // L-7, LG11
  return rank(attacker) >= rank(defender);                // L-5, L-6
}

Fight fight(Value attacker, Value defender, const House& house) {
  const bool wins = attacker_wins(attacker, defender);
  const bool used_up = attacker == kGas && house.gas_consumed;  // LG10
  return {.attacker_wins = wins, .attacker_falls = !wins || used_up, .defender_falls = wins};
}

}  // namespace rules::le_choc
