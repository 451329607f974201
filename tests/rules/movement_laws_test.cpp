// What holds for every move, on random ground.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "measure/gap.h"
#include "tests/rules/movement_builders.h"
#include "tests/support/campaign.h"
#include "tests/support/matchers.h"
#include "tests/support/random_moves.h"

namespace movement_laws_test {
namespace {

using namespace builders;
using grid_paths::RandomMove;
using measure::Verdict;
using rules::charge::judge_move;
using rules::charge::judge_path;
using rules::charge::MoveRuling;

/// The search is exact to some 1e-4; where a path bends, samples lie elsewhere on a moved table.
constexpr double kSearch = 2e-3;
const unsigned kMoves = static_cast<unsigned>(tries(30, 80));

MoveRuling judge(const RandomMove& m) { return judge_move(m.question, m.to, m.house); }

/// Everything moved by `map`, directions by `turn` (applied to an angle).
template <class Map, class Turn>
RandomMove moved(RandomMove m, Map map, Turn turn) {
  const auto all = [&](std::vector<TablePoint>& points) {
    for (TablePoint& p : points) p = map(p);
  };
  for (Terrain& t : m.question.terrain) {
    all(t.polygon);
    all(t.line);
    all(t.top);
    if (t.uphill) t.uphill = measure::Radians(turn(t.uphill->value));
  }
  for (auto* figures : {&m.question.friends, &m.question.enemies})
    for (Figure& f : *figures) f.footprint.centre = map(f.footprint.centre);
  m.question.base.centre = map(m.question.base.centre);
  m.to = map(m.to);
  return m;
}

template <class Map, class Turn>
void expect_nothing_changes(Map map, Turn turn) {
  for (unsigned seed = 0; seed < kMoves; ++seed) {
    const RandomMove m = grid_paths::random_move(seed);
    const auto before = judge(m).cost, after = judge(moved(m, map, turn)).cost;
    ASSERT_EQ(before.has_value(), after.has_value()) << seed;
    if (!before) continue;
    EXPECT_NEAR(after->value / before->value, 1.0, kSearch) << seed;
  }
}

TEST(MovementLaws, ShiftingTheTableChangesNothing) {
  expect_nothing_changes([](TablePoint p) { return at(p.x.value + 31.7, p.y.value - 11.3); }, [](double a) { return a; });
}
TEST(MovementLaws, TurningTheTableChangesNothing) {
  constexpr double kTurn = 0.83;
  expect_nothing_changes(
      [](TablePoint p) {
        return at(p.x.value * std::cos(kTurn) - p.y.value * std::sin(kTurn), p.x.value * std::sin(kTurn) + p.y.value * std::cos(kTurn));
      },
      [](double a) { return a + kTurn; });
}
TEST(MovementLaws, AMirrorChangesNothing) {
  expect_nothing_changes([](TablePoint p) { return at(-p.x.value, p.y.value); }, [](double a) { return std::numbers::pi - a; });
}

TEST(MovementLaws, NoPathIsCheaperThanTheStraightDistance) {
  for (unsigned seed = 0; seed < kMoves; ++seed) {
    const RandomMove m = grid_paths::random_move(seed);
    const MoveRuling r = judge(m);
    if (!r.cost) continue;
    EXPECT_GE(r.cost->value.value, measure::distance(m.question.base.centre, m.to).value - 1e-9) << seed;
  }
}

TEST(MovementLaws, MoreTerrainNeverMakesAMoveCheaper) {
  for (unsigned seed = 0; seed < kMoves; ++seed) {
    RandomMove m = grid_paths::random_move(seed);
    const auto full = judge(m).cost;
    for (std::size_t i = 0; i < m.question.terrain.size(); ++i) {
      const TerrainKind kind = m.question.terrain[i].kind;
      // A hill on a hill may lead down where the lower one leads up.
      if (kind == TerrainKind::Bridge || kind == TerrainKind::Ford || kind == TerrainKind::Hill || kind == TerrainKind::Slope) continue;
      RandomMove less = m;
      less.question.terrain.erase(less.question.terrain.begin() + static_cast<std::ptrdiff_t>(i));
      const auto cost = judge(less).cost;
      if (!full) continue;
      ASSERT_TRUE(cost) << seed;
      EXPECT_LE(cost->value.value, full->value.value * (1.0 + kSearch)) << seed << " without " << i;
    }
  }
}

TEST(MovementLaws, TheLegsMakeUpTheCostAndThePath) {
  for (unsigned seed = 0; seed < kMoves; ++seed) {
    const RandomMove m = grid_paths::random_move(seed);
    const MoveRuling r = judge(m);
    if (!r.cost) continue;
    const double sum =
        std::accumulate(r.legs.begin(), r.legs.end(), 0.0, [](double s, const MoveRuling::Leg& leg) { return s + leg.cost; });
    EXPECT_NEAR(sum, r.cost->value.value, 1e-6) << seed;
    ASSERT_EQ(r.path.size(), r.legs.size() + 1) << seed;
    EXPECT_EQ(r.path.front(), m.question.base.centre) << seed;
    EXPECT_NEAR(measure::distance(r.path.back(), m.to).value, 0.0, 1e-9) << seed;
  }
}

TEST(MovementLaws, TheCheapestPathWalkedCostsWhatItSaid) {
  for (unsigned seed = 0; seed < kMoves; ++seed) {
    const RandomMove m = grid_paths::random_move(seed);
    const MoveRuling r = judge(m);
    if (!r.cost) continue;
    const MoveRuling walked = judge_path(m.question, r.path, m.house);
    ASSERT_TRUE(walked.cost) << seed;
    EXPECT_NEAR(walked.cost->value.value, r.cost->value.value, 1e-5) << seed;
  }
}

TEST(MovementLaws, NoBaseOfAnyShapeRunsThroughAnything) {
  // Inches: ovals are polygons to the search, 0.004 in inside their true edge; two of them meet.
  constexpr double kOverlap = 0.02, kEvery = 0.05;
  const std::vector<measure::Shape> shapes{
      measure::OvalShape{Inches(2.0), Inches(1.0)}, measure::RectShape{Inches(2.4), Inches(1.4)},
      measure::PolygonShape{
          {{Inches(0.6), Inches(0.0)}, {Inches(-0.6), Inches(0.7)}, {Inches(-0.2), Inches(0.0)}, {Inches(-0.6), Inches(-0.7)}}}};
  int found = 0;
  for (unsigned seed = 0; seed < kMoves; ++seed) {
    RandomMove m = grid_paths::random_move(seed);
    MoveQuestion& q = m.question;
    q.base.shape = shapes[seed % shapes.size()];
    q.base.heading = measure::Radians(0.37 * seed);
    std::erase_if(q.terrain, [](const Terrain& t) { return t.kind == TerrainKind::River; });
    for (std::size_t i = 0; i < q.enemies.size(); ++i) {
      q.enemies[i].footprint.shape = shapes[(seed + i) % shapes.size()];
      q.enemies[i].footprint.heading = measure::Radians(0.91 * static_cast<double>(seed + i));
    }
    std::vector<measure::Footprint> solid;
    for (const Figure& e : q.enemies) solid.push_back(e.footprint);
    for (const Terrain& t : q.terrain)
      if (t.kind == TerrainKind::House) {
        measure::PolygonShape outline;
        for (const TablePoint& p : t.polygon) outline.outline.push_back(p - at(0, 0));
        solid.push_back({.shape = outline, .centre = at(0, 0), .heading = {}, .covariance = {}, .heading_margin = {}});
      }
    const auto depth = [&](TablePoint p) {
      measure::Footprint base = q.base;
      base.centre = p;
      double deepest = 0.0;
      for (const measure::Footprint& f : solid) deepest = std::max(deepest, -measure::gap(base, f).value.value);
      return deepest;
    };
    if (depth(q.base.centre) > 0.0) continue;
    const MoveRuling r = judge(m);
    if (!r.cost || r.verdict == Verdict::No) continue;
    ++found;
    for (const MoveRuling::Leg& leg : r.legs)
      for (double t = 0.0; t <= 1.0; t += kEvery / std::max(kEvery, leg.inches))
        ASSERT_LT(depth(leg.from + (leg.to - leg.from) * t), kOverlap) << "seed " << seed;
  }
  EXPECT_GT(found, tries(7, 20));
}

TEST(MovementLaws, TheSameQuestionHasTheSameAnswer) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    const RandomMove m = grid_paths::random_move(seed);
    const MoveRuling a = judge(m), b = judge(m);
    ASSERT_EQ(a.cost.has_value(), b.cost.has_value());
    if (a.cost) {
      EXPECT_EQ(a.cost->value, b.cost->value);
    }
    EXPECT_EQ(a.path, b.path);
  }
}

TEST(MovementLaws, ReachHoldsExactlyThePlacesAMoveMayEndAt) {
  // Inches: between the lines of its grid the outline of reach is straight.
  constexpr double kOutline = 0.05;
  std::mt19937 dice(7);
  const auto between = [&](double low, double high) { return low + (high - low) * (static_cast<double>(dice()) / 4294967296.0); };
  int within = 0, without = 0;
  for (int seed = 0; seed < tries(10, 30); ++seed) {
    const RandomMove m = grid_paths::random_move(seed);
    const auto r = rules::charge::reach(m.question, m.house);
    const double allowance = rules::charge::allowance(m.question.arm, m.house).value;
    for (int i = 0; i < 25; ++i) {
      const TablePoint p = at(m.question.base.centre.x.value + between(-1.1, 1.1) * allowance,
                              m.question.base.centre.y.value + between(-1.1, 1.1) * allowance);
      bool in = false, near_edge = false;
      for (const auto& ring : r.outline) {
        in = in != measure::inside(ring, p);
        near_edge = near_edge || measure::distance_to_outline(ring, p).value < kOutline;
      }
      if (near_edge) continue;
      const MoveRuling ruling = judge_move(m.question, p, m.house);
      EXPECT_EQ(in, ruling.verdict == Verdict::Yes)
          << "seed " << seed << " at " << testing::PrintToString(p) << (ruling.cost ? ruling.cost->value.value : -1.0);
      ++(in ? within : without);
    }
  }
  EXPECT_GT(within, tries(40, 150));
  EXPECT_GT(without, tries(40, 150));
}

}  // namespace
}  // namespace movement_laws_test
