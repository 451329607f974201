// Move sequences a second: the international game (one machine word), and the synthetic board of Les Allies (four).
#include <benchmark/benchmark.h>

#include <algorithm>

#include "rules/les_allies/perft.h"
#include "rules/les_allies/setup.h"

namespace {

using namespace rules::les_allies;

void international_game(benchmark::State& state) {
  const Board board = international_board();
  const House house = international();
  const Position start = international_start();
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += perft({board, house}, start, Side::Allies, static_cast<int>(state.range(0))).value();
  state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(international_game)->Arg(6)->Arg(7)->Arg(8)->Unit(benchmark::kMillisecond);

/// All 120 soldiers on both zones at once, on the squares nearest the border.
void synthetic_board_full(benchmark::State& state) {
  const Board board = synthetic_board();
  const House house;
  Position start;
  for (const Player& player : players(Variant::FourPlayers)) {
    std::vector<Square> squares = starting_squares(board, house, player.side, player.zone);
    if (player.side == Side::Allies) std::ranges::reverse(squares);
    for (int i = 0; i < player.men; ++i) start.push_back({squares[static_cast<std::size_t>(i)], player.side, Rank::Soldier, player.zone});
  }
  put_in_order(start);
  std::uint64_t nodes = 0;
  for (auto _ : state) nodes += perft({board, house}, start, Side::Allies, static_cast<int>(state.range(0))).value();
  state.counters["nodes/s"] = benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsRate);
}
BENCHMARK(synthetic_board_full)->Arg(5)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
