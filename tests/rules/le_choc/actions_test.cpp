// Le Choc, rule by rule: moving, attacking, entering and passing, with the worked examples of the book.
#include <gmock/gmock.h>

#include "tests/rules/le_choc/builders.h"

namespace rules::le_choc::actions_test {
namespace {

using testing::IsEmpty;

std::vector<std::string> destinations(const Position& position, const std::string& from, const Rules& rules) {
  std::vector<std::string> out;
  for (const Action& action : legal(position, rules)) {
    const auto* move = std::get_if<Move>(&action);
    const auto* attack = std::get_if<Attack>(&action);
    if (move && move->from == sq(from)) out.push_back(text(move->to));
    if (attack && attack->from == sq(from)) out.push_back("x" + text(attack->to) + (attack->stay ? " stays" : ""));
  }
  return out;
}

// ---- moving ----

TEST(LeChocMoves, LX8OnAnEmptyBoard) {
  const Rules rules = the_rules();
  EXPECT_EQ(legal(place("south H f6"), rules).size(), 8u);
  EXPECT_THAT(destinations(place("south A a1"), "a1", rules),
              testing::UnorderedElementsAre("b1", "c1", "d1", "a2", "a3", "a4", "b2", "c3", "d4"));
}

TEST(LeChocMoves, L9OneActionEachInTurns) {
  const Position before = place("south A a1, north A k11");
  EXPECT_EQ(forbidden_by(before, Move{sq("k11"), sq("j10")}, the_rules()), "L-9");
  EXPECT_EQ(forbidden_by(before, Move{sq("b1"), sq("b2")}, the_rules()), "L-9");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("a1")}, the_rules()), "L-9");
  EXPECT_EQ(done(before, Move{sq("a1"), sq("a2")}, the_rules()).position.to_move, Side::North);
}

TEST(LeChocMoves, L11NobodyMovesFartherThanItsMobility) {
  EXPECT_EQ(forbidden_by(place("south B a1"), Move{sq("a1"), sq("a4")}, the_rules()), "L-11");
  EXPECT_EQ(forbidden_by(place("south A a1"), Move{sq("a1"), sq("a4")}, the_rules()), "");
}

TEST(LeChocMoves, L12AnyOfTheEightDirections) { EXPECT_EQ(legal(place("south G d4"), the_rules()).size(), 8u); }

TEST(LeChocMoves, LG1NoMoveLeavesTheBoard) {
  EXPECT_EQ(forbidden_by(place("south A a1"), Move{sq("a1"), {-1, 0}}, the_rules()), "LG1");
  EXPECT_EQ(forbidden_by(place("south A k1"), Move{sq("k1"), sq("l1")}, the_rules()), "LG1");
}

TEST(LeChocMoves, LG4OneStraightLineOrAnyWay) {
  House any;
  any.path = Path::Any;
  const Position before = place("south B a1");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("c2")}, the_rules()), "LG4");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("c2")}, rules_of(any)), "");
  EXPECT_EQ(legal(before, rules_of(any)).size(), 8u);  // three by three squares without its own
  // Round a piece in the way it is farther.
  const Position round = place("south B a1, south A b1, south A b2, south A a2");
  EXPECT_THAT(destinations(round, "a1", rules_of(any)), IsEmpty());
  EXPECT_EQ(forbidden_by(place("south B a1, south A b1"), Move{sq("a1"), sq("c1")}, rules_of(any)), "");
  EXPECT_EQ(forbidden_by(round, Move{sq("a1"), sq("c1")}, rules_of(any)), "LG5");
}

TEST(LeChocMoves, LG5NobodyJumpsUnlessTheHouseLetsThem) {
  House jump;
  jump.jump = true;
  const Position before = place("south A a1, south B a2, north B c1");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("a3")}, the_rules()), "LG5");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("a2")}, the_rules()), "LG5");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("d1")}, the_rules()), "LG5");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("a3")}, rules_of(jump)), "");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("d1")}, rules_of(jump)), "");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("a2")}, rules_of(jump)), "LG5");
  jump.path = Path::Any;
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("d4")}, rules_of(jump)), "");
}

TEST(LeChocMoves, LG18TheObjectiveIsPassedAndEntered) {
  const Position before = place("south A e5");
  EXPECT_EQ(forbidden_by(before, Move{sq("e5"), sq("f6")}, the_rules()), "");
  EXPECT_EQ(forbidden_by(before, Move{sq("e5"), sq("g7")}, the_rules()), "");
}

// ---- attacking ----

TEST(LeChocAttacks, LX2ThroughAnEmptySquare) {
  const Position before = place("south D d4, north B f6, north A k11");
  const auto after = done(before, Attack{sq("d4"), sq("f6")}, the_rules());
  EXPECT_EQ(letters_of(after.position), "sDf6 nAk11 ");
  EXPECT_EQ(forbidden_by(place("south D d4, north B f6, south A e5"), Attack{sq("d4"), sq("f6")}, the_rules()), "LG5");
}

TEST(LeChocAttacks, L13TheWinnerStandsThereAndTheLoserIsGone) {
  const Position before = place("south B a1, north D a2, north A k11");
  const auto lost = done(before, Attack{sq("a1"), sq("a2")}, the_rules());
  EXPECT_EQ(letters_of(lost.position), "nDa2 nAk11 ");
  EXPECT_EQ(forbidden_by(before, Move{sq("a1"), sq("a2")}, the_rules()), "L-13");
  EXPECT_EQ(forbidden_by(before, Attack{sq("a1"), sq("b1")}, the_rules()), "L-13");
}

TEST(LeChocAttacks, LG6AnAttackReachesAsFarAsAMoveOrOneSquare) {
  House adjacent;
  adjacent.attack_reach = Reach::Adjacent;
  const Position before = place("south A a1, north B a3, north B b2");
  EXPECT_EQ(forbidden_by(before, Attack{sq("a1"), sq("a3")}, the_rules()), "");
  EXPECT_EQ(forbidden_by(before, Attack{sq("a1"), sq("a3")}, rules_of(adjacent)), "LG6");
  EXPECT_EQ(forbidden_by(before, Attack{sq("a1"), sq("b2")}, rules_of(adjacent)), "");
}

TEST(LeChocAttacks, LX6MachineGunsStay) {
  const auto after = done(place("south E f4, north D f6, north A k11"), Attack{sq("f4"), sq("f6"), true}, the_rules());
  EXPECT_EQ(letters_of(after.position), "sEf4 nAk11 ");
  EXPECT_TRUE(after.event->stay);
}

TEST(LeChocAttacks, L14OnlyMachineGunsStay) {
  EXPECT_EQ(forbidden_by(place("south D f4, north D f6"), Attack{sq("f4"), sq("f6"), true}, the_rules()), "L-14");
  EXPECT_THAT(destinations(place("south E f4, north D f6"), "f4", the_rules()), testing::Contains("xf6 stays"));
}

TEST(LeChocAttacks, LG7MachineGunsThatStayNeedAFreeWayToo) {
  EXPECT_EQ(forbidden_by(place("south E f4, north D f6, north A f5"), Attack{sq("f4"), sq("f6"), true}, the_rules()), "LG5");
  EXPECT_EQ(forbidden_by(place("south E f3, north D f6"), Attack{sq("f3"), sq("f6"), true}, the_rules()), "L-11");
}

TEST(LeChocAttacks, LG8MachineGunsThatLoseAreRemoved) {
  const auto after = done(place("south E f4, north G f6, south A a1"), Attack{sq("f4"), sq("f6"), true}, the_rules());
  EXPECT_EQ(letters_of(after.position), "nGf6 sAa1 ");
  EXPECT_FALSE(after.event->stay);
}

// ---- entering, passing ----

TEST(LeChocEntries, LX11AFullBaseTakesNobodyUntilOneMovesOut) {
  const Rules rules = the_rules();
  const Position start = begin(set_up("ABCDEF", "GHABDE", rules), Side::South, rules).value();
  EXPECT_EQ(forbidden_by(start, Enter{Value::G, sq("b1")}, rules), "LG2");
  const auto moved = done(start, Move{sq("b1"), sq("b2")}, rules).position;
  const auto replied = done(moved, Move{sq("b11"), sq("b10")}, rules).position;
  EXPECT_EQ(total(replied.reserve[0]), 17);
  const auto entered = done(replied, Enter{Value::G, sq("b1")}, rules);
  EXPECT_EQ(total(entered.position.reserve[0]), 16);
  EXPECT_EQ(entered.position.to_move, Side::North);
}

TEST(LeChocEntries, L10OnlyFromTheReserveAndOnlyOnAnOwnBase) {
  Position position = place("south A a1, north A k11");
  position.reserve[0][index(Value::G)] = 1;
  const Rules rules = the_rules();
  EXPECT_EQ(forbidden_by(position, Enter{Value::H, sq("b1")}, rules), "L-10");
  EXPECT_EQ(forbidden_by(position, Enter{Value::G, sq("e1")}, rules), "L-10");
  EXPECT_EQ(forbidden_by(position, Enter{Value::G, sq("b11")}, rules), "L-10");
  EXPECT_EQ(forbidden_by(position, Enter{Value::G, {1, -1}}, rules), "L-10");
  EXPECT_EQ(forbidden_by(position, Enter{Value::G, sq("b1")}, rules), "");
  EXPECT_TRUE(is_legal(position, Move{sq("a1"), sq("a2")}, rules));  // entering is optional
}

TEST(LeChocEntries, LG3NobodyEntersByAttackUnlessTheHouseAllowsIt) {
  Position position = place("south A a1, north D b1");
  position.reserve[0] = {0, 0, 0, 0, 0, 0, 1, 0};
  EXPECT_EQ(forbidden_by(position, Enter{Value::G, sq("b1")}, the_rules()), "LG3");
  House house;
  house.entry_attack = true;
  const auto won = done(position, Enter{Value::G, sq("b1")}, rules_of(house));
  EXPECT_EQ(letters_of(won.position), "sAa1 sGb1 ");
  EXPECT_EQ(won.event->fight, (ShownFight{Value::G, Value::D}));
  position.reserve[0] = {1, 0, 0, 0, 0, 0, 0, 0};
  const auto lost = done(position, Enter{Value::A, sq("b1")}, rules_of(house));
  EXPECT_EQ(letters_of(lost.position), "sAa1 nDb1 ");
  EXPECT_EQ(total(lost.position.reserve[0]), 0);
}

TEST(LeChocPassing, LG12OnlyWhoCannotActPasses) {
  const Rules rules = the_rules();
  EXPECT_EQ(forbidden_by(place("south A a1"), Pass{}, rules), "LG12");
  // South has nothing but a reserve, and its bases are taken by the enemy.
  Position stuck = place("north A b1, north A c1, north A d1, north A h1, north B i1, north B j1");
  stuck.reserve[0][0] = 1;
  EXPECT_EQ(legal(stuck, rules), std::vector<Action>{Pass{}});
  const auto after = done(stuck, Pass{}, rules);
  EXPECT_EQ(after.position.to_move, Side::North);
  EXPECT_EQ(after.position.ending, std::nullopt);
  House house;
  house.passing = Passing::Allowed;
  EXPECT_EQ(forbidden_by(place("south A a1"), Pass{}, rules_of(house)), "");
}

TEST(LeChocPassing, LG12NeitherCanActIsADraw) {
  House house;
  house.width = house.height = 3;
  house.elimination = false;
  house.objective = {1, 1};
  const Rules rules = rules_of(house);
  Position nobody;
  nobody.to_move = Side::South;
  const auto after = done(nobody, Pass{}, rules);
  EXPECT_EQ(after.position.ending, (Ending{std::nullopt, "LG12"}));
}

TEST(LeChocPassing, LG12TheTossDecidesWhoBeginsUnlessTheHouseDoes) {
  House house;
  EXPECT_EQ(who_begins(Side::North, house), Side::North);
  house.first = First::South;
  EXPECT_EQ(who_begins(Side::North, house), Side::South);
  house.first = First::North;
  EXPECT_EQ(who_begins(Side::South, house), Side::North);
}

}  // namespace
}  // namespace rules::le_choc::actions_test
