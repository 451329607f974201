// How long a move takes to judge, and what a figure can reach, beside the grid search that the tests trust.
//   One thread; counters give the largest deviation of our cost from the grid's in percent, and inches.
#include <benchmark/benchmark.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/support/grid_paths.h"
#include "tests/support/random_moves.h"

namespace {

using measure::Inches;
using measure::TablePoint;
using rules::charge::Arm;
using rules::charge::MoveQuestion;

constexpr unsigned kMoves = 40, kTables = 16;

std::vector<grid_paths::RandomMove> moves() {
  std::vector<grid_paths::RandomMove> all;
  for (unsigned seed = 0; seed < kMoves; ++seed) all.push_back(grid_paths::random_move(seed));
  return all;
}

/// One move after the other over small random terrains, two to six pieces each.
void judge_random_moves(benchmark::State& state) {
  const auto all = moves();
  std::size_t turn = 0;
  for (auto _ : state) {
    const auto& m = all[turn++ % all.size()];
    benchmark::DoNotOptimize(rules::charge::judge_move(m.question, m.to, m.house));
  }
}
BENCHMARK(judge_random_moves)->Unit(benchmark::kMillisecond);

/// The same by brute force; its cost stands within half a percent above ours.
void grid_random_moves(benchmark::State& state) {
  const auto all = moves();
  std::size_t turn = 0;
  for (auto _ : state) {
    const auto& m = all[turn++ % all.size()];
    benchmark::DoNotOptimize(grid_paths::cheapest(m.question, m.to, m.house));
  }
}
BENCHMARK(grid_random_moves)->Unit(benchmark::kMillisecond);

/// A table of 72 x 48 in with 20 pieces of terrain, one figure in its middle: 0 infantry, 1 cavalry, 2 a gun.
void reach_on_a_table(benchmark::State& state) {
  std::vector<MoveQuestion> tables;
  for (unsigned seed = 0; seed < kTables; ++seed)
    tables.push_back(grid_paths::random_table(seed, 72.0, 48.0, 20, static_cast<Arm>(state.range(0))));
  std::size_t turn = 0;
  for (auto _ : state) benchmark::DoNotOptimize(rules::charge::reach(tables[turn++ % tables.size()], {}));
}
BENCHMARK(reach_on_a_table)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);

/// A short move in a body of so many: three ranks, base to base, a wood before them.
void judge_among_friends(benchmark::State& state) {
  MoveQuestion q = grid_paths::random_table(1, 72.0, 48.0, 20, state.range(1) == 0 ? Arm::Infantry : Arm::Gun);
  const int men = static_cast<int>(state.range(0));
  for (int i = 0; i < men; ++i)
    q.friends.push_back({.id = i + 1,
                         .name = "Pte " + std::to_string(i + 1),
                         .footprint = {.shape = measure::RoundShape{Inches(0.8)},
                                       .centre = {Inches(36.0 + 0.8 * (i / 12) - 0.4 * men / 12), Inches(13.0 + 0.8 * (i % 12))},
                                       .heading = {},
                                       .covariance = {},
                                       .heading_margin = {}},
                         .height = Inches(1.35)});
  const TablePoint to{Inches(38.0), Inches(28.0)};
  for (auto _ : state) benchmark::DoNotOptimize(rules::charge::judge_move(q, to, {}));
}
BENCHMARK(judge_among_friends)->ArgsProduct({{0, 100, 500}, {0, 1}})->Unit(benchmark::kMillisecond);

/// The gap to the grid's answer, as it gets finer: largest over random moves, in percent. Not a timing.
void deviation_from_the_grid(benchmark::State& state) {
  const auto all = moves();
  double above = 0.0, below = 0.0;
  for (auto _ : state)
    for (const auto& m : all) {
      const auto ours = rules::charge::judge_move(m.question, m.to, m.house).cost;
      const auto grid =
          grid_paths::cheapest(m.question, m.to, m.house, {static_cast<double>(state.range(0)), static_cast<int>(state.range(1))});
      if (!ours || !grid) continue;
      above = std::max(above, 100.0 * (ours->value.value / *grid - 1.0));
      below = std::max(below, 100.0 * (1.0 - ours->value.value / *grid));
    }
  state.counters["above_%"] = above;
  state.counters["below_%"] = below;
}
BENCHMARK(deviation_from_the_grid)->Args({40, 5})->Args({100, 6})->Iterations(1)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
