// The battle: set-up, two zones in turns, survivors and the open border, and who has won.
#include <gmock/gmock.h>

#include "rules/les_allies/game.h"
#include "tests/rules/les_allies/builders.h"

namespace rules::les_allies::battle_test {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

const House kBook;
using R = FightResult;

TEST(Battle, DX12TwoFightsDecideIt) {
  const auto result = [](R west, R east) { return battle_result(west, east, {}, kBook).result; };
  EXPECT_EQ(result(R::Won, R::Won), BattleResult::Won);
  EXPECT_EQ(result(R::Won, R::Null), BattleResult::Won);
  EXPECT_EQ(result(R::Null, R::Won), BattleResult::Won);
  EXPECT_EQ(result(R::Null, R::Null), BattleResult::Restart);
  EXPECT_EQ(result(R::Lost, R::Lost), BattleResult::Lost);
  EXPECT_EQ(result(R::Lost, R::Null), BattleResult::Lost);
  EXPECT_EQ(result(R::Won, R::Lost), BattleResult::Null);
}

TEST(Battle, DG22TheLastSurvivorMayWin) {
  House house;
  house.battle_one_each = OneEach::LastWins;
  EXPECT_EQ(battle_result(R::Won, R::Lost, {.last = 2}, house).result, BattleResult::Lost);
  EXPECT_EQ(battle_result(R::Won, R::Lost, {.last = 1}, house).result, BattleResult::Won);
}

TEST(Battle, DG23FightsThatEndTogether) {
  House house;
  EXPECT_EQ(battle_result(R::Won, R::Lost, {.same_time = true}, house).result, std::nullopt);
  EXPECT_EQ(battle_result(R::Won, R::Lost, {.same_time = true, .continued = R::Lost}, house).result, BattleResult::Lost);
  EXPECT_EQ(battle_result(R::Won, R::Lost, {.same_time = true, .continued = R::Null}, house).result, BattleResult::Null);
  EXPECT_EQ(battle_result(R::Won, R::Won, {.same_time = true}, house).result, BattleResult::Won);
  house.battle_simultaneous = Simultaneous::Null;
  EXPECT_EQ(battle_result(R::Won, R::Lost, {.same_time = true}, house).result, BattleResult::Null);
}

// ---- whole games ----

/// A battle in which everybody stands as named, the Allies beginning in zone 1.
Game battle(Position west, Position east) {
  Game game;
  game.stage = Stage::Play;
  game.first = Side::Allies;
  game.fights.resize(2);
  for (const int zone : {1, 2}) {
    ZoneFight& fight = game.fights[static_cast<std::size_t>(zone - 1)];
    fight.zone = fight.border.zone = zone;
    fight.fight.to_move = zone == 1 ? Side::Allies : Side::Central;
    fight.fight.men = zone == 1 ? std::move(west) : std::move(east);
    for (Man& man : fight.fight.men) man.home = zone;
  }
  return game;
}

class BattleOnTheSyntheticBoard : public testing::Test {
 protected:
  Board board = synthetic_board();
  House house;
  Game play(Game game, const std::vector<Action>& actions) {
    for (const Action& action : actions) {
      const Applied did = apply(game, action, board, house);
      EXPECT_TRUE(did.done) << (did.because.empty() ? "" : did.because[0].rule + " " + did.because[0].says);
      game = did.game;
    }
    return game;
  }
  [[nodiscard]] std::string rule_against(const Game& game, const Action& action) const {
    const Applied did = apply(game, action, board, house);
    return did.done ? "fine" : did.because[0].rule;
  }
};
using BattleGame = BattleOnTheSyntheticBoard;

TEST_F(BattleGame, D4EveryPlayerPutsHisMenWhereHeMay) {
  Game game = begin(board, Variant::FourPlayers, house).value();
  EXPECT_EQ(rule_against(game, PlaceMan{1, {4, 8}}), "D-4");
  EXPECT_EQ(rule_against(game, PlaceMan{3, {0, 0}}), "D-2");
  EXPECT_EQ(rule_against(game, PlaceMan{5, {0, 0}}), "D-1");
  EXPECT_EQ(rule_against(game, Play{{0, 0}, {{1, 1}}}), "D-4");
  game = play(game, {PlaceMan{1, {0, 0}}});
  EXPECT_EQ(rule_against(game, PlaceMan{1, {0, 0}}), "D-4");
  while (game.stage == Stage::SetUp) game = play(game, {legal_actions(game, board, house).front()});
  EXPECT_EQ(game.stage, Stage::Toss);
  EXPECT_EQ(game.fights[0].fight.men.size(), 72U);
  EXPECT_EQ(game.fights[1].fight.men.size(), 48U);
}

TEST_F(BattleGame, D6AndDG26InTheTwoZonesOppositeAlliancesBegin) {
  Game game = begin(board, Variant::FourPlayers, house).value();
  while (game.stage == Stage::SetUp) game = play(game, {legal_actions(game, board, house).front()});
  const Game tossed = play(game, {Toss{Side::Central}});
  EXPECT_EQ(tossed.fights[0].fight.to_move, Side::Central);
  EXPECT_EQ(tossed.fights[1].fight.to_move, Side::Allies);
  house.first = First::Allies;
  Game settled = begin(board, Variant::FourPlayers, house).value();
  while (settled.stage == Stage::SetUp) settled = play(settled, {legal_actions(settled, board, house).front()});
  EXPECT_EQ(settled.stage, Stage::Play);
  EXPECT_EQ(settled.first, Side::Allies);
}

TEST_F(BattleGame, D7TheZonesAlternateEachForItself) {
  const Game game = battle(men({{0, 0}}, {{0, 16}}), men({{13, 3}}, {{13, 13}}));
  EXPECT_EQ(rule_against(game, Play{{0, 16}, {{1, 15}}}), "D-7");  // the Allies begin in zone 1
  EXPECT_EQ(rule_against(game, Play{{13, 3}, {{14, 4}}}), "D-7");  // and the Central Empires in zone 2
  EXPECT_EQ(rule_against(game, Play{{13, 13}, {{14, 12}}}), "fine");
}

TEST_F(BattleGame, DG24NoZoneRunsAheadOfTheRound) {
  const Game game = battle(men({{0, 0}}, {{0, 16}}), men({{13, 3}}, {{13, 13}}));
  const Game half = play(game, {Play{{0, 0}, {{1, 1}}}, Play{{0, 16}, {{1, 15}}}});
  EXPECT_EQ(rule_against(half, Play{{1, 1}, {{2, 2}}}), "DG24");
  const Game whole = play(half, {Play{{13, 13}, {{14, 12}}}, Play{{13, 3}, {{14, 4}}}});
  EXPECT_EQ(whole.round, 1);
  EXPECT_EQ(rule_against(whole, Play{{1, 1}, {{2, 2}}}), "fine");
}

TEST_F(BattleGame, D20TheWinnersMenAreHisPartnersAndTheBorderIsOpen) {
  Game game = battle(men({{9, 7}, {0, 0}}, {{10, 8}}), men({{13, 3}}, {{13, 13}, {23, 13}}));
  game = play(game, {Play{{9, 7}, {{11, 9}}}});
  ASSERT_TRUE(game.fights[0].ended);
  EXPECT_EQ(rule_against(game, Play{{11, 9}, {{12, 10}}}), "D-7");  // not before the round is over
  game = play(game, {Play{{13, 13}, {{14, 12}}}, Play{{13, 3}, {{14, 4}}}});
  const ZoneFight& east = game.fights[1];
  EXPECT_THAT(game.fights[0].fight.men, IsEmpty());
  EXPECT_EQ(count_of(east.fight.men, Side::Allies), 3);
  EXPECT_EQ(commander(east, *man_at(east.fight.men, {11, 9})), 3);
  game = play(game, {Play{{14, 12}, {{13, 11}}}, Play{{11, 9}, {{12, 8}}}});  // across the border
  EXPECT_EQ(game.stage, Stage::Play);
}

TEST_F(BattleGame, DG21StillOneManATurn) {
  Game game = battle(men({{9, 7}, {0, 0}}, {{10, 8}}), men({{13, 3}}, {{13, 13}, {23, 13}}));
  game = play(game, {Play{{9, 7}, {{11, 9}}}, Play{{13, 13}, {{14, 12}}}, Play{{13, 3}, {{14, 4}}}, Play{{14, 12}, {{13, 11}}}});
  EXPECT_EQ(game.fights[1].fight.to_move, Side::Allies);
  EXPECT_EQ(rule_against(game, Play{{14, 4}, {{15, 5}}}), "fine");
  const Game one = play(game, {Play{{0, 0}, {{1, 1}}}});
  EXPECT_EQ(one.fights[1].fight.to_move, Side::Central);
}

TEST_F(BattleGame, DG20OnlyTransferredMenMayCross) {
  house.border_open_to = BorderOpenTo::Transferred;
  Game game = battle(men({{9, 7}, {0, 0}}, {{10, 8}}), men({{12, 4}}, {{13, 13}, {12, 12}}));
  game = play(game, {Play{{9, 7}, {{11, 9}}}, Play{{13, 13}, {{14, 12}}}, Play{{12, 4}, {{13, 5}}}});
  EXPECT_EQ(rule_against(game, Play{{12, 12}, {{11, 11}}}), "D-2");
  game = play(game, {Play{{14, 12}, {{15, 11}}}});
  const auto all = legal_actions(game, board, house);
  EXPECT_THAT(all, Contains(Action(Play{{11, 9}, {{12, 10}}})));
  game = play(game, {Play{{11, 9}, {{12, 8}}}});
  EXPECT_THAT(legal_actions(game, board, house), Not(Contains(Action(Play{{12, 12}, {{11, 11}}}))));
  EXPECT_THAT(legal_actions(game, board, house), Contains(Action(Play{{12, 12}, {{13, 11}}})));
}

TEST_F(BattleGame, D21HostileSurvivorsFightOnEachUnderHisOwnPlayer) {
  Game game = battle(men({{9, 7}}, {{10, 8}}), men({{14, 10}}, {{15, 11}, {13, 13}}));
  game = play(game, {Play{{9, 7}, {{11, 9}}}, Play{{15, 11}, {{13, 9}}}});
  ASSERT_EQ(game.fights.size(), 3U);
  const ZoneFight& on = game.fights[2];
  EXPECT_EQ(on.fight.men.size(), 3U);
  EXPECT_EQ(commander(on, *man_at(on.fight.men, {11, 9})), 1);
  EXPECT_EQ(commander(on, *man_at(on.fight.men, {13, 9})), 4);
  EXPECT_EQ(on.fight.to_move, Side::Allies);
  game = play(game, {Play{{11, 9}, {{12, 8}}}, Play{{13, 9}, {{11, 7}}}});
  EXPECT_EQ(game.result, BattleResult::Lost);
  EXPECT_EQ(game.rule, "D-21");
}

TEST_F(BattleGame, DG23OrTheBattleIsNullThen) {
  house.battle_simultaneous = Simultaneous::Null;
  const Game game = battle(men({{9, 7}}, {{10, 8}}), men({{14, 10}}, {{15, 11}, {13, 13}}));
  const Game over = play(game, {Play{{9, 7}, {{11, 9}}}, Play{{15, 11}, {{13, 9}}}});
  EXPECT_EQ(over.result, BattleResult::Null);
  EXPECT_EQ(over.rule, "DG23");
}

TEST_F(BattleGame, D19AndDG25TheMenOfANullFightLeavePlayAndTheOtherDecides) {
  Game game = battle(men({general(0, 0), general(0, 2)}, {general(11, 15)}), men({{13, 3}}, {{13, 13}, {23, 13}}));
  game.fights[0].fight.quiet.lone = 0;
  house.null_delay_turns = 0;
  game = play(game, {Play{{0, 0}, {{1, 1}}}});
  ASSERT_TRUE(game.fights[0].ended);
  EXPECT_EQ(game.fights[0].ended->winner, std::nullopt);
  game = play(game, {Play{{13, 13}, {{14, 12}}}, Play{{13, 3}, {{14, 4}}}});
  EXPECT_THAT(game.fights[0].fight.men, IsEmpty());
  EXPECT_EQ(game.fights[1].fight.men.size(), 3U);
  game.fights[1].fight.men = men({{14, 4}}, {{15, 5}});
  game.fights[1].fight.to_move = Side::Allies;
  game = play(game, {Play{{14, 4}, {{16, 6}}}});
  while (game.stage == Stage::Play) game = play(game, {legal_actions(game, board, house).front()});
  EXPECT_EQ(game.result, BattleResult::Won);
  EXPECT_EQ(game.rule, "D-19");
}

TEST_F(BattleGame, D22AndDG22AfterATransferOneFightEachIsNull) {
  // The Allies win zone 1, their man joins player 3, and player 4 takes both.
  const Game start = battle(men({{9, 7}}, {{10, 8}}), men({{13, 3}}, {{13, 13}, {16, 6}}));
  const std::vector<Action> turns = {Play{{9, 7}, {{11, 9}}},    Play{{13, 13}, {{12, 12}}}, Play{{13, 3}, {{14, 4}}},
                                     Play{{16, 6}, {{15, 5}}},   Play{{11, 9}, {{12, 10}}},  Play{{15, 5}, {{13, 3}}},
                                     Play{{12, 10}, {{11, 11}}}, Play{{12, 12}, {{10, 10}}}};
  const Game over = play(start, turns);
  EXPECT_EQ(over.result, BattleResult::Null);
  EXPECT_EQ(over.rule, "D-22");
  house.battle_one_each = OneEach::LastWins;
  EXPECT_EQ(play(start, turns).result, BattleResult::Lost);
  EXPECT_EQ(rule_against(over, Play{{10, 10}, {{11, 11}}}), "D-22");
  EXPECT_THAT(legal_actions(over, board, house), IsEmpty());
}

TEST_F(BattleGame, D17PrisonersLeaveTheBoardWhenTheFightEnds) {
  // The Central man in the corner cannot move once the Allies have closed in.
  Game game = battle(men({{10, 16}, {8, 14}}, {{11, 17}}), men({{13, 3}}, {{13, 13}}));
  game = play(game, {Play{{8, 14}, {{9, 15}}}});
  ASSERT_TRUE(game.fights[0].ended);
  EXPECT_EQ(game.fights[0].ended->winner, Side::Allies);
  EXPECT_EQ(count_of(game.fights[0].fight.men, Side::Central), 0);
}

TEST_F(BattleGame, UndoIsGoingBack) {
  const Game game = battle(men({{0, 0}}, {{0, 16}}), men({{13, 3}}, {{13, 13}}));
  const Applied did = apply(game, Play{{0, 0}, {{1, 1}}}, board, house);
  ASSERT_TRUE(did.done);
  EXPECT_EQ(*did.before, game);
  EXPECT_FALSE(did.game == game);
}

TEST_F(BattleGame, TwoPlayersHaveOneFight) {
  const Board west = board_for(board, Variant::ZoneOne);
  Game game = begin(west, Variant::ZoneOne, house).value();
  EXPECT_EQ(game.fights.size(), 1U);
  House narrow;
  narrow.setup_gap = 20;
  EXPECT_FALSE(begin(west, Variant::ZoneOne, narrow));
}

}  // namespace
}  // namespace rules::les_allies::battle_test
