// The cheapest path against a search on a fine grid that shares no code with ours, on random terrains: 1,000 in a campaign.
//   The grid's cost is never below the true one but for its sampling, nor is ours: both are prices of
//   paths. So ours must not be above the grid's, must be what our path costs when the grid's own ground is
//   sampled along it, and must be reached by the grid within 1 % when it is made fine enough.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/campaign.h"
#include "tests/support/grid_paths.h"
#include "tests/support/random_moves.h"

namespace movement_oracle_test {
namespace {

using grid_paths::Grid;
using grid_paths::RandomMove;

/// The terrains in parts that may run beside each other.
constexpr unsigned kParts = 4;
constexpr double kOnePercent = 0.01;
/// Sampling along a path, every 0.002 in, errs by this share at most where it runs along borders.
constexpr double kSampling = 0.003;

class MovementOracle : public testing::TestWithParam<unsigned> {};

TEST_P(MovementOracle, CostsAgreeWithinOnePercent) {
  const auto terrains = static_cast<unsigned>(tries(60, 250));
  std::vector<double> off;
  unsigned bent = 0;
  int narrow = 0, none = 0;
  for (unsigned seed = GetParam() * terrains; seed < (GetParam() + 1) * terrains; ++seed) {
    const RandomMove m = grid_paths::random_move(seed);
    const auto ours = rules::charge::judge_move(m.question, m.to, m.house);
    const double straight = measure::distance(m.question.base.centre, m.to).value;
    if (!ours.cost) {
      EXPECT_FALSE(grid_paths::cheapest(m.question, m.to, m.house)) << "seed " << seed;
      ++none;
      continue;
    }
    const double cost = ours.cost->value.value;
    bent += cost > 1.001 * straight;
    const auto sampled = grid_paths::price(m.question, ours.path, m.house);
    ASSERT_TRUE(sampled) << "seed " << seed << ": the path runs through something";
    EXPECT_NEAR(*sampled / cost, 1.0, kSampling) << "seed " << seed;
    // As fine as it takes; a coarse grid misses narrow gaps.
    std::optional<double> grid;
    for (const Grid& fineness : {Grid{40.0, 5}, Grid{100.0, 6}, Grid{200.0, 8}}) {
      grid = grid_paths::cheapest(m.question, m.to, m.house, fineness, cost * (1.0 + kOnePercent));
      if (grid) break;
    }
    if (!grid) {
      ++narrow;
      continue;
    }
    EXPECT_LE(cost, *grid * (1.0 + kOnePercent)) << "seed " << seed;
    off.push_back(std::abs(cost / *grid - 1.0));
  }
  std::sort(off.begin(), off.end());
  RecordProperty("costs_more_than_the_straight_line", static_cast<int>(bent));
  RecordProperty("median_off_ppm", static_cast<int>(1e6 * off[off.size() / 2]));
  RecordProperty("largest_off_ppm", static_cast<int>(1e6 * off.back()));
  RecordProperty("grid_never_came_near", narrow);
  EXPECT_GT(bent, terrains * 2 / 5);
  EXPECT_LE(narrow, 2) << "places only a path exact to some thousandths fits through";
}
INSTANTIATE_TEST_SUITE_P(RandomTerrains, MovementOracle, testing::Range(0u, kParts));

}  // namespace
}  // namespace movement_oracle_test
