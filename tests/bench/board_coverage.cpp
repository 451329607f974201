// How boards are read on simulated pictures: other colours, cameras, lenses and lights than any sample's.
//   board_coverage N SEED [--soldiers] [--write FOLDER] [--verbose]
// Draughts with Generals, or cardboard soldiers on flat bases (Le Choc); FOLDER gets the pictures.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <opencv2/imgcodecs.hpp>
#include <string>

#include "tests/support/sim_board.h"
#include "vision/boards/reader.h"

namespace {

using measure::Inches;
using measure::SquareName;
using measure::TablePoint;
using measure::TableVector;

struct Paints {
  const char *own, *enemy, *own_hint, *enemy_hint, *dark, *light;
};
constexpr Paints kPaints[] = {
    {"#e8e0d0", "#2b2622", "#f0f0f0", "#101010", "#8a6a4a", "#e0d0b0"}, {"#d8b020", "#5a2a7a", "#ffd000", "#8040c0", "#7090a8", "#d8e0e4"},
    {"#2c6fb0", "#c86a1c", "#2038b0", "#ff8000", "#9aa070", "#e4e4d0"}, {"#1f7038", "#a82820", "#2f8f4e", "#b3202a", "#8a6a4a", "#e8dcc0"},
    {"#6b4426", "#c8c0b0", "#5a3a20", "#ffffff", "#6a8a6a", "#c8d8c0"}, {"#a82820", "#2038a0", "#b3202a", "#2038b0", "#a08060", "#e8e0d0"}};

struct Tally {
  int men = 0, right = 0, unsure = 0, unseen = 0, empty_unseen = 0, wrong_side = 0, wrong_rank = 0, missing = 0, extra = 0, coordinates = 0,
      outside = 0;
};

sim::BoardScene random_scene(std::uint32_t seed, bool soldiers, std::map<SquareName, std::pair<std::size_t, bool>>& stands) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0), off(-0.22, 0.22);
  const Paints& paints = kPaints[random() % std::size(kPaints)];
  const int squares = soldiers ? 11 : 10;
  const double square_in = soldiers ? 1.6 : 1.5;
  measure::Board board{.game = soldiers ? measure::BoardGame::LeChoc : measure::BoardGame::Draughts,
                       .length = Inches(squares * square_in),
                       .width = Inches(squares * square_in),
                       .coloured = soldiers ? measure::Coloured::All : measure::Coloured::Even,
                       .squares = {},
                       .sides = {},
                       .marks = {}};
  board.squares = measure::grid_squares(squares, squares, board.length, board.width, board.coloured);
  board.sides.resize(2);
  board.sides[0].name = "own", board.sides[0].plays = "own", board.sides[0].colour = paints.own_hint;
  board.sides[1].name = "enemy", board.sides[1].plays = "enemy", board.sides[1].colour = paints.enemy_hint;
  const auto camera =
      sim::camera_over(board, unit(random) < 0.3 ? calibration::ImageSize{1280, 720} : calibration::ImageSize{1920, 1080}, random);
  sim::BoardScene scene{.camera = camera, .board = board, .tags = sim::tags_around(board), .men = {}};
  scene.tints = {paints.dark, paints.light};
  scene.lines = unit(random) < 0.6;
  scene.diameter = Inches(0.95 + 0.25 * unit(random));
  scene.height = Inches(0.2 + 0.15 * unit(random));
  if (soldiers) scene.diameter = Inches(0.9 + 0.2 * unit(random)), scene.height = Inches(0.1);
  scene.gain = 0.55 + 0.6 * unit(random);
  scene.warmth = 0.2 * (unit(random) - 0.3);
  scene.noise = 1.0 + 3.0 * unit(random);
  scene.jpeg_quality = 70 + static_cast<int>(25 * unit(random));
  scene.seed = seed;
  const double density = (0.1 + 0.5 * unit(random)) * (soldiers ? 0.3 : 1.0);
  for (const measure::BoardSquare& square : board.squares) {
    if (!square.playable || unit(random) > density) continue;
    const std::size_t side = random() % 2;
    const bool general = unit(random) < 0.08 && !soldiers;
    stands[square.at] = {side, general};
    scene.men.push_back(
        {.colour = side == 0 ? paints.own : paints.enemy,
         .at = {Inches(square_in * (square.at.column + 0.5 + off(random))), Inches(square_in * (square.at.row + 0.5 + off(random)))},
         .stacked = general,
         .slip = {Inches(0.2 * off(random)), Inches(0.2 * off(random))},
         .cardboard = soldiers,
         .tag = {}});
  }
  return scene;
}

struct Options {
  bool soldiers = false, verbose = false;
  std::string write;
};

void score(std::uint32_t seed, Tally& all, const Options& options) {
  std::map<SquareName, std::pair<std::size_t, bool>> stands;
  const sim::BoardScene scene = random_scene(seed, options.soldiers, stands);
  const vision::BoardSetup setup{.board = scene.board, .tags = scene.tags, .anchors = {}, .lens = scene.camera.lens()};
  const cv::Mat picture = sim::render(scene);
  if (!options.write.empty()) cv::imwrite(fmt::format("{}/{}.png", options.write, seed), picture);
  const auto reading = vision::read_board_picture(setup, vision::make_frame(picture, 0.0, "simulated"));
  all.men += static_cast<int>(stands.size());
  const auto tell = [&](const char* what, SquareName at) {
    if (options.verbose) fmt::print("seed {}: {} [{}, {}]\n", seed, what, at.column, at.row);
  };
  std::map<SquareName, vision::BoardPiece> said;
  if (reading)
    for (const vision::BoardPiece& piece : reading->pieces) said[*piece.on] = piece;
  for (const auto& [at, who] : stands) {
    const auto found = said.find(at);
    if (found == said.end()) {
      const bool unseen = reading && std::ranges::find(reading->unseen, at) != reading->unseen.end();
      ++(unseen ? all.unseen : all.missing), tell(unseen ? "unseen" : "missing", at);
      continue;
    }
    const vision::BoardPiece& piece = found->second;
    const bool side = piece.side == who.first, rank = (piece.rank == vision::BoardRank::General) == who.second;
    if (!piece.sure) ++all.unsure;
    if (side && rank) ++all.right;
    if (!side && piece.sure) ++all.wrong_side, tell("wrong side", at);
    if (side && !rank && piece.sure) ++all.wrong_rank, tell(who.second ? "General read as a man" : "man read as a General", at);
  }
  for (const auto& [at, piece] : said)
    if (!stands.contains(at) && piece.sure) ++all.extra, tell("extra", at);
  if (reading)
    for (const SquareName at : reading->unseen)
      if (!stands.contains(at)) ++all.empty_unseen, tell("empty and unseen", at);
  for (const sim::BoardMan& man : scene.men)
    for (const auto& [at, piece] : said)
      if (distance(piece.at, man.at) < Inches(0.4)) {
        all.coordinates += 2;
        all.outside += std::abs((piece.at.x - man.at.x).value) > piece.margin.value;
        all.outside += std::abs((piece.at.y - man.at.y).value) > piece.margin.value;
      }
}

}  // namespace

int main(int count, char** words) {
  const int scenes = count > 1 ? std::atoi(words[1]) : 20;
  const auto seed = static_cast<std::uint32_t>(count > 2 ? std::atoi(words[2]) : 1);
  Tally all;
  Options options;
  for (int i = 3; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--soldiers") options.soldiers = true;
    if (word == "--verbose") options.verbose = true;
    if (word == "--write" && i + 1 < count) options.write = words[i + 1];
  }
  for (int i = 0; i < scenes; ++i) score(seed + static_cast<std::uint32_t>(i), all, options);
  fmt::print(
      "{} boards, {} men: right {}, unsure {}; sure and wrong: side {}, rank {}, extra {}; missing {}; on squares said to be unseen {}, "
      "empty ones {}; margins hold {:.1f} %\n",
      scenes, all.men, all.right, all.unsure, all.wrong_side, all.wrong_rank, all.extra, all.missing, all.unseen, all.empty_unseen,
      100.0 - 100.0 * all.outside / std::max(1, all.coordinates));
}
