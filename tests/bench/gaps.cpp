// Are measured gaps honest? Random pairs of reported pieces, edge to edge, against the same gap between their true poses.
//   gaps TABLE.toml ROSTER.toml LENS.json FOLDER [PAIRS]      FOLDER: pictures with exact truth beside them
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "measure/gap.h"
#include "tests/bench/known_table.h"
#include "tests/support/truth.h"
#include "vision/sources/picture.h"

namespace {

constexpr double kGateInches = 0.5;  // a true piece farther off is another one

const truth::Piece* nearest(const truth::State& state, const vision::Piece& piece) {
  const truth::Piece* best = nullptr;
  for (const truth::Piece& p : state.pieces)
    if (!best || distance(p.at, piece.at) < distance(best->at, piece.at)) best = &p;
  return best && distance(best->at, piece.at) < measure::Inches(kGateInches) ? best : nullptr;
}

measure::Footprint footprint_of(const truth::Piece& p) {
  return {.shape = p.spec.base.shape, .centre = p.at, .heading = p.heading, .covariance = {}, .heading_margin = {}};
}

struct KnownPiece {
  measure::Footprint seen, truth;
};
using Known = std::vector<KnownPiece>;

/// The pieces of one picture that the truth knows; none for a file that is no picture with its truth beside it.
Known known_pieces(const std::filesystem::path& file, const vision::Setup& setup) {
  Known out;
  if (file.extension() != ".jpg") return out;
  const auto state = truth::load_state(std::filesystem::path(file).replace_extension(".json").string());
  const auto picture = vision::read_picture(file);
  if (!state || !picture) return out;
  vision::Pipeline pipeline(setup);
  const auto seen = pipeline.step(vision::make_frame(picture->bgr, 0.0, file.filename().string()));
  if (!seen) return out;
  for (const vision::Piece& piece : seen->pieces)
    if (const truth::Piece* piece_truth = nearest(*state, piece)) out.push_back({vision::footprint_of(piece), footprint_of(*piece_truth)});
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) {
    fmt::print(stderr, "usage: gaps TABLE.toml ROSTER.toml LENS.json FOLDER [PAIRS]\n");
    return 2;
  }
  const auto setup = bench::read_setup(argv[1], argv[2], argv[3]);
  if (!setup) {
    fmt::print(stderr, "{}\n", setup.error().message);
    return 6;
  }
  const int wanted = argc > 5 ? std::atoi(argv[5]) : 200;
  std::mt19937 random(7);
  std::vector<Known> known;
  for (const auto& entry : std::filesystem::directory_iterator(argv[4]))
    if (auto pieces = known_pieces(entry.path(), *setup); pieces.size() > 1) known.push_back(std::move(pieces));
  int pairs = 0, held = 0;
  double squared = 0.0, margins = 0.0;
  for (std::size_t turn = 0; pairs < wanted && !known.empty(); ++turn) {
    const Known& here = known[turn % known.size()];
    std::uniform_int_distribution<std::size_t> any(0, here.size() - 1);
    const std::size_t a = any(random), b = any(random);
    if (a == b) continue;
    const measure::Measured ours = measure::gap(here[a].seen, here[b].seen);
    const double off = ours.value.value - measure::gap(here[a].truth, here[b].truth).value.value;
    ++pairs;
    held += std::abs(off) <= ours.margin.value;
    squared += off * off;
    margins += ours.margin.value;
  }
  fmt::print("{} pairs: {:.1f} % within the stated margin, RMS {:.4f} in, mean margin {:.4f} in\n", pairs,
             100.0 * held / std::max(1, pairs), std::sqrt(squared / std::max(1, pairs)), margins / std::max(1, pairs));
  return 0;
}
