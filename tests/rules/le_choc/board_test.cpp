// Le Choc, rule by rule: values, fights, the board and the set-up.
#include <gmock/gmock.h>

#include "tests/rules/le_choc/builders.h"

namespace rules::le_choc::board_test {
namespace {

using testing::HasSubstr;

// ---- values and combat ----

TEST(LeChocValues, L2AForceHas23Pieces) {
  EXPECT_EQ(total(force()), 23);
  EXPECT_EQ(force(), (Counts{4, 4, 2, 4, 4, 2, 2, 1}));
}

TEST(LeChocValues, L3LettersRiseFromAToH) {
  for (std::size_t i = 1; i < kAllValues.size(); ++i) EXPECT_GT(rank(kAllValues[i]), rank(kAllValues[i - 1]));
  EXPECT_EQ(value_called("A"), Value::A);
  EXPECT_EQ(value_called("I"), std::nullopt);
  EXPECT_EQ(value_called("AB"), std::nullopt);
}

TEST(LeChocValues, L11Mobility) {
  std::string all;
  for (const Value value : kAllValues) all += std::to_string(mobility(value));
  EXPECT_EQ(all, "32322111");
}

TEST(LeChocCombat, LX16TheWholeTable) {
  int yes = 0, gas = 0;
  for (const Value attacker : kAllValues)
    for (const Value defender : kAllValues) {
      const bool with_gas = attacker == kGas || defender == kGas;
      EXPECT_EQ(attacker_wins(attacker, defender), with_gas || letter(attacker) >= letter(defender));
      yes += attacker_wins(attacker, defender);
      gas += with_gas && attacker_wins(attacker, defender);
    }
  EXPECT_EQ(yes, 43);
  EXPECT_EQ(gas, 15);
}

TEST(LeChocCombat, L5TheHigherTakesTheLowerOnEitherSide) {
  EXPECT_TRUE(attacker_wins(Value::D, Value::B));
  EXPECT_FALSE(attacker_wins(Value::B, Value::D));
}

TEST(LeChocCombat, L6AmongEqualsTheAttackerWins) {
  for (const Value value : kAllValues) EXPECT_TRUE(attacker_wins(value, value));
}

TEST(LeChocCombat, L7GasTakesAndIsTaken) {
  EXPECT_TRUE(attacker_wins(Value::F, Value::H));
  EXPECT_TRUE(attacker_wins(Value::A, Value::F));
}

TEST(LeChocCombat, LG10GasMayBeUsedUp) {
  EXPECT_EQ(fight(Value::F, Value::H, House{}), (Fight{true, false, true}));
  House house;
  house.gas_consumed = true;
  EXPECT_EQ(fight(Value::F, Value::H, house), (Fight{true, true, true}));
  EXPECT_EQ(fight(Value::A, Value::F, house), (Fight{true, false, true}));
}

TEST(LeChocCombat, LG11GasAgainstGasIsTheAttackers) { EXPECT_TRUE(attacker_wins(Value::F, Value::F)); }

TEST(LeChocCombat, LX1ALosesToBOnTheObjective) {
  const auto after = done(place("south A e5, north B f6"), Attack{sq("e5"), sq("f6")}, the_rules());
  EXPECT_EQ(letters_of(after.position), "nBf6 ");
}

TEST(LeChocCombat, L4BothAreShown) {
  const auto after = done(place("south A e5, north B f6"), Attack{sq("e5"), sq("f6")}, the_rules());
  ASSERT_EQ(after.shown.size(), 2u);
  EXPECT_EQ(after.shown[0].value, Value::A);
  EXPECT_EQ(after.shown[1].value, Value::B);
  EXPECT_EQ(after.event->fight, (ShownFight{Value::A, Value::B}));
}

TEST(LeChocCombat, LG9TheSurvivorIsHiddenAgainUnlessTheHouseKeepsItShown) {
  const Position before = place("south D d4, north B f6, north A k11");
  const Attack attack{sq("d4"), sq("f6")};
  EXPECT_FALSE(done(before, attack, the_rules()).position.pieces[0].shown);
  House house;
  house.reveal_sticky = true;
  EXPECT_TRUE(done(before, attack, rules_of(house)).position.pieces[0].shown);
}

// ---- the board and the set-up ----

TEST(LeChocBoard, L1TheObjectiveIsTheCentre) {
  EXPECT_EQ(the_rules().board.objective, sq("f6"));
  House house;
  house.width = house.height = 9;
  EXPECT_EQ(board_of(house).objective, sq("e5"));
}

TEST(LeChocBoard, LG1AnEvenBoardHasAnObjectiveOnlyByName) {
  House house;
  house.width = 10;
  EXPECT_EQ(board_of(house).objective, std::nullopt);
  house.objective = {4, 4};
  EXPECT_EQ(board_of(house).objective, sq("e5"));
}

TEST(LeChocBoard, LG2BasesAreRunsOfTheBackRow) {
  const Board board = the_rules().board;
  ASSERT_EQ(board.bases[0].size(), 2u);
  EXPECT_EQ(board.bases[0][0], (Base{sq("b1"), sq("c1"), sq("d1")}));
  EXPECT_EQ(board.bases[1][1], (Base{sq("h11"), sq("i11"), sq("j11")}));
  House house;
  house.base_columns = {1, 2, 3, 7, 8, 9};
  EXPECT_EQ(board_of(house), board);
  house.width = 9;
  house.base_columns = {};
  EXPECT_EQ(board_of(house).bases[0][1], (Base{sq("f1"), sq("g1"), sq("h1")}));
  house.base_columns = {2, 6};
  EXPECT_EQ(board_of(house).bases[0], (std::vector<Base>{{sq("c1")}, {sq("g1")}}));
}

TEST(LeChocSetUp, L8ThreePiecesOnEachBase) {
  const Rules rules = the_rules();
  const auto position = begin(set_up("ABCDEF", "GHABDE", rules), Side::North, rules);
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(position->pieces.size(), 12u);
  EXPECT_EQ(total(position->reserve[0]), 17);
  EXPECT_EQ(position->reserve[1], (Counts{3, 3, 2, 3, 3, 2, 1, 0}));
  EXPECT_EQ(position->to_move, Side::North);
  const auto few = begin(set_up("ABCDE", "GHABDE", rules), Side::North, rules);
  ASSERT_FALSE(few);
  EXPECT_THAT(few.error().message, HasSubstr("L-8"));
  const auto two_brigades = begin(set_up("ABCDEF", "GHABDH", rules), Side::North, rules);
  ASSERT_FALSE(two_brigades);
  EXPECT_THAT(two_brigades.error().message, HasSubstr("L-2"));
  Deployment astray = set_up("ABCDEF", "GHABDE", rules);
  astray[0][0].at = sq("a1");
  EXPECT_FALSE(begin(astray, Side::South, rules));
}

TEST(LeChocSetUp, LG2AnUnlimitedBaseTakesAllThreeOnOneSquare) {
  House house;
  house.base_columns = {2, 8};
  house.base_capacity = Capacity::Unlimited;
  const Rules rules = rules_of(house);
  Deployment stacks;
  for (const Side side : kSides)
    for (const char* letters : {"ABD", "ABE"})
      for (const char letter : std::string(letters)) {
        const auto& base = rules.board.bases[index(side)][letters[2] == 'E' ? 1 : 0];
        stacks[index(side)].push_back({base[0], value_called(std::string(1, letter)).value()});
      }
  const auto position = begin(stacks, Side::South, rules);
  ASSERT_TRUE(position) << position.error().message;
  // The top one leaves, the one below it defends next.
  EXPECT_EQ(forbidden_by(*position, Enter{Value::H, sq("c1")}, rules), "");
  const auto moved = done(*position, Move{sq("c1"), sq("c3")}, rules).position;  // D
  EXPECT_EQ(piece_on(moved, sq("c3"))->value, Value::D);
  EXPECT_EQ(piece_on(moved, sq("c1"))->value, Value::B);
  // A winner does not move in while others are left there.
  Position attack = place("south E c10, north A c11, north B c11, north A k11");
  attack.reserve[0][7] = 1;
  const auto after = done(attack, Attack{sq("c10"), sq("c11")}, rules).position;
  EXPECT_EQ(letters_of(after), "sEc10 nAc11 nAk11 ");
}

TEST(LeChocSetUp, WhatCannotStandIsNamed) {
  const Rules rules = the_rules();
  EXPECT_EQ(misplaced(place("south A a1, north A a1"), rules)->why.rule, "LG5");
  EXPECT_EQ(misplaced(place("south A a1, south H b1, south H c1"), rules)->piece, 2u);
  EXPECT_EQ(misplaced(place("south A l1"), rules)->why.rule, "LG1");
  Position reserve = place("south H a1");
  reserve.reserve[0][7] = 1;
  EXPECT_EQ(misplaced(reserve, rules)->why.rule, "L-2");
  EXPECT_FALSE(misplaced(place("south H a1, north H b1"), rules));
}

}  // namespace
}  // namespace rules::le_choc::board_test
