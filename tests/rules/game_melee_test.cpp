// The melee of a game: pairing, one combat at a time, survivors who go back; and what an accepted table says of illegal moves.
#include <gmock/gmock.h>

#include "rules/charge/game/game.h"
#include "tests/rules/field_builders.h"

namespace rules::charge::game_melee_test {
namespace {

using measure::Inches;
using measure::PieceKind;
using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const House kBook;

/// Three red foot (1..3) side by side, and three of blue: a horseman (11) and two foot (12, 13), far from them.
charge::Field apart() {
  charge::Field field;
  field.table = measure::Table{.length = Inches(72), .width = Inches(48), .terrain = {}};
  for (int i = 0; i < 3; ++i)
    field.pieces.push_back(piece(1 + i, "R/" + std::to_string(i + 1), "R", "red", PieceKind::Infantry, 20 + 2 * i, 20, 90));
  field.pieces.push_back(piece(11, "BC/1", "BC", "blue", PieceKind::Cavalry, 20, 26, 270));
  for (int i = 0; i < 2; ++i)
    field.pieces.push_back(piece(12 + i, "B/" + std::to_string(i + 1), "B", "blue", PieceKind::Infantry, 22 + 2 * i, 26, 270));
  return field;
}

charge::Field moved(charge::Field field, int id, double x, double y) {
  for (Piece& piece : field.pieces)
    if (piece.figure.id == id) piece.figure.footprint.centre = {Inches(x), Inches(y)};
  return field;
}

/// Every blue man stands before the red man opposite him, base to base.
charge::Field in_contact() {
  charge::Field field = apart();
  for (int i = 0; i < 3; ++i) field = moved(field, 11 + i, 20 + 2 * i, 21);
  return field;
}

Game at_step(Game game, Step step) {
  do game = apply(game, NextStep{}, kBook).game;
  while (game.step != step);
  return game;
}

/// Blue came into contact in turn 1; it is the melee of turn 2.
Game to_the_melee(const charge::Field& field = in_contact()) {
  Game game = at_step(begin(apart()), Step::MoveSecond);
  game = apply(game, AcceptTable{field, ""}, kBook).game;
  return at_step(at_step(game, Step::Morale), Step::Melee);
}

Game fought(const Game& game, const Fight& fight) {
  Applied applied = apply(game, fight, kBook);
  EXPECT_TRUE(applied.done) << (applied.because.empty() ? "" : applied.because.front().says);
  return applied.game;
}

std::vector<std::string> rules_of(const Game& game) {
  std::vector<std::string> rules;
  for (const LogLine& line : game.log) rules.push_back(line.rule);
  return rules;
}

TEST(GameMelee, CH1TouchingMenFightInTheTurnAfterTheyCameTogether) {
  const Game melee = to_the_melee();
  EXPECT_THAT(open_touches(melee), SizeIs(3));
  EXPECT_THAT(open_combats(melee, kBook), ElementsAre(Pair{{1}, {11}}, Pair{{2}, {12}}, Pair{{3}, {13}}));
  Game first = at_step(begin(apart()), Step::MoveSecond);
  first = at_step(apply(first, AcceptTable{in_contact(), ""}, kBook).game, Step::Melee);
  EXPECT_THAT(open_combats(first, kBook), IsEmpty()) << "the turn they came together";
}

TEST(GameMelee, CG32ThePlayersMayPairOtherwiseAndTheRestIsProposed) {
  const Game game = to_the_melee();
  const Applied paired = apply(game, PairUp{{1}, {11, 12}}, kBook);
  ASSERT_TRUE(paired.done);
  EXPECT_THAT(open_combats(paired.game, kBook), ElementsAre(Pair{{1}, {11, 12}}, Pair{{3}, {13}}));
  const Game again = apply(paired.game, PairUp{{1}, {13}}, kBook).game;
  EXPECT_THAT(open_combats(again, kBook), ElementsAre(Pair{{1}, {13}}, Pair{{2}, {12}})) << "he fights in one combat only";
  EXPECT_THAT(open_combats(apply(paired.game, PairUp{}, kBook).game, kBook), SizeIs(3)) << "as proposed again";
  EXPECT_FALSE(apply(game, PairUp{{1, 2}, {11, 12}}, kBook).done) << "two against two";
  House manual = kBook;
  manual.pairing = Pairing::Manual;
  EXPECT_THAT(open_combats(game, manual), IsEmpty());
  EXPECT_THAT(open_combats(paired.game, manual), ElementsAre(Pair{{1}, {11, 12}}));
}

TEST(GameMelee, WhoHasFoughtGoesBackAndFightsNoMoreThisTurn) {
  const Game game = fought(to_the_melee(), Fight{{2}, {12}, {5, 3}});
  EXPECT_THAT(game.to_lift, ElementsAre(12));
  EXPECT_THAT(open_combats(game, kBook), ElementsAre(Pair{{1}, {11}}, Pair{{3}, {13}}));
  EXPECT_EQ(apply(game, Fight{{2}, {13}, {6, 1}}, kBook).because.front().rule, "C-H8");
  ASSERT_TRUE(game.going_back.contains(2));
  EXPECT_NEAR(game.going_back.at(2).to.y.value, 17.0, 1e-6);
}

TEST(GameMelee, TheLogHoldsTheWorking) {
  const Game game = fought(to_the_melee(), Fight{{1}, {11}, {5, 4}});
  std::vector<std::string> says;
  for (const LogLine& line : game.log) says.push_back(line.rule + " " + line.says);
  EXPECT_THAT(says, Contains("C-H2 BC/1: die 4: 4"));
  EXPECT_THAT(says, Contains("C-H4 BC/1: doubled: horse against foot: 8"));
  EXPECT_THAT(says, Contains("C-H2 R/1 falls"));
  EXPECT_THAT(says, Contains("C-H8 BC/1 goes back 6.00 in"));
}

TEST(GameMelee, SurvivorsOfEarlierCombatsStandWhereTheyWentBackTo) {
  const charge::Field field = moved(in_contact(), 12, 23, 20);  // to the right of R/2, who goes back towards R/1
  const Game melee = to_the_melee(field);
  EXPECT_EQ(fought(melee, Fight{{2}, {12}, {3, 3}}).going_back.at(2).shortened_by, "R/1");
  const Game later = fought(fought(melee, Fight{{1}, {11}, {5, 3}}), Fight{{2}, {12}, {3, 3}});
  EXPECT_EQ(later.going_back.at(2).shortened_by, "");
  EXPECT_NEAR(later.going_back.at(2).to.x.value, 19.0, 1e-5);
}

TEST(GameMelee, TheTableIsBehindUntilSurvivorsStandWhereTheyGo) {
  const Game game = fought(to_the_melee(), Fight{{2}, {12}, {3, 3}});
  EXPECT_EQ(compare(game, in_contact()).agreement, Agreement::Behind);
  EXPECT_THAT(compare(game, in_contact()).differences, SizeIs(2));
  const charge::Field back = moved(moved(in_contact(), 2, 22, 17.2), 12, 22.1, 24);
  EXPECT_EQ(compare(game, back).agreement, Agreement::InStep) << "set down by hand";
  const charge::Field astray = moved(back, 2, 24, 17);
  const Comparison compared = compare(game, astray);
  EXPECT_EQ(compared.agreement, Agreement::OutOfStep);
  ASSERT_THAT(compared.differences, SizeIs(1));
  EXPECT_EQ(compared.differences[0].kind, Difference::Kind::Astray);
  EXPECT_NEAR(compared.differences[0].by.value, 2.0, 1e-6);
  EXPECT_EQ(compare(game, moved(back, 3, 24, 18)).agreement, Agreement::OutOfStep) << "he did not fight";
  const Game accepted = apply(game, AcceptTable{back, ""}, kBook).game;
  EXPECT_THAT(accepted.going_back, IsEmpty());
  EXPECT_EQ(accepted.contacts.size(), 2U) << "the bodies of the other two still touch";
  const Game half = apply(game, AcceptTable{moved(in_contact(), 2, 22, 17), ""}, kBook).game;
  EXPECT_THAT(half.going_back, SizeIs(1)) << "the other has yet to go";
}

TEST(GameMelee, MenOfOneBodyWhoWentToEachOthersPlacesAreBack) {
  Game game = fought(to_the_melee(), Fight{{2}, {12}, {3, 3}});
  game = fought(game, Fight{{3}, {13}, {3, 3}});
  charge::Field crossed = moved(moved(in_contact(), 2, 24, 17), 3, 22, 17);
  crossed = moved(moved(crossed, 12, 24, 24), 13, 22, 24);
  EXPECT_EQ(compare(game, crossed).agreement, Agreement::InStep);
  const charge::Field one = moved(in_contact(), 2, 24, 17);
  EXPECT_THAT(compare(game, one).differences, SizeIs(4)) << "the others have yet to go, and he stands where another goes";
}

TEST(GameMelee, WhoNeverWentBackIsNotedWhenTheTurnEnds) {
  const Game game = at_step(fought(to_the_melee(), Fight{{2}, {12}, {3, 3}}), Step::MoveFirst);
  EXPECT_THAT(game.going_back, IsEmpty());
  EXPECT_EQ(game.log.back().says, "B/1 did not go back after his combat");
}

TEST(StoodBack, AHandMayErrByHalfAnInch) {
  const PushBack back{{Inches(10), Inches(10)}, {Inches(10), Inches(7)}, Inches(3), {}};
  measure::Footprint now{.shape = measure::RoundShape{Inches(1)}, .centre = {}, .heading = {}, .covariance = {}, .heading_margin = {}};
  const auto verdict = [&](double x, double y) {
    now.centre = {Inches(x), Inches(y)};
    return stood_back(back, now, {}).verdict;
  };
  EXPECT_EQ(verdict(10.3, 7.4), measure::Verdict::Yes);
  EXPECT_EQ(verdict(10, 7.6), measure::Verdict::No);
  now.covariance = measure::covariance_of(Inches(0.1));
  EXPECT_EQ(verdict(10, 7.6), measure::Verdict::TooCloseToCall);
}

// ---- illegal moves that were accepted ----

TEST(GameAccept, IllegalMovesAreListedByTheirRule) {
  const Game game = begin(apart());
  const Game legal = apply(game, AcceptTable{moved(apart(), 1, 20, 14.1), ""}, kBook).game;
  EXPECT_THAT(legal.log, IsEmpty());
  charge::Field seen = moved(moved(apart(), 1, 20, 12), 2, 22, 13);
  seen = moved(seen, 12, 22, 27);
  const Game accepted = apply(game, AcceptTable{seen, "agreed by both"}, kBook).game;
  EXPECT_THAT(rules_of(accepted), ElementsAre("C-T3", "C-M1", ""));
  EXPECT_THAT(accepted.log[0].says, HasSubstr("B/1 moved 1.00 in out of its own movement"));
  EXPECT_THAT(accepted.log[1].says, HasSubstr("R/1 moved 8.00 in of 6"));
  EXPECT_THAT(accepted.log[1].says, HasSubstr("the worst of 2 of R"));
}

TEST(GameAccept, CH1TheAttackerIsWhoCameThoughItWasNotHisMovement) {
  const Game game = apply(begin(apart()), AcceptTable{in_contact(), "agreed by both"}, kBook).game;
  ASSERT_EQ(mover(game), "red");
  ASSERT_THAT(game.contacts, SizeIs(2));
  for (const auto& [bodies, contact] : game.contacts) EXPECT_EQ(contact.attacker, "blue");
}

TEST(GameAccept, AMoveIsJudgedFromWhereTheTurnBegan) {
  Game game = apply(begin(apart()), AcceptTable{moved(apart(), 1, 20, 16), ""}, kBook).game;
  game = apply(game, AcceptTable{moved(apart(), 1, 20, 12), ""}, kBook).game;
  EXPECT_THAT(rules_of(game), ElementsAre("C-M1")) << "four inches and four more";
}

TEST(GameAccept, WhoLeavesAMeleeIsHeldByCG30AndWhoStandsAstrayByCH8) {
  const Game melee = to_the_melee();
  const Game next = at_step(melee, Step::MoveFirst);
  EXPECT_THAT(rules_of(apply(next, AcceptTable{moved(in_contact(), 1, 20, 18), ""}, kBook).game), Contains("CG30"));
  const Game fought_out = fought(melee, Fight{{2}, {12}, {3, 3}});
  const Game astray = apply(fought_out, AcceptTable{moved(moved(in_contact(), 2, 25, 17), 12, 22, 24), ""}, kBook).game;
  EXPECT_THAT(astray.log.back(), Field(&LogLine::rule, "C-H8"));
  EXPECT_THAT(astray.log.back().says, HasSubstr("R/2 stands 3.00 in from where he goes back to"));
}

}  // namespace
}  // namespace rules::charge::game_melee_test
