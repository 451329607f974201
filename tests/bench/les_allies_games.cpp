// Les Allies at length: les_allies_games [STEPS [SEED [POSITIONS]]].
//   STEPS of random games with everything checked, then both generators compared on POSITIONS random positions.
#include <fmt/format.h>

#include <cstdlib>
#include <ctime>

#include "tests/support/les_allies_games.h"
#include "tests/support/les_allies_oracle.h"

namespace {

std::uint64_t argument(int argc, char** argv, int which, std::uint64_t otherwise) {
  return argc > which ? std::strtoull(argv[which], nullptr, 10) : otherwise;
}

double seconds_since(std::clock_t start) { return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; }

}  // namespace

int main(int argc, char** argv) {
  constexpr std::uint64_t kSteps = 1000000, kPositions = 100000;
  const std::uint64_t seed = argument(argc, argv, 2, 1);
  std::clock_t start = std::clock();
  const support::LesAlliesRun run = support::play_at_random(argument(argc, argv, 1, kSteps), seed);
  fmt::print("{} steps, {} games in {:.1f} s: {} sweeps, {} huffed, {} taken back, {} broken off, {} refused\n", run.steps, run.games,
             seconds_since(start), run.takes, run.huffs, run.taken_back, run.broken_off, run.refused);
  for (const auto& [result, games] : run.results) fmt::print("{:6} {}\n", games, result);
  if (!run.failure.empty()) fmt::print("FAILED: {}\n", run.failure);

  start = std::clock();
  const int positions = static_cast<int>(argument(argc, argv, 3, kPositions));
  const std::string differ = support::compare_generators(positions, seed);
  fmt::print("{} positions compared in {:.1f} s: {}\n", positions, seconds_since(start), differ.empty() ? "the generators agree" : differ);
  return run.failure.empty() && differ.empty() ? 0 : 1;
}
