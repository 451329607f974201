// Hidden letters in Le Choc: what may be deduced, what is flagged, and what watchers are shown.
#include <gmock/gmock.h>

#include "rules/le_choc/sworn.h"
#include "tests/rules/le_choc/builders.h"
#include "tests/support/le_choc_views.h"

namespace rules::le_choc::hidden_test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// ---- counting ----

LetterSet letters(const std::string& all) {
  LetterSet out = LetterSet::none();
  for (const char each : all) out.add(value_called(std::string(1, each)).value());
  return out;
}

std::vector<std::string> possible(const std::vector<std::string>& evidence, const Counts& counts = force()) {
  std::vector<LetterSet> sets;
  for (const std::string& each : evidence) sets.push_back(letters(each));
  std::vector<std::string> out;
  for (const LetterSet each : deduce(sets, counts).possible) out.push_back(text(each));
  return out;
}

TEST(LeChocDeduction, DistancesLeaveTheLettersThatMoveSoFar) {
  EXPECT_EQ(text(movers(1)), "ABCDEFGH");
  EXPECT_EQ(text(movers(2)), "ABCDE");
  EXPECT_EQ(text(movers(3)), "AC");
  EXPECT_EQ(text(movers(4)), "-");
}

TEST(LeChocDeduction, ALetterThatIsAccountedForIsNobodyElses) {
  EXPECT_THAT(possible({"H", "ABCDEFGH"}), ElementsAre("H", "ABCDEFG"));
  EXPECT_THAT(possible({"C", "C", "AC"}), ElementsAre("C", "C", "A"));
}

TEST(LeChocDeduction, AGroupOfPiecesMayAccountForLettersTogether) {
  // Six pieces among A and C are all of them, whoever is which.
  EXPECT_THAT(possible({"AC", "AC", "AC", "AC", "AC", "AC", "ABCDE"}), ElementsAre("AC", "AC", "AC", "AC", "AC", "AC", "BDE"));
  // Two pieces share F and H, of which a small force has one each.
  EXPECT_THAT(possible({"FH", "FH", "FGH"}, {0, 0, 0, 0, 0, 1, 1, 1}), ElementsAre("FH", "FH", "G"));
}

TEST(LeChocDeduction, WhatNobodyElseCanBeThePieceIs) {
  // The force is on the board: the only piece that may still be H is H.
  EXPECT_THAT(possible({"A", "AB", "ABH"}, {1, 1, 0, 0, 0, 0, 0, 1}), ElementsAre("A", "B", "H"));
}

TEST(LeChocDeduction, TheReserveHasWhatIsLeft) {
  const std::vector<LetterSet> seen{letters("H"), letters("C"), letters("C")};
  EXPECT_EQ(text(deduce(seen, force()).in_reserve), "ABDEFG");
  const std::vector<LetterSet> all{letters("A")};
  EXPECT_TRUE(deduce(all, {1, 0, 0, 0, 0, 0, 0, 0}).in_reserve.empty());
}

TEST(LeChocDeduction, WhereNoForceFitsTheCountsProveNothing) {
  const std::vector<LetterSet> seen{letters("H"), letters("H"), letters("AC")};
  const Deduction deduction = deduce(seen, force());
  EXPECT_FALSE(deduction.consistent);
  EXPECT_EQ(text(deduction.possible[2]), "AC");
}

// ---- the open umpire ----

const Rules kOpen = without_values(the_rules());

/// All twelve pieces on their bases, South to move.
Seen opening() {
  std::array<std::vector<Square>, 2> squares;
  for (const Side side : kSides)
    for (const Base& base : kOpen.board.bases[index(side)])
      squares[index(side)].insert(squares[index(side)].end(), base.begin(), base.end());
  return begin_seen(squares, Side::South, kOpen);
}

Event move(Side side, const char* from, const char* to) { return {Event::Kind::Move, side, sq(from), sq(to)}; }
Event attack(Side side, const char* from, const char* to, Value attacker, Value defender, bool stay = false) {
  return {Event::Kind::Attack, side, sq(from), sq(to), ShownFight{attacker, defender}, stay};
}

Observed observed(const Seen& seen, const std::vector<Event>& events) {
  Observed out{.seen = seen, .done = true, .flags = {}};
  for (const Event& event : events) {
    Observed next = observe(out.seen, event, kOpen);
    EXPECT_TRUE(next.done) << (next.flags.empty() ? "" : next.flags[0].says);
    out.seen = next.seen;
    out.flags.insert(out.flags.end(), next.flags.begin(), next.flags.end());
  }
  return out;
}

std::string could_be(const Seen& seen, const char* square) {
  const View view = public_view(seen, kOpen);
  for (const ViewedPiece& piece : view.pieces)
    if (piece.at == sq(square)) return text(piece.could_be);
  return "nobody";
}

TEST(LeChocOpen, PiecesAreNumberedInTheOrderOfAppearing) {
  const Seen seen =
      observed(opening(), {move(Side::South, "b1", "b2"), move(Side::North, "b11", "b10"), {Event::Kind::Enter, Side::South, {}, sq("b1")}})
          .seen;
  EXPECT_EQ(seen.pieces.back().number, 7);
  EXPECT_EQ(seen.reserve[0], 16);
  EXPECT_EQ(seen.pieces.front().at, sq("b2"));
}

TEST(LeChocOpen, MovesNarrowWhatAPieceMayBe) {
  const Seen seen = observed(opening(), {move(Side::South, "b1", "b4"), move(Side::North, "b11", "b9")}).seen;
  EXPECT_EQ(could_be(seen, "b4"), "AC");
  EXPECT_EQ(could_be(seen, "b9"), "ABCDE");
  EXPECT_EQ(could_be(seen, "c1"), "ABCDEFGH");
}

TEST(LeChocOpen, WhoWinsFollowsFromWhatIsDeclared) {
  const auto out = observed(opening(), {move(Side::South, "b1", "b4"), move(Side::North, "b11", "b9"), move(Side::South, "b4", "b7"),
                                        attack(Side::North, "b9", "b7", Value::D, Value::A)});
  EXPECT_THAT(out.flags, IsEmpty());
  EXPECT_EQ(could_be(out.seen, "b7"), "D");
  EXPECT_EQ(out.seen.pieces.front().at, std::nullopt);
  EXPECT_EQ(text(out.seen.pieces.front().evidence), "A");
}

TEST(LeChocOpen, ADeclarationAgainstTheDistanceMovedIsFlaggedAndBelieved) {
  const auto out = observed(opening(), {move(Side::South, "b1", "b4"), move(Side::North, "b11", "b9"), move(Side::South, "b4", "b7"),
                                        attack(Side::North, "b9", "b7", Value::D, Value::H)});
  ASSERT_EQ(out.flags.size(), 1u);
  EXPECT_EQ(out.flags[0].rule, "L-4");
  EXPECT_EQ(out.flags[0].who, "south 1");
  EXPECT_THAT(out.flags[0].says, HasSubstr("declared H, but what it showed leaves AC"));
  EXPECT_EQ(could_be(out.seen, "b7"), "H");  // D lost against H
}

TEST(LeChocOpen, ADeclarationAgainstAnEarlierOneIsFlagged) {
  Seen seen = begin_seen({std::vector{sq("a1")}, std::vector{sq("a3"), sq("a5")}}, Side::South, kOpen);
  const auto out =
      observed(seen, {attack(Side::South, "a1", "a3", Value::D, Value::A), attack(Side::North, "a5", "a3", Value::B, Value::C)});
  ASSERT_EQ(out.flags.size(), 1u);
  EXPECT_THAT(out.flags[0].says, HasSubstr("declared C, but was declared D"));
}

TEST(LeChocOpen, ADeclarationAgainstTheCountsIsFlagged) {
  const Seen seen = begin_seen({std::vector{sq("a1"), sq("c1")}, std::vector{sq("a2"), sq("c2"), sq("k11")}}, Side::South, kOpen);
  const auto out = observed(seen, {attack(Side::South, "a1", "a2", Value::H, Value::A), move(Side::North, "k11", "k10"),
                                   attack(Side::South, "c1", "c2", Value::H, Value::A)});
  ASSERT_EQ(out.flags.size(), 1u);
  EXPECT_EQ(out.flags[0].rule, "L-2");
  EXPECT_FALSE(public_view(out.seen, kOpen).sides[0].consistent);
  EXPECT_TRUE(public_view(out.seen, kOpen).sides[1].consistent);
}

TEST(LeChocOpen, AMoveAgainstADeclarationIsFlagged) {
  const Seen seen = begin_seen({std::vector{sq("a1")}, std::vector{sq("a2"), sq("k11")}}, Side::South, kOpen);
  const auto out =
      observed(seen, {attack(Side::South, "a1", "a2", Value::G, Value::A), move(Side::North, "k11", "k10"), move(Side::South, "a2", "a5")});
  ASSERT_EQ(out.flags.size(), 1u);
  EXPECT_EQ(out.flags[0].rule, "L-11");
  EXPECT_EQ(could_be(out.seen, "a5"), "AC");
}

TEST(LeChocOpen, AnAttackFromTooFarAndAStayOfOthersAreFlagged) {
  const Seen seen = begin_seen({std::vector{sq("a1")}, std::vector{sq("a3")}}, Side::South, kOpen);
  const auto far = observe(seen, attack(Side::South, "a1", "a3", Value::H, Value::A), kOpen);
  ASSERT_EQ(far.flags.size(), 1u);
  EXPECT_EQ(far.flags[0].rule, "L-11");
  EXPECT_TRUE(far.done);
  const auto stays = observe(seen, attack(Side::South, "a1", "a3", Value::D, Value::A, true), kOpen);
  ASSERT_EQ(stays.flags.size(), 1u);
  EXPECT_EQ(stays.flags[0].rule, "L-14");
  EXPECT_EQ(stays.seen.pieces[0].at, sq("a1"));
}

TEST(LeChocOpen, WhatTheSquaresAloneForbidIsNotTaken) {
  const Seen seen = opening();
  const auto rule = [&](const Event& event) {
    const Observed out = observe(seen, event, kOpen);
    EXPECT_EQ(out.seen, seen);
    return out.done ? "" : out.flags.at(0).rule;
  };
  EXPECT_EQ(rule(move(Side::North, "b11", "b10")), "L-9");
  EXPECT_EQ(rule(move(Side::South, "a1", "a2")), "L-9");
  EXPECT_EQ(rule(move(Side::South, "b1", "b5")), "L-11");
  EXPECT_EQ(rule(move(Side::South, "b1", "c1")), "LG5");
  EXPECT_EQ(rule(move(Side::South, "b1", "c3")), "LG4");
  EXPECT_EQ(rule(attack(Side::South, "b1", "b2", Value::A, Value::A)), "L-13");
  EXPECT_EQ(rule({Event::Kind::Enter, Side::South, {}, sq("b1")}), "LG2");
  EXPECT_EQ(rule({Event::Kind::Enter, Side::South, {}, sq("a1")}), "L-10");
  EXPECT_EQ(rule({Event::Kind::Pass, Side::South}), "LG12");
}

TEST(LeChocOpen, TheObjectiveIsWonByHoldingIt) {
  Seen seen = begin_seen({std::vector{sq("e5"), sq("a1")}, std::vector{sq("k11")}}, Side::South, kOpen);
  std::vector<Event> events{move(Side::South, "e5", "f6")};
  for (int turn = 0; turn < 3; ++turn) {
    events.push_back(move(Side::North, turn % 2 ? "k10" : "k11", turn % 2 ? "k11" : "k10"));
    if (turn < 2) events.push_back(move(Side::South, turn % 2 ? "a2" : "a1", turn % 2 ? "a1" : "a2"));
  }
  seen = observed(seen, events).seen;
  EXPECT_EQ(seen.ending, (Ending{Side::South, "L-15"}));
  EXPECT_FALSE(observe(seen, move(Side::South, "a2", "a3"), kOpen).done);
}

TEST(LeChocOpen, TheMovesOfATouchedPieceAreThoseOfAllItsLetters) {
  const Seen seen = begin_seen({std::vector{sq("a1")}, std::vector{sq("a3")}}, Side::South, kOpen);
  std::vector<std::string> out;
  for (const PossibleArrival& arrival : possible_arrivals(seen, sq("a1"), kOpen))
    out.push_back((arrival.attack ? "x" : "") + text(arrival.at) + text(arrival.letters));
  EXPECT_THAT(out,
              testing::UnorderedElementsAre("b1ABCDEFGH", "c1ABCDE", "d1AC", "b2ABCDEFGH", "c3ABCDE", "d4AC", "a2ABCDEFGH", "xa3ABCDE"));
  EXPECT_THAT(possible_arrivals(seen, sq("e5"), kOpen), IsEmpty());
}

// ---- the sworn umpire ----

SwornGame sworn_game(const std::string& south, const std::string& north) {
  return begin_sworn(set_up(south, north, the_rules()), Side::South, the_rules()).value();
}

TEST(LeChocSworn, FightsAreResolvedAndShownToAll) {
  SwornGame game = sworn_game("ABCDEF", "GHABDE");
  for (const Action& action : {Action(Move{sq("b1"), sq("b4")}), Action(Move{sq("d11"), sq("d8")}), Action(Move{sq("b4"), sq("b7")})})
    game = play(game, action, the_rules()).game;
  const Sworn fought = play(game, Attack{sq("b11"), sq("b7")}, the_rules());  // G moves one
  EXPECT_FALSE(fought.applied.done);
  game = play(game, Move{sq("d8"), sq("b8")}, the_rules()).game;
  game = play(game, Attack{sq("b7"), sq("b8")}, the_rules()).game;  // A against A
  const View everybody = public_view(game.seen, the_rules());
  EXPECT_EQ(text(everybody.pieces[0].could_be), "A");
  EXPECT_EQ(everybody.pieces[0].at, sq("b8"));
  EXPECT_EQ(everybody.pieces[8].at, std::nullopt);
  EXPECT_EQ(text(everybody.pieces[8].could_be), "A");
}

TEST(LeChocSworn, EverybodySeesTheSameAndPlayersTheirOwnToo) {
  const SwornGame game = play(sworn_game("ABCDEF", "GHABDE"), Move{sq("b1"), sq("b4")}, the_rules()).game;
  const View everybody = public_view(game.seen, the_rules());
  EXPECT_EQ(text(everybody.pieces[0].could_be), "AC");
  EXPECT_EQ(everybody.sides[0].own, std::nullopt);
  const View south = view_of(game, Side::South, the_rules());
  EXPECT_EQ(text(south.pieces[0].could_be), "A");
  EXPECT_EQ(text(south.pieces[6].could_be), "ABCDEFGH");
  EXPECT_EQ(south.sides[0].own, (Counts{3, 3, 1, 3, 3, 1, 2, 1}));
  EXPECT_EQ(south.sides[1].own, std::nullopt);
  EXPECT_EQ(text(view_of(game, Side::North, the_rules()).pieces[6].could_be), "G");
}

TEST(LeChocSworn, ARefusedActionChangesNothing) {
  const SwornGame game = sworn_game("ABCDEF", "GHABDE");
  const Sworn sworn = play(game, Move{sq("c1"), sq("c4")}, the_rules());  // B moves two
  EXPECT_FALSE(sworn.applied.done);
  EXPECT_EQ(sworn.game, game);
}

TEST(LeChocSworn, TheOrderInWhichAPlayerNamesHisPiecesTellsNothing) {
  Deployment turned = set_up("ABCDEF", "GHABDE", the_rules());
  std::ranges::reverse(turned[0]);
  EXPECT_EQ(begin_sworn(turned, Side::South, the_rules()).value(), sworn_game("ABCDEF", "GHABDE"));
}

TEST(LeChocSworn, AWinByHiddenValuesIsAnnounced) {
  // North has nothing that takes H but what it has not shown; the umpire knows it has not.
  House house;
  Rules rules = rules_of(house);
  rules.force = {3, 0, 0, 0, 0, 0, 0, 0};
  rules.board.bases = {std::vector<Base>{{sq("e5"), sq("a1"), sq("b1")}}, std::vector<Base>{{sq("i11"), sq("j11"), sq("k11")}}};
  Deployment deployment;
  for (const char* at : {"e5", "a1", "b1"}) deployment[0].push_back({sq(at), Value::A});
  for (const char* at : {"i11", "j11", "k11"}) deployment[1].push_back({sq(at), Value::A});
  const SwornGame game = begin_sworn(deployment, Side::South, rules).value();
  EXPECT_EQ(play(game, Move{sq("e5"), sq("f6")}, rules).game.seen.ending, std::nullopt);
  Rules gas_and_scouts = rules;
  gas_and_scouts.force = {3, 0, 0, 1, 0, 0, 0, 0};
  deployment[0][0].value = Value::D;
  SwornGame two = begin_sworn(deployment, Side::South, gas_and_scouts).value();
  two.position.reserve[1] = {};  // North's own D is gone
  const Sworn won = play(two, Move{sq("e5"), sq("f6")}, gas_and_scouts);
  EXPECT_EQ(won.game.seen.ending, (Ending{Side::South, "L-15"}));
}

}  // namespace
}  // namespace rules::le_choc::hidden_test
