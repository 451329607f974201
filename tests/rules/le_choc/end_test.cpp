// Le Choc, rule by rule: how a game ends, and the house rules.
#include <gmock/gmock.h>

#include "rules/le_choc/house.h"
#include "tests/rules/le_choc/builders.h"

namespace rules::le_choc::end_test {
namespace {

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
}  // namespace rules::le_choc::end_test
