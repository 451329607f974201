// Which combat the player looks at, the dice he has clicked, and how a melee is drawn over the table.
// Needs app/umpire/charge_melee.h, window/parts.h.
#pragma once

#include <array>
#include <optional>

#include "app/umpire/charge_melee.h"
#include "app/window/tools/parts.h"

namespace window {

struct MeleeState {
  std::optional<rules::charge::Pair> chosen;
  std::array<int, 2> clicked{};  // of a and b; 0: not yet
  std::array<char, 16> typed{};
};

/// Combats as lines between their men, the chosen one bold; where survivors go, as ghosts, with what is said of who went.
[[nodiscard]] overlay::DisplayList melee_overlay(const app::MeleeCounsel& counsel, const std::optional<rules::charge::Pair>& chosen,
                                                 const rules::charge::Field& seen, const measure::Table& table);

}  // namespace window
