// One fight of Le Choc: who falls. Values only; places are the position's.
// Needs rules/le_choc/house.h, value.h.
#pragma once

#include "rules/le_choc/house.h"
#include "rules/le_choc/value.h"

namespace rules::le_choc {

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
