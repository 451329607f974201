// Laws of whole games, and games as text: kept and read back, told as a record and replayed.
#include <gmock/gmock.h>

#include "rules/les_allies/record/record.h"
#include "tests/support/les_allies_games.h"
#include "tests/support/les_allies_text.h"

namespace rules::les_allies::games_test {
namespace {

using testing::HasSubstr;

TEST(GamesAtRandom, NeverBreakNeverStopNeverGoOnForever) {
  const support::LesAlliesRun run = support::play_at_random(40000, 20);  // les_allies_games does 1,000,000
  EXPECT_EQ(run.failure, "");
  EXPECT_GT(run.games, 20U);
  EXPECT_GT(run.takes, 500U);
  EXPECT_GT(run.huffs, 20U);
  EXPECT_GT(run.taken_back, 20U);
  EXPECT_GT(run.refused, 100U);
}

/// A duel that has begun: 12 men each, as they come.
std::vector<Action> twelve_each(const Board& board, const House& house, Variant variant) {
  std::vector<Action> actions;
  Game game = begin(board, variant, house).value();
  while (game.stage != Stage::Play) {
    actions.push_back(legal_actions(game, board, house).front());
    game = apply(game, actions.back(), board, house).game;
  }
  return actions;
}

const char* const kRecord =
    "les_allies record 1\n"
    "variant france_germany   # power against power\n"
    "men 1 0,0 2,0 4,0 6,0 1,1 3,1 5,1 7,1 0,2 2,2 4,2 3,7\n"
    "men 2 0,16 2,16 4,16 6,16 1,17 3,17 5,17 7,17 1,15 3,15 5,15 4,10\n"
    "first allies\n"
    "1. 3,7-2,8 4,10-3,9\n"
    "2. 2,8x4,10 5,15-4,14\n";

class Records : public testing::Test {
 protected:
  Board board = board_for(synthetic_board(), Variant::FranceGermany);
  [[nodiscard]] std::string problem(const std::string& text) const {
    const auto read = read_record(text);
    if (!read) return fmt::format("{}:{} {}", read.error().at.line, read.error().at.column, read.error().says);
    const auto game = replay(*read, board);
    return game ? "fine" : fmt::format("{}:{} {}", game.error().at.line, game.error().at.column, game.error().says);
  }
  static std::string with(const std::string& what, const std::string& instead) {
    std::string text = kRecord;
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), instead);
  }
};

TEST_F(Records, TellAGameThatReplays) {
  const auto read = read_record(kRecord);
  ASSERT_TRUE(read) << read.error().says;
  EXPECT_EQ(read->record.actions.size(), 29U);
  const auto game = replay(*read, board);
  ASSERT_TRUE(game) << game.error().says << " at " << game.error().at.line << ":" << game.error().at.column;
  EXPECT_EQ(game->states.size(), 30U);
  EXPECT_EQ(count_of(game->states.back().fights[0].fight.men, Side::Central), 11);
  const auto again = read_record(write_record(read->record, board));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->record.actions, read->record.actions);
}

TEST_F(Records, HuffsAndTakeBacksHaveTheirWords) {
  EXPECT_EQ(problem(with("2,8x4,10", "0,2-1,3 huff:2,8")), "fine");
  EXPECT_EQ(problem(with("2,8x4,10", "0,2-1,3 take_back:2,8 2,8x4,10")), "fine");
  EXPECT_THAT(problem(with("2,8x4,10", "0,2-1,3 take_back:2,8 0,2-1,3")), HasSubstr("7:26 D-15"));
}

TEST_F(Records, BrokenTextIsNamedWithItsPlace) {
  EXPECT_EQ(problem(""), "1:1 the text is empty");
  EXPECT_THAT(problem("chess 1\n"), HasSubstr("1:1 "));
  EXPECT_THAT(problem("les_allies record 2\n"), HasSubstr("1:19 "));
  EXPECT_THAT(problem(with("france_germany", "france_prussia")), HasSubstr("2:9 \"france_prussia\" is none of"));
  EXPECT_THAT(problem(with("first allies", "first")), HasSubstr("5:6 a side is missing"));
  EXPECT_THAT(problem(with("first allies", "frist allies")), HasSubstr("5:1 \"frist\" is no key"));
  EXPECT_THAT(problem(with("men 1 0,0", "men 5 0,0")), HasSubstr("3:5 "));
  EXPECT_THAT(problem(with("men 1 0,0", "men 1 0.0")), HasSubstr("3:7 \"0.0\" is no square"));
  EXPECT_THAT(problem(with("2,8x4,10", "2,8x4,1O")), HasSubstr("7:8 \"4,1O\" is no square"));
  EXPECT_THAT(problem(with("2,8x4,10", "2,8")), HasSubstr("where he goes"));
  EXPECT_THAT(problem(with("2. ", "3. ")), HasSubstr("7:1 "));
  EXPECT_THAT(problem(with("first allies", "house capture loose\nfirst allies")), HasSubstr("5:15 "));
  EXPECT_THAT(problem(with("first allies", "house capturing strict\nfirst allies")), HasSubstr("5:7 unknown house rule"));
}

TEST_F(Records, WhatTheRulesRefuseIsNamedWithItsPlaceAndRule) {
  EXPECT_THAT(problem(with("3,7-2,8", "3,7-3,8")), HasSubstr("6:4 D-8"));
  EXPECT_THAT(problem(with("men 1 0,0", "men 1 0,8")), HasSubstr("3:7 D-4"));
  EXPECT_THAT(problem(with("2,8x4,10", "2,8-4,10")), HasSubstr("7:4 he takes here"));
  EXPECT_THAT(problem(with("3,7-2,8", "3,7x2,8")), HasSubstr("6:4 he takes nobody here"));
  EXPECT_THAT(problem(with("3,7-2,8", "3,7-2,8=G")), HasSubstr("6:4 nobody becomes a General"));
  EXPECT_THAT(problem(with("5,15-4,14", "huff:4,10")), HasSubstr("7:13 D-16"));
}

TEST_F(Records, HouseRulesGoWithTheGame) {
  Record record{Variant::FranceGermany, {}, {}};
  record.house.capture = Capture::Strict;
  record.house.neutral_closed = {"NL", "CH"};
  record.house.huff_options = {true, false, true};
  record.house.null_quiet_moves = 7;
  record.house.soldier_back_move = BackMove::Never;
  record.actions = twelve_each(board, record.house, record.variant);
  const std::string text = write_record(record, board);
  const auto read = read_record(text);
  ASSERT_TRUE(read) << read.error().says << text;
  EXPECT_EQ(read->record.house, record.house);
  EXPECT_EQ(read->record.actions, record.actions);
}

TEST_F(Records, AnyCutOfARecordIsReadOrRefusedWithAPlace) {
  const std::string whole = kRecord;
  for (std::size_t n = 0; n < whole.size(); ++n) {
    const std::string says = problem(whole.substr(0, n));
    EXPECT_TRUE(says == "fine" || says.find(':') != std::string::npos) << n << says;
  }
}

// ---- kept games ----

class KeptGames : public Records {
 protected:
  [[nodiscard]] std::string kept() const { return serialise(replay(*read_record(kRecord), board)->states.back()); }
  [[nodiscard]] std::string refusal(const std::string& what, const std::string& instead) const {
    std::string text = kept();
    const auto at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what << text;
    const auto game = parse_game(text.replace(at, what.size(), instead), board);
    return game ? "fine" : fmt::format("{}:{} {}", game.error().at.line, game.error().at.column, game.error().says);
  }
};

TEST_F(KeptGames, ReadBackAsTheyWereWritten) {
  const Game game = replay(*read_record(kRecord), board)->states.back();
  const auto again = parse_game(serialise(game), board);
  ASSERT_TRUE(again) << again.error().says;
  EXPECT_EQ(*again, game);
}

TEST_F(KeptGames, DamageIsNamedWithItsPlace) {
  EXPECT_THAT(refusal("les_allies game 1", "les_allies game 9"), HasSubstr("1:17 "));
  EXPECT_THAT(refusal("variant france_germany", "variant zone_1"), "fine");  // one fight as well
  EXPECT_THAT(refusal("variant france_germany", "variant four_players"), HasSubstr("fights are not those"));
  EXPECT_THAT(refusal("stage play", "stage playing"), HasSubstr("3:7 "));
  EXPECT_THAT(refusal("man 0,0 allies", "man 0,1 allies"), HasSubstr("0,1 is no square"));
  EXPECT_THAT(refusal("man 2,0 allies", "man 0,0 allies"), HasSubstr("in the order of their squares"));
  EXPECT_THAT(refusal("man 0,0 allies", "man 0,0 english"), HasSubstr("\"english\" is none of"));
  EXPECT_THAT(refusal("soldier", "corporal"), HasSubstr("\"corporal\""));
  EXPECT_THAT(refusal("first allies\n", ""), HasSubstr("who began is missing"));
  EXPECT_THAT(refusal("man 0,0", "mna 0,0"), HasSubstr("unknown key"));
}

}  // namespace
}  // namespace rules::les_allies::games_test
