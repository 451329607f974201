// How boards without tags are registered by their own squares, on simulated pictures: other boards, colours, cameras, lenses and lights.
//   board_grid N SEED [--no-lens] [--slant] [--frame] [--other] [--verbose]
// --slant: cameras tilted by up to 35 degrees and turned by up to 30. --frame: a wooden frame one square wide, and planks, drawn around.
// --other: the file names one square more or fewer than the board has; every board registered is wrong.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>
#include <string_view>

#include "tests/support/sim.h"
#include "tests/support/sim_board.h"
#include "vision/boards/grid/grid.h"
#include "vision/frame.h"

namespace {

using measure::Inches;

struct Paints {
  const char *own, *enemy, *dark, *light;
};
constexpr Paints kPaints[] = {{"#e8e0d0", "#2b2622", "#8a6a4a", "#e0d0b0"}, {"#d8b020", "#5a2a7a", "#7090a8", "#d8e0e4"},
                              {"#2c6fb0", "#c86a1c", "#9aa070", "#e4e4d0"}, {"#1f7038", "#a82820", "#8a6a4a", "#e8dcc0"},
                              {"#6b4426", "#c8c0b0", "#6a8a6a", "#c8d8c0"}, {"#a82820", "#2038a0", "#a08060", "#e8e0d0"}};

struct Options {
  bool with_lens = true, slant = false, frame = false, other = false, verbose = false;
};

calibration::TableCamera slanted_camera(const measure::Board& board, calibration::ImageSize size, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  const calibration::Lens lens = sim::random_lens(size, random);
  const Eigen::Vector3d middle(board.length.value / 2, board.width.value / 2, 0.0),
      lean(0.4 * unit(random), -0.35 + 0.35 * unit(random), 1.0);
  const double spin = 0.5 * unit(random);
  for (double height = 0.5 * board.length.value;; height += 0.5) {
    const Eigen::Vector3d eye = middle + lean * height, forward = (middle - eye).normalized();
    const Eigen::Vector3d down = forward.cross(Eigen::Vector3d(std::cos(spin), std::sin(spin), 0.0)).normalized(),
                          right = down.cross(forward);
    Eigen::Matrix3d rotation;
    rotation << right.transpose(), down.transpose(), forward.transpose();
    const calibration::TableCamera camera(lens, rotation, -rotation * eye);
    bool fits = true;
    for (double x : {-1.6, board.length.value + 1.6})
      for (double y : {-1.6, board.width.value + 1.6}) {
        const auto p = camera.image_from_table({Inches(x), Inches(y)}, Inches(0.0));
        fits = fits && p && p->u > 0 && p->v > 0 && p->u < size.width && p->v < size.height;
      }
    if (fits || height > 200.0) return camera;
  }
}

/// A frame as wide as a square, mitred, and planks beside it in step with the squares.
void draw_frame(cv::Mat& picture, const sim::BoardScene& scene, double square) {
  const double side = scene.board.length.value;
  const auto at = [&](double x, double y) {
    const auto p = scene.camera.image_from_table({Inches(x), Inches(y)}, Inches(0.0));
    return p ? cv::Point(static_cast<int>(std::lround(p->u * 16)), static_cast<int>(std::lround(p->v * 16))) : cv::Point(-99, -99);
  };
  const auto line = [&](double x0, double y0, double x1, double y1) {
    for (int k = 0; k < 40; ++k)
      cv::line(picture, at(x0 + (x1 - x0) * k / 40, y0 + (y1 - y0) * k / 40),
               at(x0 + (x1 - x0) * (k + 1) / 40, y0 + (y1 - y0) * (k + 1) / 40), {30, 45, 60}, 2, cv::LINE_AA, 4);
  };
  for (const double off : {0.05, square}) {
    line(-off, -off, side + off, -off), line(-off, side + off, side + off, side + off);
    line(-off, -off, -off, side + off), line(side + off, -off, side + off, side + off);
  }
  for (const double x : {0.0, side})
    for (const double y : {0.0, side}) line(x, y, x + (x > 0 ? square : -square), y + (y > 0 ? square : -square));
  for (double y = -4.0 * square; y < side + 4.0 * square; y += 3.0 * square)
    line(-6.0 * square, y, -square, y), line(side + square, y, side + 6.0 * square, y);
}

sim::BoardScene random_scene(std::uint32_t seed, const Options& options) {
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
  const calibration::ImageSize size = unit(random) < 0.3 ? calibration::ImageSize{1280, 720} : calibration::ImageSize{1920, 1080};
  const auto camera = options.slant ? slanted_camera(board, size, random) : sim::camera_over(board, size, random);
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
  Options options;
  for (int i = 3; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--no-lens") options.with_lens = false;
    options.slant |= word == "--slant", options.frame |= word == "--frame";
    options.other |= word == "--other", options.verbose |= word == "--verbose";
  }
  int registered = 0, wrong = 0, corners = 0, held = 0;
  double squares_sum = 0.0, worst = 0.0, time = 0.0;
  for (int i = 0; i < scenes; ++i) {
    const sim::BoardScene scene = random_scene(seed + static_cast<std::uint32_t>(i), options);
    cv::Mat picture = sim::render(scene);
    if (options.frame) draw_frame(picture, scene, 1.5);
    const vision::Frame frame = vision::make_frame(picture, 0.0, "simulated");
    measure::Board told = scene.board;
    if (options.other) {
      const int squares = static_cast<int>(std::lround(told.length.value / 1.5)) + (i % 2 == 0 ? 1 : -1);
      told.length = told.width = Inches(1.5 * squares);
      told.squares = measure::grid_squares(squares, squares, told.length, told.width, told.coloured);
    }
    const auto begin = std::chrono::steady_clock::now();
    const auto found =
        vision::register_by_grid(frame.luma, told, options.with_lens ? std::optional(scene.camera.lens()) : std::nullopt, {});
    const double took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    time += took;
    if (!found) {
      if (options.verbose)
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
    if (off > 0.5 || options.other)
      ++wrong;
    else
      worst = std::max(worst, off);
    if (options.verbose)
      fmt::print("seed {}: off {:.3f} in, {:.2f} px, {:.2f} s{}\n", seed + static_cast<std::uint32_t>(i), off, found->reprojection_px, took,
                 scene.hand ? " hand" : "");
  }
  fmt::print(
      "{} boards: registered {}, wrong {}; corners off at most {:.3f} in, RMS {:.4f} in, margins hold {:.1f} %; {:.2f} s a picture\n",
      scenes, registered, wrong, worst, std::sqrt(2.0 * squares_sum / std::max(1, corners)), 100.0 * held / std::max(1, corners),
      time / std::max(1, scenes));
}
