// Whose each base is, from the colours that bases show: armies are told apart relative to each other.
#include "vision/discs/owners.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace owners_test {
namespace {

using measure::Inches, vision::ArmySought, vision::Colour, vision::Owners, vision::SeenDisc;

constexpr vision::DiscBase kFoot{0.5, 0.5, 0.1};
const Colour kRed(0.12F, 0.12F, 0.79F), kOrange(0.12F, 0.46F, 0.91F), kBlue(0.75F, 0.27F, 0.12F), kFlank(0.22F, 0.33F, 0.45F);

Colour hint_of(const Colour& paint) { return 235.0F * paint; }

ArmySought an_army(const Colour& hint, std::size_t men) {
  return {.hint = hint, .men = men, .officers = {}, .bases = {kFoot}, .paint = {}};
}

/// Bases in a row at some height of the table that show a paint, and perhaps something else more often.
class Bases {
 public:
  void stand(std::size_t count, const Colour& paint, double y, double evidence = 10.0, const Colour* hides = nullptr) {
    for (std::size_t i = 0; i < count; ++i) {
      SeenDisc base;
      base.base = kFoot;
      base.pose = {2.0 + 1.2 * static_cast<double>(i), y, 0.0};
      base.evidence = evidence;
      const Colour own = paint * (1.0F + sway_(random_)) + Colour::Constant(0.3F * std::abs(sway_(random_)));
      if (hides != nullptr) base.shows.push_back({235.0F * *hides, *hides, 0.6F});
      base.shows.push_back({235.0F * own, own, hides != nullptr ? 0.2F : 0.8F});
      seen.push_back(base);
    }
  }
  std::vector<SeenDisc> seen;

 private:
  std::mt19937 random_{7};
  std::uniform_real_distribution<float> sway_{-0.08F, 0.08F};
};

std::ptrdiff_t given_to(const Owners& owners, std::size_t army, std::size_t first, std::size_t count) {
  const auto begin = owners.of_base.begin() + static_cast<std::ptrdiff_t>(first);
  return std::count(begin, begin + static_cast<std::ptrdiff_t>(count), std::optional(army));
}

// The commonest colours ran together into one that was neither, and one army's ovals were looked for as the other's rounds.
TEST(DiscOwners, TwoPaintsThatDifferInBrightnessAloneStayTwo) {
  const Colour black(0.3F, 0.3F, 0.3F), grey(0.58F, 0.58F, 0.58F);
  Bases bases;
  bases.stand(11, black, 4.0);
  bases.stand(23, grey, 12.0);
  const std::vector<ArmySought> armies{an_army(Colour(44.0F, 40.0F, 40.0F), 13), an_army(Colour(132.0F, 130.0F, 128.0F), 24)};
  const Owners owners = vision::owners_of(bases.seen, armies);
  EXPECT_GE(given_to(owners, 0, 0, 11), 10);
  EXPECT_GE(given_to(owners, 1, 11, 23), 22);
}

// Under a bright lamp both looked like orange to a roster that says what is in the pot.
TEST(DiscOwners, ArmiesAreToldApartThoughALampShiftsBoth) {
  const Colour haze(0.12F, 0.14F, 0.08F);
  Bases bases;
  bases.stand(12, kRed + haze, 4.0);
  bases.stand(12, kOrange + haze, 12.0);
  const std::vector<ArmySought> armies{an_army(hint_of(kRed), 12), an_army(hint_of(kOrange), 12)};
  const Owners owners = vision::owners_of(bases.seen, armies);
  EXPECT_EQ(given_to(owners, 0, 0, 12), 12);
  EXPECT_EQ(given_to(owners, 1, 12, 12), 12);
  EXPECT_TRUE(owners.alike.empty());
}

// Where two paints are hardly told apart no base was surely of the darker one, so the lit men of the other army were all that it could be,
// and its men in less light, beside their officer, went over (w2359).
TEST(DiscOwners, MenBesideTheirOfficersSpeakForAPaintThatIsHardlyToldFromTheOthers) {
  const Colour red(0.243F, 0.249F, 0.560F), lit(0.317F, 0.414F, 0.626F), crimson(0.161F, 0.136F, 0.352F);
  Bases bases;
  bases.stand(12, lit, 4.0);
  bases.stand(9, red, 12.0);
  bases.stand(23, crimson, 20.0);
  std::vector<ArmySought> armies{an_army(Colour(30.0F, 28.0F, 186.0F), 22), an_army(Colour(36.0F, 20.0F, 110.0F), 25)};
  armies[0].officers = {{Inches(8.0), Inches(5.5)}, {Inches(8.0), Inches(13.5)}};
  armies[1].officers = {{Inches(8.0), Inches(21.5)}, {Inches(20.0), Inches(21.5)}};
  const Owners owners = vision::owners_of(bases.seen, armies);
  EXPECT_EQ(given_to(owners, 0, 0, 12), 12);
  EXPECT_EQ(given_to(owners, 0, 12, 9), 9);
  EXPECT_GE(given_to(owners, 1, 21, 23), 22);
}

TEST(DiscOwners, AnArmyThatIsNotThereIsGivenNobody) {
  Bases bases;
  bases.stand(12, kRed, 4.0);
  const std::vector<ArmySought> armies{an_army(hint_of(kRed), 20), an_army(hint_of(kBlue), 20)};
  const Owners owners = vision::owners_of(bases.seen, armies);
  EXPECT_EQ(given_to(owners, 0, 0, 12), 12);
  EXPECT_FALSE(owners.paints[1]);
}

// Men of one army under a lamp were given to another that was not on the table.
TEST(DiscOwners, MenUnderALampStayTheirArmys) {
  Bases bases;
  bases.stand(6, kRed, 4.0);
  bases.stand(6, kRed + Colour(0.2F, 0.36F, 0.2F), 6.0);
  const std::vector<ArmySought> armies{an_army(hint_of(kRed), 12), an_army(hint_of(kBlue), 12)};
  EXPECT_EQ(given_to(vision::owners_of(bases.seen, armies), 0, 0, 12), 12);
}

// Few horsemen showed the paint itself and many men on foot what a bright picture makes of it: tried without lamps the choice that is right
// cost so much that it was not tried with them, and the foot went to an army that was not on the table.
TEST(DiscOwners, AnArmyMostlyUnderALampIsStillTheOnlyOne) {
  const Colour paint(0.23F, 0.23F, 0.94F), lit(0.39F, 0.42F, 0.95F);
  for (const std::size_t riders : {2u, 7u}) {
    Bases bases;
    bases.stand(riders, paint, 4.0);
    bases.stand(36 - riders, lit, 6.0);
    std::vector<ArmySought> armies{an_army(hint_of(Colour(0.18F, 0.14F, 0.76F)), 36), an_army(hint_of(Colour(0.75F, 0.24F, 0.14F)), 36)};
    armies[0].officers = {{measure::Inches(20.0), measure::Inches(5.0)}};
    const Owners owners = vision::owners_of(bases.seen, armies);
    EXPECT_EQ(given_to(owners, 0, 0, 36), 36) << riders;
    EXPECT_FALSE(owners.paints[1]) << riders;
  }
}

TEST(DiscOwners, TheFlankOfAHorseIsNobodysPaint) {
  Bases bases;
  bases.stand(8, kRed, 4.0);
  bases.stand(5, kRed, 8.0, 10.0, &kFlank);
  bases.stand(8, kBlue, 14.0);
  bases.stand(5, kBlue, 18.0, 10.0, &kFlank);
  const std::vector<ArmySought> armies{an_army(hint_of(kRed), 13), an_army(hint_of(kBlue), 13)};
  const Owners owners = vision::owners_of(bases.seen, armies);
  EXPECT_EQ(given_to(owners, 0, 0, 13), 13);
  EXPECT_EQ(given_to(owners, 1, 13, 13), 13);
  for (std::size_t i = 8; i < 13; ++i) EXPECT_LT((bases.seen[i].paint - kRed).norm(), 0.2F);
}

// The network guessed the yellow bases as large as the navy's, which spoke for navy, and 29 men changed their army in the next picture.
TEST(DiscOwners, ASizeThatTheNetworkGuessesALittleWrongSpeaksForNobody) {
  Bases bases;
  bases.stand(12, kRed, 4.0);
  bases.stand(12, kBlue, 12.0);
  std::vector<ArmySought> armies{an_army(hint_of(kRed), 12), an_army(hint_of(kBlue), 12)};
  const Owners exact = vision::owners_of(bases.seen, armies);
  armies[1].bases = {{0.4, 0.4, 0.12}};
  EXPECT_EQ(vision::owners_of(bases.seen, armies).costs, exact.costs);
}

// A second paint of an army was taken for a lamp's light on another's.
TEST(DiscOwners, ALampDrawsPaintToWhiteAndNotToAnotherPaint) {
  const Colour navy(0.24F, 0.15F, 0.15F), crimson(0.18F, 0.14F, 0.36F), lit_crimson = 0.6F * crimson + Colour::Constant(0.4F);
  Bases bases;
  bases.stand(9, navy, 4.0);
  bases.stand(8, 0.6F * navy + Colour::Constant(0.4F), 6.0);
  bases.stand(9, crimson, 12.0);
  bases.stand(6, lit_crimson, 14.0);
  const std::vector<ArmySought> armies{an_army(hint_of(navy), 20), an_army(hint_of(crimson), 20)};
  const Owners owners = vision::owners_of(bases.seen, armies);
  EXPECT_EQ(given_to(owners, 0, 0, 9), 9);
  EXPECT_EQ(given_to(owners, 1, 17, 9), 9);
}

// A few ovals were looked for in the commoner colour of round bases.
TEST(DiscOwners, AFewBasesOfAnotherSizeKeepTheirOwnPaint) {
  const Colour black(0.29F, 0.3F, 0.31F), grey(0.55F, 0.55F, 0.56F), between(0.41F, 0.41F, 0.42F);
  constexpr vision::DiscBase kOval{1.18, 0.6, 0.1};
  Bases bases;
  bases.stand(5, black, 4.0);
  for (SeenDisc& base : bases.seen) base.base = kOval;
  bases.stand(20, grey, 12.0);
  bases.stand(8, between, 16.0);
  std::vector<ArmySought> armies{an_army(Colour(44.0F, 40.0F, 40.0F), 6), an_army(Colour(132.0F, 130.0F, 128.0F), 30)};
  armies[0].bases = {kOval};
  EXPECT_EQ(given_to(vision::owners_of(bases.seen, armies), 0, 0, 5), 5);
}

// What the network holds unlikely taught an army its colour on an empty table.
TEST(DiscOwners, WhatIsHardlyABaseTeachesNothing) {
  Bases bases;
  bases.stand(4, kFlank, 4.0, -3.0);
  const std::vector<ArmySought> armies{an_army(hint_of(kRed), 12), an_army(hint_of(kBlue), 12)};
  const Owners owners = vision::owners_of(bases.seen, armies);
  EXPECT_FALSE(owners.paints[0]);
  EXPECT_FALSE(owners.paints[1]);
}

TEST(DiscOwners, TwoArmiesOfOnePaintAreAlike) {
  Bases bases;
  bases.stand(12, kBlue, 4.0);
  bases.stand(12, kBlue, 12.0);
  const std::vector<ArmySought> armies{an_army(hint_of(kBlue), 12), an_army(hint_of(kBlue), 12)};
  const Owners owners = vision::owners_of(bases.seen, armies);
  EXPECT_EQ(owners.alike, (std::vector<std::pair<std::size_t, std::size_t>>{{0, 1}}));
}

// The network took purple men on 20 mm bases for 30 mm and grey men on 30 mm bases for 45 mm ovals; each army has such bases, and clear
// purple men were given to the grey army.
TEST(Owners, ABaseThatIsTakenForOneHalfAsLargeAgainMayBeItsOwnArmys) {
  using vision::DiscBase;
  const DiscBase mm20{0.3937, 0.3937}, mm30{0.59055, 0.59055}, oval{0.88585, 0.47245};
  const Colour grey(0.55F, 0.62F, 0.65F), purple(0.51F, 0.30F, 0.48F), pale_purple(0.54F, 0.41F, 0.56F), pale_grey(0.61F, 0.58F, 0.58F);
  std::vector<vision::SeenDisc> seen;
  std::vector<std::size_t> wanted;
  const auto stand = [&](int men, const DiscBase& base, const Colour& paint, std::size_t army, double y) {
    for (int i = 0; i < men; ++i) {
      vision::SeenDisc man;
      man.base = base, man.pose = {10.0 + 1.6 * i, y, 0.0}, man.evidence = 8.0;
      const Colour seen_so = paint + Colour::Constant(0.006F * static_cast<float>(i % 5 - 2));
      man.shows.push_back({200.0F * seen_so, seen_so, 0.8F});
      seen.push_back(man), wanted.push_back(army);
    }
  };
  stand(18, mm20, grey, 0, 5.0), stand(5, oval, pale_grey, 0, 9.0);
  stand(9, mm30, pale_purple, 1, 20.0), stand(8, oval, purple, 1, 16.0);
  const std::vector<vision::ArmySought> armies{
      {.hint = Colour(132.0F, 130.0F, 128.0F), .men = 23, .officers = {{Inches(15.0), Inches(3.0)}}, .bases = {mm20, mm30}, .paint = {}},
      {.hint = Colour(124.0F, 46.0F, 96.0F),
       .men = 17,
       .officers = {{Inches(22.6), Inches(23.9)}, {Inches(28.4), Inches(19.3)}},
       .bases = {mm20, oval},
       .paint = {}}};
  const vision::Owners owners = owners_of(seen, armies);
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_EQ(owners.of_base[i], wanted[i]) << i;
}

}  // namespace
}  // namespace owners_test
