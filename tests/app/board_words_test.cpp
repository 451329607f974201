// What the window's side panel says of a board game: games are played on looks at a board, and its lines are read.
#include "app/window/boards/words.h"

#include <gmock/gmock.h>

#include "app/board/board_play.h"
#include "tests/support/board_looks.h"

namespace board_words_test {
namespace {

using app::BoardLook;
using app::BoardPlay;
using measure::SquareName;
using measure::Verdict;
using support::kOne;
using support::kTwo;
using support::look;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// A game played look by look; the camera sees what stands there but for `unseen`.
class Panel {
 public:
  Panel(measure::Board board, const std::vector<BoardLook>& looks, app::BoardHouses houses = {})
      : board_(std::move(board)), play_(board_, std::move(houses)) {
    for (const BoardLook& each : looks) rule(each);
  }
  void rule(const BoardLook& seen) {
    EXPECT_TRUE(play_.rule(seen));
    reading_ = std::make_shared<vision::BoardReading>();
    for (const app::Standing& standing : seen.standing) {
      vision::BoardPiece piece;
      piece.side = standing.side;
      piece.on = standing.at;
      reading_->pieces.push_back(piece);
    }
  }
  BoardPlay& play() { return play_; }
  /// A hand over a man.
  void hide(SquareName at) {
    std::erase_if(reading_->pieces, [&](const vision::BoardPiece& piece) { return piece.on == at; });
  }

  /// The lines of the section whose title begins so; none where it is not shown.
  [[nodiscard]] std::vector<std::string> says(const std::string& title, const app::BoardFocus& focus = {}) const {
    std::vector<std::string> out;
    for (const window::BoardSection& section : sections(focus))
      if (section.title.starts_with(title))
        for (const window::BoardLine& line : section.lines) out.push_back(line.text);
    return out;
  }
  [[nodiscard]] std::vector<std::string> touched(SquareName at) const { return says("TOUCHED", {.selected = at, .hovered = {}}); }
  [[nodiscard]] std::vector<window::BoardSection> sections(const app::BoardFocus& focus = {}) const {
    app::BoardSnapshot now;
    static_cast<app::PublicBoard&>(now) = play_.told();
    now.reading = reading_;
    return window::board_sections(now, board_, focus);
  }

 private:
  measure::Board board_;
  BoardPlay play_;
  std::shared_ptr<vision::BoardReading> reading_;
};

/// One's man on 4,4 can take two men in one sweep; he has another on 0,0.
Panel who_must_take() {
  return {support::les_allies_board({support::fortress({0, 8}, "central")}),
          {look({{3, 3}, {0, 0}}, {{4, 6}, {1, 7}, {9, 9}}), look({{4, 4}, {0, 0}}, {{4, 6}, {1, 7}, {9, 9}}),
           look({{4, 4}, {0, 0}}, {{3, 5}, {1, 7}, {9, 9}})}};
}

TEST(BoardWords, D15WhoMustTakeStandsFirstWithWhatHeTakesAndHowManyMovesThereAre) {
  const Panel panel = who_must_take();
  EXPECT_EQ(panel.sections().front().title, "THE TURN");
  EXPECT_THAT(panel.says("THE TURN"), ElementsAre("One to move", "must take with 4,4 · D-15", "4,4x2,6x0,8=G, taking 3,5  1,7 · D-10, D-14",
                                                  "4 legal moves of 2 men, but then a man may be huffed · D-16"));
}

TEST(BoardWords, WhereNobodyHasToTakeItIsSaid) {
  const Panel panel(support::les_allies_board({}), {look({{3, 3}}, {{4, 8}}), look({{4, 4}}, {{4, 8}})});
  EXPECT_THAT(panel.says("THE TURN"), ElementsAre("Two to move", "may move: nobody has to take · D-15", "4 legal moves of 1 man"));
}

TEST(BoardWords, BeforeAnybodyMovedBothSidesAreCounted) {
  const Panel panel(support::les_allies_board({}), {look({{0, 0}}, {{4, 8}})});
  const auto says = panel.says("TURNS");
  EXPECT_THAT(says, Contains("Nobody has moved: whoever moves first begins."));
  EXPECT_THAT(says, Contains("1 legal move of 1 man")) << "One's, in the corner";
  EXPECT_THAT(says, Contains("4 legal moves of 1 man"));
}

TEST(BoardWords, WhileNobodyIsInHandEverybodyWhoMayMoveIsListed) {
  const auto says = who_must_take().says("WHO MAY MOVE");
  EXPECT_THAT(says, Contains("0,0 to 1,1"));
  EXPECT_THAT(says, Contains(HasSubstr("4,4 to 3,3")));
}

TEST(BoardWords, ThePieceInHandShowsItsWaysAndWhatIsClosedWithTheRule) {
  const Panel panel = who_must_take();
  const auto says = panel.touched({4, 4});
  EXPECT_EQ(says.front(), "One soldier on 4,4");
  EXPECT_THAT(says, Contains("4,4x2,6x0,8=G, taking 3,5  1,7 · D-10, D-14, and becomes a General"));
  EXPECT_THAT(says, Contains("to 3,3  5,3  5,5 · D-8, but may be huffed · D-16"));
  EXPECT_THAT(panel.touched({9, 9}), ElementsAre("Two soldier on 9,9", "D-7 · it is One's turn"));
  EXPECT_THAT(panel.touched({0, 8}), ElementsAre("nobody on 0,8, fortress of Two"));
  const Panel blocked(support::les_allies_board({}), {look({{0, 0}, {1, 1}}, {{8, 8}}), look({{0, 0}, {1, 1}}, {{7, 7}})});
  EXPECT_THAT(blocked.touched({0, 0}), ElementsAre("One soldier on 0,0", HasSubstr("D-8 · a man stands on [1, 1]")));
}

TEST(BoardWords, APieceUnderTheMouseIsShownUntilOneIsClicked) {
  const Panel panel = who_must_take();
  EXPECT_THAT(panel.says("UNDER THE MOUSE", {.selected = {}, .hovered = SquareName{0, 0}}), Contains("One soldier on 0,0"));
  EXPECT_THAT(panel.says("TOUCHED", {.selected = SquareName{4, 4}, .hovered = SquareName{0, 0}}), Contains("One soldier on 4,4"));
}

TEST(BoardWords, AManUnderAHandIsTheGames) {
  Panel panel = who_must_take();
  panel.hide({4, 4});
  EXPECT_THAT(panel.touched({4, 4}), Contains("One soldier on 4,4, out of sight"));
}

TEST(BoardWords, MenGeneralsAndWhoWasTaken) {
  Panel panel = who_must_take();
  EXPECT_THAT(panel.says("THE MEN"), ElementsAre("One: 2 on the board", "Two: 3 on the board"));
  panel.rule(look({{0, 8}, {0, 0}}, {{9, 9}}));
  EXPECT_THAT(panel.says("THE MEN"), ElementsAre("One: 2 (1 General) on the board", "Two: 1 on the board, 2 taken"));
  panel.play().undo();
  EXPECT_THAT(panel.says("THE MEN"), ElementsAre("One: 2 on the board", "Two: 3 on the board"));
}

TEST(BoardWords, D17TheResultStandsFirstWithItsRule) {
  const Panel panel(support::les_allies_board({}), {look({{3, 3}}, {{4, 4}}), look({{5, 5}}, {})});
  EXPECT_EQ(panel.sections().front().title, "THE GAME IS OVER");
  EXPECT_THAT(panel.says("THE GAME IS OVER"), ElementsAre("One has won · D-17"));
  EXPECT_THAT(panel.says("THE TURN"), IsEmpty());
}

TEST(BoardWords, D2TheBorderIsClosedUntilAFightIsOverAndEveryZoneHasItsTurn) {
  Panel panel(support::battle_board(), {look({{1, 1}, {9, 1}}, {{2, 2}, {14, 8}}), look({{1, 1}, {9, 1}}, {{2, 2}, {13, 7}})});
  EXPECT_THAT(panel.says("GROUND"), Contains("D-2 · zone 1: the border is closed until a fight is over"));
  EXPECT_THAT(panel.says("THE BATTLE"), Contains("Zone 2: One to move"));
  panel.rule(look({{3, 3}, {9, 1}}, {{13, 7}}));
  panel.rule(look({{3, 3}, {10, 2}}, {{13, 7}}));
  EXPECT_THAT(panel.says("THE BATTLE"), Contains("Zone 1: One has won · D-17"));
  EXPECT_THAT(panel.says("GROUND"), Contains(HasSubstr("D-20 · zone 2: the border is open")));
}

TEST(BoardWords, D2AndD5AManBesideTheBorderOrNeutralGroundIsToldWhyItIsClosed) {
  const Panel panel(support::battle_board(), {look({{7, 1}, {9, 1}}, {{2, 8}, {14, 8}})});
  EXPECT_THAT(panel.touched({7, 1}), Contains(HasSubstr("D-2 · [8, 0] lies across the border")));
  measure::BoardMark holland = support::mark({4, 4});
  holland.country = "NL";
  holland.neutral = true;
  const Panel neutral(support::les_allies_board({holland}), {look({{3, 3}}, {{8, 8}})});
  EXPECT_THAT(neutral.says("GROUND"), Contains("D-5 · NL: neutral, closed to both"));
  EXPECT_THAT(neutral.touched({3, 3}), Contains("D-5 · [4, 4] lies in NL, which is closed"));
}

TEST(BoardWords, DG29TheClockOfANullFightRunsWithQuietTurns) {
  const Panel panel(support::les_allies_board({}), {look({{3, 3}}, {{4, 8}}), look({{4, 4}}, {{4, 8}})});
  EXPECT_THAT(panel.says("GROUND"), ElementsAre("DG29 · null: 1 of 80 turns without capture or promotion"));
}

measure::Board le_choc() {
  measure::Board out = support::board(measure::BoardGame::LeChoc, 11, 11, "south", "north");
  out.marks = {support::objective({5, 5})};
  for (const int column : {1, 2, 3}) {
    out.marks.push_back(support::base({column, 0}, "south"));
    out.marks.push_back(support::base({column, 10}, "north"));
  }
  return out;
}

TEST(BoardWords, LeChocTellsForcesEntriesAndThePossibleLettersByPiece) {
  Panel panel(le_choc(), {look({{1, 0}, {2, 0}}, {{1, 10}, {5, 6}}), look({{1, 0}, {2, 3}}, {{1, 10}, {5, 6}})});
  EXPECT_THAT(panel.says("THE FORCES"), ElementsAre("One: 2 on the board, 21 in reserve", "Two: 2 on the board, 21 in reserve"));
  EXPECT_THAT(panel.says("POSSIBLE LETTERS"), ElementsAre("c4:  A C", "b1:  A B C D E F G H", "b11  f7:  A B C D E F G H"));
  const auto turn = panel.says("THE TURN");
  EXPECT_THAT(turn, Contains("one action: move, attack or entry · L-9"));
  EXPECT_THAT(turn, Contains("1 attack by f7, entry on c11  d11"));
  EXPECT_THAT(panel.touched({2, 10}), Contains("a new piece may enter · L-10"));
  EXPECT_THAT(panel.touched({2, 3}), ElementsAre("One piece on c4", "may be AC", "L-9 · it is Two's turn"));
  EXPECT_THAT(panel.touched({1, 10}), Contains(HasSubstr(" as AC · L-11"))) << "three squares are for A and C";
}

TEST(BoardWords, LG2WhereNoBaseIsFreeItIsSaidThatNobodyEnters) {
  const Panel panel(le_choc(), {look({{1, 0}, {2, 0}, {3, 0}, {5, 1}}, {{5, 8}}), look({{1, 0}, {2, 0}, {3, 0}, {5, 1}}, {{5, 7}})});
  EXPECT_THAT(panel.says("GROUND"), Contains("LG2 · no base square of One is free: nobody enters"));
  EXPECT_THAT(panel.says("THE TURN"), Contains("no attack, no entry"));
  EXPECT_THAT(panel.touched({2, 0}), Contains("LG5 · own pieces stand on b1 d1"));
}

TEST(BoardWords, LG13TheObjectiveAndItsClockAndTheEndWithItsRule) {
  Panel panel(le_choc(), {look({{5, 4}, {0, 0}}, {{10, 10}}), look({{5, 5}, {0, 0}}, {{10, 10}})});
  EXPECT_THAT(panel.says("GROUND"),
              ElementsAre("LG13 · One holds the objective f6: 0 of 3 enemy turns", "LG17 · drawn: 1 of 120 turns without fight or entry"));
  for (int turn = 0; turn < 3; ++turn) {
    panel.rule(look({{5, 5}, {0, turn}}, {{10, 9 - turn}}));
    if (turn < 2) panel.rule(look({{5, 5}, {0, turn + 1}}, {{10, 9 - turn}}));
  }
  EXPECT_THAT(panel.says("THE GAME IS OVER"), ElementsAre("One has won · L-15"));
}

TEST(BoardWords, L4TheFallenAreToldByTheLettersTheyShowed) {
  Panel panel(le_choc(), {look({{5, 4}, {0, 0}}, {{5, 5}, {10, 10}}), look({{5, 5}, {0, 0}}, {{10, 10}})});
  EXPECT_THAT(panel.says("THE FORCES"), Contains("Two: 1 on the board, 21 in reserve, 1 fallen"));
  panel.play().declare("C", "B");
  EXPECT_THAT(panel.says("THE FORCES"), Contains("Two: 1 on the board, 21 in reserve, 1 fallen: B"));
  EXPECT_THAT(panel.says("POSSIBLE LETTERS"), Contains("f6:  C"));
}

TEST(BoardWords, RulingsStandNewestFirstEachOnceWithItsRule) {
  Panel panel = who_must_take();
  panel.rule(look({{0, 8}, {0, 0}}, {{9, 9}}));
  panel.rule(look({{0, 8}, {0, 0}}, {{9, 9}}));
  std::vector<std::string> log;
  for (const app::BoardLogLine& line : panel.play().told().log) log.push_back(line.rule + " " + line.side + " " + line.says);
  EXPECT_THAT(log, ElementsAre("D-10, D-14 One 4,4x2,6x0,8=G", "D-8 Two 4,6-3,5", "D-8 One 3,3-4,4"));
}

}  // namespace
}  // namespace board_words_test
