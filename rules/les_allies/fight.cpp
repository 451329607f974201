// What two fights make of a battle.
#include "rules/les_allies/fight.h"

#include <fmt/format.h>
#include <algorithm>

#include "rules/les_allies/game.h"

namespace rules::les_allies {
namespace {

constexpr int kSides = 2;  // the house counts turns of one side, `Quiet` those of both

FightApplied refused(const Fight& fight, std::string rule, std::string says) {
  return {fight, false, {reason(std::move(rule), std::move(says))}, false, {}};
}

bool only_generals(const Position& men) {
  return std::ranges::all_of(men, [](const Man& man) { return man.rank == Rank::General; });
}

void lift(Position& men, Square at) {
  std::erase_if(men, [&](const Man& man) { return man.at == at; });
}

void settle(Fight& fight) {
  fight.huffable.clear();
  fight.last.reset();
}

/// He goes where he goes, and whom he jumped is taken, also if he breaks off (DG11). A new General is marked as one, whether there is a
/// man to cover him with or not (DG16), and his turn is over (DG13).
FightApplied play(const Setting& setting, const Fight& fight, const Play& turn) {
  if (!fight.huffable.empty() && !setting.house.huff_options.ignore)
    return refused(fight, "DG10", "in this house a man who did not take may not be let off");
  const Judged judged = judge(setting, fight.men, fight.to_move, turn, fight.must_take);
  if (!judged.because.empty()) return {fight, false, judged.because, false, {}};

  FightApplied out{fight, true, {}, judged.promoted, judged.takes};
  Fight& after = out.fight;
  LastTurn last{*man_at(fight.men, turn.from), {}, {}, fight.quiet};
  last.after = last.before;
  last.after.at = turn.lands.back();
  if (judged.promoted) last.after.rank = Rank::General;
  if (!judged.takes.empty() && setting.house.soldier_back_move == BackMove::UntilHeTakes) last.after.has_taken = true;
  lift(after.men, turn.from);
  for (const Square at : judged.takes) {
    last.taken.push_back(*man_at(fight.men, at));
    lift(after.men, at);
  }
  after.men.push_back(last.after);
  put_in_order(after.men);

  const bool event = judged.promoted || !judged.takes.empty();
  after.quiet.moves = event ? 0 : fight.quiet.moves + 1;
  after.quiet.generals = judged.takes.empty() && only_generals(fight.men) ? fight.quiet.generals + 1 : 0;
  after.quiet.lone = lone_general(fight.men) && lone_general(after.men) ? fight.quiet.lone + 1 : 0;
  settle(after);
  after.must_take.reset();
  after.huffable = judged.huff;
  if (!after.huffable.empty()) after.last = last;
  after.to_move = other(fight.to_move);
  return out;
}

std::optional<FightApplied> not_huffable(const Setting& setting, const Fight& fight, Square man, bool option) {
  if (setting.house.capture != Capture::Huff) return refused(fight, "DG7", "nobody is huffed in this house");
  if (!option) return refused(fight, "DG10", "this answer to a man who did not take is not used in this house");
  if (std::ranges::find(fight.huffable, man) == fight.huffable.end())
    return refused(fight, "D-16", fmt::format("no man of the opponent on [{}, {}] failed to take all he could", man.column, man.row));
  return std::nullopt;
}

FightApplied huff(const Setting& setting, const Fight& fight, const Huff& action) {
  if (auto no = not_huffable(setting, fight, action.man, setting.house.huff_options.huff)) return *no;
  FightApplied out{fight, true, {}, false, {action.man}};
  lift(out.fight.men, action.man);
  settle(out.fight);
  out.fight.quiet = {};
  return out;
}

FightApplied make_take(const Setting& setting, const Fight& fight, const MakeTake& action) {
  if (auto no = not_huffable(setting, fight, action.man, setting.house.huff_options.make_take)) return *no;
  FightApplied out{fight, true, {}, false, {}};
  Fight& back = out.fight;
  back.must_take = action.man;
  if (fight.last) {
    const LastTurn& last = *fight.last;
    lift(back.men, last.after.at);
    back.men.push_back(last.before);
    back.men.insert(back.men.end(), last.taken.begin(), last.taken.end());
    put_in_order(back.men);
    back.quiet = last.quiet;
    if (action.man == last.after.at) back.must_take = last.before.at;
  }
  settle(back);
  back.to_move = other(fight.to_move);
  return out;
}

}  // namespace

FightApplied apply(const Setting& setting, const Fight& fight, const FightAction& action) {
  if (const auto* turn = std::get_if<Play>(&action)) return play(setting, fight, *turn);
  if (const auto* man = std::get_if<Huff>(&action)) return huff(setting, fight, *man);
  return make_take(setting, fight, std::get<MakeTake>(action));
}

std::vector<FightAction> legal_actions(const Setting& setting, const Fight& fight) {
  std::vector<FightAction> out;
  const HuffOptions& options = setting.house.huff_options;
  for (const Square man : fight.huffable) {
    if (options.huff) out.emplace_back(Huff{man});
    if (options.make_take) out.emplace_back(MakeTake{man});
  }
  if (!fight.huffable.empty() && !options.ignore) return out;
  const Legal turns = legal(setting, fight.men, fight.to_move, fight.must_take);
  for (const Sweep& sweep : turns.sweeps) out.emplace_back(Play{sweep.from, sweep.lands});
  for (const Step& step : turns.moves) out.emplace_back(Play{step.from, {step.to}});
  return out;
}

bool lone_general(const Position& men) {
  const int allies = count_of(men, Side::Allies), central = count_of(men, Side::Central);
  return only_generals(men) && std::min(allies, central) == 1 && std::max(allies, central) < 3;
}

std::optional<Ending> ending(const Setting& setting, const Fight& fight) {
  const Side mover = fight.to_move, waits = other(mover);
  if (count_of(fight.men, mover) == 0) return Ending{waits, "D-17"};
  if (count_of(fight.men, waits) == 0) return Ending{mover, "D-17"};
  if (!fight.huffable.empty() || fight.must_take) return std::nullopt;  // he has that to do first
  if (!can_move(setting, fight.men, mover)) return Ending{waits, "D-17"};
  const House& house = setting.house;
  if (lone_general(fight.men) && fight.quiet.lone >= kSides * house.null_delay_turns) return Ending{std::nullopt, "D-18"};
  if (fight.quiet.generals >= kSides * house.null_quiet_turns) return Ending{std::nullopt, "DG18"};
  if (fight.quiet.moves >= kSides * house.null_quiet_moves) return Ending{std::nullopt, "DG29"};
  return std::nullopt;
}

std::string why_ended(const Ending& ending, std::size_t prisoners, const House& house) {
  if (ending.rule == "D-18") return "a single General stands against one or two";
  if (ending.rule == "DG18") return fmt::format("{} turns a side with Generals only and no capture", house.null_quiet_turns);
  if (ending.rule == "DG29") return fmt::format("{} turns a side without capture or promotion", house.null_quiet_moves);
  if (prisoners == 0) return "all enemies are taken";
  return prisoners == 1 ? "the last enemy cannot move and is prisoner"
                        : fmt::format("the last {} enemies cannot move and are prisoners", prisoners);
}

std::optional<Reason> missed_taking(const Fight& fight, const House& house) {
  if (fight.huffable.empty()) return std::nullopt;
  const auto& [huff, make_take, ignore] = house.huff_options;
  const bool one = fight.huffable.size() == 1;
  return reason("D-15", fmt::format("the {} on {} did not take all {} could: {} may be {}", one ? "man" : "men", listed(fight.huffable),
                                    one ? "he" : "they", one ? "he" : "one of them",
                                    !make_take ? "huffed"
                                    : !huff    ? "made to take"
                                               : "huffed, or made to take"));
}

namespace {

BattleResult same(FightResult result) { return static_cast<BattleResult>(result); }

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

BattleEnd battle_result(FightResult west, FightResult east, const BattleCourse& course, const House& house) {
  if (west == FightResult::Null && east == FightResult::Null) return {BattleResult::Restart, "D-19", "both fights are null: start again"};
  if (west == FightResult::Null) return {same(east), "D-19", "the fight in zone 1 is null: the other decides"};
  if (east == FightResult::Null) return {same(west), "D-19", "the fight in zone 2 is null: the other decides"};
  if (west == east) return {same(west), "D-22", "one alliance has won both fights"};
  return one_each(west, east, course, house);
}

}  // namespace rules::les_allies
