// What two fights make of a battle.
#include "rules/les_allies/game.h"

namespace rules::les_allies {
namespace {

BattleResult same(FightResult result) {
  return result == FightResult::Won ? BattleResult::Won : result == FightResult::Lost ? BattleResult::Lost : BattleResult::Null;
}

BattleEnd one_each(FightResult west, FightResult east, const BattleCourse& course, const House& house) {
  if (course.same_time) {
    if (house.battle_simultaneous == Simultaneous::Null)
      return {BattleResult::Null, "DG23", "both fights ended at the same time, one each"};
    if (course.continued) return {same(*course.continued), "D-21", "the fight between the survivors decides"};
    return {std::nullopt, "D-21", "both fights ended at the same time: the survivors fight on"};
  }
  if (house.battle_one_each == OneEach::Null) return {BattleResult::Null, "D-22", "each alliance has won one fight"};
  const bool west_last = course.last.value_or(2) == 1;
  return {same(west_last ? west : east), "DG22", "the winner of the last fight wins the battle"};
}

}  // namespace

std::string_view word(FightResult result) { return result == FightResult::Won ? "won" : result == FightResult::Lost ? "lost" : "null"; }

std::string_view word(BattleResult result) {
  switch (result) {
    case BattleResult::Won: return "won";
    case BattleResult::Lost: return "lost";
    case BattleResult::Null: return "null";
    case BattleResult::Restart: return "restart";
  }
  return "null";
}

BattleEnd battle_result(FightResult west, FightResult east, const BattleCourse& course, const House& house) {
  if (west == FightResult::Null && east == FightResult::Null) return {BattleResult::Restart, "D-19", "both fights are null: start again"};
  if (west == FightResult::Null) return {same(east), "D-19", "the fight in zone 1 is null: the other decides"};
  if (east == FightResult::Null) return {same(west), "D-19", "the fight in zone 2 is null: the other decides"};
  if (west == east) return {same(west), "D-22", "one alliance has won both fights"};
  return one_each(west, east, course, house);
}

}  // namespace rules::les_allies
