// The umpire of the board games: looks at a board in, actions out.
#include "app/board/board_umpire.h"

#include <gmock/gmock.h>

#include "app/board/board_games.h"
#include "app/board/board_json.h"
#include "app/board/board_play.h"
#include "tests/support/board_looks.h"

namespace board_umpire_test {
namespace {

using app::BoardAction;
using app::BoardLook;
using app::BoardRuling;
using measure::SquareName;
using measure::Verdict;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

using support::kOne;
using support::kTwo;
using support::look;
using support::said;
using support::umpire;

measure::Board le_choc() { return support::le_choc_board(); }
measure::Board les_allies() { return support::les_allies_board({support::fortress({2, 6}, "central")}); }

TEST(BoardUmpire, WhoeverMovesFirstHadTheFirstMove) {
  const auto both = umpire(les_allies(), look({{1, 1}, {3, 3}}, {{6, 8}, {8, 8}}));
  EXPECT_FALSE(both->to_move());
  const BoardRuling ruling = both->rule(look({{1, 1}, {3, 3}}, {{6, 8}, {7, 7}}));
  EXPECT_THAT(said(ruling), ElementsAre("8,8-7,7"));
  EXPECT_EQ(ruling.actions[0].side, kTwo);
  EXPECT_EQ(both->to_move(), kOne);
}

TEST(BoardUmpire, ASweepIsOneActionWithAllItTook) {
  const auto game = umpire(les_allies(), look({{4, 4}}, {{3, 5}, {1, 7}, {9, 9}}));
  const BoardRuling ruling = game->rule(look({{0, 8}}, {{9, 9}}));
  ASSERT_THAT(ruling.actions, SizeIs(1));
  EXPECT_EQ(ruling.verdict, Verdict::Yes);
  EXPECT_EQ(ruling.actions[0].kind, BoardAction::Kind::Sweep);
  EXPECT_THAT(ruling.actions[0].way, ElementsAre(SquareName{4, 4}, SquareName{2, 6}, SquareName{0, 8}));
  EXPECT_THAT(ruling.actions[0].takes, ElementsAre(SquareName{3, 5}, SquareName{1, 7}));
}

TEST(BoardUmpire, AGeneralWhomNoMoveMadeIsDoubtedOnceAndPlayGoesOn) {
  const auto game = umpire(les_allies(), look({{1, 1}, {3, 3}}, {{6, 8}, {8, 8}}));
  (void)game->rule(look({{1, 1}, {3, 3}}, {{6, 8}, {7, 7}}));
  BoardLook misread = look({{2, 2}, {3, 3}}, {{6, 8}, {7, 7}});
  misread.standing[1].general = true;  // on 3,3, where he came from nowhere
  const BoardRuling moved = game->rule(misread);
  EXPECT_THAT(said(moved), ElementsAre("1,1-2,2"));
  EXPECT_EQ(moved.verdict, Verdict::Yes) << "the move is sure";
  ASSERT_THAT(moved.because, SizeIs(1));
  EXPECT_EQ(moved.because[0].rule, "D-14");
  EXPECT_TRUE(game->rule(misread).unchanged) << "it is told once";
  EXPECT_TRUE(game->rule(look({{2, 2}, {3, 3}}, {{6, 8}, {7, 7}})).unchanged);
  misread.standing[3].at = {8, 6};
  EXPECT_THAT(said(game->rule(misread)), ElementsAre("7,7-8,6"));
}

TEST(BoardUmpire, D14AManWhoEndsOnAFortressIsPromoted) {
  const auto game = umpire(les_allies(), look({{0, 8}}, {{1, 7}, {9, 9}}));
  BoardLook after = look({{2, 6}}, {{9, 9}});
  after.standing[0].general = true;
  const BoardRuling ruling = game->rule(after);
  EXPECT_THAT(said(ruling), ElementsAre("0,8x2,6=G"));
  EXPECT_TRUE(ruling.actions[0].promoted);
}

TEST(BoardUmpire, D14APromotedManIsAGeneralThoughNobodyHasCrownedHim) {
  const auto game = umpire(les_allies(), look({{0, 8}}, {{1, 7}, {9, 9}}));
  EXPECT_THAT(said(game->rule(look({{2, 6}}, {{9, 9}}))), ElementsAre("0,8x2,6=G"));
  game->rule(look({{2, 6}}, {{8, 8}}));
  EXPECT_THAT(said(game->rule(look({{6, 2}}, {{8, 8}}))), ElementsAre("2,6-6,2")) << "far, as Generals go";
}

TEST(BoardUmpire, ASweepThatIsCarriedOnTakesThePlaceOfItsBeginning) {
  const auto game = umpire(les_allies(), look({{4, 4}}, {{3, 5}, {1, 7}, {9, 9}}));
  EXPECT_THAT(said(game->rule(look({{2, 6}}, {{1, 7}, {9, 9}}))), ElementsAre("4,4x2,6=G")) << "broken off, as far as anybody sees";
  const BoardRuling whole = game->rule(look({{0, 8}}, {{9, 9}}));
  EXPECT_TRUE(whole.revised);
  EXPECT_THAT(said(whole), ElementsAre("4,4x2,6x0,8"));
}

TEST(BoardUmpire, AnActionThatIsNotFinishedIsExplainedOnceItIs) {
  const auto game = umpire(les_allies(), look({{4, 4}}, {{3, 5}, {1, 7}, {9, 9}}));
  const BoardRuling half = game->rule(look({{0, 8}}, {{3, 5}, {1, 7}, {9, 9}}));
  EXPECT_EQ(half.verdict, Verdict::No) << "the men he jumped still stand";
  EXPECT_THAT(half.differences, SizeIs(2));
  EXPECT_THAT(said(game->rule(look({{0, 8}}, {{9, 9}}))), ElementsAre("4,4x2,6x0,8"));
}

TEST(BoardUmpire, WhatNothingExplainsIsToldOnceAndPlayGoesOnFromIt) {
  const auto game = umpire(les_allies(), look({{4, 4}}, {{9, 9}}));
  game->rule(look({{5, 5}}, {{9, 9}}));
  const BoardLook strange = look({{5, 5}}, {{9, 9}, {0, 0}});
  EXPECT_EQ(game->rule(strange).verdict, Verdict::No);
  EXPECT_TRUE(game->rule(strange).unchanged);
  EXPECT_THAT(said(game->rule(look({{5, 5}}, {{8, 8}, {0, 0}}))), ElementsAre("9,9-8,8"));
}

TEST(BoardUmpire, AManPutBackWhereHeStoodIsNoAction) {
  const auto game = umpire(les_allies(), look({{4, 4}, {6, 2}}, {{9, 9}}));
  game->rule(look({{5, 5}, {6, 2}}, {{9, 9}}));
  EXPECT_EQ(game->rule(look({{5, 5}}, {{9, 9}})).verdict, Verdict::No);
  EXPECT_TRUE(game->rule(look({{5, 5}, {6, 2}}, {{9, 9}})).unchanged);
}

TEST(BoardUmpire, LeChocTellsMovesEntriesAndWhoIsLeftOfAFight) {
  const auto game = umpire(le_choc(), look({{1, 10}, {2, 10}}, {{1, 0}, {2, 0}}));
  EXPECT_THAT(said(game->rule(look({{1, 10}, {2, 10}}, {{1, 0}, {2, 3}}))), ElementsAre("c1-c4"));
  EXPECT_THAT(said(game->rule(look({{1, 10}, {2, 10}, {3, 10}}, {{1, 0}, {2, 3}}))), ElementsAre("+d11"));
  game->rule(look({{1, 10}, {2, 10}, {3, 10}}, {{1, 0}, {2, 6}}));
  game->rule(look({{1, 10}, {2, 9}, {3, 10}}, {{1, 0}, {2, 6}}));
  const BoardRuling fight = game->rule(look({{1, 10}, {3, 10}}, {{1, 0}, {2, 9}}));
  ASSERT_THAT(fight.actions, SizeIs(1));
  EXPECT_EQ(fight.actions[0].kind, BoardAction::Kind::Attack);
  EXPECT_EQ(fight.actions[0].attacker_wins, true);
  EXPECT_EQ(fight.actions[0].side, kTwo);
}

TEST(BoardUmpire, APieceThatIsNotSeenIsNotGoneUntilItsSquareIsSeenEmpty) {
  const auto choc = umpire(le_choc(), look({{1, 10}, {2, 10}}, {{1, 0}, {2, 0}}));
  BoardLook hidden = look({{1, 10}}, {{1, 0}, {2, 0}});
  hidden.unsure = {{2, 10}};
  EXPECT_TRUE(choc->rule(hidden).unchanged);
  BoardLook moved = look({{1, 10}}, {{1, 3}, {2, 0}});
  moved.unsure = {{2, 10}};
  EXPECT_THAT(said(choc->rule(moved)), ElementsAre("b1-b4")) << "the others are told all the same";
  EXPECT_TRUE(choc->rule(look({{1, 10}, {2, 10}}, {{1, 3}, {2, 0}})).unchanged);
}

// A piece entered while another was not recognised, and passed for it: from then on one stood where it did not.
TEST(BoardUmpire, WhoIsOnlyNotRecognisedIsNotTakenForWhoEnters) {
  const auto choc = umpire(le_choc(), look({{1, 10}, {9, 8}}, {{1, 0}, {2, 0}}));
  choc->rule(look({{1, 10}, {9, 8}}, {{1, 3}, {2, 0}}));
  BoardLook entered = look({{1, 10}, {7, 10}}, {{1, 3}, {2, 0}});
  entered.unsure = {{9, 8}};
  entered.long_at_rest = true;
  EXPECT_THAT(said(choc->rule(entered)), ElementsAre("+h11"));
  EXPECT_THAT(said(choc->rule(look({{1, 10}, {7, 10}, {9, 8}}, {{1, 4}, {2, 0}}))), ElementsAre("b4-b5")) << "he stands there still";
  EXPECT_THAT(said(choc->rule(look({{1, 10}, {7, 10}, {7, 8}}, {{1, 4}, {2, 0}}))), ElementsAre("j9-h9"));
}

TEST(BoardUmpire, LeChocTellsTheRuleThatAMoveBreaks) {
  const auto game = umpire(le_choc(), look({{1, 10}}, {{1, 0}}));
  game->rule(look({{1, 10}}, {{1, 1}}));
  const BoardRuling far = game->rule(look({{1, 5}}, {{1, 1}}));
  EXPECT_EQ(far.verdict, Verdict::No);
  ASSERT_THAT(far.because, testing::Not(IsEmpty()));
  EXPECT_EQ(far.because[0].rule, "L-11");
}

TEST(BoardUmpire, WhoActsOutOfTurnIsToldSoAndHasActed) {
  const auto game = umpire(les_allies(), look({{4, 4}, {0, 0}}, {{9, 9}}));
  game->rule(look({{5, 5}, {0, 0}}, {{9, 9}}));
  const BoardRuling again = game->rule(look({{5, 5}, {1, 1}}, {{9, 9}}));
  EXPECT_EQ(again.verdict, Verdict::No);
  EXPECT_THAT(said(again), ElementsAre("0,0-1,1"));
  ASSERT_THAT(again.because, SizeIs(1));
  EXPECT_EQ(again.because[0].rule, "D-7");
  EXPECT_EQ(game->to_move(), kTwo);
  EXPECT_THAT(said(game->rule(look({{5, 5}, {1, 1}}, {{8, 8}}))), ElementsAre("9,9-8,8"));
}

TEST(BoardUmpire, AManBetweenTwoSquaresIsNoActionUntilHeStandsOnOne) {
  const auto game = umpire(les_allies(), look({{4, 4}}, {{9, 9}}));
  BoardLook between = look({{5, 5}}, {{9, 9}});
  between.standing[0].sure = false;
  EXPECT_TRUE(game->rule(between).unchanged);
  EXPECT_THAT(said(game->rule(look({{5, 5}}, {{9, 9}}))), ElementsAre("4,4-5,5"));
}

TEST(BoardUmpire, WhatAPieceMayDoIsTheRulesAnswer) {
  const auto game = umpire(les_allies(), look({{4, 4}, {8, 2}}, {{5, 5}, {9, 9}}));
  game->rule(look({{4, 4}, {8, 2}}, {{5, 5}, {8, 8}}));
  EXPECT_EQ(game->options_from({9, 1}).size(), 0U);
  const std::vector<BoardAction> takes = game->options_from({4, 4});
  EXPECT_TRUE(std::ranges::any_of(takes, [](const BoardAction& a) { return a.says == "4,4x6,6"; }));
  EXPECT_THAT(game->must_take(), ElementsAre(SquareName{4, 4}));
  game->rule(look({{4, 4}, {9, 3}}, {{5, 5}, {8, 8}}));
  EXPECT_THAT(game->huffable(), ElementsAre(SquareName{4, 4}));
  EXPECT_TRUE(game->undo());
  EXPECT_THAT(game->huffable(), ElementsAre(SquareName{5, 5})) << "who could have taken before that";
}

TEST(BoardUmpire, LeChocTellsWhatAPieceMayBe) {
  const auto game = umpire(le_choc(), look({{1, 10}}, {{1, 0}, {2, 0}}));
  game->rule(look({{1, 10}}, {{1, 0}, {2, 3}}));
  EXPECT_THAT(game->letters(),
              ElementsAre(app::PieceLetters{{1, 0}, "ABCDEFGH"}, app::PieceLetters{{1, 10}, "ABCDEFGH"}, app::PieceLetters{{2, 3}, "AC"}));
  EXPECT_THAT(game->options_from({1, 10}), SizeIs(11)) << "three squares in the five directions of an edge, less what lies outside";
}

std::unique_ptr<app::BoardUmpire> after_a_fight() {
  auto game = umpire(le_choc(), look({{1, 10}, {2, 2}}, {{1, 0}, {2, 0}}));
  game->rule(look({{1, 10}, {2, 2}}, {{1, 0}, {2, 1}}));
  game->rule(look({{1, 9}, {2, 2}}, {{1, 0}, {2, 1}}));
  EXPECT_EQ(game->rule(look({{1, 9}}, {{1, 0}, {2, 2}})).actions.front().kind, BoardAction::Kind::Attack);
  return game;
}

TEST(BoardUmpire, L4LettersDeclaredInAFightAreKnownToAll) {
  const auto game = after_a_fight();
  const auto flags = game->declare("D", "B");
  ASSERT_TRUE(flags);
  EXPECT_THAT(*flags, IsEmpty());
  EXPECT_THAT(game->letters(), testing::Contains(app::PieceLetters{{2, 2}, "D"}));
}

TEST(BoardUmpire, L5ADeclarationThatTheBoardContradictsIsFlaggedAndBelieved) {
  const auto game = after_a_fight();
  const auto flags = game->declare("B", "D");
  ASSERT_TRUE(flags);
  ASSERT_THAT(*flags, SizeIs(1));
  EXPECT_EQ(flags->front().rule, "L-5");
  EXPECT_THAT(game->letters(), testing::Contains(app::PieceLetters{{2, 2}, "B"}));
}

TEST(BoardUmpire, OnlyAFightCanBeDeclared) {
  const auto game = umpire(le_choc(), look({{1, 10}}, {{1, 0}}));
  EXPECT_FALSE(game->declare("A", "B"));
  EXPECT_FALSE(after_a_fight()->declare("A", "Z"));
}

TEST(BoardUmpire, OfTwoActionsAtOnceEachFightIsDeclaredByItself) {
  const auto game = umpire(le_choc(), look({{1, 5}, {9, 9}}, {{1, 3}, {2, 3}}));
  game->rule(look({{1, 5}, {9, 9}}, {{1, 4}, {2, 3}}));
  game->rule(look({{1, 5}, {9, 8}}, {{1, 4}, {2, 3}}));
  const BoardRuling both = game->rule(look({{9, 7}}, {{1, 5}, {2, 3}}));  // taken, and the other has played on
  ASSERT_THAT(said(both), ElementsAre("b5xb6", "j9-j8"));
  EXPECT_FALSE(game->declare("D", "B")) << "nobody says which action is meant";
  EXPECT_FALSE(game->declare(1, "D", "B")) << "a move is no fight";
  ASSERT_TRUE(game->declare(0, "D", "B"));
  EXPECT_THAT(game->letters(), testing::Contains(app::PieceLetters{{1, 5}, "D"}));
}

/// Green's men of 2,2 and 4,2 are under a hand; one of them has gone to 3,3.
BoardLook under_a_hand() {
  BoardLook out = look({{3, 3}}, {{8, 8}});
  out.unseen = {{2, 2}, {4, 2}, {3, 1}};
  return out;
}
std::unique_ptr<app::BoardUmpire> before_a_hand() {
  auto game = umpire(les_allies(), look({{2, 2}, {4, 2}}, {{9, 9}}));
  game->rule(look({{2, 2}, {4, 2}}, {{8, 8}}));
  return game;
}

TEST(BoardUmpire, WhereASquareUnderAHandDecidesItWaitsUntilTheHandHasGone) {
  const auto game = before_a_hand();
  const BoardRuling wait = game->rule(under_a_hand());
  EXPECT_TRUE(wait.unchanged) << "either of them may have gone";
  EXPECT_THAT(wait.waits_for, testing::UnorderedElementsAre(SquareName{2, 2}, SquareName{4, 2}));
  EXPECT_TRUE(game->rule(under_a_hand()).unchanged);
  const BoardRuling seen = game->rule(look({{3, 3}, {4, 2}}, {{8, 8}}));
  EXPECT_EQ(seen.verdict, Verdict::Yes);
  EXPECT_THAT(said(seen), ElementsAre("2,2-3,3"));
  EXPECT_THAT(seen.waits_for, IsEmpty());
}

TEST(BoardUmpire, ItWaitsUntilOtherMenAreSeenAndNoLonger) {
  const auto game = before_a_hand();
  EXPECT_TRUE(game->rule(under_a_hand()).unchanged);
  BoardLook answered = under_a_hand();
  answered.standing[1].at = {7, 7};
  const BoardRuling both = game->rule(answered);
  EXPECT_EQ(both.verdict, Verdict::TooCloseToCall) << "play goes on";
  EXPECT_THAT(both.actions, SizeIs(2));
  EXPECT_THAT(both.could_be, SizeIs(1));
}

TEST(BoardUmpire, ItWaitsNoLongerWhenTheBoardHasRestedForLong) {
  const auto game = before_a_hand();
  BoardLook rests = under_a_hand();
  EXPECT_TRUE(game->rule(rests).unchanged);
  rests.long_at_rest = true;
  EXPECT_EQ(game->rule(rests).verdict, Verdict::TooCloseToCall);
  EXPECT_TRUE(game->choose(1));
  const auto first = umpire(les_allies(), look({{2, 2}, {4, 2}}, {{8, 8}}));
  EXPECT_FALSE(first->rule(under_a_hand()).waits_for.empty()) << "nor before anybody has moved";
  EXPECT_FALSE(first->to_move());
  EXPECT_EQ(first->rule(rests).verdict, Verdict::TooCloseToCall);
}

TEST(BoardUmpire, WhatNoSquareCanTellIsAskedAtOnce) {
  const auto game = umpire(le_choc(), look({{3, 6}, {5, 6}, {10, 10}}, {{4, 5}, {0, 0}}));
  game->rule(look({{3, 6}, {5, 6}, {10, 10}}, {{4, 5}, {0, 1}}));
  game->rule(look({{3, 6}, {5, 6}, {10, 9}}, {{4, 5}, {0, 1}}));
  BoardLook hand = look({{3, 6}, {5, 6}, {10, 9}}, {{0, 1}});
  hand.unseen = {{8, 8}};  // far from where it happened
  EXPECT_EQ(game->rule(hand).verdict, Verdict::TooCloseToCall);
}

TEST(BoardUmpire, PlayersChooseAmongSeveralExplanations) {
  const auto game = umpire(le_choc(), look({{3, 6}, {5, 6}, {10, 10}}, {{4, 5}, {0, 0}}));
  game->rule(look({{3, 6}, {5, 6}, {10, 10}}, {{4, 5}, {0, 1}}));
  game->rule(look({{3, 6}, {5, 6}, {10, 9}}, {{4, 5}, {0, 1}}));
  const BoardRuling ruling = game->rule(look({{3, 6}, {5, 6}, {10, 9}}, {{0, 1}}));
  ASSERT_EQ(ruling.verdict, Verdict::TooCloseToCall);
  ASSERT_THAT(ruling.could_be, SizeIs(1));
  EXPECT_FALSE(game->choose(2));
  const auto chosen = game->choose(1);
  ASSERT_TRUE(chosen);
  EXPECT_TRUE(chosen->revised);
  EXPECT_EQ(chosen->verdict, Verdict::Yes);
  EXPECT_EQ(chosen->actions, ruling.could_be[0]);
  EXPECT_FALSE(game->choose(0)) << "once";
  EXPECT_TRUE(game->undo());
  EXPECT_EQ(game->to_move(), kTwo);
}

TEST(BoardUmpire, WhoPlaysOnAfterTheEndIsExplainedLikeEverybodyElse) {
  const auto game = umpire(le_choc(), look({{10, 10}}, {{5, 4}, {0, 0}}));
  game->rule(look({{10, 10}}, {{5, 5}, {0, 0}}));
  EXPECT_FALSE(game->rule(look({{10, 9}}, {{5, 5}, {0, 0}})).over);
  game->rule(look({{10, 9}}, {{5, 5}, {0, 1}}));
  game->rule(look({{10, 8}}, {{5, 5}, {0, 1}}));
  game->rule(look({{10, 8}}, {{5, 5}, {0, 2}}));
  const BoardRuling held = game->rule(look({{10, 7}}, {{5, 5}, {0, 2}}));
  EXPECT_TRUE(held.over) << "held through three turns of the enemy (LG13)";
  ASSERT_TRUE(held.ended);
  EXPECT_EQ(held.ended->rule, "L-15");
  EXPECT_EQ(held.ended->says, "Two has won: he has held the objective through 3 turns of One");
  EXPECT_EQ(held.winner, kTwo);
  EXPECT_THAT(said(game->rule(look({{10, 7}}, {{5, 5}, {0, 3}}))), ElementsAre("a3-a4"));
}

TEST(BoardUmpire, D15WhoDidNotTakeMayBeHuffedAndThatIsTold) {
  const auto game = umpire(les_allies(), look({{4, 4}, {8, 2}}, {{5, 5}, {9, 9}}));
  const BoardRuling missed = game->rule(look({{4, 4}, {9, 3}}, {{5, 5}, {9, 9}}));
  EXPECT_EQ(missed.verdict, Verdict::Yes) << "the move stands";
  EXPECT_THAT(missed.huff, ElementsAre(SquareName{4, 4}));
  ASSERT_THAT(missed.because, SizeIs(1));
  EXPECT_EQ(missed.because[0].rule, "D-15");
  const auto json = app::json_of(missed, les_allies());
  EXPECT_EQ(json["huff"].dump(), "[[4,4]]");
  EXPECT_EQ(json["because"][0]["rule"], "D-15");
  EXPECT_THAT(app::text_of(missed, les_allies()), testing::HasSubstr("D-15 the man on [4, 4] did not take all he could"));
}

TEST(BoardUmpire, AManSimplyLiftedIsToldTheRuleThatForbidsIt) {
  const auto game = umpire(les_allies(), look({{1, 1}, {3, 3}}, {{6, 8}, {8, 8}}));
  game->rule(look({{2, 2}, {3, 3}}, {{6, 8}, {8, 8}}));
  const BoardRuling own = game->rule(look({{2, 2}, {3, 3}}, {{6, 8}}));
  EXPECT_EQ(own.verdict, Verdict::No);
  ASSERT_THAT(own.because, SizeIs(1));
  EXPECT_EQ(own.because[0].rule, "D-12") << "nobody took him";
  const BoardRuling huffed = game->rule(look({{3, 3}}, {{6, 8}, {8, 8}}));
  ASSERT_THAT(huffed.because, SizeIs(1));
  EXPECT_EQ(huffed.because[0].rule, "D-16") << "he took all he could";
  EXPECT_THAT(app::text_of(huffed, les_allies()), testing::HasSubstr("D-16 "));
}

TEST(BoardUmpire, L13APieceSimplyLiftedHasLostNoFight) {
  const auto game = umpire(le_choc(), look({{10, 10}, {0, 10}}, {{5, 4}, {0, 0}}));
  game->rule(look({{10, 9}, {0, 10}}, {{5, 4}, {0, 0}}));
  const BoardRuling lifted = game->rule(look({{10, 9}, {0, 10}}, {{5, 4}}));
  EXPECT_EQ(lifted.verdict, Verdict::No);
  ASSERT_THAT(lifted.because, SizeIs(1));
  EXPECT_EQ(lifted.because[0].rule, "L-13");
}

TEST(BoardUmpire, TheEndOfAGameIsToldWithItsRule) {
  const auto game = umpire(les_allies(), look({{4, 4}}, {{5, 5}}));
  const BoardRuling last = game->rule(look({{6, 6}}, {}));
  ASSERT_TRUE(last.over);
  ASSERT_TRUE(last.ended);
  EXPECT_EQ(last.ended->rule, "D-17");
  const auto json = app::json_of(last, les_allies());
  EXPECT_EQ(json["over"].dump(), R"({"winner":"One","rule":"D-17"})");
  EXPECT_EQ(json["because"].back()["rule"], "D-17");
  EXPECT_THAT(app::text_of(last, les_allies()), testing::HasSubstr("D-17 One has won: all enemies are taken"));
}

TEST(BoardGames, MarkedSquaresThatTouchAreOneBase) {
  measure::Board on = le_choc();
  for (const int column : {0, 1, 8, 9}) on.marks.push_back(support::base({column, 0}, "south"));
  on.marks.push_back(support::objective({4, 4}));
  const auto rules = app::le_choc_rules(on, {});
  EXPECT_THAT(rules.board.bases[0], SizeIs(2));
  EXPECT_EQ(rules.board.objective, (rules::le_choc::Square{4, 4}));
  EXPECT_THAT(rules.board.bases[1], SizeIs(2)) << "the north's are the house's";
}

TEST(BoardSettler, ABoardIsAtRestAfterAWhileAndLaterUnderAHand) {
  app::BoardSettler settler(false);
  const BoardLook still = look({{4, 4}}, {{9, 9}});
  BoardLook hand = still;
  hand.unseen = {{0, 0}};
  EXPECT_FALSE(settler.at_rest(still, 0.0));
  EXPECT_TRUE(settler.at_rest(still, 1.0));
  EXPECT_FALSE(settler.at_rest(hand, 1.2));
  EXPECT_FALSE(settler.at_rest(look({{5, 5}}, {{9, 9}}), 1.5));
  EXPECT_FALSE(settler.at_rest(look({{5, 5}}, {{9, 9}}), 1.8));
  EXPECT_TRUE(settler.at_rest(look({{5, 5}}, {{9, 9}}), 2.2));
  EXPECT_FALSE(settler.long_at_rest());
  EXPECT_TRUE(settler.at_rest(look({{5, 5}}, {{9, 9}}), 12.0));
  EXPECT_TRUE(settler.long_at_rest());
  app::BoardSettler stills(true);
  EXPECT_TRUE(stills.at_rest(hand, 0.0)) << "a still is at rest";
  EXPECT_FALSE(stills.long_at_rest());
  EXPECT_TRUE(stills.at_rest(hand, 0.0));
  EXPECT_TRUE(stills.long_at_rest()) << "in two pictures";
}

}  // namespace
}  // namespace board_umpire_test
