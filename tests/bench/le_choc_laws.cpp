// The laws of random games of Le Choc at length: le_choc_laws [SEED]. Exit status 1 if one is broken.
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>

#include "tests/support/le_choc_games.h"

namespace games = rules::le_choc::games;

int main(int argc, char** argv) {
  const unsigned seed = argc > 1 ? static_cast<unsigned>(std::strtoul(argv[1], nullptr, 10)) : 1;
  bool kept = true;
  const auto run = [&](const char* law, auto check, long much) {
    const auto begun = std::chrono::steady_clock::now();
    const games::Tally tally = check(much, seed);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    fmt::print("{:<28} {:>8} games {:>9} steps {:>7} skipped {:>6.1f} s  {}\n", law, tally.games, tally.steps, tally.skipped, seconds,
               tally.broken.empty() ? "kept" : tally.broken);
    kept = kept && tally.broken.empty();
  };
  run("games keep their laws", games::games_keep_their_laws, 1000000);
  run("generators agree", games::generators_agree, 100000);
  run("deductions are exact", games::deductions_are_exact, 1000);
  run("truth stays possible", games::truth_stays_possible, 10000);
  run("hidden letters stay hidden", games::hidden_letters_stay_hidden, 100000);
  return kept ? 0 : 1;
}
