// A game beside the table: what the next step takes over, how strong armies are, what a unit can do, and undo.
#include <gmock/gmock.h>

#include <set>
#include <tuple>

#include "app/umpire/charge_fire.h"
#include "app/umpire/charge_options.h"
#include "app/umpire/charge_play.h"
#include "app/umpire/rulings_json.h"
#include "app/window/tools/commands.h"
#include "app/window/tools/history.h"
#include "app/window/tools/ui_state.h"
#include "tests/rules/field_builders.h"
#include "tests/support/same_game.h"

namespace charge_play_test {
namespace {

using namespace rules::charge;
using measure::Inches;

const House kBook;
constexpr double kSmallBase = 0.4;  // inches

/// Red: a gun (20) with five men (21..25) at 10, 20 that points up the table, and eight foot (1..8) far to the right of it.
/// Blue: eight foot in front of the gun (31..38), eight behind it (41..48).
Field field() {
  using measure::PieceKind;
  Field out;
  out.table = measure::Table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  out.pieces.push_back(piece(20, "RG/gun", "RG", "red", PieceKind::Gun, 10, 20, 90, kSmallBase));
  for (int i = 0; i < 5; ++i)
    out.pieces.push_back(
        piece(21 + i, "RG/crew" + std::to_string(i + 1), "RG", "red", PieceKind::Gunner, 8.4 + 0.8 * i, 18.9, 90, kSmallBase));
  for (int i = 0; i < 8; ++i)
    out.pieces.push_back(piece(1 + i, "R/" + std::to_string(i + 1), "R", "red", PieceKind::Infantry, 50 + i, 20, 90, kSmallBase));
  for (int i = 0; i < 8; ++i)
    out.pieces.push_back(piece(31 + i, "B/" + std::to_string(i + 1), "B", "blue", PieceKind::Infantry, 7 + i, 30, 270, kSmallBase));
  for (int i = 0; i < 8; ++i)
    out.pieces.push_back(piece(41 + i, "C/" + std::to_string(i + 1), "C", "blue", PieceKind::Infantry, 7 + i, 10, 270, kSmallBase));
  return out;
}

Field with_moved(Field seen, int id, double by) {
  for (Piece& piece : seen.pieces)
    if (piece.figure.id == id) piece.figure.footprint.centre.y = Inches(piece.figure.footprint.centre.y.value + by);
  return seen;
}

double y_of(const Game& game, int id) { return find(game.field, id)->figure.footprint.centre.y.value; }

TEST(ChargePlay, TheNextStepTakesOverWhatTheMoversDid) {
  const Applied next = app::next_step(begin(field()), with_moved(field(), 1, 2.0), kBook);
  EXPECT_EQ(next.game.step, Step::MoveSecond);
  EXPECT_DOUBLE_EQ(y_of(next.game, 1), 22.0);
}

TEST(ChargePlay, TheMoversMovesAreTakenOverThoughTheOtherSideIsAstray) {
  const Field seen = with_moved(with_moved(field(), 1, 2.0), 31, -3.0);
  const Game next = app::next_step(begin(field()), seen, kBook).game;
  EXPECT_DOUBLE_EQ(y_of(next, 1), 22.0) << "red moved in its own movement";
  EXPECT_DOUBLE_EQ(y_of(next, 31), 30.0) << "blue did not";
  EXPECT_EQ(compare(begin(field()), seen).astray, 1) << "the mover's own move is none";
  ASSERT_EQ(compare(next, seen).differences.size(), 1U);
  EXPECT_EQ(compare(next, seen).differences.front().id, 31);
}

TEST(RulingLines, SayWhatWasDoneInWordsForOneAndForSeveral) {
  const auto moved = [](const char* name, const char* unit, std::optional<double> inches, measure::Verdict verdict) {
    JudgedMove move{.id = 1, .name = name, .unit = unit, .from = {}, .to = {}, .ruling = {}};
    move.ruling.verdict = verdict;
    move.ruling.allowance = Inches(6.0);
    if (inches) move.ruling.cost = measure::Measured{Inches(*inches), Inches(0.02)};
    return move;
  };
  app::ChargeRulings rulings;
  rulings.moved = {moved("RG/gun", "RG", 0.0, measure::Verdict::Yes), moved("R/1", "R", 2.5, measure::Verdict::Yes),
                   moved("B/1", "B", 5.0, measure::Verdict::Yes), moved("B/2", "B", 6.5, measure::Verdict::No),
                   moved("C/1", "C", std::nullopt, measure::Verdict::No)};
  std::vector<std::string> says;
  for (const app::RulingLine& line : app::ruling_lines(rulings)) says.push_back(line.says);
  EXPECT_THAT(says, testing::ElementsAre("RG/gun turned on the spot: legal", "R/1 moved 2.50 in of 6: legal",
                                         "B (2 pieces) moved, at most 6.50 in of 6: not legal (1 of 2 too far)",
                                         "C/1 moved where no way leads: not legal"));
}

TEST(ChargePlay, WhatTheOtherSideDidWaitsUntilItIsAccepted) {
  const Field seen = with_moved(field(), 31, -2.0);
  const Game next = app::next_step(begin(field()), seen, kBook).game;
  EXPECT_EQ(next.step, Step::MoveSecond) << "nobody is held up";
  EXPECT_DOUBLE_EQ(y_of(next, 31), 30.0);
  const Game later = apply(app::next_step(next, field(), kBook).game, AcceptTable{seen, "agreed"}, kBook).game;
  EXPECT_DOUBLE_EQ(y_of(later, 31), 28.0);
}

TEST(ChargePlay, DifferencesAreToldUnitByUnit) {
  const Game game = begin(field());
  Field seen = with_moved(with_moved(with_moved(field(), 1, 2.0), 2, 3.5), 31, -1.0);
  std::erase_if(seen.pieces, [](const Piece& piece) { return piece.figure.id == 41; });
  EXPECT_THAT(app::lines_of(compare(game, seen), game, seen),
              testing::UnorderedElementsAre("R: 2 have moved, at most 3.50 in", "B/1 has moved 1.00 in", "C/1 is gone"));
}

TEST(ChargePlay, StepsAreCalledByWhoMoves) {
  const Game game = begin(field());
  EXPECT_EQ(app::title_of(game, Step::MoveFirst), "red moves");
  EXPECT_EQ(app::title_of(game, Step::MoveSecond), "blue moves");
  EXPECT_EQ(app::title_of(game, Step::Artillery), "artillery");
}

TEST(ChargePlay, StrengthCountsTheFallenAndTheOwed) {
  Game game = begin(field());
  game.bodies[{"blue", "B"}].fallen = {31, 32};
  game.owed.push_back({{"blue", "C"}, 3, {41, 42, 43, 44}});
  const auto armies = app::strengths(game);
  ASSERT_EQ(armies.size(), 2U);
  EXPECT_EQ(armies[0].lost, 0);
  EXPECT_EQ(armies[1].original, 16);
  EXPECT_EQ(armies[1].lost, 5);
  EXPECT_EQ(armies[1].defeating, 9) << "more than half of 16";
}

TEST(ChargePlay, WhoMovesFirstIsThrownForUntilOneIsHighest) {
  for (std::uint32_t seed = 1; seed < 40; ++seed) {
    app::Roller roller(seed), same(seed);
    const Game game = app::roll_first(begin(field()), roller, kBook).game;
    std::vector<int> dice = same.roll(2);
    while (dice[0] == dice[1]) dice = same.roll(2);
    EXPECT_EQ(mover(game), dice[0] > dice[1] ? "red" : "blue") << seed;
    EXPECT_EQ(roller.thrown(), same.thrown());
    EXPECT_THAT(game.log.front().says, testing::StartsWith("who moves first: red "));
    EXPECT_EQ(game.log.back().rule, "CG3");
  }
  app::Roller roller(1);
  const Game later = apply(begin(field()), NextStep{}, kBook).game;
  const Applied late = app::roll_first(later, roller, kBook);
  EXPECT_FALSE(late.done);
  EXPECT_TRUE(same(late.game, later)) << "nothing is noted";
}

TEST(ChargePlay, TheMoraleTellsEveryArmyHowFarItIsFromDefeat) {
  Game game = begin(field());
  for (int id = 31; id <= 37; ++id) game.bodies[{"blue", "B"}].fallen.insert(id);
  auto armies = app::strengths(game);
  EXPECT_EQ(app::text_of(armies[1]), "blue stands: 7 of 16 lost, 2 more and it is defeated");
  ASSERT_THAT(armies[1].units, testing::SizeIs(2));
  EXPECT_EQ(armies[1].units[0].lost, 7);
  EXPECT_EQ(app::outcome_text(game), "");
  for (int id = 41; id <= 42; ++id) game.bodies[{"blue", "C"}].fallen.insert(id);
  EXPECT_THAT(app::text_of(app::strengths(game)[1]), testing::HasSubstr("it is tested in the step of the morale"));
  while (game.step != Step::Morale) game = apply(game, NextStep{}, kBook).game;
  EXPECT_EQ(app::text_of(app::strengths(game)[1]), "blue is defeated: 9 of 16 lost, more than half");
  EXPECT_EQ(app::outcome_text(game), "red has won");
  game.armies[0].defeated = true;
  EXPECT_EQ(app::outcome_text(game), "Nobody has won: both armies are defeated");
}

TEST(ChargeOptions, AGunIsToldItsTargetsThoseItMayFireAtFirst) {
  const auto told = app::options_of({field(), {21}, nullptr, kBook});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->gun, 20) << "asked of one of its men";
  EXPECT_EQ(told->crew, 5);
  ASSERT_EQ(told->targets.size(), 2U);
  EXPECT_EQ(told->targets[0].unit, "B");
  EXPECT_EQ(told->targets[0].aim.verdict, measure::Verdict::Yes);
  ASSERT_TRUE(told->targets[0].man());
  EXPECT_NEAR(told->targets[0].man()->range.value.value, 10.0, 0.2);
  EXPECT_EQ(told->targets[0].from->id, 20);
  EXPECT_EQ(told->targets[1].aim.verdict, measure::Verdict::No) << "behind it";
}

TEST(ChargeOptions, OneFigureHasAReachSeveralHaveNone) {
  const auto one = app::options_of({field(), {1}, nullptr, kBook}), two = app::options_of({field(), {1, 2}, nullptr, kBook});
  ASSERT_TRUE(one && two);
  ASSERT_TRUE(one->reach);
  EXPECT_GT(one->reach->area_in2, 50.0);
  EXPECT_FALSE(two->reach);
  EXPECT_EQ(one->standing, 8);
}

TEST(ChargeOptions, TheReachCountsFromWhereTheTurnBegan) {
  const auto highest = [](const std::optional<app::LegalOptions>& told) {
    double y = 0.0;
    for (const auto& ring : told->reach->outline)
      for (const measure::TablePoint point : ring) y = std::max(y, point.y.value);
    return y;
  };
  auto game = std::make_shared<Game>(begin(field()));
  const Field seen = with_moved(field(), 1, 4.0);
  EXPECT_NEAR(highest(app::options_of({seen, {1}, game, kBook})), 26.0, 0.2) << "two inches are left";
  EXPECT_NEAR(highest(app::options_of({seen, {1}, nullptr, kBook})), 30.0, 0.2) << "no game, no turn";
}

TEST(ChargeOptions, WhoFellNoLongerStandsThoughNobodyLiftedHim) {
  auto game = std::make_shared<Game>(begin(field()));
  game->to_lift = {1, 2};
  game->bodies[{"red", "R"}].fallen = {1, 2};
  const auto told = app::options_of({field(), {3}, game, kBook});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->standing, 6);
  EXPECT_EQ(told->original, 8);
  EXPECT_FALSE(app::options_of({field(), {1}, game, kBook})) << "he can do nothing now";
}

/// Blue's company C stands round red's gun, whose crew is gone.
Field gun_taken() {
  Field out = field();
  std::erase_if(out.pieces, [](const Piece& p) { return p.kind == measure::PieceKind::Gunner; });
  for (Piece& p : out.pieces) {
    if (p.unit == "C") p.figure.footprint.centre.y = Inches(18.7);
    if (p.unit == "R")
      p.figure.footprint.centre.y = Inches(24.0), p.figure.footprint.centre.x = Inches(p.figure.footprint.centre.x.value - 38.0);
  }
  return out;
}

TEST(ChargeOptions, CG41ACapturedGunSpeaksForThoseWhoServeIt) {
  const auto told = app::options_of({gun_taken(), {20}, nullptr, kBook});
  ASSERT_TRUE(told);
  EXPECT_EQ(told->army, "blue");
  EXPECT_EQ(told->taken_from, "red");
  ASSERT_THAT(told->targets, testing::SizeIs(1));
  EXPECT_EQ(told->targets[0].unit, "R");
}

TEST(ChargeOptions, CG23MenWhoServedAGunAreNotCountedAmongTheMuskets) {
  Field table = gun_taken();
  const auto muskets = [&](const std::set<int>& silent) {
    const auto told = app::options_of({table, {41}, nullptr, kBook, silent});
    return std::pair(told->targets.size(), told->targets.empty() ? 0 : told->targets[0].aim.men_short + told->targets[0].aim.men_long);
  };
  for (Piece& p : table.pieces)
    if (p.unit == "C") p.figure.footprint.heading = measure::from_degrees(90);
  const auto [targets, all] = muskets({});
  ASSERT_EQ(targets, 1U);
  ASSERT_GT(all, 2);
  EXPECT_LT(muskets({45, 46, 47, 48}).second, all);
  EXPECT_EQ(muskets({41, 42, 43, 44, 45, 46, 47, 48}).first, 0U);
}

struct Shot {
  Game game = begin(field());
  app::LegalOptions gun = app::options_of({field(), {20}, nullptr, kBook}).value();
  Shot() {
    while (game.step != Step::Artillery) game = apply(game, NextStep{}, kBook).game;
  }
  [[nodiscard]] Applied fire(const std::vector<int>& dice) const { return app::fire(game, gun, gun.targets[0], dice, "by hand", kBook); }
};

TEST(ChargeFire, DiceThrownByHandOweMenWhoAreToldApartByADie) {
  const Shot shot;
  EXPECT_THAT(app::dice_wanted(shot.gun, shot.gun.targets[0], kBook), testing::SizeIs(2)) << "to hit and effect";
  const Applied fired = shot.fire({6, 6});
  ASSERT_TRUE(fired.done);
  ASSERT_THAT(fired.game.owed, testing::SizeIs(1));
  EXPECT_EQ(fired.game.owed[0].men, 3) << "six, halved beyond 9 in";
  const Applied told = app::allocate(fired.game, 0, 2, "by hand", kBook);
  EXPECT_THAT(told.game.to_lift, testing::SizeIs(3));
  EXPECT_TRUE(told.game.owed.empty());
}

TEST(ChargeFire, MenFallInTheOrderTheyAreCounted) {
  const Shot shot;
  const Game fired = shot.fire({6, 6}).game;
  const Game told = app::allocate(fired, 0, 1, "by hand", kBook).game;
  EXPECT_THAT(told.to_lift, testing::ElementsAre(31, 32, 33)) << "they face down the table: their right is at small x";
}

TEST(ChargeFire, WrongDiceAreRefusedAndNothingIsNoted) {
  const Shot shot;
  const Applied fired = shot.fire({6});
  EXPECT_FALSE(fired.done);
  EXPECT_FALSE(fired.because.empty());
  EXPECT_TRUE(same(fired.game, shot.game));
  const Applied behind = app::fire(shot.game, shot.gun, shot.gun.targets[1], {6, 6}, "by hand", kBook);
  EXPECT_FALSE(behind.done) << "nobody fires where the rules say no";
}

TEST(ChargeFire, HowTheDiceCameStandsInTheLog) {
  const Game fired = Shot().fire({1, 4}).game;
  EXPECT_TRUE(std::ranges::any_of(fired.log, [](const LogLine& line) { return line.says == "RG fires at B: dice 1 4 by hand"; }));
}

TEST(ChargeFire, AVolleyThrowsTheDiceOfItsMenInTheStepOfTheMusketry) {
  Field near = field();
  for (int i = 0; i < 8; ++i)
    near.pieces.push_back(piece(61 + i, "D/" + std::to_string(i + 1), "D", "blue", measure::PieceKind::Infantry, 50 + i, 24.5, 270));
  Game game = begin(near);
  const auto told = app::options_of({near, {1}, nullptr, kBook});
  ASSERT_TRUE(told);
  const app::TargetOptions& target = told->targets[0];
  ASSERT_EQ(target.unit, "D");
  EXPECT_EQ(target.aim.men_long, 8);
  EXPECT_THAT(app::dice_wanted(*told, target, kBook), testing::ElementsAre("long"));
  EXPECT_FALSE(app::fire(game, *told, target, {6}, "by hand", kBook).done) << "nobody fires while others move";
  while (game.step != Step::Musketry) game = apply(game, NextStep{}, kBook).game;
  const Applied fired = app::fire(game, *told, target, {6}, "by hand", kBook);
  ASSERT_TRUE(fired.done);
  ASSERT_THAT(fired.game.owed, testing::SizeIs(1));
  EXPECT_EQ(fired.game.owed[0].men, 3) << "halved beyond 3 in";
}

TEST(ChargeFire, TheSameSeedThrowsTheSameDice) {
  app::Roller one(4711), two(4711);
  const auto dice = one.roll(600);
  EXPECT_EQ(dice, two.roll(600));
  EXPECT_EQ(one.thrown(), 600);
  for (int face = 1; face <= 6; ++face) EXPECT_NEAR(static_cast<double>(std::ranges::count(dice, face)), 100.0, 50.0) << face;
}

TEST(ChargeFire, DiceAreTypedAsPeopleTypeThem) {
  EXPECT_THAT(app::dice_typed("5 4"), testing::ElementsAre(5, 4));
  EXPECT_THAT(app::dice_typed("54, 6"), testing::ElementsAre(5, 4, 6));
  EXPECT_THAT(app::dice_typed("0 7 x"), testing::IsEmpty());
}

TEST(ChargeCommands, NoKeyMeansTwoThings) {
  const app::Snapshot snapshot;
  const window::Document document;
  const std::vector<overlay::Reading> readings;
  const window::Look look{.snapshot = snapshot, .document = document, .readings = readings};
  std::set<std::tuple<int, bool, bool>> taken;
  for (const window::Command& command : window::commands({.look = &look}))
    EXPECT_TRUE(taken.emplace(command.key, command.ctrl, command.shift).second) << command.title << " " << command.keys;
}

TEST(ChargeHistory, UndoTakesTheGameBackAndAnotherTableEndsIt) {
  window::History history(window::Document{});
  window::Document next = history.current();
  next.game = std::make_shared<const Game>(begin(field()));
  history.change(next, {.game = true});
  next.game = std::make_shared<const Game>(app::next_step(*next.game, field(), kBook).game);
  history.change(next, {.game = true});
  ASSERT_TRUE(history.undo());
  EXPECT_EQ(history.current().game->step, Step::MoveFirst);
  ASSERT_TRUE(history.redo());
  EXPECT_EQ(history.current().game->step, Step::MoveSecond);
  history.forget_game();
  EXPECT_EQ(history.current().game, nullptr);
  EXPECT_FALSE(history.can_undo());
}

}  // namespace
}  // namespace charge_play_test
