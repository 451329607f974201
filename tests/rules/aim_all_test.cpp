// Everybody at everybody gives the verdicts of `aim`, pair by pair.
#include "rules/charge/aim/aim_all.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <limits>

#include "tests/rules/aim_scene.h"

namespace {

using namespace aim_scene;
using rules::charge::aim;
using rules::charge::aim_all;
using rules::charge::AimAllQuestion;
using rules::charge::AimPair;

struct Scene {
  Arm arm = Arm::Infantry;
  std::vector<Figure> firers, enemies, friends;
  std::vector<Terrain> terrain;
  PointCovariance common;

  [[nodiscard]] AimAllQuestion question() const {
    return {.arm = arm, .firers = firers, .enemies = enemies, .friends = friends, .terrain = terrain, .common = common};
  }
};

std::vector<AimPair> pair_by_pair(const Scene& s, const House& house) {
  std::vector<AimPair> out;
  for (std::uint32_t i = 0; i < s.firers.size(); ++i)
    for (std::uint32_t k = 0; k < s.enemies.size(); ++k) {
      AimQuestion q;
      q.firer = {.arm = s.arm, .figures = {s.firers[i]}, .crew = {}, .crew_maybe = 0};
      q.target = {s.enemies[k]};
      q.friends = s.friends;
      q.enemies = s.enemies;
      q.enemies.erase(q.enemies.begin() + k);
      q.terrain = s.terrain;
      q.common = s.common;
      if (const Verdict v = aim(q, house).verdict; v != Verdict::No) out.push_back({i, k, v});
    }
  return out;
}

Scene any_scene() {
  Scene s;
  const bool guns = *rc::gen::inRange(0, 2) == 0;
  const double size = guns ? between(3, 25) : between(2, 8);
  s.arm = guns ? Arm::Gun : Arm::Infantry;
  s.firers = any_men("f", 6, size);
  s.enemies = any_men("e", 12, size);
  s.friends = any_men("p", 12, size);
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) {
    const double x = between(-size, size), y = between(-size, size);
    const TerrainKind kinds[] = {TerrainKind::Wood, TerrainKind::House, TerrainKind::Hill};
    s.terrain.push_back(area(kinds[*rc::gen::inRange(0, 3)], x, y, x + between(1, 6), y + between(1, 6), between(0.3, 3.0)));
  }
  if (*rc::gen::inRange(0, 3) == 0) s.common = measure::covariance_of(0.002_in);
  return s;
}
House any_house() {
  House house;
  house.keep_margin = *rc::gen::inRange(0, 4) != 0;
  house.figures_block_sight = *rc::gen::inRange(0, 3) != 0;
  if (*rc::gen::inRange(0, 3) == 0) house.clear_to = rules::charge::ClearTo::Centre;
  if (*rc::gen::inRange(0, 3) == 0) house.range_from = rules::charge::RangeFrom::Edge;
  return house;
}

RC_GTEST_PROP(AimAllLaw, AgreesWithAimOnEveryPair, ()) {
  const Scene scene = any_scene();
  const House house = any_house();
  RC_ASSERT(aim_all(scene.question(), house) == pair_by_pair(scene, house));
}

RC_GTEST_PROP(AimAllLaw, AgreesWhereMarginsAreWide, ()) {
  Scene scene = any_scene();
  for (auto* figures : {&scene.firers, &scene.enemies, &scene.friends})
    for (Figure& f : *figures) {
      f.footprint.covariance = any_covariance(between(0.05, 0.8));
      f.footprint.heading_margin = Radians(between(0.0, 1.5));
    }
  const House house = any_house();
  RC_ASSERT(aim_all(scene.question(), house) == pair_by_pair(scene, house));
}

TEST(AimAll, FortyFiveDegreesAndTheFarEndOfTheRangeAreInside) {
  Scene s;
  s.arm = Arm::Gun;
  s.firers = {gun()};
  s.enemies = {man("on the edge of the arc", 10, 10), man("beyond it", -10.2, 10), man("at 36 in", 0, 36), man("beyond it", 3, 36)};
  const std::vector<AimPair> expected{{0, 0, Verdict::Yes}, {0, 2, Verdict::Yes}};
  EXPECT_EQ(aim_all(s.question(), {}), expected);
}

TEST(AimAll, AFriendAtOneInchExactlyBarsNothing) {
  Scene s;
  s.arm = Arm::Gun;
  s.firers = {gun()};
  s.enemies = {man("t", 0, 20)};
  s.friends = {man("p", 1.4, 10)};
  EXPECT_EQ(aim_all(s.question(), {}).size(), 1u);
  s.friends = {man("p", 1.39, 10)};
  EXPECT_EQ(aim_all(s.question(), {}).size(), 0u);
}

TEST(AimAll, WhatIsNotANumberIsTooCloseToCall) {
  Scene s;
  s.firers = {man("f", 0, 0)};
  s.enemies = {man("t", 0, 5), man("nowhere", std::numeric_limits<double>::quiet_NaN(), 5)};
  EXPECT_EQ(aim_all(s.question(), {}), pair_by_pair(s, {}));
}

TEST(AimAll, NobodyAtNobody) { EXPECT_TRUE(aim_all({}, {}).empty()); }

}  // namespace
