#include "rules/le_choc/ending.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/le_choc/value.h"

namespace rules::le_choc {

Clocks ticked(Clocks clocks, Side mover, bool stirred, std::optional<Side> before, std::optional<Side> after) {
  clocks.quiet = stirred ? 0 : clocks.quiet + 1;
  if (!after || before != after)
    clocks.held = 0;
  else if (*after != mover)
    ++clocks.held;
  return clocks;
}

bool cannot_be_dislodged(Value occupant, const Counts& enemies) {
  return std::ranges::none_of(kAllValues, [&](Value enemy) { return enemies[index(enemy)] > 0 && attacker_wins(enemy, occupant); });
}

std::optional<Ending> ending_after(const Standing& standing, bool undislodged, const House& house) {
  if (standing.occupant) {  // L-15
    const bool held = house.victory == Victory::Hold && standing.clocks.held >= house.hold_turns;
    if (held || (house.victory == Victory::Capability && undislodged)) return Ending{standing.occupant, "L-15"};
  }
  const bool south_gone = standing.pieces[0] == 0, north_gone = standing.pieces[1] == 0;
  if (house.elimination && (south_gone || north_gone)) {
    if (south_gone && north_gone) return Ending{std::nullopt, "LG16"};
    return Ending{south_gone ? Side::North : Side::South, "LG16"};
  }
  if (!standing.can_act[0] && !standing.can_act[1]) return Ending{std::nullopt, "LG12"};
  if (standing.clocks.quiet >= 2 * house.quiet_turns) return Ending{std::nullopt, "LG17"};
  return std::nullopt;
}

Reason reason_of(const Ending& ending, const House& house, const std::array<std::string, 2>& names) {
  if (!ending.winner)
    return reason(ending.rule, ending.rule == "LG17"
                                   ? fmt::format("{} turns a side without capture or entry: the game is drawn", house.quiet_turns)
                               : ending.rule == "LG16" ? "neither side has a piece left: the game is drawn"
                                                       : "neither side can act: the game is drawn");
  const std::string &winner = names[index(*ending.winner)], &loser = names[index(other(*ending.winner))];
  if (ending.rule == "L-15" && house.victory == Victory::Hold)
    return reason("L-15", fmt::format("{} has won: he has held the objective through {} turns of {}", winner, house.hold_turns, loser));
  if (ending.rule == "L-15")
    return reason("L-15", fmt::format("{} has won: no piece that {} has left could dislodge him from the objective", winner, loser));
  return reason(ending.rule, ending.rule == "LG16" ? fmt::format("{} has won: {} has no piece left", winner, loser)
                                                   : fmt::format("{} has won: {} concedes", winner, loser));
}

}  // namespace rules::le_choc
