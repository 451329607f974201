#include "rules/le_choc/combat.h"

namespace rules::le_choc {

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
