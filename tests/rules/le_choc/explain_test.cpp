// What was done, from the board as it is seen: every legal action is recognised, what is not legal is told and accepted.
#include "rules/le_choc/explain.h"

#include <gmock/gmock.h>

#include <random>

#include "rules/le_choc/sworn.h"
#include "tests/rules/le_choc/builders.h"

namespace rules::le_choc::explain_test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;
using Fight = Guess::Fight;

const Rules kBook = rules_of({});

SeenBoard board_of(const Seen& game) {
  SeenBoard out;
  for (const SeenPiece& piece : game.pieces)
    if (piece.at) out.pieces.push_back({*piece.at, piece.side});
  return out;
}

/// South on b1, c1, d1, h1, i1, j1; North on the same columns of row 11.
Seen start() {
  std::array<std::vector<Square>, 2> squares;
  for (const Side side : kSides)
    for (const Base& base : kBook.board.bases[index(side)])
      squares[index(side)].insert(squares[index(side)].end(), base.begin(), base.end());
  return begin_seen(squares, Side::South, kBook);
}

SeenBoard with(SeenBoard board, const std::string& gone, const std::string& come = {}, Side side = Side::South) {
  std::erase_if(board.pieces, [&](const SeenSquare& s) { return s.at == sq(gone); });
  if (!come.empty()) board.pieces.push_back({sq(come), side});
  return board;
}

Deployment any_deployment(std::mt19937& random) {
  Deployment out;
  for (const Side side : kSides) {
    std::vector<Value> all;
    for (const Value value : kAllValues) all.insert(all.end(), static_cast<std::size_t>(force()[index(value)]), value);
    std::ranges::shuffle(all, random);
    std::size_t next = 0;
    for (const Base& base : kBook.board.bases[index(side)])
      for (const Square at : base) out[index(side)].push_back({at, all[next++]});
  }
  return out;
}

Fight fight_of(const Event& event) {
  if (!event.fight) return Fight::None;
  if (!attacker_wins(event.fight->attacker, event.fight->defender)) return Fight::DefenderWins;
  return event.stay ? Fight::AttackerStays : Fight::AttackerWins;
}

TEST(LeChocExplain, AnUnchangedBoardIsNoAction) { EXPECT_TRUE(explain(start(), kBook, board_of(start())).by.unchanged); }

TEST(LeChocExplain, EveryActionOfAGameIsRecognised) {
  std::mt19937 random(7);
  int fights = 0, entries = 0;
  for (int game = 0; game < 20; ++game) {
    SwornGame now = begin_sworn(any_deployment(random), Side::South, kBook).value();
    for (int turn = 0; turn < 120 && !now.seen.ending; ++turn) {
      const std::vector<Action> actions = legal(now.position, kBook);
      const Action action = actions[random() % actions.size()];
      const Sworn next = play(now, action, kBook);
      ASSERT_TRUE(next.applied.done);
      const Event event = *next.applied.event;
      const Explained told = explain(now.seen, kBook, board_of(next.game.seen));
      if (event.kind == Event::Kind::Pass) {
        EXPECT_TRUE(told.by.unchanged);
      } else {
        const bool among = std::ranges::any_of(told.by.exact, [&](const Explanation& e) {
          const Event& guess = e.actions.front().event;
          return e.actions.size() == 1 && guess.kind == event.kind && guess.to == event.to &&
                 (event.kind == Event::Kind::Enter || guess.from == event.from) && e.actions.front().fight == fight_of(event);
        });
        EXPECT_TRUE(among) << "game " << game << " turn " << turn;
        // Which machine gun stayed, and to whom an attacker fell, leaves no trace; everything else is told.
        EXPECT_TRUE(told.by.exact.size() == 1 || fight_of(event) == Fight::AttackerStays || fight_of(event) == Fight::DefenderWins);
      }
      fights += event.fight.has_value();
      entries += event.kind == Event::Kind::Enter;
      now = next.game;
    }
  }
  EXPECT_GT(fights, 20);
  EXPECT_GT(entries, 100);
}

TEST(LeChocExplain, TwoActionsBetweenTwoLooksAreTwo) {
  SeenBoard board = with(board_of(start()), "b1", "b3");
  board = with(board, "c11", "c10", Side::North);
  const Explained told = explain(start(), kBook, board);
  ASSERT_THAT(told.by.exact, SizeIs(1));
  ASSERT_THAT(told.by.exact[0].actions, SizeIs(2));
  EXPECT_EQ(told.by.exact[0].actions[0].event.to, sq("b3"));
  EXPECT_EQ(told.by.exact[0].actions[1].event.to, sq("c10"));
}

TEST(LeChocExplain, L11TooLongAMoveIsToldAndTheBoardAccepted) {
  const SeenBoard board = with(board_of(start()), "b1", "b6");
  const Explained told = explain(start(), kBook, board);
  EXPECT_THAT(told.by.exact, IsEmpty());
  ASSERT_TRUE(told.looks_like);
  EXPECT_EQ(told.looks_like->from, sq("b1"));
  EXPECT_EQ(told.looks_like->to, sq("b6"));
  ASSERT_FALSE(told.because.empty());
  EXPECT_EQ(told.because[0].rule, "L-11");
  const Seen taken = accepted(start(), board);
  EXPECT_THAT(differences(taken, board), IsEmpty());
  EXPECT_EQ(taken.to_move, Side::North);
  EXPECT_EQ(taken.pieces.size(), start().pieces.size()) << "it is the piece that moved";
}

TEST(LeChocExplain, WhatLiesUnderAHandContradictsNothing) {
  SeenBoard board = with(board_of(start()), "b1", "b2");
  board.unsure = {sq("j1"), sq("j2")};
  std::erase_if(board.pieces, [](const SeenSquare& s) { return s.at == sq("j1"); });
  const Explained told = explain(start(), kBook, board);
  ASSERT_THAT(told.by.exact, SizeIs(1));
  EXPECT_EQ(told.by.exact[0].actions[0].event.to, sq("b2"));
}

TEST(LeChocExplain, APieceLiftedWithoutAReasonIsADifference) {
  const SeenBoard board = with(board_of(start()), "h11");
  const Explained told = explain(start(), kBook, board);
  EXPECT_THAT(told.by.exact, IsEmpty());
  EXPECT_THAT(told.by.nearest, IsEmpty()) << "nothing legal comes nearer";
  EXPECT_THAT(differences(start(), board), SizeIs(1));
  EXPECT_THAT(differences(accepted(start(), board), board), IsEmpty());
}

}  // namespace
}  // namespace rules::le_choc::explain_test
