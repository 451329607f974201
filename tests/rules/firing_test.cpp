// The casualties of Charge!: worked examples by their ids, other readings of the gaps, and laws.
#include "rules/charge/combat/firing.h"

#include <gmock/gmock.h>
#include <rapidcheck/gtest.h>

#include "tests/rules/charge_examples.h"

namespace rules::charge::firing_test {
namespace {

const House kBook;

Firing judged(const std::vector<FireTarget>& targets, const std::vector<Attack>& attacks, const House& house = kBook) {
  auto firing = fire(targets, attacks, house);
  EXPECT_TRUE(firing) << (firing ? "" : firing.error().at + ": " + firing.error().says);
  return firing ? *firing : Firing{};
}

TEST(Firing, CX1HalvingsMultiplyAndFractionsWait) {
  const auto firing = judged({body("hussars", Arm::Cavalry, 20, true)}, {volley_at(0, 23, 4.0, {{5, 3}, {6}})});
  EXPECT_EQ(firing.attacks[0].standard, Fraction(11, 2));
  EXPECT_EQ(firing.attacks[0].casualties, Fraction(11, 8));
  EXPECT_EQ(firing.attacks[0].at_once, 1);
  EXPECT_EQ(firing.attacks[0].carried, Fraction(3, 8));
  EXPECT_EQ(firing.targets[0].at_end, 0);
  EXPECT_EQ(firing.targets[0].total, 1);
}

TEST(Firing, CX3AtExactlyThreeInchesTheFireIsShort) {
  EXPECT_EQ(judged({body("B", Arm::Infantry, 30)}, {volley_at(0, 16, 3.0, {{6, 6}, {}})}).targets[0].total, 12);
}

TEST(Firing, CX4BeyondThreeInchesTheFireIsLong) {
  EXPECT_EQ(judged({body("B", Arm::Infantry, 30)}, {volley_at(0, 16, 3.01, {{6, 6}, {}})}).targets[0].total, 6);
}

TEST(Firing, CX7DiceForSoManyMen) {
  const std::vector<std::pair<int, DiceCount>> book = {{3, {0, 0}},  {4, {0, 1}},  {7, {0, 1}},  {8, {1, 0}},  {11, {1, 0}},
                                                       {12, {1, 1}}, {16, {2, 0}}, {23, {2, 1}}, {27, {3, 0}}, {28, {3, 1}}};
  for (const auto& [men, dice] : book) EXPECT_EQ(dice_for(men), dice) << men << " men";
}

TEST(Firing, CX10ScoreNeeded) {
  const std::vector<std::pair<double, std::optional<int>>> book = {
      {6.0, 1},  {6.01, 2},  {12.0, 2}, {12.01, 3},           {18.0, 3}, {24.0, 4}, {24.01, 5},
      {30.0, 5}, {30.01, 6}, {36.0, 6}, {36.01, std::nullopt}};
  for (const auto& [range, needs] : book) EXPECT_EQ(score_needed(range, kBook), needs) << range << " in";
}

TEST(Firing, CX14ASixDestroysTheGunInsteadOfItsCrew) {
  const std::vector<FireTarget> crew{body("crew", Arm::Gunners, 5)};
  const auto firing = judged(crew, {shot_at(0, 6.0, std::nullopt, 6)});
  EXPECT_TRUE(firing.targets[0].gun_destroyed);
  EXPECT_EQ(firing.targets[0].total, 0);

  House both = kBook;
  both.gun_six_also_hits_crew = true;
  const auto hurt = judged(crew, {shot_at(0, 6.0, std::nullopt, 6)}, both);
  EXPECT_TRUE(hurt.targets[0].gun_destroyed);
  EXPECT_EQ(hurt.targets[0].total, 3);

  House allocation = kBook;
  allocation.gun_destroy_die = DestroyDie::Allocation;
  Attack shot = shot_at(0, 6.0, std::nullopt, 6);
  shot.allocation_die = 6;
  const auto thrown_six = judged(crew, {shot}, allocation);
  EXPECT_TRUE(thrown_six.targets[0].gun_destroyed);
  EXPECT_EQ(thrown_six.targets[0].total, 0);
  shot.allocation_die = 5;
  const auto thrown_five = judged(crew, {shot}, allocation);
  EXPECT_FALSE(thrown_five.targets[0].gun_destroyed);
  EXPECT_EQ(thrown_five.targets[0].total, 3);
}

TEST(Firing, OnlyAGunDestroysAGun) {
  EXPECT_FALSE(judged({body("crew", Arm::Gunners, 5)}, {volley_at(0, 8, 2.0, {{6}, {}})}).targets[0].gun_destroyed);
}

/// The rule that forbids an attack; "" where it may be fired.
std::string forbidden_by(const AttackResult& result) {
  EXPECT_EQ(result.verdict() == measure::Verdict::No, !result.hit && !result.because.empty());
  return result.verdict() == measure::Verdict::No ? result.because.front().rule : "";
}

TEST(FiringRefused, CA1AGunServedByFewerThanFourIsSilentAlsoAtTheStartOfThePhase) {
  for (const bool simultaneous : {true, false}) {
    House house = kBook;
    house.gun_simultaneous = simultaneous;
    for (const int men : {0, 3, 4, 5}) {
      const std::vector<FireTarget> bodies{body("A", Arm::Infantry, 16), body("crew", Arm::Gunners, men)};
      const auto firing = judged(bodies, {from(1, shot_at(0, 5.0, std::nullopt, 4))}, house);
      EXPECT_EQ(forbidden_by(firing.attacks[0]), men < 4 ? "C-A1" : "") << men;
      EXPECT_EQ(firing.targets[0].total, men < 4 ? 0 : 4) << men;
      Attack helped = from(1, shot_at(0, 5.0, std::nullopt, 4));
      helped.drafted = 1;  // CG23
      EXPECT_EQ(forbidden_by(judged(bodies, {helped}, house).attacks[0]), men < 3 ? "C-A1" : "") << men;
    }
  }
}

// A shot that may not be fired needs no dice.
TEST(FiringRefused, CA1NoDieIsAskedForOfASilentGun) {
  const std::vector<FireTarget> bodies{body("A", Arm::Infantry, 16), body("crew", Arm::Gunners, 3)};
  EXPECT_EQ(forbidden_by(judged(bodies, {from(1, shot_at(0, 20.0, std::nullopt, std::nullopt))}).attacks[0]), "C-A1");
}

TEST(FiringRefused, CG11AGunFiresOnceAndSoDoesAMan) {
  const std::vector<FireTarget> bodies{body("A", Arm::Infantry, 16), body("B", Arm::Infantry, 16)};
  Attack shot = shot_at(0, 5.0, std::nullopt, 4);
  shot.gun = "RG";
  Attack other = shot;
  other.gun = "RG2";
  const auto shots = judged(bodies, {shot, other, shot});
  EXPECT_EQ(forbidden_by(shots.attacks[0]) + forbidden_by(shots.attacks[1]), "");
  EXPECT_EQ(forbidden_by(shots.attacks[2]), "CG11");
  EXPECT_EQ(shots.targets[0].total, 8);

  // A shot out of range is none.
  Attack far = shot;
  far.range_in = 40.0;
  EXPECT_EQ(forbidden_by(judged(bodies, {far, shot}).attacks[1]), "");

  // Eight at one body and eight at another are sixteen men; a ninth has no musket left, and then nobody has.
  const Throw one{{5}, {}};
  const auto volleys =
      judged(bodies, {from(0, volley_at(1, 8, 2.0, one)), from(0, volley_at(1, 9, 2.0, one)), from(0, volley_at(1, 4, 2.0, {{}, {5}}))});
  EXPECT_EQ(forbidden_by(volleys.attacks[1]), "") << "eight of the nine fire";
  EXPECT_EQ(forbidden_by(volleys.attacks[2]), "CG11");
  EXPECT_EQ(volleys.targets[1].total, 10);
}

TEST(FiringRefused, WhatCannotBeIsAnErrorThatNamesTheRule) {
  const std::vector<FireTarget> bodies{body("A", Arm::Infantry, 16), body("H", Arm::Cavalry, 9), body("crew", Arm::Gunners, 5)};
  const auto error = [&](const Attack& attack) {
    const auto firing = fire(bodies, {attack}, kBook);
    return firing ? std::string("fine") : firing.error().at + ": " + firing.error().says;
  };
  const Throw two{{1, 2}, {}};
  EXPECT_THAT(error(from(1, volley_at(0, 9, 2.0, {{1}, {}}))),
              testing::AllOf(testing::StartsWith("/attacks/0/from"), testing::HasSubstr("C-I3")));
  EXPECT_THAT(error(from(2, volley_at(0, 5, 2.0, {{}, {1}}))), testing::HasSubstr("gunners: only infantry has muskets (C-I3)"));
  EXPECT_THAT(error(from(0, volley_at(0, 16, 2.0, two))), testing::HasSubstr("cannot fire at itself"));
  auto own = bodies;
  own[0].army = own[1].army = "red";
  EXPECT_THAT(fire(own, {from(0, volley_at(1, 16, 2.0, two))}, kBook).error().says, testing::HasSubstr("C-A4"));
}

TEST(FiringRefused, CH1AndCG28ToCG31BodiesInContact) {
  const std::vector<FireTarget> bodies{body("A", Arm::Infantry, 16), body("B", Arm::Infantry, 16), body("C", Arm::Infantry, 16),
                                       body("crew", Arm::Gunners, 5)};
  const auto volley = [](std::size_t by, std::size_t at) { return from(by, volley_at(at, 16, 2.0, {{1, 2}, {}})); };
  const auto rule = [&](const Attack& attack, const FireContact& contact, const House& house = kBook) {
    const auto firing = fire(bodies, {attack}, house, {contact});
    return firing ? forbidden_by(firing->attacks[0]) : firing.error().says;
  };
  const FireContact now{{0, 1}, true, 0}, before{{0, 1}, false, 0};
  EXPECT_EQ(rule(volley(0, 1), now), "CG28");
  EXPECT_EQ(rule(volley(1, 0), now), "CG28");
  EXPECT_EQ(rule(volley(0, 2), now), "") << "at a third body";
  EXPECT_EQ(rule(volley(1, 0), before), "") << "C-H1: the defender fires, then they fight";
  EXPECT_EQ(rule(volley(0, 1), before), "CG29");
  House house = kBook;
  house.fire_on_contact_turn = house.attacker_returns = true;
  EXPECT_EQ(rule(volley(0, 1), now, house) + rule(volley(0, 1), before, house), "");
  house.gun_fires_at_attackers = false;
  EXPECT_EQ(rule(from(3, shot_at(0, 0.5, std::nullopt, 1)), {{0, 3}, false, 0}, house), "CG31");
}

TEST(FiringRefused, CT5MusketsBeforeGunsAreJudgedInTheOrderOfTheListWhichIsSaid) {
  const Attack shot = shot_at(0, 5.0, std::nullopt, 4), volley = volley_at(0, 8, 2.0, {{5}, {}});
  const std::vector<FireTarget> bodies{body("A", Arm::Infantry, 16)};
  EXPECT_TRUE(judged(bodies, {shot, shot, volley, volley}).notes.empty());
  const auto firing = judged(bodies, {volley, shot});
  ASSERT_EQ(firing.notes.size(), 1U);
  EXPECT_EQ(firing.notes[0].rule, "C-T5");
  EXPECT_EQ(firing.targets[0].total, 9);
}

TEST(Firing, CA5AMissSaysWhatWasThrownAndNeeded) {
  const auto firing = judged({body("A", Arm::Cavalry, 16)}, {shot_at(0, 20.0, 3, std::nullopt)});
  ASSERT_EQ(firing.attacks[0].working.size(), 1U);
  EXPECT_EQ(firing.attacks[0].working[0].says, "a miss: 3 thrown, 4 or more needed");
  EXPECT_EQ(firing.attacks[0].verdict(), measure::Verdict::Yes);
}

std::vector<FireTarget> two_companies() { return {body("A", Arm::Infantry, 16), body("B", Arm::Infantry, 16)}; }

TEST(Firing, CX16ReturnedFireCountsTheMenJustHit) {
  const auto firing =
      judged(two_companies(), {from(0, volley_at(1, 16, 2.0, {{6, 5}, {}})), returning(0, from(1, volley_at(0, 16, 2.0, {{4, 3}, {}})))});
  EXPECT_EQ(firing.targets[0].men_left, 9);
  EXPECT_EQ(firing.targets[1].men_left, 5);
}

TEST(Firing, CX16WithoutSimultaneityOnlySurvivorsFire) {
  House strict = kBook;
  strict.simultaneity = Simultaneity::None;
  const auto firing =
      judged(two_companies(), {from(0, volley_at(1, 16, 2.0, {{6, 5}, {}})), from(1, volley_at(0, 16, 2.0, {{}, {4}}))}, strict);
  EXPECT_EQ(firing.targets[0].men_left, 14);
  EXPECT_EQ(firing.targets[1].men_left, 5);
}

TEST(Firing, LaterExchangesSeeTheLosses) {
  const auto later =
      fire(two_companies(), {from(0, volley_at(1, 16, 2.0, {{6, 5}, {}})), from(1, volley_at(0, 16, 2.0, {{4, 3}, {}}))}, kBook);
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().at, "/attacks/1/dice");
}

TEST(Firing, WithStrengthsOfThePhaseEverybodyFiresInFull) {
  House phase = kBook;
  phase.simultaneity = Simultaneity::Phase;
  const auto firing =
      judged(two_companies(), {from(0, volley_at(1, 16, 2.0, {{6, 5}, {}})), from(1, volley_at(0, 16, 2.0, {{4, 3}, {}}))}, phase);
  EXPECT_EQ(firing.targets[0].men_left, 9);
}

TEST(Firing, CX20CasualtiesBeyondTheEligibleAreLost) {
  Attack attack = volley_at(0, 8, 1.0, {{6}, {}});
  attack.eligible = 4;
  EXPECT_EQ(judged({body("B", Arm::Infantry, 12)}, {attack}).targets[0].total, 4);
  House spill = kBook;
  spill.spill = true;
  EXPECT_EQ(judged({body("B", Arm::Infantry, 12)}, {attack}, spill).targets[0].total, 6);
}

TEST(Firing, AFractionFindsNobodyWhereAllEligibleMenHaveFallen) {
  Attack attack = volley_at(0, 12, 1.0, {{4}, {1}});  // 4 1/2
  attack.eligible = 4;
  const auto firing = judged({body("B", Arm::Infantry, 12)}, {attack});
  EXPECT_EQ(firing.attacks[0].carried, Fraction(1, 2));
  EXPECT_EQ(firing.targets[0].total, 4);
}

TEST(Firing, TheContractsExampleOfAGunAndACompanyOnHussars) {
  const auto firing = judged({body("hussars", Arm::Cavalry, 9)}, {shot_at(0, 8.5, 4, 5), volley_at(0, 16, 2.5, {{3, 4}, {}})});
  EXPECT_TRUE(firing.attacks[0].hit);
  EXPECT_EQ(firing.attacks[0].standard, Fraction(5));
  EXPECT_EQ(firing.attacks[0].casualties, Fraction(5, 2));
  EXPECT_EQ(firing.attacks[0].at_once, 2);
  EXPECT_EQ(firing.attacks[1].casualties, Fraction(7, 2));
  EXPECT_EQ(firing.targets[0].at_end, 1);
  EXPECT_EQ(firing.targets[0].total, 6);
  EXPECT_EQ(firing.targets[0].men_left, 3);
}

TEST(Firing, BeyondNineInchesAGunIsHalved) {
  EXPECT_EQ(gun_number(5, 9.0), Fraction(5));
  EXPECT_EQ(gun_number(5, 9.01), Fraction(5, 2));
}

TEST(Firing, RoundingReadings) {
  House standard = kBook, per_attack = kBook;
  standard.fraction_rounding = FractionRounding::Standard;
  per_attack.fraction_rounding = FractionRounding::PerAttack;
  const std::vector<FireTarget> horse{body("horse", Arm::Cavalry, 9)};
  const std::vector<Attack> shot{shot_at(0, 12.0, 5, 5)};  // 5/2, on horse 5/4
  EXPECT_EQ(judged(horse, shot).attacks[0].casualties, Fraction(5, 4));
  EXPECT_EQ(judged(horse, shot, standard).attacks[0].casualties, Fraction(3, 2));
  EXPECT_EQ(judged(horse, shot, per_attack).attacks[0].casualties, Fraction(1));
}

TEST(Firing, FractionScopeDecidesWhoseFractionsAddUp) {
  // Two bodies of horse of one army, a quarter carried on each.
  std::vector<FireTarget> targets{body("P", Arm::Cavalry, 9, true), body("Q", Arm::Cavalry, 9, true)};
  targets[0].army = targets[1].army = "blue";
  const std::vector<Attack> attacks{shot_at(0, 5.0, std::nullopt, 1), shot_at(1, 5.0, std::nullopt, 1)};
  const auto unit = judged(targets, attacks);
  EXPECT_EQ(unit.targets[0].total + unit.targets[1].total, 0);
  House army = kBook;
  army.fraction_scope = FractionScope::Army;
  const auto pooled = judged(targets, attacks, army);
  EXPECT_EQ(pooled.targets[0].total + pooled.targets[1].total, 1);
  House player = kBook;  // both were fired at by the one who faces them, with whatever he has
  player.fraction_scope = FractionScope::Firer;
  const auto of_one = judged(targets, attacks, player);
  EXPECT_EQ(of_one.targets[0].total + of_one.targets[1].total, 1);
}

TEST(Firing, FractionsOfTwoPlayersAreNeverAddedTogether) {
  // Horse against horse: each carries a quarter, and neither makes the other's a half.
  std::vector<FireTarget> targets{body("P", Arm::Cavalry, 9, true), body("Q", Arm::Cavalry, 9, true)};
  std::vector<Attack> attacks{from(0, shot_at(1, 5.0, std::nullopt, 1)), from(1, shot_at(0, 5.0, std::nullopt, 1))};
  attacks[1].returns = 0;
  for (const bool named : {true, false})
    for (const FractionScope scope : {FractionScope::Army, FractionScope::Firer}) {
      if (named)
        targets[0].army = "red", targets[1].army = "blue";
      else
        targets[0].army = targets[1].army = "";
      House house = kBook;
      house.fraction_scope = scope;
      const auto firing = judged(targets, attacks, house);
      EXPECT_EQ(firing.targets[0].total + firing.targets[1].total, 0);
    }
}

TEST(Firing, WholeCasualtiesMayWaitForTheEndOfThePhase) {
  House phase = kBook;
  phase.whole_when = WholeWhen::Phase;
  const auto firing = judged({body("B", Arm::Infantry, 12)}, {volley_at(0, 12, 1.0, {{4}, {1}})}, phase);
  EXPECT_EQ(firing.attacks[0].at_once, 0);
  EXPECT_EQ(firing.targets[0].at_end, 5);
  EXPECT_EQ(firing.targets[0].total, 5);
}

TEST(Firing, InOrderADestroyedGunIsSilent) {
  const std::vector<FireTarget> crews{body("G1", Arm::Gunners, 5), body("G2", Arm::Gunners, 5)};
  const std::vector<Attack> duel{from(0, shot_at(1, 6.0, std::nullopt, 6)), from(1, shot_at(0, 6.0, std::nullopt, 6))};
  EXPECT_TRUE(judged(crews, duel).targets[0].gun_destroyed);
  House in_order = kBook;
  in_order.gun_simultaneous = false;
  const Firing firing = judged(crews, duel, in_order);
  EXPECT_FALSE(firing.targets[0].gun_destroyed);
  ASSERT_EQ(firing.attacks[1].because.size(), 1U);
  EXPECT_EQ(firing.attacks[1].because[0].rule, "CG13");
}

TEST(Firing, CA1WhoServesOneGunServesNoOther) {
  const auto rules = [](int crew, int drafted) {
    std::vector<Attack> both{from(1, shot_at(0, 5.0, {}, 2)), from(1, shot_at(0, 5.0, {}, 2))};
    both[0].gun = "left";
    both[1].gun = "right";
    both[1].drafted = drafted;
    const Firing firing = judged({body("B", Arm::Infantry, 12), body("crew", Arm::Gunners, crew)}, both);
    return firing.attacks[1].because.empty() ? std::string("may") : firing.attacks[1].because[0].rule;
  };
  EXPECT_EQ(rules(8, 0), "may");
  EXPECT_EQ(rules(7, 0), "C-A1");
  EXPECT_EQ(rules(5, 3), "may");
  EXPECT_EQ(rules(5, 2), "C-A1");
}

TEST(Firing, CG19ABodyOfWhichNobodyMayFallIsNoTarget) {
  Attack volley = volley_at(0, 8, 1.0, {{6}, {}});
  volley.eligible = 0;
  const Firing firing = judged({body("B", Arm::Infantry, 12)}, {volley});
  EXPECT_EQ(firing.attacks[0].verdict(), measure::Verdict::No);
  EXPECT_EQ(firing.attacks[0].because[0].rule, "CG19");
  EXPECT_EQ(firing.targets[0].men_left, 12);
}

TEST(Firing, CI5FireIsReturnedToTheBodyThatItCameFrom) {
  const std::vector<FireTarget> bodies{body("A", Arm::Infantry, 16), body("B", Arm::Infantry, 16), body("C", Arm::Infantry, 16)};
  const Attack first = from(0, volley_at(1, 16, 2.0, {{6, 5}, {}}));
  EXPECT_TRUE(fire(bodies, {first, from(1, returning(0, volley_at(0, 16, 2.0, {{4, 3}, {}})))}, kBook));
  const auto elsewhere = fire(bodies, {first, from(1, returning(0, volley_at(2, 16, 2.0, {{4, 3}, {}})))}, kBook);
  ASSERT_FALSE(elsewhere);
  EXPECT_EQ(elsewhere.error().at, "/attacks/1/target");
}

TEST(Firing, CG20AFractionReachesWhoStoodWhenItsShotWasFired) {
  // Two of four fall; of the two who are left both may be hit, and one half is left of the next shot: one of them falls for it.
  Attack second = shot_at(0, 3.0, {}, 1);
  second.eligible = 2;
  const Firing firing = judged({body("H", Arm::Cavalry, 4)}, {shot_at(0, 3.0, {}, 4), second});
  EXPECT_EQ(firing.targets[0].at_end, 1);
  EXPECT_EQ(firing.targets[0].men_left, 1);
}

TEST(Firing, CG31AGunThatIsAttackedIsSilentInTheTurnOfContactToo) {
  House house = kBook;
  house.gun_fires_at_attackers = false;
  house.fire_on_contact_turn = true;
  EXPECT_EQ(held_by_contact(true, false, true, house)->rule, "CG31");
  EXPECT_FALSE(held_by_contact(true, true, true, house));
  EXPECT_FALSE(held_by_contact(true, false, false, house));
}

TEST(Firing, BandsAreCountedByThemselves) {
  Attack attack;
  attack.volleys = {{2.0, 6, {{}, {5}}, "/bands/0"}, {5.0, 10, {{4}, {}}, "/bands/1"}};
  EXPECT_EQ(judged({body("B", Arm::Infantry, 20)}, {attack}).attacks[0].standard, Fraction(5, 2) + Fraction(2));
}

TEST(Firing, PooledUnitsThrowForAllTheirMen) {
  House pool = kBook;
  pool.pool = Pool::Target;
  const std::vector<FireTarget> target{body("B", Arm::Infantry, 20)};
  // Two sections of five: alone a half die each, together a full one.
  EXPECT_TRUE(fire(target, {volley_at(0, 5, 2.0, {{}, {3}}), volley_at(0, 5, 2.0, {{}, {3}})}, kBook));
  EXPECT_TRUE(fire(target, {volley_at(0, 5, 2.0, {{3}, {}}), volley_at(0, 5, 2.0, {{}, {}})}, pool));
  EXPECT_FALSE(fire(target, {volley_at(0, 5, 2.0, {{}, {3}}), volley_at(0, 5, 2.0, {{}, {3}})}, pool));
}

TEST(Firing, PartlyCoveredBodies) {
  FireTarget target = body("B", Arm::Infantry, 12);
  target.men_covered = 4;
  const std::vector<Attack> volley{volley_at(0, 8, 1.0, {{6}, {}})};
  EXPECT_EQ(judged({target}, volley).attacks[0].casualties, Fraction(6));
  House per_man = kBook;
  per_man.mixed_cover = MixedCover::PerMan;
  EXPECT_EQ(judged({target}, volley, per_man).attacks[0].casualties, Fraction(5));
  target.men_covered = 7;
  EXPECT_EQ(judged({target}, volley).attacks[0].casualties, Fraction(3));
}

TEST(Firing, NamesThePlaceOfWhatIsWrong) {
  const std::vector<FireTarget> target{body("B", Arm::Infantry, 12)};
  const auto at = [&](const Attack& attack) {
    const auto firing = fire(target, {attack}, kBook);
    return firing ? std::string("fine") : firing.error().at;
  };
  EXPECT_EQ(at(volley_at(0, 16, 2.0, {{6}, {}})), "/attacks/0/dice");
  EXPECT_EQ(at(volley_at(0, 8, 2.0, {{7}, {}})), "/attacks/0/dice");
  EXPECT_EQ(at(volley_at(0, -8, 2.0, {{}, {}})), "/attacks/0/men");
  EXPECT_EQ(at(volley_at(0, 8, -1.0, {{6}, {}})), "/attacks/0/range_in");
  EXPECT_EQ(at(volley_at(3, 8, 1.0, {{6}, {}})), "/attacks/0/target");
  EXPECT_EQ(at(shot_at(0, 10.0, std::nullopt, 4)), "/attacks/0/hit_die");
  EXPECT_EQ(at(shot_at(0, 10.0, 5, std::nullopt)), "/attacks/0/effect_die");
}

// ---- laws ----

std::vector<int> some_dice(std::size_t count) { return *rc::gen::container<std::vector<int>>(count, rc::gen::inRange(1, 7)); }

Attack any_attack(std::size_t targets) {
  const auto target = *rc::gen::inRange<std::size_t>(0, targets);
  if (*rc::gen::arbitrary<bool>()) {
    const double range = *rc::gen::inRange(0, 400) / 10.0;
    return shot_at(target, range, *rc::gen::inRange(1, 7), *rc::gen::inRange(1, 7));
  }
  const int men = *rc::gen::inRange(0, 40);
  const DiceCount dice = dice_for(men);
  Attack attack = volley_at(target, men, *rc::gen::inRange(0, 70) / 10.0,
                            {some_dice(static_cast<std::size_t>(dice.full)), some_dice(static_cast<std::size_t>(dice.half))});
  if (*rc::gen::arbitrary<bool>()) attack.eligible = *rc::gen::inRange(0, 20);
  return attack;
}

struct Field {
  std::vector<FireTarget> targets;
  std::vector<Attack> attacks;
};

Field any_field() {
  Field field;
  const int bodies = *rc::gen::inRange(1, 4);
  for (int i = 0; i < bodies; ++i) {
    const Arm arm = *rc::gen::element(Arm::Infantry, Arm::Cavalry, Arm::Gunners);
    field.targets.push_back(body("body " + std::to_string(i), arm, *rc::gen::inRange(0, 40), *rc::gen::arbitrary<bool>()));
  }
  const int attacks = *rc::gen::inRange(0, 6);
  for (int i = 0; i < attacks; ++i) field.attacks.push_back(any_attack(field.targets.size()));
  return field;
}

RC_GTEST_PROP(FiringLaws, CasualtiesNeverExceedMen, ()) {
  const Field field = any_field();
  const auto firing = fire(field.targets, field.attacks, kBook);
  RC_ASSERT(firing.has_value());
  for (std::size_t i = 0; i < field.targets.size(); ++i) {
    RC_ASSERT(firing->targets[i].total >= 0);
    RC_ASSERT(firing->targets[i].total <= field.targets[i].men);
    RC_ASSERT(firing->targets[i].men_left == field.targets[i].men - firing->targets[i].total);
  }
}

RC_GTEST_PROP(FiringLaws, TheLedgerConservesEverySixteenth, ()) {
  const Field field = any_field();
  const auto firing = fire(field.targets, field.attacks, kBook);
  RC_ASSERT(firing.has_value());
  for (std::size_t i = 0; i < field.targets.size(); ++i) {
    Fraction sum = 0, carried = 0;
    bool excess = false;
    for (std::size_t k = 0; k < field.attacks.size(); ++k) {
      if (field.attacks[k].target != i) continue;
      const AttackResult& result = firing->attacks[k];
      RC_ASSERT(16 % result.casualties.denominator() == 0);
      RC_ASSERT(result.carried == part(result.casualties));
      excess = excess || result.at_once != floor(result.casualties);
      sum += result.casualties;
      carried += result.carried;
    }
    // Nobody is spared or lost by the order in which fractions were carried, unless men or eligible men ran out.
    const TargetResult& target = firing->targets[i];
    if (!excess && target.men_left > 0 && target.at_end == round_half_up(carried)) RC_ASSERT(target.total == round_half_up(sum));
    RC_ASSERT(target.at_end <= round_half_up(carried));
  }
}

RC_GTEST_PROP(FiringLaws, AttacksOnOtherBodiesDoNotMatter, ()) {
  const Field field = any_field();
  const auto all = fire(field.targets, field.attacks, kBook);
  std::vector<Attack> on_first;
  for (const Attack& attack : field.attacks)
    if (attack.target == 0) on_first.push_back(attack);
  const auto alone = fire(field.targets, on_first, kBook);
  RC_ASSERT(all.has_value() && alone.has_value());
  RC_ASSERT(all->targets[0].total == alone->targets[0].total);
}

}  // namespace
}  // namespace rules::charge::firing_test
