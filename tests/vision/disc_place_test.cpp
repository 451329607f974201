// Where a base stands by two witnesses: its rim, and the network that sees bases.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "vision/discs/place.h"

namespace disc_place_test {
namespace {

using vision::Found, vision::Place;

constexpr double kSharp = 0.5;  // pixels, sigma of the blur

/// A base at the origin that its rim and the network put so far from it along x, each with its own spread, inches.
Found put_at(double by_rim, double rim_sigma, double by_network, double network_sigma) {
  Found found;
  found.fit.base = found.seen.base = {0.5, 0.5, 0.1};
  found.fit.pose = {by_rim, 0.0, 0.0}, found.seen.pose = {by_network, 0.0, 0.0};
  found.fit.covariance.diagonal() << rim_sigma * rim_sigma, rim_sigma * rim_sigma, 0.01;
  found.fit.supported = 0.8, found.fit.pixels_per_inch = 20.0;
  found.seen.spread = network_sigma;
  return found;
}

double variance_along_x(const Place& place) { return place.noise(0, 0) + place.systematic(0, 0); }

TEST(DiscPlace, TwoThatAreAsFarOffMeetHalfWay) {
  const Eigen::Matrix2d one = 0.04 * Eigen::Matrix2d::Identity(), none = Eigen::Matrix2d::Zero();
  const Place mean = vision::mean_of({{1.0, 2.0}, one, none}, {{2.0, 4.0}, none, one});
  EXPECT_NEAR(mean.at.x(), 1.5, 1e-12);
  EXPECT_NEAR(mean.at.y(), 3.0, 1e-12);
  EXPECT_NEAR(variance_along_x(mean), 0.02, 1e-12) << "half the variance of either";
  EXPECT_NEAR(mean.noise(0, 0), mean.systematic(0, 0), 1e-12) << "half of it changes from frame to frame, as only one's does";
}

TEST(DiscPlace, TheMeanIsSurerThanEitherAndLiesBetweenThem) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> sigma(0.003, 0.2), at(-0.2, 0.2);
  for (int i = 0; i < 200; ++i) {
    Eigen::Matrix2d root;
    root << sigma(random), at(random), at(random), sigma(random);
    const Eigen::Matrix2d skewed = root * root.transpose() + 1e-5 * Eigen::Matrix2d::Identity(), none = Eigen::Matrix2d::Zero();
    const double other = sigma(random);
    const Place a{{at(random), at(random)}, skewed, none}, b{a.at, other * other * Eigen::Matrix2d::Identity(), none};
    const Place mean = vision::mean_of(a, b);
    EXPECT_LE(mean.noise.trace(), std::min(skewed.trace(), b.noise.trace()) + 1e-12);
    EXPECT_NEAR((mean.at - a.at).norm(), 0.0, 1e-9) << "who agree stay where they are";
    EXPECT_NEAR(vision::mean_of(b, a).noise(0, 1), mean.noise(0, 1), 1e-12);
  }
}

TEST(DiscPlace, AClearRimIsHardlyMovedByTheNetwork) {
  const Place place = vision::place_of(put_at(0.0, 0.003, 0.04, 0.035), kSharp, 1.0);
  EXPECT_LT(place.at.x(), 0.002);
}

// On ground of its own colour a base three quarters in sight was told with a margin of 0.12 inches by its rim alone, though the network saw
// it.
TEST(DiscPlace, AFaintRimAndTheNetworkTogetherTellThePlaceBetterThanEither) {
  const Found found = put_at(0.08, 0.05, 0.0, 0.035);
  const Place place = vision::place_of(found, kSharp, 1.0);
  EXPECT_GT(place.at.x(), 0.0);
  EXPECT_LT(place.at.x(), 0.04) << "nearer to the surer one";
  EXPECT_LT(variance_along_x(place), 0.035 * 0.035);
}

TEST(DiscPlace, WhereNoRimShowsTheNetworkAloneTells) {
  Found found = put_at(0.3, 0.01, 0.0, 0.035);
  found.fit.supported = 0.0;
  const Place place = vision::place_of(found, kSharp, 1.0);
  EXPECT_EQ(place.at.x(), 0.0);
  EXPECT_NEAR(std::sqrt(variance_along_x(place)), 0.035, 1e-12) << "its own spread, which blur does not widen";
}

TEST(DiscPlace, WhatTheNetworkSeesOfAnotherBaseMovesNobody) {
  EXPECT_EQ(vision::place_of(put_at(0.0, 0.01, 0.4, 0.035), kSharp, 1.0).at.x(), 0.0) << "far off";
  Found longer = put_at(0.0, 0.01, 0.05, 0.035);
  longer.fit.base = {1.2, 0.5, 0.1};
  EXPECT_EQ(vision::place_of(longer, kSharp, 1.0).at.x(), 0.0) << "the front of a longer base";
  Found supposed = put_at(0.0, 0.01, 0.05, 0.035);
  supposed.seen.supposed = true;
  EXPECT_EQ(vision::place_of(supposed, kSharp, 1.0).at.x(), 0.0) << "nobody saw it there";
}

// While a hand moved beside half hidden men the places that the network saw moved with it: one of two was told two frames later, and their
// identities changed places.
TEST(DiscPlace, WhileSomethingMovesARimIsBelievedAlone) {
  const Found found = put_at(0.0, 0.02, 0.04, 0.035);
  EXPECT_EQ(vision::place_beside_movement(found, kSharp, 1.0).at.x(), 0.0);
  EXPECT_GT(vision::place_of(found, kSharp, 1.0).at.x(), 0.0);
}

TEST(DiscPlace, ArmiesAreDoubtedWhoseRimsAndNetworkDisagreeMoreThanTheySay) {
  const std::vector<Found> agreeing(20, put_at(0.0, 0.02, 0.01, 0.035)), apart(20, put_at(0.0, 0.02, 0.15, 0.035));
  EXPECT_EQ(vision::doubt_of(agreeing, kSharp), 1.0) << "who agree better than they say are not surer for it";
  EXPECT_GT(vision::doubt_of(apart, kSharp), 2.0);
  EXPECT_LT(vision::doubt_of(std::span(apart).first(1), kSharp), vision::doubt_of(apart, kSharp)) << "one base tells little";
  EXPECT_EQ(vision::doubt_of({}, kSharp), 1.0);
}

// Where rims are sharp it is the network that is off: what the rims say stays as sure as it is.
TEST(DiscPlace, SharpRimsAreNotDoubtedForWhatTheNetworkSays) {
  const std::vector<Found> apart(5, put_at(0.0, 0.002, 0.09, 0.035));
  EXPECT_LT(vision::doubt_of(apart, kSharp), 1.1);
}

}  // namespace
}  // namespace disc_place_test
