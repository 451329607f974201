// Letters entrusted to an umpire while the board goes its own way.
#include "rules/le_choc/sworn.h"

#include <gmock/gmock.h>

#include "tests/rules/le_choc/builders.h"
#include "tests/support/le_choc_views.h"

namespace rules::le_choc::entrusted_test {
namespace {

const Rules kBook = rules_of({});

Seen seen_of(const std::vector<std::string>& south, const std::vector<std::string>& north) {
  std::array<std::vector<Square>, 2> squares;
  for (const std::string& at : south) squares[0].push_back(sq(at));
  for (const std::string& at : north) squares[1].push_back(sq(at));
  return begin_seen(squares, Side::South, kBook);
}

Event move(const char* from, const char* to) { return {.kind = Event::Kind::Move, .side = Side::South, .from = sq(from), .to = sq(to)}; }

TEST(LeChocEntrusted, L2NoMoreOfALetterThanAForceHas) {
  Entrusted letters;
  EXPECT_FALSE(why_not_entrusted(letters, Side::South, 1, Value::H, kBook));
  entrust(letters, Side::South, 1, Value::H);
  EXPECT_FALSE(why_not_entrusted(letters, Side::South, 1, Value::H, kBook)) << "the same piece once more";
  ASSERT_TRUE(why_not_entrusted(letters, Side::South, 2, Value::H, kBook));
  EXPECT_EQ(why_not_entrusted(letters, Side::South, 2, Value::H, kBook)->rule, "L-2");
  EXPECT_FALSE(why_not_entrusted(letters, Side::North, 2, Value::H, kBook)) << "each side has a force";
  EXPECT_EQ(not_entrusted(letters, Side::South, kBook), (Counts{4, 4, 2, 4, 4, 2, 2, 0}));
  entrust(letters, Side::South, 1, std::nullopt);
  EXPECT_EQ(not_entrusted(letters, Side::South, kBook), kBook.force);
}

TEST(LeChocEntrusted, L11WhatAPieceHasDoneMayContradictItsLetter) {
  const Seen after = observe(seen_of({"b1"}, {"b11"}), move("b1", "b4"), kBook).seen;
  EXPECT_FALSE(contradicted(after.pieces[0], Value::C));
  ASSERT_TRUE(contradicted(after.pieces[0], Value::H));
  EXPECT_EQ(contradicted(after.pieces[0], Value::H)->rule, "L-11");
}

TEST(LeChocEntrusted, AWatcherSeesHisOwnLettersAndNoOthers) {
  const Seen seen = seen_of({"b1", "c1"}, {"b11"});
  Entrusted letters;
  entrust(letters, Side::South, 2, Value::G);
  entrust(letters, Side::North, 1, Value::H);
  const View south = view_of(seen, letters, Side::South, kBook), north = view_of(seen, letters, Side::North, kBook);
  EXPECT_EQ(text(south.pieces[0].could_be), "ABCDEFGH") << "not entered yet";
  EXPECT_EQ(text(south.pieces[1].could_be), "G");
  EXPECT_EQ(text(south.pieces[2].could_be), "ABCDEFGH");
  EXPECT_EQ(text(north.pieces[1].could_be), "ABCDEFGH");
  EXPECT_EQ(text(north.pieces[2].could_be), "H");
  EXPECT_EQ(south.sides[1].own, std::nullopt);
}

TEST(LeChocEntrusted, LG13OnlyTheOccupantsOwnLetterIsNeeded) {
  Rules rules = kBook;
  rules.force = {2, 0, 0, 2, 0, 0, 0, 0};
  Seen seen = begin_seen({std::vector{sq("f6")}, std::vector{sq("b11"), sq("c11")}}, Side::South, rules);
  Entrusted letters;
  EXPECT_FALSE(undislodged(seen, letters, rules)) << "nobody knows what it is";
  entrust(letters, Side::South, 1, Value::D);
  EXPECT_FALSE(undislodged(seen, letters, rules)) << "two D are left";
  for (SeenPiece& piece : seen.pieces)
    if (piece.side == Side::North) piece.at.reset();
  EXPECT_FALSE(undislodged(seen, letters, rules)) << "gone, but nobody knows as what";
  for (SeenPiece& piece : seen.pieces)
    if (piece.side == Side::North) piece.evidence = LetterSet::only(Value::D);
  EXPECT_TRUE(undislodged(seen, letters, rules));
  entrust(letters, Side::South, 1, Value::A);
  EXPECT_FALSE(undislodged(seen, letters, rules)) << "A is attacked by A";
  seen.pieces[0].at = sq("f7");
  EXPECT_FALSE(undislodged(seen, letters, rules));
}

}  // namespace
}  // namespace rules::le_choc::entrusted_test
