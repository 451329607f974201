// Which way a base faces by two witnesses: the white of its wedge, and the network that sees bases.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "vision/discs/facing.h"

namespace disc_facing_test {
namespace {

using std::numbers::pi;
using vision::Belief, vision::Whites, vision::kBearings;

constexpr double kTold = 0.85;  // as in vision/discs/fit.cpp

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

}  // namespace
}  // namespace disc_facing_test
