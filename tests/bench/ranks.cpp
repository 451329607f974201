// Ranks that touch: simulated blocks of bases in close order, each on a table, lens, camera and light of its own.
//   ranks [BLOCKS] [FIRST_SEED] [--verbose]
// A block is 2 x 4 to 4 x 8 round bases in one of fourteen paints, 0 to 0.03 in apart, with a second army's file of six elsewhere. Prints
// how many bases are found (within a quarter of their width), how many stand half a base off or where nobody stands, and the position RMS.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/sim.h"
#include "vision/discs/discs.h"

namespace {

using measure::Inches;
using measure::TablePoint;

constexpr std::array kPaints = {"#ba1c1e", "#1e42b2", "#e2ba1c", "#16205c", "#2c7038", "#704e30", "#808284",
                                "#28282c", "#76a0d0", "#d66c1c", "#602e7c", "#b4966a", "#6e1424", "#187a7a"};
constexpr std::array kGrounds = {"#5a7a3c", "#827c4c", "#8a704e", "#c4a878", "#d8dce0", "#706e6a"};

measure::PieceSpec a_man(const std::string& army, const std::string& colour, double diameter) {
  measure::PieceSpec spec;
  spec.name = spec.unit = spec.army = army;
  spec.colour = colour;
  spec.kind = measure::PieceKind::Infantry;
  spec.base.shape = measure::RoundShape{Inches(diameter)};
  return spec;
}

struct Tally {
  int men = 0, found = 0, astray = 0;
  double squares = 0.0;
};

void judge(const sim::Scene& scene, const std::vector<vision::Sighting>& seen, double diameter, bool verbose, Tally& tally) {
  std::vector<bool> used(seen.size());
  for (const sim::StandingPiece& man : scene.pieces) {
    std::size_t nearest = seen.size();
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (!used[i] && (nearest == seen.size() || distance(seen[i].at, man.at) < distance(seen[nearest].at, man.at))) nearest = i;
    ++tally.men;
    if (nearest == seen.size() || distance(seen[nearest].at, man.at).value > 0.25 * diameter) {
      if (verbose)
        fmt::print("seed {}: {} at ({:.2f}, {:.2f}) not found\n", scene.look.seed, man.spec.colour, man.at.x.value, man.at.y.value);
      continue;
    }
    used[nearest] = true;
    ++tally.found;
    tally.squares += std::pow(distance(seen[nearest].at, man.at).value, 2.0);
  }
  for (std::size_t i = 0; i < seen.size(); ++i) {
    if (used[i]) continue;
    ++tally.astray;
    if (verbose) fmt::print("seed {}: nobody stands at ({:.2f}, {:.2f})\n", scene.look.seed, seen[i].at.x.value, seen[i].at.y.value);
  }
}

void look_at_block(unsigned seed, bool verbose, Tally& tally) {
  std::mt19937 random(seed);
  const auto between = [&](double low, double high) { return std::uniform_real_distribution<double>(low, high)(random); };
  const auto count = [&](int low, int high) { return std::uniform_int_distribution<int>(low, high)(random); };
  const measure::Table table{.length = Inches(36.0), .width = Inches(24.0), .terrain = {}};
  const calibration::Lens lens = sim::random_lens({1280, 720}, random);
  sim::Scene scene{.camera = sim::random_camera(lens, table, random), .table = table, .tags = {}, .pieces = {}, .hands = {}, .look = {}};
  scene.look.seed = seed;
  scene.look.ground = kGrounds[static_cast<std::size_t>(count(0, 5))];
  scene.look.warmth = between(0.0, 0.25);
  scene.look.gain = between(0.8, 1.2);
  const std::size_t own = seed % kPaints.size(), other = (own + 1 + static_cast<std::size_t>(count(0, 11))) % kPaints.size();
  const double diameter = between(0.75, 1.2), pitch = diameter + between(0.0, 0.03);
  const measure::Radians heading(between(-3.1, 3.1));
  const int ranks = count(2, 4), files = count(4, 8);
  const TablePoint middle{Inches(between(10.0, 26.0)), Inches(between(8.0, 16.0))};
  for (int rank = 0; rank < ranks; ++rank)
    for (int file = 0; file < files; ++file) {
      const measure::TableVector step{Inches(pitch * (rank - 0.5 * (ranks - 1))), Inches(pitch * (file - 0.5 * (files - 1)))};
      scene.pieces.push_back({a_man("own", kPaints[own], diameter), middle + measure::rotated(step, heading), heading});
    }
  for (int i = 0; i < 6; ++i)
    scene.pieces.push_back({a_man("other", kPaints[other], diameter), {Inches(2.0), Inches(3.0 + 1.6 * i)}, measure::Radians(0.0)});
  std::vector<measure::PieceSpec> roster;
  for (const sim::StandingPiece& man : scene.pieces) roster.push_back(man.spec);
  vision::DiscDetector detector;
  const auto seen = detector.detect(vision::make_frame(sim::render(scene), 0.0, "block"), {scene.camera, scene.table, roster, {}});
  if (seen) judge(scene, *seen, diameter, verbose, tally);
}

}  // namespace

int main(int argc, char** argv) {
  const bool verbose = argc > 1 && std::string_view(argv[argc - 1]) == "--verbose";
  const int blocks = argc > 1 ? std::max(1, std::atoi(argv[1])) : 200;
  const unsigned first = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1U;
  Tally tally;
  for (int i = 0; i < blocks; ++i) look_at_block(first + static_cast<unsigned>(i), verbose, tally);
  fmt::print("{} of {} men found ({:.4f}), {} where nobody stands, position RMS {:.4f} in\n", tally.found, tally.men,
             static_cast<double>(tally.found) / tally.men, tally.astray, std::sqrt(tally.squares / std::max(1, tally.found)));
  return 0;
}
