// How boards without tags are registered by their own squares, on simulated pictures: other boards, colours, cameras, lenses and lights.
//   board_grid N SEED [--no-lens] [--verbose]
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <string_view>

#include "tests/support/sim_board.h"
#include "vision/board_grid.h"
#include "vision/frame.h"

namespace {

using measure::Inches;

struct Paints {
  const char *own, *enemy, *dark, *light;
};
constexpr Paints kPaints[] = {{"#e8e0d0", "#2b2622", "#8a6a4a", "#e0d0b0"}, {"#d8b020", "#5a2a7a", "#7090a8", "#d8e0e4"},
                              {"#2c6fb0", "#c86a1c", "#9aa070", "#e4e4d0"}, {"#1f7038", "#a82820", "#8a6a4a", "#e8dcc0"},
                              {"#6b4426", "#c8c0b0", "#6a8a6a", "#c8d8c0"}, {"#a82820", "#2038a0", "#a08060", "#e8e0d0"}};

sim::BoardScene random_scene(std::uint32_t seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0), off(-0.2, 0.2);
  const Paints& paints = kPaints[random() % std::size(kPaints)];
  constexpr int kCounts[] = {8, 10, 10, 11, 12};
  const int squares = kCounts[random() % std::size(kCounts)];
  const bool plain = squares == 11;  // lines on one colour, as Le Choc is printed
  const double square = 1.5;
  measure::Board board{.game = plain ? measure::BoardGame::LeChoc : measure::BoardGame::Draughts,
                       .length = Inches(square * squares),
                       .width = Inches(square * squares),
                       .coloured = plain ? measure::Coloured::All : measure::Coloured::Even,
                       .squares = {},
                       .sides = {},
                       .marks = {}};
  board.squares = measure::grid_squares(squares, squares, board.length, board.width, board.coloured);
  const auto camera =
      sim::camera_over(board, unit(random) < 0.3 ? calibration::ImageSize{1280, 720} : calibration::ImageSize{1920, 1080}, random);
  sim::BoardScene scene{.camera = camera, .board = board, .tags = {}, .men = {}};
  scene.tints = {plain ? paints.light : paints.dark, paints.light};
  scene.lines = plain || unit(random) < 0.5;
  scene.diameter = Inches(0.95 + 0.25 * unit(random));
  scene.height = Inches(0.2 + 0.15 * unit(random));
  scene.gain = 0.55 + 0.6 * unit(random);
  scene.warmth = 0.2 * (unit(random) - 0.3);
  scene.noise = 1.0 + 3.0 * unit(random);
  scene.jpeg_quality = 70 + static_cast<int>(25 * unit(random));
  scene.seed = seed;
  const double density = 0.1 + 0.5 * unit(random);
  for (const measure::BoardSquare& s : board.squares) {
    if ((!plain && !s.playable) || unit(random) > (plain ? 0.5 : 1.0) * density) continue;
    scene.men.push_back({.colour = random() % 2 == 0 ? paints.own : paints.enemy,
                         .at = {Inches(square * (s.at.column + 0.5 + off(random))), Inches(square * (s.at.row + 0.5 + off(random)))},
                         .stacked = unit(random) < 0.08,
                         .slip = {},
                         .cardboard = plain,
                         .tag = {}});
  }
  if (unit(random) < 0.3) scene.hand = {board.length * unit(random), board.width * (0.7 * unit(random))};
  return scene;
}

}  // namespace

int main(int count, char** words) {
  const int scenes = count > 1 ? std::atoi(words[1]) : 20;
  const auto seed = static_cast<std::uint32_t>(count > 2 ? std::atoi(words[2]) : 1);
  bool with_lens = true, verbose = false;
  for (int i = 3; i < count; ++i) {
    with_lens = with_lens && std::string_view(words[i]) != "--no-lens";
    verbose = verbose || std::string_view(words[i]) == "--verbose";
  }
  int registered = 0, wrong = 0, corners = 0, held = 0;
  double squares_sum = 0.0, worst = 0.0, time = 0.0;
  for (int i = 0; i < scenes; ++i) {
    const sim::BoardScene scene = random_scene(seed + static_cast<std::uint32_t>(i));
    const vision::Frame frame = vision::make_frame(sim::render(scene), 0.0, "simulated");
    const auto begin = std::chrono::steady_clock::now();
    const auto found = vision::register_by_grid(frame.luma, scene.board, with_lens ? std::optional(scene.camera.lens()) : std::nullopt, {});
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    time += took;
    if (!found) {
      if (verbose)
        fmt::print("seed {}: {} ({:.2f} s){}\n", seed + static_cast<std::uint32_t>(i), found.error().message, took,
                   scene.hand ? " hand" : "");
      continue;
    }
    ++registered;
    double off = 0.0;
    for (const measure::BoardSquare& square : scene.board.squares)
      for (const measure::TablePoint& corner : square.outline) {
        const auto pixel = scene.camera.image_from_table(corner, Inches(0.0));
        const auto at = pixel ? found->camera.table_from_image(*pixel, Inches(0.0)) : std::nullopt;
        if (!at) continue;
        const double margin = measure::margin_of(found->camera.registration_covariance(corner, Inches(0.0))).value;
        corners += 2;
        held += std::abs((at->x - corner.x).value) <= margin;
        held += std::abs((at->y - corner.y).value) <= margin;
        off = std::max(off, distance(*at, corner).value);
        if (distance(*at, corner).value < 0.5) squares_sum += std::pow(distance(*at, corner).value, 2);
      }
    if (off > 0.5)
      ++wrong;
    else
      worst = std::max(worst, off);
    if (verbose)
      fmt::print("seed {}: off {:.3f} in, {:.2f} px, {:.2f} s{}\n", seed + static_cast<std::uint32_t>(i), off, found->reprojection_px, took,
                 scene.hand ? " hand" : "");
  }
  fmt::print(
      "{} boards: registered {}, wrong {}; corners off at most {:.3f} in, RMS {:.4f} in, margins hold {:.1f} %; {:.2f} s a picture\n",
      scenes, registered, wrong, worst, std::sqrt(2.0 * squares_sum / std::max(1, corners)), 100.0 * held / std::max(1, corners),
      time / std::max(1, scenes));
}
