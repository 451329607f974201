// The record of a watched game, and what a pasted record comes to.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "app/board/board_games.h"
#include "app/board/board_replay.h"
#include "app/board/board_umpire.h"
#include "rules/les_allies/record/record.h"
#include "tests/support/board_looks.h"
#include "tests/support/texts.h"

namespace board_record_test {
namespace {

using app::BoardAction;
using app::BoardLook;
using app::BoardReplay;
using app::ReplayStep;
using measure::SquareName;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

using support::look;
using support::umpire;

measure::Board le_choc() { return support::le_choc_board(); }
measure::Board draughts() { return support::draughts_board(); }
measure::Board les_allies() {
  return support::les_allies_board({support::fortress({2, 8}, "central"), support::fortress({7, 1}, "allies")}, "central", "allies");
}

BoardLook look_of(const ReplayStep& step) {
  BoardLook out;
  for (const app::ReplayedPiece& piece : step.standing) out.standing.push_back({piece.at, piece.side, piece.general});
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string out;
  for (const std::string& line : lines) out += line + "\n";
  return out;
}

// ---- the record of a watched game ----

TEST(BoardRecord, TellsWhatTheUmpireTold) {
  const auto game = umpire(le_choc(), look({{3, 3}}, {{1, 0}, {3, 0}, {8, 0}}));
  game->rule(look({{3, 3}}, {{1, 0}, {3, 2}, {8, 0}}));
  game->rule(look({{3, 2}}, {{1, 0}, {8, 0}}));
  game->rule(look({{3, 2}}, {{1, 1}, {8, 0}}));
  game->rule(look({{3, 2}}, {{1, 1}, {8, 1}}));
  EXPECT_EQ(game->record(),
            "le choc record 1\nhouse victory hold\nfirst south\nsouth b1 d1 i1\nnorth d4\n1. d1-d3\n2. d4xd3 defender_falls\n3. "
            "b1-b2\nto_move south\n4. i1-i2\n");
  EXPECT_TRUE(game->undo());
  EXPECT_THAT(game->record(), testing::EndsWith("3. b1-b2\n"));
  EXPECT_TRUE(game->undo());
  ASSERT_TRUE(game->declare("D", "B"));
  EXPECT_THAT(game->record(), testing::EndsWith("2. d4(D)xd3(B)\n"));
  ASSERT_TRUE(game->declare("B", "D"));
  EXPECT_THAT(game->record(), testing::EndsWith("2. d4(B)xd3(D) defender_falls\n")) << "the board says otherwise";
}

/// A record names its board.
const std::string kHead = "les_allies record 1\nboard 10 10 even\nfortress allies 7,1\nfortress central 2,8\n";

TEST(BoardRecord, HoldsTheBoardThatNothingExplains) {
  const auto game = umpire(les_allies(), look({{4, 6}}, {{2, 2}, {9, 1}}));
  EXPECT_EQ(game->record(), kHead + "stands allies 9,1 2,2\nstands central 4,6\nfirst central\n");
  game->rule(look({{4, 6}}, {{3, 3}, {9, 1}}));
  game->rule(look({{4, 6}, {0, 0}}, {{3, 3}, {9, 1}}));
  EXPECT_EQ(game->record(), kHead +
                                "stands allies 9,1 2,2\nstands central 4,6\nfirst allies\n1. 2,2-3,3\n"
                                "stands allies 9,1 3,3\nstands central 0,0 4,6\nto_move central\n");
  game->rule(look({{5, 5}, {0, 0}}, {{3, 3}, {9, 1}}));
  EXPECT_THAT(game->record(), testing::EndsWith("to_move central\n2. 4,6-5,5\n"));
}

TEST(BoardRecord, ASetUpThatIsPutBackIsTheStartAgain) {
  const auto game = umpire(les_allies(), look({{4, 6}}, {{2, 2}, {9, 1}}));
  const std::string before = game->record();
  game->rule(look({{4, 6}}, {{2, 2}}));
  EXPECT_THAT(game->record(), HasSubstr("stands allies 2,2\n"));
  game->rule(look({{4, 6}}, {{2, 2}, {9, 1}}));
  EXPECT_EQ(game->record(), before);
}

TEST(BoardRecord, LettersDeclaredWhileABoardWaitsForAnExplanationAreKept) {
  const auto game = umpire(le_choc(), look({{3, 3}}, {{1, 0}, {3, 0}}));
  game->rule(look({{3, 3}}, {{1, 0}, {3, 2}}));
  game->rule(look({{3, 2}}, {{1, 0}}));
  game->rule(look({{3, 2}}, {{1, 0}, {8, 8}}));  // nothing explains this one
  ASSERT_TRUE(game->declare("D", "B"));
  game->rule(look({{3, 2}}, {{1, 1}, {8, 8}}));
  EXPECT_THAT(game->letters(), testing::Contains(app::PieceLetters{{3, 2}, "D"}));
}

TEST(BoardRecord, ASweepThatIsCarriedOnStandsThereOnce) {
  const auto game = umpire(les_allies(), look({{3, 5}, {5, 7}, {9, 9}}, {{2, 4}}));
  game->rule(look({{5, 7}, {9, 9}}, {{4, 6}}));
  game->rule(look({{9, 9}}, {{6, 8}}));
  EXPECT_THAT(game->record(), testing::EndsWith("first allies\n1. 2,4x4,6x6,8\n"));
}

/// So many that they meet, so few that what they do is soon explained.
constexpr std::size_t kMen = 12;

/// Somebody plays on a board, mostly by the rules, and an umpire watches.
class Table {
 public:
  Table(const measure::Board& on, unsigned seed) : on_(on), random_(seed) {
    for (const measure::BoardSquare& square : on.squares)
      if (square.playable && below(8) == 0 && look_.standing.size() < kMen) look_.standing.push_back({square.at, below(2)});
    umpire_ = umpire(on, look_);
  }
  void step() {
    const std::size_t kind = below(12);
    if (kind == 0) {
      umpire_->undo();
      settle_on(replay());  // the players put the board back as it was
    } else if (kind == 1) {
      lift_or_put();
    } else if (kind == 2) {
      (void)umpire_->declare(letter(), letter());
    } else if (kind == 3) {
      (void)umpire_->choose(below(3));
      settle_on(replay());
    } else if (kind == 4 && below(4) == 0) {
      umpire_->announce_end(below(2), "L-15");
    } else {
      play();
    }
  }
  [[nodiscard]] app::BoardUmpire& watching() { return *umpire_; }
  [[nodiscard]] BoardReplay replay() const {
    BoardReplay out(umpire_->record(), on_);
    out.last();
    return out;
  }
  void settle_on(const BoardReplay& replay) { look_ = look_of(*replay.now()); }
  [[nodiscard]] const BoardLook& seen() const { return look_; }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  std::string letter() { return std::string(1, static_cast<char>('A' + below(8))); }
  void rule() {
    std::ranges::sort(look_.standing, {}, &app::Standing::at);
    BoardLook shown = look_;
    if (below(6) == 0) {  // a hand lies on a square
      const SquareName hidden = on_.squares[below(on_.squares.size())].at;
      std::erase_if(shown.standing, [&](const app::Standing& piece) { return piece.at == hidden; });
      shown.unseen.push_back(hidden);
    }
    umpire_->rule(shown);
  }
  void remove(SquareName at) {
    std::erase_if(look_.standing, [&](const app::Standing& piece) { return piece.at == at; });
  }

  void lift_or_put() {
    if (below(2) == 0 && look_.standing.size() > 2) {
      look_.standing.erase(look_.standing.begin() + static_cast<std::ptrdiff_t>(below(look_.standing.size())));
    } else {
      const measure::BoardSquare& square = on_.squares[below(on_.squares.size())];
      remove(square.at);
      if (square.playable) look_.standing.push_back({square.at, below(2)});
    }
    rule();
  }

  void play() {
    std::vector<BoardAction> all;
    for (const app::Standing& piece : look_.standing)
      for (BoardAction& action : umpire_->options_from(piece.at)) all.push_back(std::move(action));
    if (all.empty()) return lift_or_put();
    const BoardAction& action = all[below(all.size())];
    const auto mover = std::ranges::find(look_.standing, action.way.front(), &app::Standing::at);
    if (mover == look_.standing.end()) return;
    app::Standing moved = *mover;
    const bool wins = action.kind != BoardAction::Kind::Attack || below(2) == 0;
    remove(action.way.front());
    for (const SquareName at : action.takes)
      if (wins) remove(at);
    if (wins) {
      remove(action.way.back());
      moved.at = action.way.back();
      moved.general |= action.promoted && below(2) == 0;
      look_.standing.push_back(moved);
    }
    rule();
  }

  measure::Board on_;
  std::mt19937 random_;
  BoardLook look_;
  std::unique_ptr<app::BoardUmpire> umpire_;
};

TEST(BoardRecord, LawTheRecordReplaysToTheUmpiresPresentBoard) {
  int compared = 0;
  for (const measure::Board& on : {le_choc(), les_allies(), draughts(), support::battle_board()})
    for (unsigned seed = 1; seed <= 10; ++seed) {
      Table table(on, seed);
      for (int i = 0; i < 30; ++i) {
        table.step();
        const BoardReplay replay = table.replay();
        const std::string all = joined(replay.lines());
        ASSERT_FALSE(replay.trouble()) << replay.trouble()->at.line << ": " << replay.trouble()->says << "\n" << all;
        ASSERT_TRUE(replay.notice().empty()) << replay.notice();
        ASSERT_TRUE(replay.now()) << all;
        const auto letters = table.watching().letters();
        const auto to_move = table.watching().to_move();
        const bool told = table.watching().rule(look_of(*replay.now())).unchanged;
        ASSERT_TRUE(told) << "seed " << seed << ", step " << i << "\n" << all;
        if (to_move && table.watching().record() == all && replay.now()->kind == ReplayStep::Kind::Action) {
          ++compared;
          ASSERT_EQ(replay.now()->to_move, to_move) << all;
          if (on.game == measure::BoardGame::LeChoc) {
            ASSERT_EQ(letters.size(), replay.now()->standing.size());
            for (std::size_t k = 0; k < letters.size(); ++k) ASSERT_EQ(letters[k].letters, replay.now()->standing[k].letters) << all;
          }
        }
      }
    }
  EXPECT_GT(compared, 100) << "mostly what was done is explained";
}

TEST(BoardRecord, PlayGoesOnAfterAnEndThatWasAnnounced) {
  const auto game = umpire(le_choc(), look({{3, 9}}, {{1, 0}, {3, 0}}));
  game->rule(look({{3, 9}}, {{1, 0}, {3, 2}}));
  game->announce_end(1, "L-15");
  EXPECT_THAT(game->record(), testing::EndsWith("1. d1-d3\nend: south wins, L-15\n"));
  EXPECT_EQ(BoardReplay(game->record(), le_choc()).steps().back().whose, "Two has won (L-15)");
  game->rule(look({{3, 8}}, {{1, 0}, {3, 2}}));
  EXPECT_THAT(game->record(), testing::EndsWith("1. d1-d3\nto_move north\n2. d10-d9\n"));
  EXPECT_THAT(BoardReplay(game->record(), le_choc()).steps(), SizeIs(4));
}

// ---- a pasted record ----

constexpr const char* kPlayers =
    "le choc record 1\nfirst south\nsouth b1(A) c1(B) d1(E) h1(D) i1(F) j1(H)\nnorth b11(G) c11(A) d11(B) h11(D) i11(C) j11(E)\n"
    "1. b1-b4\n2. i11-i8\n3. +b1(G)\n4. i8-i5\n5. d1-d3\n6. i5-f5\n7. d3(E)xf5(C) stays\n8. concedes\nend: south wins, LG13\n";

std::string without_letters_of(std::string text, const std::string& line) {
  const std::size_t begin = text.find(line), end = text.find('\n', begin);
  std::string bare = text.substr(begin, end - begin);
  for (std::size_t at; (at = bare.find('(')) != std::string::npos;) bare.erase(at, 3);
  return text.replace(begin, end - begin, bare);
}

std::string letters_on(const ReplayStep& step, SquareName at) {
  for (const app::ReplayedPiece& piece : step.standing)
    if (piece.at == at) return piece.letters;
  return "nobody";
}

TEST(BoardReplay, AWholeRecordWithLettersShowsThem) {
  BoardReplay replay(kPlayers, le_choc());
  ASSERT_THAT(replay.steps(), SizeIs(9));
  EXPECT_FALSE(replay.trouble());
  EXPECT_EQ(replay.now()->kind, ReplayStep::Kind::Start);
  EXPECT_EQ(letters_on(*replay.now(), {1, 0}), "A");
  replay.forward();
  EXPECT_EQ(replay.now()->says, "1. Two b1-b4");
  EXPECT_EQ(replay.now()->place, (rules::TextPlace{5, 4}));
  EXPECT_THAT(replay.now()->way, ElementsAre(SquareName{1, 0}, SquareName{1, 3}));
  EXPECT_EQ(replay.now()->whose, "One to move");
  EXPECT_EQ(letters_on(*replay.now(), {1, 3}), "A");
  replay.last();
  EXPECT_EQ(replay.now()->whose, "Two has won (LG13)");
  replay.forward();
  EXPECT_EQ(replay.at(), 8U);
  replay.back();
  EXPECT_THAT(replay.now()->gone, ElementsAre(SquareName{5, 4}));
  replay.first();
  replay.back();
  EXPECT_EQ(replay.at(), 0U);
}

TEST(BoardReplay, APlayersOwnRecordShowsWhatEverybodySaw) {
  const BoardReplay replay(without_letters_of(kPlayers, "north"), le_choc());
  ASSERT_THAT(replay.steps(), SizeIs(9));
  EXPECT_FALSE(replay.trouble());
  EXPECT_EQ(letters_on(replay.steps()[0], {1, 0}), "ABCDEFGH");
  EXPECT_EQ(letters_on(replay.steps()[1], {1, 3}), "AC") << "three squares";
}

TEST(BoardReplay, WhatPrecedesAMistakeIsPlayed) {
  std::string text = kPlayers;
  text.replace(text.find("d1-d3"), 5, "d1-d33");
  const BoardReplay broken(text, le_choc());
  ASSERT_TRUE(broken.trouble());
  EXPECT_EQ(broken.trouble()->at, (rules::TextPlace{9, 7}));
  EXPECT_THAT(broken.trouble()->says, HasSubstr("d33 is off the board"));
  EXPECT_THAT(broken.steps(), SizeIs(5));
  text.replace(text.find("d1-d33"), 6, "d1-e3");
  const BoardReplay refused(text, le_choc());
  EXPECT_EQ(refused.trouble()->at, (rules::TextPlace{9, 4}));
  EXPECT_THAT(refused.trouble()->says, HasSubstr("LG4"));
  EXPECT_THAT(refused.steps(), SizeIs(5));
}

TEST(BoardReplay, AnotherGameIsSaidAndShownAllTheSame) {
  const BoardReplay replay(kPlayers, draughts());
  EXPECT_EQ(replay.notice(), "This record is of Le Choc; what is watched is draughts.");
  EXPECT_THAT(replay.steps(), SizeIs(9));
  EXPECT_THAT(replay.board().squares, SizeIs(121));
  const BoardReplay small("le choc record 1\nhouse board.w 9\nfirst south\nsouth a1\nnorth c3\n", le_choc());
  EXPECT_THAT(small.notice(), HasSubstr("it has 9 x 11 squares, here there are 11 x 11"));
}

TEST(BoardReplay, ARecordIsPlayedOnTheBoardItNamesWhereverItIsPasted) {
  const auto game = umpire(les_allies(), look({{1, 7}}, {{4, 4}, {9, 1}}));
  game->rule(look({{0, 6}}, {{4, 4}, {9, 1}}));
  game->rule(look({{0, 6}}, {{3, 5}, {9, 1}}));
  EXPECT_TRUE(BoardReplay(game->record(), les_allies()).notice().empty());
  measure::Board other = les_allies();
  other.marks[0].at = {4, 8};
  const BoardReplay elsewhere(game->record(), other);
  EXPECT_FALSE(elsewhere.trouble());
  EXPECT_THAT(elsewhere.steps(), SizeIs(3));
  EXPECT_THAT(elsewhere.notice(), HasSubstr("[2, 8] is a fortress of central, here none, and 1 square more"));
  EXPECT_THAT(elsewhere.notice(), HasSubstr("watch the board file it was played with"));
  EXPECT_THAT(elsewhere.board().marks, testing::Contains(testing::Field(&measure::BoardMark::at, SquareName{2, 8})));
  const BoardReplay small(game->record(), support::board(measure::BoardGame::LesAllies, 8, 8, "allies", "central"));
  EXPECT_THAT(small.notice(), HasSubstr("it has 10 x 10 squares, here there are 8 x 8"));
  EXPECT_THAT(small.steps(), SizeIs(3));
}

TEST(BoardReplay, OddBasesAndObjectivesAreInTheRecordOfLeChoc) {
  measure::Board odd = le_choc();
  for (const SquareName at : {SquareName{4, 0}, {5, 0}, {4, 2}})
    odd.marks.push_back({.at = at, .name = {}, .country = {}, .zone = {}, .fortress_of = {}, .base_of = "south"});
  odd.marks.push_back(support::objective({3, 5}));
  const auto game = umpire(odd, look({{3, 9}}, {{1, 1}}));
  game->rule(look({{3, 9}}, {{1, 2}}));
  game->rule(look({{3, 8}}, {{1, 2}}));
  EXPECT_EQ(game->rule(look({{3, 8}}, {{1, 2}, {4, 2}})).verdict, measure::Verdict::Yes);
  EXPECT_THAT(game->record(), HasSubstr("house objective 3 5\n"));
  EXPECT_THAT(game->record(), HasSubstr("base south e1 f1\nbase south e3\nfirst south\n"));
  EXPECT_TRUE(BoardReplay(game->record(), odd).notice().empty());
  const BoardReplay elsewhere(game->record(), le_choc());
  EXPECT_FALSE(elsewhere.trouble()) << elsewhere.trouble()->says;
  EXPECT_THAT(elsewhere.steps(), SizeIs(4));
  EXPECT_THAT(elsewhere.notice(), HasSubstr("its objective is d6, here f6"));
  odd.marks.pop_back();
  EXPECT_THAT(BoardReplay(umpire(odd, look({{3, 9}}, {{1, 1}}))->record(), le_choc()).notice(),
              HasSubstr("the base squares of south are e1 f1 e3, here b1 c1 d1 h1 i1 j1"));
}

TEST(BoardReplay, ARecordThatNamesNoBasesPlaysOnTheBoardThatIsHere) {
  measure::Board odd = le_choc();
  odd.marks.push_back(support::base({4, 2}, "south"));
  const std::string old = "le choc record 1\nfirst south\nsouth b2\nnorth d10\n1. +e3\n2. d10-d9\n";
  EXPECT_FALSE(BoardReplay(old, odd).trouble());
  ASSERT_TRUE(BoardReplay(old, le_choc()).trouble());
  EXPECT_EQ(BoardReplay(old, le_choc()).trouble()->at, (rules::TextPlace{5, 4}));
}

TEST(BoardReplay, ARecordWithASetUpAndZonesIsPlayedOnItsOwnBoard) {
  namespace allies = rules::les_allies;
  const allies::Board zones = allies::board_for(allies::synthetic_board(), allies::Variant::FourPlayers);
  allies::Record record;
  allies::Game game = allies::begin(zones, record.variant, record.house).value();
  std::mt19937 random(3);
  for (int i = 0; i < 400 && game.stage != allies::Stage::Over; ++i) {
    const auto all = allies::legal_actions(game, zones, record.house);
    const std::size_t most = game.stage == allies::Stage::SetUp ? 0 : all.size() - 1;
    record.actions.push_back(all[std::uniform_int_distribution<std::size_t>(0, most)(random)]);
    game = allies::apply(game, record.actions.back(), zones, record.house).game;
  }
  BoardReplay replay(allies::write_record(record, zones), draughts());
  EXPECT_FALSE(replay.trouble());
  EXPECT_EQ(replay.notice(), "This record is of Les Alliés; what is watched is draughts.");
  ASSERT_GT(replay.steps().size(), 10U);
  EXPECT_LT(replay.steps().size(), record.actions.size()) << "a line of set-up is one step";
  EXPECT_THAT(replay.steps()[1].says, HasSubstr("player 1 sets up"));
  EXPECT_GT(replay.steps()[1].standing.size(), 10U);
  replay.last();
  EXPECT_EQ(replay.now()->standing.size(), allies::standing(game).size());
}

TEST(BoardReplay, ATextThatIsNoRecordIsSaidToBeNone) {
  for (const char* text : {"", "\n\n", "chess", "les_allies record 1\n", "le choc record 1\nfirst south\n"}) {
    const BoardReplay replay(text, le_choc());
    EXPECT_THAT(replay.steps(), IsEmpty()) << text;
    EXPECT_EQ(replay.now(), nullptr);
    ASSERT_TRUE(replay.trouble()) << text;
  }
  EXPECT_EQ(BoardReplay("les_allies record 1\nvariant five_players\n", les_allies()).trouble()->at, (rules::TextPlace{2, 9}));
}

TEST(BoardReplay, AnyTextAtAllIsTroubleAtMost) {
  const std::string whole = kPlayers;
  const std::string watched =
      "les_allies record 1\nstands allies 0,0 2,0=G\nstands central 9,9\nfirst allies\n1. 0,0-1,1\nto_move allies\n2. 1,1-2,2\n";
  for (const std::string& text : {whole, watched})
    support::each_damaged(text, support::kDamage, [](const std::string& damaged) {
      const BoardReplay replay(damaged, les_allies());
      EXPECT_TRUE(replay.trouble() || !replay.steps().empty());
    });
}

}  // namespace
}  // namespace board_record_test
