#include "rules/les_allies/game.h"

#include <fmt/format.h>

#include <algorithm>

namespace rules::les_allies {
namespace {

constexpr int kTurnsOfARound = 2;  // in one zone

Applied refused(const Game& game, std::string rule, std::string says) {
  return {game, false, {reason(std::move(rule), std::move(says))}, false, {}, nullptr};
}

Setting setting_of(const ZoneFight& fight, const Board& board, const House& house) { return {board, house, fight.border}; }

FightResult result_of(const Ending& ending) {
  if (!ending.winner) return FightResult::Null;
  return *ending.winner == Side::Allies ? FightResult::Won : FightResult::Lost;
}

// ---- the end of fights ----

/// Prisoners leave the board, and so do the men of a null fight (D-17, DG25).
void end_fight(ZoneFight& fight, const Ending& ending) {
  fight.ended = ending;
  std::erase_if(fight.fight.men, [&](const Man& man) {
    if (man.side != ending.winner) fight.out_of_play.push_back(man);
    return man.side != ending.winner;
  });
}

void look_for_an_end(ZoneFight& fight, const Board& board, const House& house) {
  if (fight.ended) return;
  if (const auto ended = ending(setting_of(fight, board, house), fight.fight)) end_fight(fight, *ended);
}

/// D-20: the survivors of `over` join `on`, and the border opens, to all or to them (DG20).
void transfer(ZoneFight& over, ZoneFight& on, const House& house) {
  if (house.border_open_to == BorderOpenTo::All) on.border = {};
  if (over.fight.men.empty()) return;
  if (house.border_open_to == BorderOpenTo::Transferred) on.border.transferred_cross = true;
  on.fight.men.insert(on.fight.men.end(), over.fight.men.begin(), over.fight.men.end());
  put_in_order(on.fight.men);
  on.fight.quiet = {};  // with other men it is another fight
  over.fight.men.clear();
}

/// D-21: hostile survivors of fights that ended together.
ZoneFight between_survivors(Game& game) {
  ZoneFight on;
  on.zone = 0;
  on.turns = kTurnsOfARound * game.round;
  on.fight.to_move = *game.first;
  for (ZoneFight& over : game.fights) {
    on.fight.men.insert(on.fight.men.end(), over.fight.men.begin(), over.fight.men.end());
    over.fight.men.clear();
  }
  put_in_order(on.fight.men);
  return on;
}

void finish(Game& game, BattleResult result, std::string rule) {
  game.stage = Stage::Over;
  game.result = result;
  game.rule = std::move(rule);
}

/// Both zones have been decided: the battle is, unless the survivors fight on.
void decide(Game& game, const Board& board, const House& house) {
  BattleCourse course;
  course.same_time = !game.decided_first;
  if (game.decided_first) course.last = 3 - *game.decided_first;
  if (game.fights.size() > 2) {
    if (!game.fights[2].ended) return;
    course.continued = result_of(*game.fights[2].ended);
  }
  const BattleEnd end = battle_result(result_of(*game.fights[0].ended), result_of(*game.fights[1].ended), course, house);
  if (end.result) return finish(game, *end.result, end.rule);
  game.fights.push_back(between_survivors(game));
  look_for_an_end(game.fights.back(), board, house);
  if (game.fights.back().ended) decide(game, board, house);
}

/// Fights that ended in this round are dealt with at its end, so that "at the same time" means the same round (DG24).
void end_round(Game& game, const Board& board, const House& house) {
  ++game.round;
  if (game.fights.size() == 1) {  // one zone, or power against power (D-23)
    const Ending& end = *game.fights[0].ended;
    return finish(game, !end.winner ? BattleResult::Null : *end.winner == Side::Allies ? BattleResult::Won : BattleResult::Lost, end.rule);
  }
  ZoneFight &west = game.fights[0], &east = game.fights[1];
  if (!west.ended == !east.ended) return decide(game, board, house);
  if (game.decided_first) return;
  ZoneFight &over = west.ended ? west : east, &on = west.ended ? east : west;
  game.decided_first = over.zone;
  transfer(over, on, house);
  look_for_an_end(on, board, house);
  if (on.ended) decide(game, board, house);
}

bool anybody_ended(const Game& game) {
  return std::ranges::any_of(game.fights, [](const ZoneFight& fight) { return fight.ended.has_value(); });
}

void close_round(Game& game, const Board& board, const House& house) {
  const auto done = [&](const ZoneFight& fight) { return fight.ended || fight.turns >= kTurnsOfARound * (game.round + 1); };
  if (!std::ranges::all_of(game.fights, done)) return;
  if (anybody_ended(game)) return end_round(game, board, house);
  ++game.round;
}

// ---- actions ----

/// In the two zones opposite alliances begin (D-6).
void start_playing(Game& game, Side first, const Board& board, const House& house) {
  game.first = first;
  game.stage = Stage::Play;
  for (ZoneFight& fight : game.fights) {
    fight.fight.to_move = fight.zone == 2 && game.fights.size() > 1 ? other(first) : first;
    look_for_an_end(fight, board, house);
  }
  close_round(game, board, house);
}

Applied place(const Game& game, const PlaceMan& action, const Board& board, const House& house) {
  if (game.stage != Stage::SetUp) return refused(game, "D-4", "the set-up is over");
  const std::vector<Player> all = players(game.variant);
  const auto player = std::ranges::find(all, action.player, &Player::number);
  if (player == all.end()) return refused(game, "D-1", fmt::format("there is no player {}", action.player));
  if (to_place(game, *player) == 0) return refused(game, "D-1", fmt::format("all {} men of player {} stand", player->men, player->number));
  if (auto why = barred_at_start(board, house, player->side, action.at)) return {game, false, {*why}, false, {}, nullptr};
  if (board.find(action.at)->zone != player->zone)
    return refused(game, "D-2", fmt::format("player {} fights in zone {}", player->number, player->zone));
  Applied out{game, true, {}, false, {}, std::make_shared<const Game>(game)};
  const auto fight = std::ranges::find(out.game.fights, player->zone, &ZoneFight::zone);
  if (man_at(fight->fight.men, action.at))
    return refused(game, "D-4", fmt::format("a man stands on [{}, {}]", action.at.column, action.at.row));
  fight->fight.men.push_back({action.at, player->side, Rank::Soldier, player->zone});
  put_in_order(fight->fight.men);
  if (std::ranges::any_of(all, [&](const Player& each) { return to_place(out.game, each) > 0; })) return out;
  if (house.first == First::Toss)
    out.game.stage = Stage::Toss;
  else
    start_playing(out.game, house.first == First::Allies ? Side::Allies : Side::Central, board, house);
  return out;
}

Applied toss(const Game& game, const Toss& action, const Board& board, const House& house) {
  if (game.stage != Stage::Toss) return refused(game, "DG26", "there is nothing to toss for");
  Applied out{game, true, {}, false, {}, std::make_shared<const Game>(game)};
  start_playing(out.game, action.first, board, house);
  return out;
}

Square where(const FightAction& action) {
  if (const auto* turn = std::get_if<Play>(&action)) return turn->from;
  if (const auto* man = std::get_if<Huff>(&action)) return man->man;
  return std::get<MakeTake>(action).man;
}

/// One man a turn, also among inherited ones (D-7, DG21).
Applied take_turn(const Game& game, const FightAction& action, const Board& board, const House& house) {
  if (game.stage == Stage::Over) return refused(game, "D-22", "the battle is over");
  if (game.stage != Stage::Play) return refused(game, "D-4", "the set-up comes first");
  const auto which = fight_at(game, board, where(action));
  if (!which) return refused(game, "D-7", "nobody fights there");
  if (!may_act(game, game.fights[*which])) return refused(game, "DG24", "the other zone has yet to finish this round");
  const FightApplied did = apply(setting_of(game.fights[*which], board, house), game.fights[*which].fight, action);
  if (!did.done) return {game, false, did.because, false, {}, nullptr};
  Applied out{game, true, {}, did.promoted, did.taken, std::make_shared<const Game>(game)};
  ZoneFight& fight = out.game.fights[*which];
  fight.fight = did.fight;
  fight.turns += std::holds_alternative<Play>(action) ? 1 : std::holds_alternative<MakeTake>(action) ? -1 : 0;
  look_for_an_end(fight, board, house);
  close_round(out.game, board, house);
  return out;
}

}  // namespace

measure::Result<Game> begin(const Board& board, Variant variant, const House& house) {
  Game game;
  game.variant = variant;
  for (const Player& player : players(variant)) {
    int room = 0;
    for (const Square at : starting_squares(board, house, player.side, player.zone)) room += board.find(at)->neutral ? 0 : 1;
    if (room < player.men)
      return measure::fail(measure::ErrorCode::Usage, fmt::format("player {} has {} men and {} squares to begin on (neutral ground aside)",
                                                                  player.number, player.men, room));
    if (std::ranges::find(game.fights, player.zone, &ZoneFight::zone) == game.fights.end()) {
      game.fights.emplace_back();
      game.fights.back().zone = player.zone;
      game.fights.back().border.zone = player.zone;
    }
  }
  return game;
}

Applied apply(const Game& game, const Action& action, const Board& board, const House& house) {
  if (const auto* man = std::get_if<PlaceMan>(&action)) return place(game, *man, board, house);
  if (const auto* coin = std::get_if<Toss>(&action)) return toss(game, *coin, board, house);
  if (const auto* turn = std::get_if<Play>(&action)) return take_turn(game, *turn, board, house);
  if (const auto* man = std::get_if<Huff>(&action)) return take_turn(game, *man, board, house);
  return take_turn(game, std::get<MakeTake>(action), board, house);
}

std::vector<Action> legal_actions(const Game& game, const Board& board, const House& house) {
  std::vector<Action> out;
  if (game.stage == Stage::Toss) return {Toss{Side::Allies}, Toss{Side::Central}};
  if (game.stage == Stage::SetUp)
    for (const Player& player : players(game.variant)) {
      if (to_place(game, player) == 0) continue;
      const auto fight = std::ranges::find(game.fights, player.zone, &ZoneFight::zone);
      for (const Square at : starting_squares(board, house, player.side, player.zone))
        if (!man_at(fight->fight.men, at)) out.emplace_back(PlaceMan{player.number, at});
    }
  if (game.stage == Stage::Play)
    for (const ZoneFight& fight : game.fights)
      if (may_act(game, fight))
        for (const FightAction& action : legal_actions(setting_of(fight, board, house), fight.fight))
          std::visit([&](const auto& each) { out.emplace_back(each); }, action);
  return out;
}

int to_place(const Game& game, const Player& player) {
  const auto fight = std::ranges::find(game.fights, player.zone, &ZoneFight::zone);
  return player.men - count_of(fight->fight.men, player.side);
}

std::optional<std::size_t> fight_at(const Game& game, const Board& board, Square at) {
  for (std::size_t i = 0; i < game.fights.size(); ++i)
    if (!game.fights[i].ended && man_at(game.fights[i].fight.men, at)) return i;
  const Place* place = board.find(at);
  for (std::size_t i = 0; i < game.fights.size(); ++i)
    if (!game.fights[i].ended && place && (game.fights[i].border.zone == 0 || game.fights[i].zone == place->zone)) return i;
  return std::nullopt;
}

bool may_act(const Game& game, const ZoneFight& fight) {
  return game.stage == Stage::Play && !fight.ended && (game.own_pace || fight.turns < kTurnsOfARound * (game.round + 1));
}

Game continued(Game battle, ZoneFight fight, const Board& board, const House& house) {
  const auto old = std::ranges::find(battle.fights, fight.zone, &ZoneFight::zone);
  if (old == battle.fights.end()) return battle;
  *old = std::move(fight);
  close_round(battle, board, house);
  return battle;
}

Game told_over(Game battle, int zone, const Ending& ending) {
  if (const auto fight = std::ranges::find(battle.fights, zone, &ZoneFight::zone); fight != battle.fights.end()) end_fight(*fight, ending);
  return battle;
}

Game round_closed(Game battle, const Board& board, const House& house) {
  if (battle.stage == Stage::Play && !battle.decided_first && battle.fights.size() == 2 && anybody_ended(battle))
    end_round(battle, board, house);
  return battle;
}

}  // namespace rules::les_allies
