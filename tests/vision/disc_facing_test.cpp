// Which way a base faces by two witnesses: the white of its wedge, and the network that sees bases.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include "vision/discs/facing.h"

namespace disc_facing_test {
namespace {

using std::numbers::pi;
using vision::Belief, vision::believed_together, vision::FacingMan, vision::kBearings, vision::kTold, vision::Whites;

/// A base that is so white where a wedge lies in this direction.
Whites wedge_at(int bearing, float white = 0.9F) {
  Whites whites{};
  for (int i = -4; i <= 4; ++i) whites[static_cast<std::size_t>((bearing + i + kBearings) % kBearings)] = white;
  return whites;
}

double off(double one, double other) { return std::abs(std::remainder(one - other, 2.0 * pi)); }

TEST(Facing, AClearWedgeTellsItByItself) {
  for (const int bearing : {0, 7, 30, 59}) {
    const Belief belief(wedge_at(bearing), 0.3, true, {});
    EXPECT_EQ(belief.bearing(), bearing);
    EXPECT_GT(belief.sure(), kTold);
    EXPECT_LT(off(belief.turn(), 2.0 * pi * bearing / kBearings), 0.05);
  }
}

// A figure hides a wedge: nothing was said of his front unless two comrades faced alike, though the network saw it.
TEST(Facing, WhereNoWhiteShowsTheNetworkTellsIt) {
  const Belief belief({}, 0.3, true, {.theta = 1.3, .sure = 1.0});
  EXPECT_GT(belief.sure(), kTold);
  EXPECT_LT(off(0.3 + belief.turn(), 1.3), 0.1);
  EXPECT_GT(belief.variance(), 0.0);
}

TEST(Facing, WhereNothingTellsItItIsNotTold) {
  EXPECT_LT(Belief({}, 0.0, true, {}).sure(), kTold);
  EXPECT_LT(Belief({}, 0.0, true, {.theta = 1.0, .sure = 0.5}).sure(), kTold) << "views that do not agree";
}

TEST(Facing, AWedgeAndANetworkThatSayOppositeThingsTellNothing) {
  EXPECT_LT(Belief(wedge_at(0), 0.0, true, {.theta = pi, .sure = 0.95}).sure(), kTold);
}

// On pale print in bright light flecks passed for wedges: sixteen of a rank of 27 were turned by 30 to 160 degrees.
TEST(Facing, AFleckTurnsNobodyWhomTheNetworkSees) {
  const Belief belief(wedge_at(15, 0.45F), 0.0, true, {.theta = 0.1, .sure = 0.98});
  EXPECT_LT(off(belief.turn(), 0.1), 0.3);
}

TEST(Facing, AnOvalFacesForwardOrBackward) {
  const Belief belief(wedge_at(0), 1.0, false, {.theta = 1.9, .sure = 0.5});
  EXPECT_EQ(belief.bearing(), 0);
  EXPECT_DOUBLE_EQ(belief.likely(0) + belief.likely(kBearings / 2), 1.0);
  EXPECT_EQ(Belief({}, 1.0, false, {.theta = 1.0 + pi, .sure = 1.0}).bearing(), kBearings / 2);
}

TEST(Facing, ABaseThatIsTurnedIsHeldToFaceThatFarRound) {
  std::mt19937 random(3);
  std::uniform_real_distribution<float> white(0.0F, 1.0F);
  std::uniform_int_distribution<int> turn(0, kBearings - 1);
  for (int i = 0; i < 100; ++i) {
    Whites whites{}, turned{};
    for (float& each : whites) each = white(random);
    const int by = turn(random);
    for (int k = 0; k < kBearings; ++k) turned[static_cast<std::size_t>((k + by) % kBearings)] = whites[static_cast<std::size_t>(k)];
    const double angle = 2.0 * pi * by / kBearings;
    const Belief one(whites, 0.4, true, {.theta = 2.0, .sure = 0.7}), other(turned, 0.4, true, {.theta = 2.0 + angle, .sure = 0.7});
    EXPECT_EQ((one.bearing() + by) % kBearings, other.bearing());
    EXPECT_NEAR(one.sure(), other.sure(), 1e-9);
    EXPECT_LT(off(one.turn() + angle, other.turn()), 1e-9);
  }
}

/// A rank of men with bases an inch wide who touch and face this way, radians. Of every other one wedge and network show it, of the
/// others they hardly do.
std::vector<FacingMan> dim_rank(double front, int count = 6) {
  std::vector<FacingMan> men;
  for (int i = 0; i < count; ++i) {
    const bool clear = i % 2 == 0;
    men.push_back({.belief = {wedge_at(0, clear ? 0.8F : 0.3F), front, true, {.theta = front + 0.2, .sure = clear ? 0.9 : 0.4}},
                   .heading = front,
                   .at = {1.0 * i, 0.0},
                   .width = 1.0,
                   .army = 0});
  }
  return men;
}

// Fifteen men of a tan company under a bright lamp showed no front, though others of it did.
TEST(Facing, AManWhoseWedgeHardlyShowsFacesAsHisCompanyDoes) {
  const std::vector<FacingMan> men = dim_rank(1.1);
  const std::vector<Belief> together = believed_together(men);
  for (std::size_t i = 0; i < men.size(); ++i) {
    EXPECT_EQ(men[i].belief.sure() < kTold, i % 2 == 1) << "the test shows nothing";
    EXPECT_GT(together[i].sure(), kTold) << i;
    EXPECT_LT(off(together[i].turn(), 0.0), 0.2) << i;
  }
}

// Under a lamp so bright that cream print is as white as its wedges every man hinted at the same side, and it was the wrong one.
TEST(Facing, WhereNoManOfACompanyShowsHisFrontNobodyIsTold) {
  std::vector<FacingMan> men = dim_rank(1.1);
  for (FacingMan& man : men) man.belief = men[1].belief;
  const std::vector<Belief> together = believed_together(men);
  for (const Belief& belief : together) EXPECT_LT(belief.sure(), kTold);
}

TEST(Facing, AManWhoWasTurnedKeepsHisWayAmongComrades) {
  std::vector<FacingMan> men = dim_rank(1.1);
  men[2].belief = {wedge_at(0), 1.1 + pi, true, {.theta = 1.1 + pi, .sure = 1.0}};
  men[2].heading = 1.1 + pi;
  const std::vector<Belief> together = believed_together(men);
  EXPECT_GT(together[2].sure(), kTold);
  EXPECT_LT(off(together[2].turn(), 0.0), 0.1);
}

TEST(Facing, NobodyFarOffOrOfAnotherArmyTellsWhichWayAManFaces) {
  std::vector<FacingMan> men = dim_rank(1.1);
  men[1].at.y() = 5.0;
  men[5].army = 1;
  const std::vector<Belief> together = believed_together(men);
  for (const std::size_t i : {std::size_t{1}, std::size_t{5}})
    for (int k = 0; k < kBearings; ++k) EXPECT_NEAR(together[i].likely(k), men[i].belief.likely(k), 1e-9);
}

TEST(Facing, ACompanyThatIsTurnedIsHeldToFaceThatFarRound) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> white(0.0F, 0.5F);  // beside the wedge
  std::vector<FacingMan> men = dim_rank(0.0), turned = men;
  const double by = 2.0 * pi * 17 / kBearings;
  for (std::size_t i = 0; i < men.size(); ++i) {
    Whites whites{};
    for (float& each : whites) each = white(random);
    const double sure = i % 2 == 0 ? 0.99 : 0.3;
    men[i].belief = {whites, men[i].heading, true, {.theta = 0.1, .sure = sure}};
    turned[i].heading = men[i].heading + by;
    turned[i].belief = {whites, turned[i].heading, true, {.theta = 0.1 + by, .sure = sure}};
  }
  const std::vector<Belief> before = believed_together(men), after = believed_together(turned);
  for (std::size_t i = 0; i < men.size(); ++i)
    for (int k = 0; k < kBearings; ++k) EXPECT_NEAR(before[i].likely(k), after[i].likely(k), 1e-9);
}

}  // namespace
}  // namespace disc_facing_test
