// A battle of two zones as it is watched: each zone by itself, then the fight that the survivors have joined.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "app/board/board_games.h"
#include "app/board/board_json.h"
#include "app/board/board_play.h"
#include "app/board/board_replay.h"
#include "rules/les_allies/record/record.h"
#include "tests/support/board_looks.h"
#include "tests/support/campaign.h"
#include "tests/support/les_allies_text.h"

namespace battle_umpire_test {
namespace {

namespace allies = rules::les_allies;
using app::BoardAction;
using app::BoardLook;
using app::BoardRuling;
using app::BoardZone;
using measure::SquareName;
using measure::Verdict;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using support::kEast;
using support::look;
using support::said;

constexpr std::size_t kGreen = 0, kRed = 1;  // the Allies, the Central Empires

measure::Board board() {
  measure::Board out = support::battle_board();
  out.sides[kGreen].name = "green";
  out.sides[kRed].name = "red";
  return out;
}
std::unique_ptr<app::BoardUmpire> umpire(const BoardLook& first, const allies::House& house = {}) {
  return support::umpire(board(), first, house);
}

std::vector<std::string> rules_of(const std::vector<rules::Reason>& reasons) {
  std::vector<std::string> out;
  for (const rules::Reason& reason : reasons) out.push_back(reason.rule);
  return out;
}
app::BoardReplay replay(const app::BoardUmpire& umpire) {
  app::BoardReplay out(umpire.record(), board());
  out.last();
  return out;
}

TEST(BattleUmpire, D2EachZoneIsAFightOfItsOwn) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{6, 8}, {14, 8}}));
  EXPECT_FALSE(game->to_move());
  const BoardRuling west = game->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {14, 8}}));
  EXPECT_THAT(said(west), ElementsAre("1,1-2,2"));
  EXPECT_EQ(west.actions[0].zone, 1);
  ASSERT_THAT(game->zones(), SizeIs(2));
  EXPECT_EQ(game->zones()[0].to_move, kRed);
  EXPECT_EQ(game->zones()[1].to_move, kRed) << "opposite alliances begin (D-6)";
  EXPECT_EQ(game->to_move(), kRed);
  const BoardRuling east = game->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {13, 7}}));
  EXPECT_THAT(said(east), ElementsAre("14,8-13,7"));
  EXPECT_EQ(east.verdict, Verdict::Yes);
  EXPECT_EQ(east.actions[0].zone, 2);
  EXPECT_EQ(game->zones()[1].to_move, kGreen);
  EXPECT_FALSE(game->to_move()) << "each side has a turn in one of the zones";
}

TEST(BattleUmpire, BothZonesAreToldInOneLookAndNoneWaitsForTheOther) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{6, 8}, {14, 8}}));
  EXPECT_THAT(said(game->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {13, 7}}))), ElementsAre("1,1-2,2", "14,8-13,7"));
  EXPECT_THAT(said(game->rule(look({{2, 2}, {9, 1}}, {{7, 7}, {13, 7}}))), ElementsAre("6,8-7,7"));
  EXPECT_THAT(said(game->rule(look({{3, 3}, {9, 1}}, {{7, 7}, {13, 7}}))), ElementsAre("2,2-3,3")) << "a round ahead of the east (DG24)";
  EXPECT_EQ(replay(*game).trouble(), std::nullopt);
}

TEST(BattleUmpire, AHalfFinishedTurnInOneZoneDoesNotHideTheOther) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{2, 2}, {4, 4}, {6, 8}, {14, 8}}));
  const BoardRuling half = game->rule(look({{5, 5}, {9, 1}}, {{2, 2}, {4, 4}, {6, 8}, {13, 7}}));
  EXPECT_THAT(said(half), ElementsAre("14,8-13,7")) << "the men he jumped still stand in the west";
  EXPECT_EQ(half.verdict, Verdict::No);
  EXPECT_THAT(half.differences, testing::Not(IsEmpty()));
  for (const app::BoardDifference& d : half.differences) EXPECT_LT(d.at.column, kEast);
  EXPECT_THAT(said(game->rule(look({{5, 5}, {9, 1}}, {{6, 8}, {13, 7}}))), ElementsAre("1,1x3,3x5,5"));
}

TEST(BattleUmpire, ASweepThatIsCarriedOnTakesThePlaceOfItsBeginningThoughTheOtherZonePlayed) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{2, 2}, {4, 4}, {6, 8}, {14, 8}}));
  game->rule(look({{3, 3}, {9, 1}}, {{4, 4}, {6, 8}, {14, 8}}));
  game->rule(look({{3, 3}, {9, 1}}, {{4, 4}, {6, 8}, {13, 7}}));
  const BoardRuling whole = game->rule(look({{5, 5}, {9, 1}}, {{6, 8}, {13, 7}}));
  EXPECT_TRUE(whole.revised);
  EXPECT_THAT(said(whole), ElementsAre("1,1x3,3x5,5"));
  EXPECT_THAT(game->record(), HasSubstr("1. 14,8-13,7 1,1x3,3x5,5"));
}

TEST(BattleUmpire, D2NobodyCrossesTheBorderOfTheZones) {
  const auto game = umpire(look({{7, 3}, {9, 1}}, {{6, 8}, {14, 8}}));
  const BoardRuling across = game->rule(look({{8, 4}, {9, 1}}, {{6, 8}, {14, 8}}));
  EXPECT_EQ(across.verdict, Verdict::No);
  EXPECT_THAT(across.actions, IsEmpty());
  EXPECT_THAT(rules_of(across.because), ElementsAre("D-2"));
  EXPECT_THAT(app::text_of(across, board()), HasSubstr("D-2 [8, 4] lies across the border of the zones"));
}

TEST(BattleUmpire, D7WhoActsOutOfTurnInHisZoneIsToldSo) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{6, 8}, {14, 8}}));
  game->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {13, 7}}));
  const BoardRuling again = game->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {12, 6}}));
  EXPECT_EQ(again.verdict, Verdict::No);
  EXPECT_THAT(rules_of(again.because), ElementsAre("D-7"));
  EXPECT_THAT(said(again), ElementsAre("13,7-12,6"));
  EXPECT_EQ(game->zones()[0].to_move, kRed);
  EXPECT_EQ(game->zones()[1].to_move, kGreen);
  EXPECT_THAT(game->record(), HasSubstr("to_move central 2\n"));
  EXPECT_EQ(replay(*game).trouble(), std::nullopt);
}

TEST(BattleUmpire, D6WhoBeginsInBothZonesIsToldSoAndHasBegun) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{6, 8}, {14, 8}}));
  game->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {14, 8}}));
  const BoardRuling both = game->rule(look({{2, 2}, {10, 2}}, {{6, 8}, {14, 8}}));
  EXPECT_EQ(both.verdict, Verdict::No);
  EXPECT_THAT(rules_of(both.because), ElementsAre("D-6"));
  EXPECT_THAT(said(both), ElementsAre("9,1-10,2"));
  EXPECT_EQ(game->zones()[1].to_move, kRed);
  EXPECT_EQ(replay(*game).trouble(), std::nullopt);
}

TEST(BattleUmpire, DG26TheHouseMayHaveSettledWhoBegins) {
  allies::House house;
  house.first = allies::First::Central;
  EXPECT_THAT(rules_of(umpire(look({{1, 1}, {9, 1}}, {{6, 8}, {14, 8}}), house)->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {14, 8}})).because),
              ElementsAre("DG26"));
  EXPECT_EQ(umpire(look({{1, 1}, {9, 1}}, {{6, 8}, {14, 8}}), house)->rule(look({{1, 1}, {10, 2}}, {{6, 8}, {14, 8}})).verdict,
            Verdict::Yes)
      << "the Allies in the east";
}

/// In the west green takes the last man of red's; in the east two stand against two.
std::unique_ptr<app::BoardUmpire> west_is_won() {
  auto game = umpire(look({{1, 1}, {9, 1}}, {{2, 2}, {12, 8}, {14, 8}}));
  const BoardRuling taken = game->rule(look({{3, 3}, {9, 1}}, {{12, 8}, {14, 8}}));
  EXPECT_THAT(said(taken), ElementsAre("1,1x3,3"));
  EXPECT_THAT(rules_of(taken.news), ElementsAre("D-17"));
  EXPECT_FALSE(taken.over) << "a fight, not the battle";
  return game;
}

TEST(BattleUmpire, D20TheWinnersMenJoinTheOtherFightWhenItsRoundIsOver) {
  const auto game = west_is_won();
  ASSERT_THAT(game->zones(), SizeIs(2));
  EXPECT_TRUE(game->zones()[0].over);
  EXPECT_EQ(game->zones()[0].winner, kGreen);
  EXPECT_EQ(game->zones()[0].men, (std::array<int, 2>{1, 0}));
  EXPECT_THAT(game->rule(look({{3, 3}, {9, 1}}, {{13, 7}, {14, 8}})).news, IsEmpty());
  const BoardRuling joined = game->rule(look({{3, 3}, {10, 2}}, {{13, 7}, {14, 8}}));
  EXPECT_THAT(said(joined), ElementsAre("9,1-10,2"));
  EXPECT_EQ(joined.actions[0].zone, 2);
  EXPECT_THAT(rules_of(joined.news), ElementsAre("D-20"));
  EXPECT_THAT(joined.news[0].says, HasSubstr("commanded by player 3, and the border is open"));
  EXPECT_EQ(game->zones()[1].men, (std::array<int, 2>{2, 2}));
  EXPECT_EQ(game->to_move(), kRed);
  game->rule(look({{3, 3}, {10, 2}}, {{12, 6}, {14, 8}}));
  const BoardRuling inherited = game->rule(look({{4, 4}, {10, 2}}, {{12, 6}, {14, 8}}));
  EXPECT_THAT(said(inherited), ElementsAre("3,3-4,4")) << "one man a turn, among all of them (DG21)";
  EXPECT_EQ(app::json_of(inherited, board())["actions"][0]["zone"], 2) << "of the fight that goes on";
  EXPECT_EQ(replay(*game).trouble(), std::nullopt);
  while (game->undo()) EXPECT_EQ(replay(*game).trouble(), std::nullopt);
  EXPECT_EQ(game->zones()[0].men, (std::array<int, 2>{1, 1}));
}

TEST(BattleUmpire, D20SurvivorsWhoJoinInTheMidstOfARoundAreRecognised) {
  const auto game = west_is_won();
  game->rule(look({{3, 3}, {9, 1}}, {{13, 7}, {14, 8}}));
  const BoardRuling early = game->rule(look({{4, 4}, {9, 1}}, {{13, 7}, {14, 8}}));
  EXPECT_THAT(said(early), ElementsAre("3,3-4,4"));
  EXPECT_EQ(early.verdict, Verdict::Yes);
  EXPECT_THAT(rules_of(early.news), ElementsAre("D-20"));
  const app::BoardReplay again = replay(*game);
  EXPECT_EQ(again.trouble(), std::nullopt) << game->record();
  EXPECT_TRUE(game->undo());
  EXPECT_THAT(game->zones()[1].men, ElementsAre(1, 2));
}

TEST(BattleUmpire, D17PrisonersMayStandUntilSomebodyLiftsThem) {
  const auto game = umpire(look({{1, 1}, {3, 1}, {9, 1}}, {{0, 0}, {14, 8}}));
  const BoardRuling caught = game->rule(look({{1, 1}, {2, 2}, {9, 1}}, {{0, 0}, {14, 8}}));
  EXPECT_EQ(caught.verdict, Verdict::Yes);
  EXPECT_THAT(said(caught), ElementsAre("3,1-2,2"));
  ASSERT_THAT(caught.news, SizeIs(1));
  EXPECT_THAT(caught.news[0].says, HasSubstr("the last enemy cannot move and is prisoner"));
  EXPECT_TRUE(game->rule(look({{1, 1}, {2, 2}, {9, 1}}, {{0, 0}, {14, 8}})).unchanged);
  EXPECT_TRUE(game->rule(look({{1, 1}, {2, 2}, {9, 1}}, {{14, 8}})).unchanged) << "lifted";
  EXPECT_THAT(said(game->rule(look({{1, 1}, {2, 2}, {9, 1}}, {{13, 7}}))), ElementsAre("14,8-13,7"));
}

TEST(BattleUmpire, D18TheMenOfANullFightLeavePlayAndTheOtherDecides) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{2, 2}, {6, 8}, {10, 2}}, {{1, 1}, {6, 8}}));
  const BoardRuling null = game->rule(look({{3, 3}, {9, 1}}, {{6, 8}, {10, 2}}, {{3, 3}, {6, 8}}));
  EXPECT_THAT(rules_of(null.news), ElementsAre("D-18"));
  EXPECT_THAT(null.news[0].says, HasSubstr("Zone 1 is null"));
  const BoardRuling last = game->rule(look({{3, 3}}, {{6, 8}, {8, 0}}, {{3, 3}, {6, 8}}));
  EXPECT_THAT(said(last), ElementsAre("10,2x8,0"));
  EXPECT_THAT(rules_of(last.news), ElementsAre("D-17", "D-19"));
  EXPECT_TRUE(last.over);
  EXPECT_EQ(last.winner, kRed);
  EXPECT_EQ(app::json_of(last, board())["over"].dump(), R"({"winner":"red","rule":"D-19"})");
  EXPECT_FALSE(game->to_move());
  EXPECT_EQ(replay(*game).now()->whose, "red have won (D-19)");
}

TEST(BattleUmpire, D21HostileSurvivorsOfFightsThatEndTogetherFightOn) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{2, 2}, {10, 2}}));
  const BoardRuling both = game->rule(look({{3, 3}}, {{8, 0}}));
  EXPECT_THAT(said(both), testing::UnorderedElementsAre("1,1x3,3", "10,2x8,0"));
  EXPECT_THAT(rules_of(both.news), ElementsAre("D-17", "D-17", "D-21"));
  EXPECT_FALSE(both.over);
  ASSERT_THAT(game->zones(), SizeIs(3));
  EXPECT_EQ(game->zones()[2].zone, 0);
  EXPECT_EQ(game->to_move(), kGreen) << "who began in zone 1";
  const BoardRuling on = game->rule(look({{4, 4}}, {{8, 0}}));
  EXPECT_THAT(said(on), ElementsAre("3,3-4,4"));
  EXPECT_EQ(app::json_of(on, board())["actions"][0]["zone"], 0) << "between the survivors";
  EXPECT_EQ(replay(*game).trouble(), std::nullopt);
}

TEST(BattleUmpire, WhatNothingExplainsInAZoneStandsInTheRecord) {
  const auto game = umpire(look({{1, 1}, {9, 1}}, {{6, 8}, {14, 8}}));
  game->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {13, 7}}));
  game->rule(look({{2, 2}, {9, 1}}, {{6, 8}, {0, 4}, {13, 7}}));
  EXPECT_THAT(game->record(), testing::EndsWith("stands allies 2,2\nstands central 0,4 6,8\nto_move central 1\n"));
  EXPECT_THAT(said(game->rule(look({{2, 2}, {10, 2}}, {{6, 8}, {0, 4}, {13, 7}}))), ElementsAre("9,1-10,2"));
  EXPECT_THAT(said(game->rule(look({{2, 2}, {10, 2}}, {{6, 8}, {1, 5}, {13, 7}}))), ElementsAre("0,4-1,5"));
  const app::BoardReplay again = replay(*game);
  EXPECT_EQ(again.trouble(), std::nullopt) << game->record();
  EXPECT_EQ(again.now()->standing.size(), 5U);
}

TEST(BattleUmpire, PlayersChooseAmongTheExplanationsOfBothZones) {
  allies::House house;
  house.huff_options.huff = false;
  const auto game = umpire(look({{1, 1}, {3, 1}, {9, 1}}, {{2, 2}, {6, 8}, {14, 8}}), house);
  game->rule(look({{0, 2}, {3, 1}, {9, 1}}, {{2, 2}, {6, 8}, {14, 8}}));  // neither has taken
  const BoardRuling back = game->rule(look({{1, 1}, {3, 1}, {9, 1}}, {{2, 2}, {6, 8}, {13, 7}}));
  ASSERT_EQ(back.verdict, Verdict::TooCloseToCall) << "which of the two has been told to take?";
  ASSERT_THAT(back.could_be, SizeIs(1));
  EXPECT_THAT(said(back), testing::Contains("14,8-13,7"));
  const auto chosen = game->choose(1);
  ASSERT_TRUE(chosen);
  EXPECT_THAT(said(*chosen), ElementsAre(back.could_be[0][0].says));
  EXPECT_FALSE(game->choose(0)) << "once";
  EXPECT_EQ(replay(*game).trouble(), std::nullopt);
}

TEST(BattlePlay, TheLogNamesZonesAndTellsWhatBecomesOfThem) {
  app::BoardPlay play(board(), {});
  const auto log = [&] {
    std::vector<std::string> out;
    for (const app::BoardLogLine& line : play.told().log)
      out.push_back(fmt::format("{} {} {}{}", line.zone, line.rule, line.side, line.says));
    return out;
  };
  ASSERT_TRUE(play.rule(look({{1, 1}, {9, 1}}, {{2, 2}, {4, 4}, {14, 8}})));
  ASSERT_TRUE(play.rule(look({{3, 3}, {9, 1}}, {{4, 4}, {14, 8}})));
  ASSERT_TRUE(play.rule(look({{3, 3}, {9, 1}}, {{4, 4}, {13, 7}})));
  EXPECT_THAT(log(), ElementsAre("2 D-8 red14,8-13,7", HasSubstr("1 D-15 the man on [3, 3]"), "1 D-10 green1,1x3,3"));
  ASSERT_TRUE(play.rule(look({{5, 5}, {9, 1}}, {{13, 7}})));
  EXPECT_THAT(log(), ElementsAre("0 D-17 Zone 1: green has won, all enemies are taken", "1 D-10 green1,1x3,3x5,5", "2 D-8 red14,8-13,7"))
      << "carried on: in its zone only";
  ASSERT_THAT(play.told().zones, SizeIs(2));
  EXPECT_TRUE(play.told().zones[0].over);
  EXPECT_EQ(play.told().zones[1].to_move, kGreen);
  play.undo();
  EXPECT_FALSE(play.told().zones[0].over);
}

// ---- laws ----

/// `standing`: who was put out of play by the last action may stand there still: everybody, prisoners or not, or those of null fights.
enum class Out { Everybody, OfNullFights, Nobody };
BoardLook shown(const allies::Game& game, Out standing = Out::Nobody, const allies::Game* before = nullptr) {
  BoardLook out;
  const auto add = [&](const allies::Man& man) {
    out.standing.push_back(
        {{man.at.column, man.at.row}, man.side == allies::Side::Allies ? kGreen : kRed, man.rank == allies::Rank::General});
  };
  for (std::size_t i = 0; i < game.fights.size(); ++i) {
    const allies::ZoneFight& fight = game.fights[i];
    for (const allies::Man& man : fight.fight.men) add(man);
    if (!before || !fight.ended || (i < before->fights.size() && before->fights[i].ended)) continue;
    if (standing == Out::Everybody || (standing == Out::OfNullFights && !fight.ended->winner))
      for (const allies::Man& man : fight.out_of_play) add(man);
  }
  std::ranges::sort(out.standing, {}, &app::Standing::at);
  return out;
}

/// A battle in its last stage, so that fights end: one to four men a side in each zone.
allies::Game skirmish(const allies::Board& on, std::mt19937& random) {
  allies::SeenBoard men;
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  for (const int zone : {1, 2}) {
    const std::size_t generals = 1 + below(4), most = 1 + below(4);
    for (const allies::Side side : {allies::Side::Allies, allies::Side::Central})
      for (std::size_t n = 1 + below(most); n > 0;) {
        const allies::Place& place = on.places()[below(on.places().size())];
        if (place.zone != zone || std::ranges::find(men.men, place.at, &allies::SeenMan::at) != men.men.end()) continue;
        men.men.push_back({place.at, side, below(generals) == 0 ? allies::Rank::General : allies::Rank::Soldier});
        --n;
      }
  }
  return allies::battle_from(men, on, below(2) == 0 ? allies::Side::Allies : allies::Side::Central);
}

bool same_deed(const BoardAction& told, const allies::Action& done, const allies::Applied& did) {
  std::vector<SquareName> taken;
  for (const allies::Square at : did.taken) taken.push_back({at.column, at.row});
  std::vector<SquareName> takes = told.takes;
  std::ranges::sort(taken);
  std::ranges::sort(takes);
  const auto is = [](SquareName a, allies::Square b) { return a.column == b.column && a.row == b.row; };
  if (const auto* play = std::get_if<allies::Play>(&done))
    return told.way.size() > 1 && is(told.way.front(), play->from) && is(told.way.back(), play->lands.back()) && takes == taken &&
           told.promoted == did.promoted;
  if (const auto* huff = std::get_if<allies::Huff>(&done)) return told.kind == BoardAction::Kind::Huff && is(told.way.front(), huff->man);
  return told.kind == BoardAction::Kind::MakeTake && is(told.way.front(), std::get<allies::MakeTake>(done).man);
}

/// Everything a ruling says, for a failure.
std::string told(const BoardRuling& ruling) {
  std::string out = "told:";
  for (const app::BoardDifference& d : ruling.differences)
    out += fmt::format(" [{} {},{} {}]", static_cast<int>(d.kind), d.at.column, d.at.row, d.side);
  for (const BoardAction& action : ruling.actions) out += " " + action.says;
  for (const auto& other : ruling.could_be) {
    out += " or";
    for (const BoardAction& action : other) out += " " + action.says;
  }
  return out;
}

/// Often one that goes farther than a step: else men shuffle about and hardly ever take.
allies::Action often_taking(const std::vector<allies::Action>& all, std::mt19937& random) {
  const auto any = [&](const std::vector<allies::Action>& from) { return from[random() % from.size()]; };
  std::vector<allies::Action> far;
  for (const allies::Action& each : all)
    if (const auto* play = std::get_if<allies::Play>(&each); play && std::abs(play->lands[0].row - play->from.row) > 1) far.push_back(each);
  return far.empty() || random() % 2 == 0 ? any(all) : any(far);
}

/// In a skirmish a fight may be over before anybody moves; such a battle is not watched from its beginning.
bool fights(const allies::Game& game, const allies::Board& on, const allies::House& house) {
  return std::ranges::all_of(game.fights, [&](const allies::ZoneFight& f) { return !allies::ending({on, house, f.border}, f.fight); });
}

TEST(BattleUmpire, LawABattleIsToldActionByActionToItsResult) {
  const allies::Board on = app::les_allies_board(board()).value();
  std::mt19937 random(11);
  const auto below = [&](std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random); };
  int battles = 0, actions = 0, joined = 0, survivors = 0, huffs = 0, results[4] = {};
  for (int n = 0; battles < tries(60, 200); ++n) {
    ASSERT_LT(n, 2000);
    allies::House house;
    if (below(3) == 0) house.border_open_to = allies::BorderOpenTo::Transferred;
    if (below(3) == 0) house.battle_one_each = allies::OneEach::LastWins;
    if (below(3) == 0) house.battle_simultaneous = allies::Simultaneous::Null;
    allies::Game game = skirmish(on, random);
    if (!fights(game, on, house)) continue;
    ++battles;
    const auto watching = umpire(shown(game), house);
    BoardRuling last;
    for (int turn = 0; game.stage == allies::Stage::Play; ++turn) {
      ASSERT_LT(turn, 2000);
      std::vector<allies::Action> all = legal_actions(game, on, house);
      // Who is told to take leaves no trace of which man it is; that is asked elsewhere.
      std::erase_if(all, [](const allies::Action& action) { return std::holds_alternative<allies::MakeTake>(action); });
      ASSERT_FALSE(all.empty());
      const allies::Action action = often_taking(all, random);
      const allies::Applied did = allies::apply(game, action, on, house);
      ASSERT_TRUE(did.done);
      // With all men of a null fight gone nobody could tell who moved last.
      last = watching->rule(shown(did.game, below(3) == 0 ? Out::OfNullFights : Out::Everybody, &game));
      const std::string where = "battle " + std::to_string(n) + " turn " + std::to_string(turn) + "\n" + watching->record() + told(last) +
                                "\n" + allies::serialise(did.game);
      ASSERT_EQ(last.verdict, Verdict::Yes) << where;
      ASSERT_THAT(last.actions, SizeIs(1)) << where;
      ASSERT_TRUE(same_deed(last.actions[0], action, did)) << last.actions[0].says << " " << where;
      ASSERT_EQ(last.because.empty(), last.huff.empty()) << "who did not take is all there is to say " << where;
      ASSERT_FALSE(last.revised) << where;
      ASSERT_TRUE(watching->rule(shown(did.game)).unchanged) << "prisoners are lifted " << where;
      ++actions;
      huffs += std::holds_alternative<allies::Huff>(action);
      joined += did.game.decided_first && !game.decided_first;
      survivors += did.game.fights.size() > game.fights.size();
      game = did.game;
      const std::vector<BoardZone> zones = watching->zones();
      ASSERT_EQ(zones.size(), game.fights.size()) << where;
      for (std::size_t i = 0; i < zones.size(); ++i) {
        const allies::ZoneFight& fight = game.fights[i];
        ASSERT_EQ(zones[i].over, fight.ended.has_value()) << where;
        ASSERT_EQ(zones[i].men[kGreen], allies::count_of(fight.fight.men, allies::Side::Allies)) << where;
        ASSERT_EQ(zones[i].men[kRed], allies::count_of(fight.fight.men, allies::Side::Central)) << where;
        if (fight.ended || game.stage == allies::Stage::Over) continue;
        ASSERT_EQ(zones[i].to_move, fight.fight.to_move == allies::Side::Allies ? kGreen : kRed) << where;
      }
      if (turn % 16 == 0 || game.stage == allies::Stage::Over) {
        const app::BoardReplay again = replay(*watching);
        ASSERT_FALSE(again.trouble()) << again.trouble()->says << " " << where;
        ASSERT_TRUE(again.now()) << where;
        std::vector<app::ReplayedPiece> standing = again.now()->standing;
        const BoardLook now = shown(game);
        ASSERT_EQ(standing.size(), now.standing.size()) << where;
        for (std::size_t i = 0; i < standing.size(); ++i) ASSERT_EQ(standing[i].at, now.standing[i].at) << where;
      }
    }
    ASSERT_TRUE(last.over) << watching->record();
    ASSERT_EQ(last.winner.has_value(), *game.result == allies::BattleResult::Won || *game.result == allies::BattleResult::Lost);
    ASSERT_EQ(last.news.back().rule, game.rule);
    ++results[static_cast<int>(*game.result)];
    if (battles % 20 == 0) {  // back to the start
      while (watching->undo()) {
      }
      ASSERT_TRUE(replay(*watching).trouble() == std::nullopt);
    }
  }
  EXPECT_GT(actions, 10 * battles);
  EXPECT_GT(joined, battles / 4);
  EXPECT_GE(survivors, 1);
  EXPECT_GT(huffs, battles / 4);
  for (const int count : results) EXPECT_GT(count, battles / 60);
}

}  // namespace
}  // namespace battle_umpire_test
