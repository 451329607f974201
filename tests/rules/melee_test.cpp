// Melee, allocation and morale of Charge!: worked examples by their ids, other readings, laws.
#include "rules/charge/combat/melee.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "rules/charge/combat/dice.h"

namespace rules::charge::melee_test {
namespace {

const House kBook;
constexpr Fighters kFoot{0, 1}, kTwoFoot{0, 2}, kHorse{1, 0}, kTwoHorse{2, 0}, kMixed{1, 1};

/// "none", or "a"/"b" and the arm that falls.
std::string falls(const Fighters& a, const Fighters& b, int throw_a, int throw_b, const House& house = kBook) {
  const auto combat = fight(a, b, {throw_a, throw_b}, house);
  if (!combat) return "refused";
  if (!combat->loser) return "none";
  return std::string(*combat->loser == 0 ? "a " : "b ") + (combat->falls.cavalry > 0 ? "cavalry" : "infantry") +
         (combat->falls.men() > 1 ? " both" : "");
}

TEST(Melee, CX25ADifferenceOfTwoIsNeeded) {
  EXPECT_EQ(falls(kFoot, kFoot, 5, 4), "none");
  EXPECT_EQ(falls(kFoot, kFoot, 5, 3), "b infantry");
}

TEST(Melee, CX27APairLosesOneMan) {
  EXPECT_EQ(falls(kTwoFoot, kFoot, 1, 3), "none");
  EXPECT_EQ(falls(kTwoFoot, kFoot, 1, 4), "a infantry");
  EXPECT_EQ(fight(kTwoFoot, kFoot, {1, 4}, kBook)->survivors[0], (Fighters{0, 1}));
  House both = kBook;
  both.pair_loses = 2;
  EXPECT_EQ(falls(kTwoFoot, kFoot, 1, 4, both), "a infantry both");
}

TEST(Melee, CX30AHorsemanAndAFootmanAddAQuarter) {
  House two = kBook;
  two.melee_win = MeleeWin::AtLeastTwo;
  EXPECT_EQ(falls(kMixed, kHorse, 4, 4), "none");
  EXPECT_EQ(falls(kMixed, kHorse, 5, 5), "b cavalry");
  EXPECT_EQ(falls(kMixed, kHorse, 5, 5, two), "none");
  EXPECT_EQ(falls(kMixed, kHorse, 6, 6), "b cavalry");
  EXPECT_EQ(falls(kMixed, kHorse, 6, 6, two), "none");
  EXPECT_EQ(falls(kMixed, kHorse, 4, 6), "none");
  EXPECT_EQ(falls(kMixed, kHorse, 2, 4), "a cavalry");
  EXPECT_EQ(fight(kMixed, kHorse, {5, 5}, kBook)->scores[0], Fraction(25, 4));
}

TEST(Melee, TheQuarterMayBeRounded) {
  House down = kBook, nearest = kBook;
  down.quarter = Quarter::Floor;
  nearest.quarter = Quarter::Round;
  EXPECT_EQ(fight(kMixed, kHorse, {6, 1}, down)->scores[0], Fraction(7));
  EXPECT_EQ(fight(kMixed, kHorse, {6, 1}, nearest)->scores[0], Fraction(8));
}

TEST(Melee, FactorsOfTheOtherPairings) {
  const auto both = [](Fighters a, Fighters b, const House& house = kBook) { return factors(a, b, house); };
  EXPECT_EQ(both(kHorse, kFoot), (std::array<Fraction, 2>{2, 1}));
  EXPECT_EQ(both(kTwoHorse, kHorse), (std::array<Fraction, 2>{2, 1}));
  EXPECT_EQ(both(kTwoHorse, kFoot), (std::array<Fraction, 2>{2, 1}));  // CG34: capped
  EXPECT_EQ(both(kMixed, kFoot), (std::array<Fraction, 2>{2, 1}));     // CG35
  EXPECT_EQ(both(kTwoFoot, kHorse), (std::array<Fraction, 2>{1, 1}));  // CG33: level
  House literal = kBook;
  literal.two_foot_v_horse = TwoFootVersusHorse::BothDouble;
  EXPECT_EQ(both(kTwoFoot, kHorse, literal), (std::array<Fraction, 2>{2, 2}));
}

TEST(Melee, TheWorkingNamesTheRuleOfEveryFactor) {
  const auto rule = [](Fighters a, Fighters b, const House& house = kBook) {
    const auto reason = factor_reasons(a, b, house)[0];
    return reason ? reason->rule : std::string();
  };
  EXPECT_EQ(rule(kFoot, kFoot), "");
  EXPECT_EQ(rule(kTwoFoot, kFoot), "C-H3");
  EXPECT_EQ(rule(kHorse, kFoot), "C-H4");
  EXPECT_EQ(rule(kMixed, kHorse), "C-H7");
  EXPECT_EQ(rule(kTwoFoot, kHorse), "CG33");
  EXPECT_EQ(rule(kTwoHorse, kFoot), "CG34");
  EXPECT_EQ(rule(kMixed, kFoot), "CG35");
  const auto working = fight(kMixed, kHorse, {5, 5}, kBook)->working[0];
  ASSERT_EQ(working.size(), 2U);
  EXPECT_EQ(working[1].number, Fraction(25, 4));
}

TEST(Melee, OddsNeverExceedTwoToOne) {
  EXPECT_EQ(falls({0, 3}, kFoot, 6, 1), "refused");
  EXPECT_EQ(falls(kTwoFoot, kTwoFoot, 6, 1), "refused");
  EXPECT_EQ(falls({0, 0}, kFoot, 6, 1), "refused");
  EXPECT_EQ(falls(kFoot, kFoot, 7, 1), "refused");
}

TEST(Melee, SurvivorsGoBack) {
  EXPECT_EQ(push_back(Arm::Infantry, kBook), measure::Inches(3));
  EXPECT_EQ(push_back(Arm::Gunners, kBook), measure::Inches(3));
  EXPECT_EQ(push_back(Arm::Cavalry, kBook), measure::Inches(6));
}

Fighters any_side() { return *rc::gen::element(kFoot, kTwoFoot, kHorse, kTwoHorse, kMixed); }

RC_GTEST_PROP(MeleeLaws, ChangingSidesChangesOnlyTheNames, ()) {
  const Fighters a = any_side(), b = any_side();
  RC_PRE(check_odds(a, b).has_value());
  const int x = *rc::gen::inRange(1, 7), y = *rc::gen::inRange(1, 7);
  const auto one = fight(a, b, {x, y}, kBook), other = fight(b, a, {y, x}, kBook);
  RC_ASSERT(one->loser.has_value() == other->loser.has_value());
  if (one->loser) RC_ASSERT(*one->loser == 1 - *other->loser);
  RC_ASSERT(one->scores[0] == other->scores[1]);
  RC_ASSERT(one->falls == other->falls);
}

RC_GTEST_PROP(MeleeLaws, AtMostOneManFallsAndNobodyAppears, ()) {
  const Fighters a = any_side(), b = any_side();
  RC_PRE(check_odds(a, b).has_value());
  const auto combat = fight(a, b, {*rc::gen::inRange(1, 7), *rc::gen::inRange(1, 7)}, kBook);
  RC_ASSERT(combat->falls.men() == (combat->loser ? 1 : 0));
  RC_ASSERT(a.men() + b.men() == combat->survivors[0].men() + combat->survivors[1].men() + combat->falls.men());
}

TEST(Allocation, CX21EveryNthManFalls) {
  EXPECT_EQ(count_out(10, 3, 4), (std::vector{3, 6, 9, 2}));
  EXPECT_EQ(count_out(16, 6, 4), (std::vector{6, 12, 2, 9}));
  EXPECT_EQ(count_out(7, 4, 3), (std::vector{4, 1, 6}));
  EXPECT_EQ(count_out(12, 1, 3), (std::vector{1, 2, 3}));
}

TEST(Allocation, OrTheCountBeginsAgainAtTheRight) {
  EXPECT_EQ(count_out(10, 3, 4, AllocationWrap::Restart), (std::vector{3, 6, 9, 4}));
  EXPECT_EQ(count_out(2, 5, 2, AllocationWrap::Restart).size(), 2U);
}

RC_GTEST_PROP(AllocationLaws, NobodyFallsTwiceAndAsManyFallAsAreOwed, ()) {
  const int men = *rc::gen::inRange(0, 60), die = *rc::gen::inRange(1, 7), casualties = *rc::gen::inRange(0, 80);
  const auto wrap = *rc::gen::element(AllocationWrap::Continue, AllocationWrap::Restart);
  std::vector<int> taken = count_out(men, die, casualties, wrap);
  RC_ASSERT(static_cast<int>(taken.size()) == std::min(men, casualties));
  std::sort(taken.begin(), taken.end());
  RC_ASSERT(std::adjacent_find(taken.begin(), taken.end()) == taken.end());
  for (int man : taken) RC_ASSERT(man >= 1 && man <= men);
}

TEST(Morale, CX33MoreThanHalfMustBeGone) {
  EXPECT_EQ(defeating_loss(50), 26);
  EXPECT_EQ(defeating_loss(56), 29);
  EXPECT_EQ(defeating_loss(57), 29);
  EXPECT_EQ(defeating_loss(60), 31);
  for (int men : {50, 56, 57, 60}) {
    EXPECT_TRUE(defeated(men, defeating_loss(men)));
    EXPECT_FALSE(defeated(men, defeating_loss(men) - 1));
  }
}

}  // namespace
}  // namespace rules::charge::melee_test
