// Records of Le Choc as it is watched on a board: fights nobody declared, boards that nothing explains, turns of the wrong side.
#include <gmock/gmock.h>

#include <random>

#include "rules/le_choc/explain.h"
#include "rules/le_choc/record/record.h"
#include "tests/rules/le_choc/builders.h"
#include "tests/rules/le_choc/record_texts.h"
#include "tests/support/le_choc_text.h"
#include "tests/support/texts.h"

namespace rules::le_choc::watched_record_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kWatched =
    "le choc record 1\n"
    "first south\n"
    "south c3 d1\n"
    "north c5 d4 k11\n"
    "1. c3xc5 attacker_falls\n"
    "2. d4xd1 defender_falls\n"
    "to_move north\n"
    "3. k11-k10\n"
    "stands south a1 a3\n"
    "stands north k10\n"
    "to_move south\n"
    "4. a1-a2\n"
    "5. k10-k9\n"
    "stands south a2 a3\n"
    "stands north a4\n"
    "to_move south\n"
    "6. a3xa4 stays\n"
    "to_move south\n"
    "7. a2-b2\n"
    "stands south\n"
    "stands north\n"
    "to_move north\n";

std::string with(const std::string& what, const std::string& instead) { return support::with(kWatched, what, instead); }

TEST(LeChocWatchedRecord, ReadsAndWritesTheSameText) {
  const auto read = parse_record(kWatched);
  ASSERT_TRUE(read) << problem(kWatched);
  EXPECT_EQ(text(read->record), kWatched);
  ASSERT_EQ(read->record.interruptions.size(), 5U);
  EXPECT_EQ(read->record.interruptions[0].after, 2U);
  EXPECT_FALSE(read->record.interruptions[0].stands);
  EXPECT_EQ(read->interruptions[1], (TextPlace{9, 1}));
  EXPECT_EQ(read->record.actions[5].outcome, Outcome::DefenderFalls);
  EXPECT_TRUE(read->record.actions[5].event.stay);
}

TEST(LeChocWatchedRecord, TheExampleOfTheManualPlays) {
  const std::string example = support::example_of("formats.md", "text le_choc watched");
  const auto read = parse_record(example);
  ASSERT_TRUE(read) << problem(example);
  EXPECT_EQ(text(read->record), example);
  const auto games = replay_seen(read->record);
  EXPECT_TRUE(games) << games.error().why.says;
}

TEST(LeChocWatchedRecord, PlaysAsItWasSeen) {
  const auto games = replay_seen(parse_record(kWatched)->record);
  ASSERT_TRUE(games) << games.error().why.says;
  ASSERT_EQ(games->size(), 13U) << "a start, seven actions and five interruptions";
  const auto south_on = [&](std::size_t game, const char* square) {
    const auto piece = seen_on((*games)[game], sq(square));
    return piece && (*games)[game].pieces[*piece].side == Side::South;
  };
  EXPECT_FALSE(south_on(1, "c3")) << "the attacker fell";
  EXPECT_FALSE(south_on(2, "d1")) << "the attacked piece fell";
  EXPECT_EQ((*games)[2].to_move, Side::South);
  EXPECT_EQ((*games)[3].to_move, Side::North);
  EXPECT_TRUE(south_on(5, "a1"));
  EXPECT_TRUE(south_on(9, "a3")) << "machine guns stay";
  EXPECT_EQ((*games)[9].pieces[*seen_on((*games)[9], sq("a3"))].evidence, LetterSet::only(kMachineGuns));
  EXPECT_FALSE(seen_on(games->back(), sq("b2")));
}

TEST(LeChocWatchedRecord, LettersThatTheBoardContradictsAreBelievedAndTheBoardStands) {
  const auto read = parse_record(with("2. d4xd1 defender_falls", "2. d4(G)xd1(A) attacker_falls"));
  ASSERT_TRUE(read);
  EXPECT_EQ(text(read->record.actions[1]), "d4(G)xd1(A) attacker_falls");
  const auto played = watch_as_far(read->record, rules_of({}));
  ASSERT_FALSE(played.stopped);
  const Seen& after = played.games[2];
  EXPECT_FALSE(seen_on(after, sq("d4")));
  EXPECT_EQ(after.pieces[*seen_on(after, sq("d1"))].evidence, LetterSet::only(Value::A));
}

TEST(LeChocWatchedRecord, BrokenTextIsNamedByItsPlace) {
  EXPECT_THAT(problem(with("c3xc5 attacker_falls", "c3xc5")), HasSubstr("5:9 who falls"));
  EXPECT_THAT(problem(with("c3xc5 attacker_falls", "c3xc5 nobody_falls")), HasSubstr("5:10 \"nobody_falls\" stands where"));
  EXPECT_THAT(problem(with("a3xa4 stays", "a3xa4 stays attacker_falls")), HasSubstr("17:16 \"attacker_falls\" is too much"));
  EXPECT_THAT(problem(with("c3xc5 attacker_falls", "c3xc5(A) attacker_falls")), HasSubstr("5:9 \"(A)\" is too much"));
  EXPECT_THAT(problem(with("to_move north", "to_move west")), HasSubstr("7:9 \"west\" is neither"));
  EXPECT_THAT(problem(with("stands north k10\n", "")), HasSubstr("10:1 \"to_move\" stands where \"stands\" belongs"));
  EXPECT_THAT(problem(with("stands north k10", "stands north a3")), HasSubstr("10:14 somebody stands on a3 already"));
  EXPECT_THAT(problem(with("stands south a1 a3", "stands south a1 z3")), HasSubstr("9:17 z3 is off the board"));
  EXPECT_THAT(problem(with("first south", "base south b1 z9\nfirst south")), HasSubstr("2:15 z9 is off the board"));
  EXPECT_THAT(problem(with("first south", "base south b1\nbase south b1\nfirst south")), HasSubstr("3:12 somebody stands on b1 already"));
  EXPECT_THAT(problem(with("first south", "base south\nfirst south")), HasSubstr("a base has squares"));
  const std::string whole = kWatched;
  EXPECT_THAT(problem(whole.substr(0, whole.rfind("to_move"))), HasSubstr("the text breaks off"));
}

TEST(LeChocWatchedRecord, LG2LawBasesAndObjectiveOfAnyBoardReadBack) {
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int n = 0; n < 200; ++n) {
    House house;
    house.width = 5 + below(9);
    house.height = 5 + below(9);
    Rules rules = rules_of(house);
    rules.board.objective = Square{below(house.width), below(house.height)};
    for (const Side side : kSides) {
      if (below(3) == 0) continue;  // as the house has them
      std::vector<Base> bases;
      for (int row = 0; row < house.height; row += 2)
        if (below(2) == 0) bases.push_back({{below(house.width), row}});
      std::ranges::sort(bases);  // as a board has them
      if (!bases.empty()) rules.board.bases[index(side)] = bases;
    }
    const Record record = begin_record(begin_seen({std::vector{Square{0, 0}}, std::vector{Square{4, 4}}}, Side::South, rules), rules);
    const auto back = parse_record(text(record));
    ASSERT_TRUE(back) << text(record) << back.error().says;
    ASSERT_EQ(back->record, record) << text(record);
    ASSERT_EQ(rules_for(back->record).board, rules.board) << text(record);
  }
}

TEST(LeChocWatchedRecord, WhatPrecedesAMistakeIsKept) {
  const PartRead part = parse_record_as_far(with("3. k11-k10", "3. k11~k10"));
  ASSERT_TRUE(part.read);
  ASSERT_TRUE(part.wrong);
  EXPECT_EQ(part.wrong->at.line, 8);
  EXPECT_EQ(part.read->record.actions.size(), 2U);
  EXPECT_EQ(part.read->record.interruptions.size(), 1U);
  EXPECT_EQ(watch_as_far(part.read->record, rules_of({})).games.size(), 4U);
  EXPECT_FALSE(parse_record_as_far("le choc record 1\nfirst south\nsouth a1\n").read);
  const auto far = parse_record(with("3. k11-k10", "3. k11-k5"));
  ASSERT_TRUE(far);
  const auto played = watch_as_far(far->record, rules_of({}));
  EXPECT_EQ(played.games.size(), 4U);
  ASSERT_TRUE(played.stopped);
  EXPECT_EQ(played.stopped->action, 2U);
  EXPECT_EQ(played.stopped->why.rule, "L-11");
}

TEST(LeChocWatchedRecord, AnyTextAtAllIsAnErrorAtMost) {
  support::each_damaged(kWatched, support::kDamage, [](const std::string& damaged) {
    const PartRead part = parse_record_as_far(damaged);
    EXPECT_TRUE(part.read || part.wrong);
    if (part.read) static_cast<void>(watch_as_far(part.read->record, rules_for(part.read->record)));
  });
}

/// A random watched game: mostly what may be done, now and then the wrong side, now and then another board.
class Watching {
 public:
  explicit Watching(unsigned seed) : random_(seed) {
    std::array<std::vector<Square>, 2> start;
    for (int row = 0; row < 11; ++row)
      for (int column = 0; column < 11; ++column)
        if (below(6) == 0 && start[0].size() + start[1].size() < 30) start[below(2)].push_back({column, row});
    for (auto& side : start) side.resize(std::min<std::size_t>(side.size(), 20));
    seen_ = begin_seen(start, Side::South, rules_);
    record_ = begin_record(seen_, rules_);
  }
  void step() {
    const std::size_t kind = below(10);
    if (kind == 0) {
      seen_.to_move = other(seen_.to_move);
      record_.interruptions.push_back({record_.actions.size(), {}, seen_.to_move});
    } else if (kind == 1) {
      another_board();
    } else {
      act();
    }
    record_.ending = seen_.ending;
  }
  [[nodiscard]] const Record& record() const { return record_; }
  [[nodiscard]] const Seen& seen() const { return seen_; }

 private:
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  [[nodiscard]] SeenBoard board() const {
    SeenBoard out;
    for (const SeenPiece& piece : seen_.pieces)
      if (piece.at) out.pieces.push_back({*piece.at, piece.side});
    return out;
  }

  void another_board() {
    SeenBoard now = board();
    if (!now.pieces.empty()) now.pieces.erase(now.pieces.begin() + static_cast<std::ptrdiff_t>(below(now.pieces.size())));
    const Square at{static_cast<int>(below(11)), static_cast<int>(below(11))};
    if (std::ranges::find(now.pieces, at, &SeenSquare::at) == now.pieces.end()) now.pieces.push_back({at, kSides[below(2)]});
    seen_ = accepted(seen_, now);
    auto& stands = record_.interruptions.emplace_back(Interruption{record_.actions.size(), {}, seen_.to_move}).stands.emplace();
    for (const SeenSquare& piece : now.pieces) stands[index(piece.side)].push_back(piece.at);
  }

  void act() {
    if (seen_.ending) return;
    std::vector<std::pair<Square, PossibleArrival>> all;
    for (const SeenPiece& piece : seen_.pieces)
      if (piece.at && piece.side == seen_.to_move)
        for (const PossibleArrival& arrival : possible_arrivals(seen_, *piece.at, rules_)) all.emplace_back(*piece.at, arrival);
    if (all.empty()) return;
    const auto& [from, arrival] = all[below(all.size())];
    Event event{.kind = arrival.attack ? Event::Kind::Attack : Event::Kind::Move, .side = seen_.to_move, .from = from, .to = arrival.at};
    if (!arrival.attack) {
      seen_ = observe(seen_, event, rules_).seen;
      return add(record_, event, seen_.ending);
    }
    const Outcome outcome = below(2) == 0 ? Outcome::AttackerFalls : Outcome::DefenderFalls;
    event.stay = outcome == Outcome::DefenderFalls && below(2) == 0;
    const auto guess = attack_that_shows(
        seen_, event, outcome == Outcome::AttackerFalls ? Guess::Fight::DefenderWins : Guess::Fight::AttackerWins, rules_);
    if (!guess) return;
    seen_ = after_fight(seen_, *guess, rules_);
    record_.actions.push_back({event, {}, outcome});
  }

  std::mt19937 random_;
  Rules rules_ = without_values(rules_of({}));
  Seen seen_;
  Record record_;
};

TEST(LeChocWatchedRecord, LawARandomGameReadsBackAndPlaysToItsPresentBoard) {
  for (unsigned seed = 1; seed <= 200; ++seed) {
    Watching game(seed);
    for (int i = 0; i < 40; ++i) game.step();
    const std::string written = text(game.record());
    const auto back = parse_record(written);
    ASSERT_TRUE(back) << problem(written) << "\n" << written;
    ASSERT_EQ(back->record, game.record()) << written;
    const auto played = watch_as_far(back->record, without_values(rules_of({})));
    ASSERT_FALSE(played.stopped) << played.stopped->why.says << "\n" << written;
    ASSERT_EQ(played.games.back(), game.seen()) << written;
  }
}

}  // namespace
}  // namespace rules::le_choc::watched_record_test
