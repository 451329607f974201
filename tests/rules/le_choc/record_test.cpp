// Le Choc as text: records, positions and what is seen are written, read back, and broken ones named by line and column.
#include <gmock/gmock.h>

#include <fstream>
#include <regex>
#include <set>
#include <sstream>

#include "rules/le_choc/record/record.h"
#include "tests/rules/le_choc/builders.h"
#include "tests/rules/le_choc/record_texts.h"
#include "tests/support/le_choc_text.h"
#include "tests/support/texts.h"

namespace rules::le_choc::record_test {
namespace {

using testing::HasSubstr;

constexpr const char* kRecord =
    "le choc record 1\n"
    "house objective 5 6\n"
    "house gas.consumed true\n"
    "first south\n"
    "south b1(A) c1(B) d1(E) h1(D) i1(F) j1(H)\n"
    "north b11(G) c11(A) d11(B) h11(D) i11(C) j11(E)\n"
    "1. b1-b4\n"
    "2. i11-i8\n"
    "3. +b1(G)\n"
    "4. i8-i5\n"
    "5. b4-b7\n"
    "6. i5-g5\n"
    "7. d1-d3\n"
    "8. g5-e3\n"
    "9. d3(E)xe3(C) stays\n"
    "10. concedes\n"
    "end: south wins, LG13\n";

/// The record with one of its lines replaced.
std::string with_line(int number, const std::string& line) {
  std::istringstream all(kRecord);
  std::string out, each;
  for (int i = 1; std::getline(all, each); ++i) out += (i == number ? line : each) + "\n";
  return out;
}

TEST(LeChocRecord, ReadsAndWritesTheSameText) {
  const auto read = parse_record(kRecord);
  ASSERT_TRUE(read) << problem(kRecord);
  EXPECT_EQ(text(read->record), kRecord);
  EXPECT_TRUE(read->record.house.gas_consumed);
  EXPECT_EQ(read->record.actions.size(), 10u);
  EXPECT_EQ(read->actions.front(), (TextPlace{7, 4}));
  EXPECT_EQ(text(read->record.actions[8]), "d3(E)xe3(C) stays");
}

TEST(LeChocRecord, PlaysItself) {
  const auto games = replay(parse_record(kRecord)->record);
  ASSERT_TRUE(games) << games.error().why.says;
  EXPECT_EQ(games->size(), 11u);
  EXPECT_EQ(games->back().position.ending, (Ending{Side::South, "LG13"}));
  EXPECT_EQ(piece_on(games->back().position, sq("d3"))->value, Value::E);
  EXPECT_EQ(piece_on(games->back().position, sq("e3")), nullptr);
}

TEST(LeChocRecord, ThePublicOneHoldsNoHiddenLetter) {
  const Record shown = seen_by(parse_record(kRecord)->record, std::nullopt);
  const std::string written = text(shown);
  EXPECT_THAT(written, HasSubstr("south b1 c1 d1 h1 i1 j1\n"));
  EXPECT_THAT(written, HasSubstr("3. +b1\n"));
  EXPECT_THAT(written, HasSubstr("9. d3(E)xe3(C) stays\n"));
  EXPECT_EQ(parse_record(written)->record, shown);
  const auto seen = replay_seen(shown);
  ASSERT_TRUE(seen) << seen.error().why.says;
  EXPECT_EQ(seen->back(), replay(parse_record(kRecord)->record)->back().seen);
  EXPECT_EQ(replay(shown).error().why.rule, "L-8");
}

TEST(LeChocRecord, APlayersHoldsHisOwnLetters) {
  const std::string south = text(seen_by(parse_record(kRecord)->record, Side::South));
  EXPECT_THAT(south, HasSubstr("3. +b1(G)\n"));
  EXPECT_THAT(south, HasSubstr("north b11 c11 d11 h11 i11 j11\n"));
}

TEST(LeChocRecord, AnOpenGameIsWrittenAsItIsSeen) {
  const Rules rules = without_values(the_rules());
  const Seen start = replay_seen(parse_record(kRecord)->record)->front();
  Record record = begin_record(start, rules);
  Seen seen = start;
  for (const Event& event :
       {Event{Event::Kind::Move, Side::South, sq("b1"), sq("b4")}, Event{Event::Kind::Move, Side::North, sq("i11"), sq("i8")},
        Event{Event::Kind::Enter, Side::South, {}, sq("b1")}, Event{Event::Kind::Concede, Side::North}}) {
    seen = observe(seen, event, rules).seen;
    add(record, event, seen.ending);
  }
  const auto back = parse_record(text(record));
  ASSERT_TRUE(back) << text(record);
  EXPECT_EQ(back->record, record);
  EXPECT_EQ(replay_seen(back->record)->back(), seen);
  EXPECT_EQ(record.ending, (Ending{Side::South, "LG13"}));
}

TEST(LeChocRecord, TakesBlankLinesAndForeignLineEnds) {
  std::string loose = "\n";
  for (const char* c = kRecord; *c; ++c) loose += *c == '\n' ? "  \r\n\r\n" : std::string(1, *c);
  ASSERT_TRUE(parse_record(loose)) << problem(loose);
  EXPECT_EQ(text(parse_record(loose)->record), kRecord);
}

TEST(LeChocRecord, TheExampleOfTheManualPlays) {
  const std::string example = support::example_of("formats.md", "text le_choc");
  const auto read = parse_record(example);
  ASSERT_TRUE(read) << problem(example);
  EXPECT_EQ(text(read->record), example);
  const auto games = replay(read->record);
  EXPECT_TRUE(games) << games.error().why.says;
}

TEST(LeChocRecord, EveryRuleOfThePageMayEndAGameAndNoOther) {
  std::ifstream page(VEDETTE_SOURCE_DIR "/docs/rules-le-choc.md");
  const std::regex row(R"(\| *(L-\d+|LG\d+) *\|.*)");
  std::set<std::string> ids;
  std::smatch found;
  for (std::string line; std::getline(page, line);)
    if (std::regex_match(line, found, row)) ids.insert(found[1]);
  ASSERT_EQ(ids.size(), 33u);
  for (const std::string& id : ids) EXPECT_THAT(problem(with_line(17, "end: south wins, " + id)), Not(HasSubstr("no rule"))) << id;
  for (const std::string id : {"L-0", "L-16", "LG0", "LG19", "L-", "DG1", "L-1x"})
    EXPECT_THAT(problem(with_line(17, "end: south wins, " + id)), HasSubstr("no rule")) << id;
}

TEST(LeChocRecord, BrokenTextIsNamedByItsPlace) {
  EXPECT_THAT(problem(""), HasSubstr("1:1 nothing"));
  EXPECT_EQ(problem("les allies record 1\n"), "1:1 \"les\" stands where \"le\" belongs");
  EXPECT_THAT(problem(with_line(1, "le choc record 2")), HasSubstr("1:16 the version"));
  EXPECT_THAT(problem(with_line(3, "house gas.consume true")), HasSubstr("3:7 unknown house rule"));
  EXPECT_THAT(problem(with_line(3, "house gas.consumed perhaps")), HasSubstr("3:20 must be true or false"));
  EXPECT_THAT(problem(with_line(2, "house move.path curved")), HasSubstr("2:17 \"move.path\" is one of"));
  EXPECT_THAT(problem(with_line(2, "house objective 5")), HasSubstr("2:17 "));
  EXPECT_THAT(problem(with_line(4, "first west")), HasSubstr("4:7 \"west\" is neither"));
  EXPECT_THAT(problem(with_line(5, "south b1(A) z1(B)")), HasSubstr("5:13 z1 is off the board"));
  EXPECT_THAT(problem(with_line(5, "south b1(A) c1(X)")), HasSubstr("5:16 a letter from A to H"));
  EXPECT_THAT(problem(with_line(6, "south b1")), HasSubstr("6:1 \"south\" stands where \"north\" belongs"));
  EXPECT_THAT(problem(with_line(7, "2. b1-b4")), HasSubstr("7:1 \"2.\" stands where \"1.\" belongs"));
  EXPECT_THAT(problem(with_line(7, "1. b1b4")), HasSubstr("7:6 a letter in brackets"));
  EXPECT_THAT(problem(with_line(7, "1. b1-b12")), HasSubstr("7:7 b12 is off the board"));
  EXPECT_THAT(problem(with_line(7, "1. b1-")), HasSubstr("7:7 a square such as b4 is missing"));
  EXPECT_THAT(problem(with_line(7, "1. b1-b4 stays")), HasSubstr("7:10 \"stays\" is too much here"));
  EXPECT_THAT(problem(with_line(7, "1.")), HasSubstr("7:3 an action is missing"));
  EXPECT_THAT(problem(with_line(15, "9. d3(E)xe3")), HasSubstr("15:12 a letter in brackets"));
  EXPECT_THAT(problem(with_line(15, "9. d3(E)e3(C)")), HasSubstr("15:9 'x' is missing"));
  EXPECT_THAT(problem(with_line(17, "end: south wins, L-99")), HasSubstr("17:18 there is no rule"));
  EXPECT_THAT(problem(std::string(kRecord) + "11. b7-b8\n"), HasSubstr("18:1 the game has ended above"));
  EXPECT_THAT(problem("le choc record 1\nfirst south\nsouth b1\n"), HasSubstr("3:7 the text breaks off"));
}

TEST(LeChocRecord, AnyTextAtAllIsAnErrorAtMost) {
  support::each_damaged(kRecord, support::kDamage, [](const std::string& damaged) {
    if (const auto read = parse_record(damaged)) static_cast<void>(replay(read->record));
  });
}

TEST(LeChocRecord, WhatDoesNotPlayIsNamedByItsAction) {
  const auto fails_at = [](const std::string& text) {
    const auto read = parse_record(text);
    EXPECT_TRUE(read) << problem(text);
    const auto games = replay(read->record);
    return games ? "plays"
                 : fmt::format("{} {}", games.error().action ? std::to_string(*games.error().action) : "-", games.error().why.rule);
  };
  EXPECT_EQ(fails_at(with_line(11, "5. b4-b8")), "4 L-11");
  EXPECT_EQ(fails_at(with_line(9, "3. +b1(H)")), "2 L-10");
  EXPECT_EQ(fails_at(with_line(15, "9. d3(E)xe3(D) stays")), "8 L-4");
  EXPECT_EQ(fails_at(with_line(5, "south b1(A) c1(B) d1(E) h1(D) i1(F)")), "- L-8");
  EXPECT_EQ(fails_at(with_line(5, "south b1(H) c1(B) d1(E) h1(D) i1(F) j1(H)")), "- L-8");
  EXPECT_EQ(fails_at(with_line(17, "end: north wins, LG16")), "- L-15");
}

// ---- positions and what is seen ----

TEST(LeChocText, APositionReadsBack) {
  Position position = place("south A a1, north H k11");
  position.pieces[1].shown = true;
  position.reserve[0] = {1, 0, 2, 0, 0, 0, 0, 1};
  position.clocks = {7, 2};
  position.ending = Ending{std::nullopt, "LG17"};
  EXPECT_EQ(text(position),
            "le choc position 1\nto move south\nquiet 7\nheld 2\nending draw, LG17\nreserve south A1 C2 H1\nreserve north\n"
            "piece south A a1\npiece north H k11 shown\n");
  EXPECT_EQ(parse_position(text(position), the_rules()).value(), position);
}

TEST(LeChocText, WhatIsSeenReadsBack) {
  Seen seen = begin_seen({std::vector{sq("a1")}, std::vector{sq("a3")}}, Side::North, the_rules());
  seen.pieces[0].evidence = movers(3);
  seen.pieces[1].at.reset();
  EXPECT_EQ(text(seen),
            "le choc seen 1\nto move north\nquiet 0\nheld 0\nreserve south 22\nreserve north 22\n"
            "piece south 1 a1 AC\npiece north 1 fallen ABCDEFGH\n");
  EXPECT_EQ(parse_seen(text(seen), the_rules()).value(), seen);
}

TEST(LeChocText, BrokenOnesAreNamedByTheirPlace) {
  const std::string head = "le choc position 1\nto move south\nquiet 0\nheld 0\n";
  const auto wrong = [&](const std::string& rest) {
    const auto read = parse_position(head + rest, the_rules());
    return read ? "fine" : fmt::format("{}:{} {}", read.error().at.line, read.error().at.column, read.error().says);
  };
  EXPECT_THAT(wrong("piece south A l1\n"), HasSubstr("5:15 l1 is off the board"));
  EXPECT_THAT(wrong("piece south J a1\n"), HasSubstr("5:13 \"J\" is no letter"));
  EXPECT_THAT(wrong("piece south A a1\npiece north A a1\n"), HasSubstr("6:15 two pieces stand on a1"));
  EXPECT_THAT(wrong("piece south H a1\npiece south H b1\n"), HasSubstr("(L-2)"));
  EXPECT_THAT(wrong("piece south H a1\nreserve south H1\n"), HasSubstr("(L-2)"));
  EXPECT_THAT(wrong("reserve south A5\n"), HasSubstr("5:15 \"A5\" must be"));
  EXPECT_THAT(wrong("men south A5\n"), HasSubstr("5:1 \"men\" is none of"));
  EXPECT_THAT(wrong("piece south A a1 bare\n"), HasSubstr("5:18 \"bare\" is too much"));
  const auto seen = parse_seen("le choc seen 1\nto move south\nquiet 0\nheld 0\nreserve south 23\nreserve north 22\n", the_rules());
  ASSERT_FALSE(seen);
  EXPECT_THAT(seen.error().says, HasSubstr("north has 22 pieces"));
  const auto twice = parse_seen("le choc seen 1\nto move south\nquiet 0\nheld 0\npiece south 1 a1 BA\n", the_rules());
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().at.column, 18);
}

}  // namespace
}  // namespace rules::le_choc::record_test
