// Laws of aiming on random crowded tables.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/rules/aim_scene.h"

namespace aim_laws_test {
namespace {

using namespace aim_scene;
using rules::charge::aim;

constexpr double kSame = 1e-6;  // inches or radians: well above rounding

template <class Move>
AimQuestion with_every_figure(AimQuestion q, Move move) {
  for (auto* figures : {&q.firer.figures, &q.target, &q.friends, &q.enemies})
    for (Figure& f : *figures) f.footprint = move(f.footprint);
  return q;
}
template <class Move>
AimQuestion with_every_point(AimQuestion q, Move move) {
  for (Terrain& t : q.terrain)
    for (auto* points : {&t.polygon, &t.line, &t.top})
      for (TablePoint& p : *points) p = move(p);
  return q;
}
Footprint mirrored(Footprint f) {
  f.centre.x = -f.centre.x;
  f.heading = Radians(3.141592653589793) - f.heading;
  f.covariance.xy = -f.covariance.xy;
  return f;
}

void expect_same(const Aim& a, const Aim& b) {
  RC_ASSERT(a.verdict == b.verdict);
  RC_ASSERT(a.eligible == b.eligible);
  RC_ASSERT(a.men_short == b.men_short);
  RC_ASSERT(a.men_long == b.men_long);
  RC_ASSERT(a.men_too_close == b.men_too_close);
  RC_ASSERT(a.cover == b.cover);
  for (std::size_t i = 0; i < a.men.size(); ++i) {
    RC_ASSERT(a.men[i].verdict == b.men[i].verdict);
    RC_ASSERT(std::abs(a.men[i].range.value.value - b.men[i].range.value.value) < kSame);
    const bool same_place = a.men[i].range.value.value < kSame;  // then there is no direction
    RC_ASSERT(same_place || std::abs(a.men[i].off.value.value - b.men[i].off.value.value) < kSame);
    RC_ASSERT(a.men[i].nearest == b.men[i].nearest);
    RC_ASSERT(a.men[i].needs == b.men[i].needs);
  }
}

RC_GTEST_PROP(AimLaw, AShiftedAndTurnedTableChangesNothing, ()) {
  const AimQuestion q = any_question();
  const TableVector by = step(between(-30, 30), between(-30, 30));
  const Radians turn = any_heading();
  const AimQuestion there = with_every_point(with_every_figure(q, [&](Footprint f) { return moved(turned(f, turn), by); }),
                                             [&](TablePoint p) { return turned(p, turn) + by; });
  expect_same(aim(q, {}), aim(there, {}));
}

RC_GTEST_PROP(AimLaw, AMirroredTableChangesNothing, ()) {
  const AimQuestion q = any_question();
  const AimQuestion there = with_every_point(with_every_figure(q, mirrored), [](TablePoint p) { return TablePoint{-p.x, p.y}; });
  expect_same(aim(q, {}), aim(there, {}));
}

RC_GTEST_PROP(AimLaw, GrowingMarginsOnlyTurnCertaintyIntoDoubt, ()) {
  const AimQuestion q = any_question();
  const double grow = between(1.0, 6.0);
  const AimQuestion unsurer = with_every_figure(q, [&](Footprint f) {
    f.covariance = f.covariance * (grow * grow);
    f.heading_margin = f.heading_margin * grow;
    return f;
  });
  const Aim before = aim(q, {}), after = aim(unsurer, {});
  for (std::size_t i = 0; i < before.men.size(); ++i)
    RC_ASSERT(after.men[i].verdict == before.men[i].verdict || after.men[i].verdict == Verdict::TooCloseToCall);
  RC_ASSERT(after.verdict == before.verdict || after.verdict == Verdict::TooCloseToCall);
  RC_ASSERT(after.men_short + after.men_long <= before.men_short + before.men_long);
}

RC_GTEST_PROP(AimLaw, AnotherFriendOrEnemyNeverMakesABetterVerdict, ()) {
  const AimQuestion q = any_question();
  AimQuestion crowded = q;
  (*rc::gen::inRange(0, 2) ? crowded.friends : crowded.enemies).push_back(any_man("another", 6));
  const Aim before = aim(q, {}), after = aim(crowded, {});
  RC_ASSERT(after.verdict >= before.verdict);
  for (std::size_t i = 0; i < before.men.size(); ++i) RC_ASSERT(after.men[i].verdict >= before.men[i].verdict);
}

RC_GTEST_PROP(AimLaw, AnotherManOfTheTargetChangesNothingForTheRest, ()) {
  const AimQuestion q = any_question();
  AimQuestion larger = q;
  larger.target.push_back(any_man("another", 6));
  const Aim before = aim(q, {}), after = aim(larger, {});
  RC_ASSERT(after.verdict <= before.verdict);
  for (std::size_t i = 0; i < before.men.size(); ++i) RC_ASSERT(after.men[i].verdict == before.men[i].verdict);
}

RC_GTEST_PROP(AimLaw, TheBodysVerdictIsItsBestMans, ()) {
  AimQuestion q = any_question();
  q.firer.crew.reset();
  const Aim answer = aim(q, {});
  Verdict best = Verdict::No;
  for (const auto& m : answer.men) best = std::min(best, m.verdict);
  RC_ASSERT(answer.verdict == best);
  RC_ASSERT((answer.eligible > 0) == (best == Verdict::Yes));
}

RC_GTEST_PROP(AimLaw, WhatIsNotAYesGivesItsReason, ()) {
  for (const auto& m : aim(any_question(), {}).men) RC_ASSERT(m.verdict == Verdict::Yes || !m.because.empty());
}

}  // namespace
}  // namespace aim_laws_test
