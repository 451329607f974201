// Records of Les Allies as they are watched on a board: boards that nothing explains, turns of the wrong side.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "rules/les_allies/record/record.h"
#include "tests/support/les_allies_text.h"
#include "tests/support/texts.h"

namespace rules::les_allies::watched_record_test {
namespace {

using testing::HasSubstr;

constexpr const char* kWatched =
    "les_allies record 1\n"
    "house soldier.back_move until_he_takes\n"
    "stands allies 4,4 0,0=G\n"
    "stands central 3,5 1,7 9,9\n"
    "first allies\n"
    "1. 4,4x2,6x0,8 9,9-8,8\n"
    "to_move central\n"
    "2. 8,8-7,7\n"
    "stands allies 0,0=G 2,2\n"
    "stands central 7,7 9,9=G\n"
    "to_move allies\n"
    "3. 2,2-3,3 9,9-8,8\n"
    "stands allies\n"
    "stands central 9,1\n"
    "to_move central\n";

std::string problem(const std::string& text) {
  const auto read = read_record(text);
  if (!read) return fmt::format("{}:{} {}", read.error().at.line, read.error().at.column, read.error().says);
  const auto game = replay(*read, international_board());
  return game ? "fine" : fmt::format("{}:{} {}", game.error().at.line, game.error().at.column, game.error().says);
}

std::string with(const std::string& what, const std::string& instead) { return support::with(kWatched, what, instead); }

TEST(WatchedRecords, BeginWithWhatStandsAndGoOnFromWhatNothingExplains) {
  ASSERT_EQ(problem(kWatched), "fine");
  const auto read = read_record(kWatched);
  ASSERT_TRUE(read->record.start);
  EXPECT_EQ(read->record.start->men.size(), 5U);
  EXPECT_EQ(read->record.interruptions.size(), 3U);
  EXPECT_EQ(read->interruptions[1], (TextPlace{9, 1}));
  const auto states = replay(*read, international_board())->states;
  ASSERT_EQ(states.size(), 9U);
  EXPECT_EQ(standing(states[1]).size(), 3U) << "two were swept";
  EXPECT_EQ(states[2].fights[0].fight.to_move, Side::Allies);
  EXPECT_EQ(states[3].fights[0].fight.to_move, Side::Central) << "out of turn";
  EXPECT_EQ(man_at(states[5].fights[0].fight.men, {9, 9})->rank, Rank::General);
  EXPECT_EQ(standing(states.back()), (std::vector<SeenMan>{{{9, 1}, Side::Central, Rank::Soldier}}));
}

TEST(WatchedRecords, ReadBackAsTheyWereWritten) {
  const auto read = read_record(kWatched);
  ASSERT_TRUE(read);
  const std::string written = write_record(read->record, international_board());
  const auto back = read_record(written);
  ASSERT_TRUE(back) << written;
  EXPECT_EQ(back->record, read->record) << written;
  EXPECT_EQ(write_record(back->record, international_board()), written);
}

TEST(WatchedRecords, TheExampleOfTheManualPlays) {
  EXPECT_EQ(problem(support::example_of("rules-les-allies.md", "text les_allies watched")), "fine");
}

TEST(WatchedRecords, BrokenTextIsNamedByItsPlace) {
  EXPECT_THAT(problem(with("4,4 0,0=G", "4,4 4,4")), HasSubstr("3:19 somebody stands on 4,4 already"));
  EXPECT_THAT(problem(with("4,4 0,0=G", "4,4 0.0=G")), HasSubstr("3:19 \"0.0\" is no square"));
  EXPECT_THAT(problem(with("stands central 3,5", "stands allies 3,5")), HasSubstr("4:8 the men of allies stand there already"));
  EXPECT_THAT(problem(with("first allies\n", "")), HasSubstr("5:1 the line \"to_move ...\" is missing"));
  EXPECT_THAT(problem(with("to_move allies", "first allies")), HasSubstr("11:1 the game has begun above"));
  EXPECT_THAT(problem(with("to_move central", "to_move russia")), HasSubstr("7:9 \"russia\" is none of"));
  EXPECT_THAT(problem(with("8,8-7,7", "8,8-7,6")), HasSubstr("8:4 D-8"));
  EXPECT_THAT(problem(with("4,4 0,0=G", "4,4 0,1")), HasSubstr("3:1 nobody can stand on 0,1"));
  EXPECT_THAT(problem(with("stands central 9,1", "stands central 12,2")), HasSubstr("13:1 nobody can stand on 12,2"));
  EXPECT_THAT(problem(with("to_move allies", "to_move allies 2")), HasSubstr("9:1 no fight goes on in zone 2 of this board"));
  EXPECT_THAT(problem(with("to_move allies", "to_move allies 3")), HasSubstr("11:16"));
  const std::string whole = kWatched;
  EXPECT_THAT(problem(whole.substr(0, whole.rfind("to_move"))), HasSubstr("the text breaks off"));
}

TEST(WatchedRecords, WhatPrecedesAMistakeIsKept) {
  const PartRead part = read_record_as_far(with("9,9-8,8\nto_move", "9,9~8,8\nto_move"));
  ASSERT_TRUE(part.wrong);
  EXPECT_EQ(part.wrong->at.line, 6);
  EXPECT_EQ(part.read.record.actions.size(), 1U);
  EXPECT_EQ(replay_as_far(part.read, international_board()).states.size(), 2U);
  const auto far = read_record(with("8,8-7,7", "8,8-7,6"));
  ASSERT_TRUE(far);
  const Replayed played = replay_as_far(*far, international_board());
  EXPECT_EQ(played.states.size(), 4U);
  ASSERT_TRUE(played.stopped);
  EXPECT_EQ(played.stopped->at, (TextPlace{8, 4}));
}

TEST(WatchedRecords, AnyTextAtAllIsAnErrorAtMost) {
  const Board zones = synthetic_board();
  for (const std::string& text : {std::string(kWatched), with("to_move allies", "to_move allies 2")})
    support::each_damaged(text, support::kDamage, [&](const std::string& damaged) {
      for (const Board& board : {international_board(), zones}) static_cast<void>(replay_as_far(read_record_as_far(damaged).read, board));
    });
}

/// A random watched game: mostly what may be done, now and then the wrong side, now and then another board.
class Watching {
 public:
  Watching(unsigned seed, House house) : random_(seed) {
    record_.house = std::move(house);
    SeenBoard start;
    for (const Place& place : board_.places())
      if (below(3) == 0) start.men.push_back({place.at, side(), below(8) == 0 ? Rank::General : Rank::Soldier});
    game_ = game_from(start, board_, Side::Allies);
    record_.start = Standing{standing(game_), Side::Allies};
  }
  void step() {
    const std::size_t kind = below(10);
    if (kind == 0) {
      game_ = turned_to(game_, other(game_.fights[0].fight.to_move));
      record_.interruptions.push_back({record_.actions.size(), {}, game_.fights[0].fight.to_move});
    } else if (kind == 1) {
      another_board();
    } else if (const auto all = legal_actions(game_, board_, record_.house); !all.empty()) {
      record_.actions.push_back(all[below(all.size())]);
      game_ = apply(game_, record_.actions.back(), board_, record_.house).game;
    }
  }
  [[nodiscard]] const Record& record() const { return record_; }
  [[nodiscard]] const Game& game() const { return game_; }
  [[nodiscard]] const Board& board() const { return board_; }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  Side side() { return below(2) == 0 ? Side::Allies : Side::Central; }

  void another_board() {
    SeenBoard now{standing(game_), {}};
    if (!now.men.empty()) now.men.erase(now.men.begin() + static_cast<std::ptrdiff_t>(below(now.men.size())));
    const Square at = board_.places()[below(board_.places().size())].at;
    if (std::ranges::find(now.men, at, &SeenMan::at) == now.men.end()) now.men.push_back({at, side(), Rank::Soldier});
    std::ranges::shuffle(now.men, random_);
    game_ = accepted(game_, board_, now);
    record_.interruptions.push_back({record_.actions.size(), standing(game_), game_.fights[0].fight.to_move});
  }

  std::mt19937 random_;
  Board board_ = international_board();
  Game game_;
  Record record_;
};

TEST(WatchedRecords, LawARandomGameReadsBackAndPlaysToItsPresentState) {
  House until_he_takes;
  until_he_takes.soldier_back_move = BackMove::UntilHeTakes;
  for (const House& house : {House{}, international(), until_he_takes})
    for (unsigned seed = 1; seed <= 100; ++seed) {
      Watching watch(seed, house);
      for (int i = 0; i < 40; ++i) watch.step();
      const std::string written = write_record(watch.record(), watch.board());
      const auto back = read_record(written);
      ASSERT_TRUE(back) << written;
      ASSERT_EQ(back->record, watch.record()) << written;
      const Replayed played = replay_as_far(*back, watch.board());
      ASSERT_FALSE(played.stopped) << played.stopped->at.line << " " << played.stopped->says << "\n" << written;
      ASSERT_EQ(played.states.back(), watch.game()) << written;
    }
}

}  // namespace
}  // namespace rules::les_allies::watched_record_test
