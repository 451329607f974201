// What was done, from the board as it is seen: every legal action is recognised, what is not legal is told and accepted.
#include "rules/les_allies/explain.h"

#include <gmock/gmock.h>

#include <random>

#include "tests/rules/les_allies/builders.h"

namespace rules::les_allies::explain_test {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const House kBook;

SeenBoard board_of(const Game& game) {
  SeenBoard out;
  for (const ZoneFight& zone : game.fights)
    for (const Man& man : zone.fight.men) out.men.push_back({man.at, man.side, man.rank});
  return out;
}

SeenBoard seen(const Position& men) {
  SeenBoard out;
  for (const Man& man : men) out.men.push_back({man.at, man.side, man.rank});
  return out;
}

/// Three rows of men on either end of a board of ten by ten, with two fortresses each.
Board ten() {
  std::vector<Place> places = grid(10, 10, Colouring::Even);
  for (Place& place : places) {
    if (place.at == Square{3, 1} || place.at == Square{7, 1}) place.fortress = Side::Allies;
    if (place.at == Square{2, 8} || place.at == Square{6, 8}) place.fortress = Side::Central;
  }
  return Board::make(10, 10, std::move(places)).value();
}
Game opening(const Board& board) {
  SeenBoard start;
  for (const Place& place : board.places())
    if (place.at.row < 3 || place.at.row > 6)
      start.men.push_back({place.at, place.at.row < 3 ? Side::Allies : Side::Central, Rank::Soldier});
  return game_from(start, board, Side::Allies);
}

std::string told(const Explained& explained) {
  return std::to_string(explained.by.exact.size()) + " exact, " + std::to_string(explained.by.nearest.size()) + " near";
}

TEST(LesAlliesExplain, EveryActionOfAGameIsRecognised) {
  const Board board = ten();
  std::mt19937 random(3);
  int huffs = 0, sweeps = 0, generals = 0;
  for (int n = 0; n < 12; ++n) {
    Game game = opening(board);
    for (int turn = 0; turn < 150 && game.stage == Stage::Play; ++turn) {
      const std::vector<Action> actions = legal_actions(game, board, kBook);
      const Action action = actions[random() % actions.size()];
      const Applied next = apply(game, action, board, kBook);
      ASSERT_TRUE(next.done);
      const Explained explained = explain(game, board, kBook, board_of(next.game));
      ASSERT_FALSE(explained.by.exact.empty()) << "game " << n << " turn " << turn;
      const bool found = std::ranges::any_of(explained.by.exact, [&](const Explanation& e) {
        return e.actions.size() == 1 && board_of(e.after).men == board_of(next.game).men;
      });
      EXPECT_TRUE(found) << "game " << n << " turn " << turn << ": " << told(explained);
      // Who was told to take leaves no trace until he does.
      EXPECT_TRUE(explained.by.exact.size() == 1 || std::holds_alternative<MakeTake>(action)) << told(explained);
      huffs += std::holds_alternative<Huff>(action);
      sweeps += next.taken.size() > 1;
      generals += next.promoted;
      game = next.game;
    }
  }
  EXPECT_GT(huffs, 20);
  EXPECT_GT(sweeps, 5);
  EXPECT_GT(generals, 5);
}

TEST(LesAlliesExplain, D10ASweepIsReadFromItsEndWhateverMenWereLiftedFirst) {
  const Board board = even_board(10, 10);
  const Game game = game_from(seen(men({{2, 2}}, {{3, 3}, {5, 5}, {7, 5}, {9, 9}})), board, Side::Allies);
  const Explained whole = explain(game, board, kBook, seen(men({{8, 4}}, {{9, 9}})));
  ASSERT_THAT(whole.by.exact, SizeIs(1));
  EXPECT_EQ(std::get<Play>(whole.by.exact[0].actions[0]).lands, (std::vector<Square>{{4, 4}, {6, 6}, {8, 4}}));
}

TEST(LesAlliesExplain, DG11ASweepThatWasBrokenOffIsRead) {
  const Board board = even_board(10, 10);
  const Game game = game_from(seen(men({{2, 2}}, {{3, 3}, {5, 5}, {7, 5}, {9, 9}})), board, Side::Allies);
  const Explained part = explain(game, board, kBook, seen(men({{6, 6}}, {{7, 5}, {9, 9}})));
  ASSERT_THAT(part.by.exact, SizeIs(1));
  EXPECT_EQ(std::get<Play>(part.by.exact[0].actions[0]).lands, (std::vector<Square>{{4, 4}, {6, 6}}));
  EXPECT_THAT(part.by.exact[0].after.fights[0].fight.huffable, SizeIs(1));
}

TEST(LesAlliesExplain, DX7AHuffAndTheTurnAfterItAreTwoActions) {
  const Board board = even_board(10, 10);
  const Game game = game_from(seen(men({{4, 4}, {8, 2}}, {{5, 5}, {0, 8}})), board, Side::Allies);
  const Applied slack = apply(game, Play{{8, 2}, {{9, 3}}}, board, kBook);
  ASSERT_TRUE(slack.done);
  const Explained huffed = explain(slack.game, board, kBook, seen(men({{9, 3}}, {{5, 5}, {1, 7}})));
  ASSERT_THAT(huffed.by.exact, SizeIs(1));
  ASSERT_THAT(huffed.by.exact[0].actions, SizeIs(2));
  EXPECT_EQ(std::get<Huff>(huffed.by.exact[0].actions[0]).man, (Square{4, 4}));
  const Explained made = explain(slack.game, board, kBook, seen(men({{6, 6}, {8, 2}}, {{0, 8}})));
  ASSERT_FALSE(made.by.exact.empty());
  EXPECT_TRUE(std::holds_alternative<MakeTake>(made.by.exact[0].actions[0]));
}

TEST(LesAlliesExplain, D8AnImpossibleMoveIsToldAndTheBoardAccepted) {
  const Board board = even_board(10, 10);
  const Game game = game_from(seen(men({{2, 2}}, {{7, 7}})), board, Side::Allies);
  const SeenBoard now = seen(men({{2, 6}}, {{7, 7}}));
  const Explained explained = explain(game, board, kBook, now);
  EXPECT_THAT(explained.by.exact, IsEmpty());
  ASSERT_TRUE(explained.looks_like);
  EXPECT_EQ(explained.looks_like->from, (Square{2, 2}));
  EXPECT_THAT(explained.because, testing::Not(IsEmpty()));
  const Game taken = accepted(game, board, now);
  EXPECT_THAT(differences(taken, now), IsEmpty());
  EXPECT_EQ(taken.fights[0].fight.to_move, Side::Central);
}

TEST(LesAlliesExplain, D14ASoldierCrownedWithoutAFortressIsADifference) {
  const Board board = ten();
  const Game game = opening(board);
  SeenBoard now = board_of(game);
  now.men.front().rank = Rank::General;
  const Explained explained = explain(game, board, kBook, now);
  EXPECT_THAT(explained.by.exact, IsEmpty());
  ASSERT_THAT(differences(game, now), SizeIs(1));
  EXPECT_EQ(differences(game, now)[0].kind, Difference::Kind::OtherRank);
  EXPECT_THAT(differences(accepted(game, board, now), now), IsEmpty());
}

TEST(LesAlliesExplain, ARankNobodyCanTellAndASquareUnderAHandContradictNothing) {
  const Board board = ten();
  const Game game = opening(board);
  const Applied next = apply(game, legal_actions(game, board, kBook).front(), board, kBook);
  SeenBoard now = board_of(next.game);
  for (SeenMan& man : now.men) man.rank.reset();
  now.unsure = {{9, 9}};
  std::erase_if(now.men, [](const SeenMan& man) { return man.at == Square{9, 9}; });
  const Explained explained = explain(game, board, kBook, now);
  ASSERT_THAT(explained.by.exact, SizeIs(1));
  EXPECT_EQ(explained.by.exact[0].after, next.game);
}

}  // namespace
}  // namespace rules::les_allies::explain_test
