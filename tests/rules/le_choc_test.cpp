// Le Choc, rule by rule: the worked examples of the book and every gap's readings.
#include <gmock/gmock.h>

#include "rules/le_choc/house.h"
#include "tests/rules/le_choc_builders.h"

namespace rules::le_choc {
namespace {

using testing::HasSubstr;
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

std::string letters_of(const Position& position) {
  std::string out;
  for (const Piece& piece : position.pieces) out += std::string(word(piece.side).substr(0, 1)) + letter(piece.value) + text(piece.at) + " ";
  return out;
}

Applied done(const Position& position, const Action& action, const Rules& rules) {
  Applied applied = apply(position, action, rules);
  EXPECT_TRUE(applied.done) << (applied.because.empty() ? "" : applied.because[0].says);
  return applied;
}

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

// ---- the end ----

std::optional<Ending> ending_by(const Position& position, const Action& action, const House& house = {}) {
  return done(position, action, rules_of(house)).position.ending;
}

const Ending kSouthHolds{Side::South, "L-15"};

TEST(LeChocEnd, LX14TheObjectiveHeldAgainstLowerValuesIsWon) {
  const Position before = place("south D e5, north A k11, north B j11, north C i11");
  EXPECT_EQ(ending_by(before, Move{sq("e5"), sq("f6")}), kSouthHolds);
}

TEST(LeChocEnd, LG13CapabilityCountsTheReserveAndGas) {
  const Move onto{sq("e5"), sq("f6")};
  const Position before = place("south D e5, north A k11");
  EXPECT_EQ(ending_by(before, onto), kSouthHolds);
  for (const Value value : {Value::D, Value::E, Value::F, Value::G, Value::H}) {
    Position with = before;
    with.reserve[1][index(value)] = 1;
    EXPECT_EQ(ending_by(with, onto), std::nullopt) << letter(value);
  }
}

TEST(LeChocEnd, LG13HeldThroughThreeEnemyTurns) {
  House house;
  house.victory = Victory::Hold;
  const Rules rules = rules_of(house);
  Position position = place("south D e5, south A a1, north H k11");
  position = done(position, Move{sq("e5"), sq("f6")}, rules).position;
  for (int turn = 1; turn <= 3; ++turn) {
    EXPECT_EQ(position.ending, std::nullopt);
    position = done(position, Move{sq(turn % 2 ? "k11" : "k10"), sq(turn % 2 ? "k10" : "k11")}, rules).position;
    EXPECT_EQ(position.clocks.held, turn);
    if (turn < 3) position = done(position, Move{sq(turn % 2 ? "a1" : "a2"), sq(turn % 2 ? "a2" : "a1")}, rules).position;
  }
  EXPECT_EQ(position.ending, kSouthHolds);
  Position left = place("south D f6, north H k11");
  left.clocks.held = 2;
  EXPECT_EQ(done(left, Move{sq("f6"), sq("f7")}, rules).position.clocks.held, 0);
}

TEST(LeChocEnd, LG13ConcedingEndsTheGame) {
  EXPECT_EQ(ending_by(place("south D e5, north A k11"), Concede{}), (Ending{Side::North, "LG13"}));
}

TEST(LeChocEnd, L15NobodyActsInAGameThatIsOver) {
  const auto over = done(place("south D e5, north A k11"), Move{sq("e5"), sq("f6")}, the_rules()).position;
  const auto refused = apply(over, Move{sq("k11"), sq("k10")}, the_rules());
  EXPECT_FALSE(refused.done);
  EXPECT_EQ(refused.because.at(0).rule, "L-15");
  EXPECT_EQ(refused.position, over);
}

TEST(LeChocEnd, LG14TestedAfterEveryActionForWhoStandsThere) {
  // North's last piece that could take D loses its attack: South wins by North's action.
  Position before = place("south D f6, south H a1, north G a2, north A k11");
  before.to_move = Side::North;
  EXPECT_EQ(ending_by(before, Attack{sq("a2"), sq("a1")}), kSouthHolds);
  // Passing over the objective is not standing on it.
  EXPECT_EQ(ending_by(place("south A e5, north A k11, north B j11"), Move{sq("e5"), sq("g7")}), std::nullopt);
}

TEST(LeChocEnd, LG15GasWinsOnlyAgainstNobody) {
  EXPECT_FALSE(cannot_be_dislodged(Value::F, {1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(cannot_be_dislodged(Value::F, {}));
  EXPECT_EQ(ending_by(place("south F e5, north A k11"), Move{sq("e5"), sq("f6")}), std::nullopt);
}

TEST(LeChocEnd, LG16ASideWithoutPiecesLoses) {
  const Position before = place("south D a1, north B a2");
  EXPECT_EQ(ending_by(before, Attack{sq("a1"), sq("a2")}), (Ending{Side::South, "LG16"}));
  House house;
  house.elimination = false;
  EXPECT_EQ(ending_by(before, Attack{sq("a1"), sq("a2")}, house), std::nullopt);
  house.elimination = house.gas_consumed = true;
  EXPECT_EQ(ending_by(place("south F a1, north B a2"), Attack{sq("a1"), sq("a2")}, house), (Ending{std::nullopt, "LG16"}));
}

TEST(LeChocEnd, LG17ADrawAfterSixtyQuietTurnsASide) {
  Position before = place("south D a1, north B k11");
  before.clocks.quiet = 118;
  const auto almost = done(before, Move{sq("a1"), sq("a2")}, the_rules()).position;
  EXPECT_EQ(almost.clocks.quiet, 119);
  EXPECT_EQ(almost.ending, std::nullopt);
  EXPECT_EQ(ending_by(almost, Move{sq("k11"), sq("k10")}), (Ending{std::nullopt, "LG17"}));
  before.reserve[0][0] = 1;
  EXPECT_EQ(done(before, Enter{Value::A, sq("b1")}, the_rules()).position.clocks.quiet, 0);
}

TEST(LeChocEnd, UndoIsGoingBackToWhatWas) {
  const Position before = place("south D a1, north B a2");
  const auto applied = done(before, Attack{sq("a1"), sq("a2")}, the_rules());
  EXPECT_EQ(*applied.before, before);
}

// ---- house rules ----

TEST(LeChocHouse, EveryKeyReadsBackItsDefaultAndEveryWord) {
  for (const auto& key : house_keys()) {
    House house;
    EXPECT_TRUE(key.set(house, key.get(House{}))) << key.name;
    EXPECT_EQ(house, House{}) << key.name;
    if (!std::holds_alternative<std::string>(key.get(House{}))) continue;
    std::istringstream words(key.readings);
    for (std::string word; words >> word;) {
      if (word == "|") continue;
      EXPECT_TRUE(key.set(house, word)) << key.name << " = " << word;
      EXPECT_EQ(key.get(house), HouseValue(word)) << key.name;
    }
  }
}

TEST(LeChocHouse, OtherValuesAreRefusedAndChangeNothing) {
  House house;
  const auto set = [&](std::string_view key, HouseValue value) { return set_house_rule(house, house_keys(), key, value).has_value(); };
  EXPECT_FALSE(set("board.w", 2.0));
  EXPECT_FALSE(set("board.w", 27.0));
  EXPECT_FALSE(set("objective", std::vector<double>{5}));
  EXPECT_FALSE(set("objective", std::vector<double>{5, 5.5}));
  EXPECT_FALSE(set("base.squares", std::vector<double>{3, 2}));
  EXPECT_FALSE(set("base.squares", std::vector<std::string>{"b1"}));
  EXPECT_FALSE(set("victory.hold_turns", 0.0));
  EXPECT_FALSE(set("victory", std::string("concede")));
  EXPECT_EQ(house, House{});
  EXPECT_TRUE(set("objective", std::vector<std::string>{}));
}

TEST(LeChocHouse, DefaultsWithoutASourceAreToldUntilTheHouseSettlesThem) {
  House house;
  constexpr std::array<std::string_view, 3> used{"board.w", "gas.consumed", "draw.quiet_turns"};
  EXPECT_THAT(unverified(house, used), testing::ElementsAre("board.w", "draw.quiet_turns"));
  house.width = 9;
  EXPECT_THAT(unverified(house, used), testing::ElementsAre("draw.quiet_turns"));
}

}  // namespace
}  // namespace rules::le_choc
