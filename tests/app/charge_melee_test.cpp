// The melee as the window shows it: combats with their odds, the pairing players wish for, survivors who go back, and what is drawn.
#include "app/umpire/charge_melee.h"

#include <gmock/gmock.h>

#include "app/umpire/charge_play.h"
#include "app/window/charge/states.h"
#include "tests/rules/field_builders.h"
#include "tests/support/same_game.h"

namespace charge_melee_test {
namespace {

using namespace rules::charge;
using measure::Inches;
using measure::PieceKind;
using measure::Verdict;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

const House kBook;

/// Two red foot (1, 2) and before them a blue horseman (11) and a blue man on foot (12), `apart` inches between them.
Field field(double apart) {
  Field out;
  out.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  for (int i = 0; i < 2; ++i)
    out.pieces.push_back(piece(1 + i, "R/" + std::to_string(i + 1), "R", "red", PieceKind::Infantry, 20 + 2 * i, 20, 90));
  out.pieces.push_back(piece(11, "BC/1", "BC", "blue", PieceKind::Cavalry, 20, 21 + apart, 270));
  out.pieces.push_back(piece(12, "B/1", "B", "blue", PieceKind::Infantry, 22, 21 + apart, 270));
  return out;
}

Field moved(Field seen, int id, double x, double y) {
  for (Piece& piece : seen.pieces)
    if (piece.figure.id == id) piece.figure.footprint.centre = {Inches(x), Inches(y)};
  return seen;
}

Game at_step(Game game, Step step) {
  do game = apply(game, NextStep{}, kBook).game;
  while (game.step != step);
  return game;
}

/// Blue charged in turn 1; it is the melee of turn 2.
struct Charged {
  Game first = at_step(apply(at_step(begin(field(3.0)), Step::MoveSecond), AcceptTable{field(0.0), ""}, kBook).game, Step::Melee);
  Game game = at_step(first, Step::Melee);
  app::MeleeOptions legal = app::melee_options(game, field(0.0), kBook);
};

TEST(ChargeMelee, CombatsAreListedWithTheirOddsAndTheirRules) {
  const Charged now;
  ASSERT_THAT(now.legal.combats, SizeIs(2));
  const app::CombatOptions& combat = now.legal.combats[0];
  EXPECT_THAT(combat.names, ElementsAre("R/1", "BC/1"));
  EXPECT_THAT(combat.factors, ElementsAre(rules::Fraction(1), rules::Fraction(2)));
  EXPECT_FALSE(combat.reasons[0]);
  EXPECT_EQ(combat.reasons[1]->rule, "C-H4");
  EXPECT_TRUE(combat.touching);
}

TEST(ChargeMelee, BodiesThatCameTogetherThisTurnAreNamedAndWait) {
  const Charged now;
  const app::MeleeOptions first = app::melee_options(now.first, field(0.0), kBook);
  EXPECT_THAT(first.combats, IsEmpty());
  ASSERT_THAT(first.contacts, SizeIs(2));
  EXPECT_FALSE(first.contacts[0].fights_now);
  EXPECT_EQ(first.contacts[0].attacker, "blue");
  EXPECT_TRUE(now.legal.contacts[0].fights_now);
}

TEST(ChargeMelee, SelectedMenMakeAPairOnlyWhereTheyMayFight) {
  const Charged now;
  EXPECT_EQ(app::pair_of(now.game, {1, 11, 12}, kBook), (Pair{{1}, {11, 12}}));
  EXPECT_EQ(app::pair_of(now.game, {1, 11}, kBook), std::nullopt) << "already proposed so";
  EXPECT_EQ(app::pair_of(now.game, {1, 2, 11, 12}, kBook), std::nullopt) << "two against two";
  EXPECT_EQ(app::pair_of(now.game, {1, 2}, kBook), std::nullopt);
  EXPECT_EQ(app::pair_of(now.game, {}, kBook), std::nullopt);
  const Game paired = apply(now.game, PairUp{{1}, {12}}, kBook).game;
  const auto legal = app::melee_options(paired, field(0.0), kBook);
  ASSERT_THAT(legal.combats, SizeIs(1)) << "the other two do not touch";
  EXPECT_FALSE(legal.combats[0].touching);
}

TEST(ChargeMelee, ASelectedManChoosesHisCombat) {
  const Charged now;
  EXPECT_EQ(app::combat_with(now.legal, {2}), (Pair{{2}, {12}}));
  EXPECT_EQ(app::combat_with(now.legal, {11}), (Pair{{1}, {11}}));
  EXPECT_EQ(app::combat_with(now.legal, {1, 2}), std::nullopt) << "which of the two?";
}

TEST(ChargeMelee, TheDiceAndHowTheyCameStandInTheLog) {
  const Charged now;
  const Applied fought = app::fight(now.game, now.legal.combats[0], {5, 3}, "by hand", kBook);
  ASSERT_TRUE(fought.done);
  EXPECT_TRUE(std::ranges::any_of(fought.game.log, [](const LogLine& l) { return l.says == "R/1 against BC/1: dice 5 3 by hand"; }));
  const Applied wrong = app::fight(now.game, now.legal.combats[0], {5}, "by hand", kBook);
  EXPECT_FALSE(wrong.done);
  EXPECT_TRUE(same(wrong.game, now.game));
}

TEST(ChargeMelee, SurvivorsAreWaitedForAndThenChecked) {
  const Charged now;
  const Game game = app::fight(now.game, now.legal.combats[1], {3, 3}, "by hand", kBook).game;
  const auto waiting = app::melee_options(game, field(0.0), kBook).backs;
  ASSERT_THAT(waiting, SizeIs(2));
  EXPECT_TRUE(waiting[0].waits);
  const auto went = app::melee_options(game, moved(moved(field(0.0), 2, 22.2, 17.1), 12, 25, 24), kBook).backs;
  EXPECT_FALSE(went[0].waits);
  EXPECT_EQ(went[0].verdict, Verdict::Yes);
  EXPECT_EQ(went[1].verdict, Verdict::No);
  EXPECT_NEAR(went[1].off.value.value, 3.0, 1e-6);
}

TEST(ChargeMelee, GhostsAreDrawnWhereSurvivorsGo) {
  const Charged now;
  const Game game = app::fight(now.game, now.legal.combats[1], {3, 3}, "by hand", kBook).game;
  const auto list = window::melee_overlay(app::melee_options(game, field(0.0), kBook), std::nullopt, field(0.0), *field(0.0).table);
  std::vector<double> ghosts;
  for (const overlay::Primitive& primitive : list)
    if (const auto* mark = std::get_if<overlay::Mark>(&primitive); mark && mark->style.dashed)
      ghosts.push_back(mark->footprint.centre.y.value);
  EXPECT_THAT(ghosts, ElementsAre(testing::DoubleNear(17.0, 1e-6), testing::DoubleNear(24.0, 1e-6)));
}

TEST(ChargeMelee, WhoHasYetToGoBackHoldsNobodyUp) {
  const Charged now;
  const Game game = app::fight(now.game, now.legal.combats[1], {3, 3}, "by hand", kBook).game;
  EXPECT_THAT(app::lines_of(compare(game, field(0.0)), game, field(0.0)),
              testing::UnorderedElementsAre("R/2 has yet to go back 3.00 in", "B/1 has yet to go back 3.00 in"));
  const Field one_went = moved(field(0.0), 2, 22, 17);
  const Game next = app::next_step(game, one_went, kBook).game;
  EXPECT_EQ(next.step, Step::Morale);
  EXPECT_DOUBLE_EQ(find(next.field, 2)->figure.footprint.centre.y.value, 17.0) << "he went, though the other has yet to go";
  EXPECT_THAT(next.going_back, SizeIs(1));
}

}  // namespace
}  // namespace charge_melee_test
