// How well boards are read that somebody has photographed by hand, without a lens file: simulated phones and webcams, slanted.
//   board_photos N SEED [--tilt FROM TO] [--clicked | --lines] [--stops STOPS] [--verbose] [--save FOLDER]
// Draughts of 6 x 6 to 12 x 12, wood and print, flat discs and wooden cylinders, kings two men high, light from the side. --tilt: degrees
// from straight above, 0 to 45 by default. --clicked: four corners named to 3 px; --lines: by the board's own lines; else every other of
// each. --stops: so much too dark, each halves the light.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgcodecs.hpp>
#include <string>
#include <string_view>

#include "measure/table.h"
#include "tests/support/sim_board.h"
#include "vision/boards/reader.h"
#include "vision/frame.h"

namespace {

using measure::Inches, measure::TablePoint;

struct Options {
  double least_tilt = 0.0, most_tilt = 45.0;
  double stops = 0.0;
  bool clicked = true, lines = true, verbose = false;
  std::string save;
};

/// What a set of men and a board may be painted like: the two sides, dark and light squares.
struct Paints {
  const char *own, *enemy, *dark, *light;
};
constexpr Paints kPaints[] = {{"#e8e0d0", "#2b2622", "#8a6a4a", "#e0d0b0"}, {"#d8b020", "#5a2a7a", "#7090a8", "#d8e0e4"},
                              {"#2c6fb0", "#c86a1c", "#9aa070", "#e4e4d0"}, {"#1f7038", "#a82820", "#2a2430", "#e8c070"},
                              {"#6b4426", "#c8c0b0", "#6a8a6a", "#c8d8c0"}, {"#a82820", "#2038a0", "#a08060", "#e8e0d0"},
                              {"#c9b28a", "#222222", "#b02820", "#2a7030"}, {"#caa46a", "#5a3018", "#7a4a28", "#e0c490"}};

double unit(std::mt19937& random) { return std::uniform_real_distribution<double>(0.0, 1.0)(random); }
double between(std::mt19937& random, double least, double most) { return least + (most - least) * unit(random); }

/// A phone's main camera, nearly free of distortion, or a webcam with mild barrel; upright or not.
calibration::Lens some_lens(std::mt19937& random) {
  std::normal_distribution<double> normal;
  calibration::Lens lens;
  const bool phone = unit(random) < 0.6;
  if (phone) {
    constexpr calibration::ImageSize kSizes[] = {{1600, 1200}, {2016, 1512}, {1920, 1080}};
    lens.image_size = kSizes[random() % 3];
    lens.fx = between(random, 0.68, 0.92) * lens.image_size.width;
    lens.distortion = {0.02 * normal(random), 0.02 * normal(random), 0.0, 0.0, 0.0};
    if (unit(random) < 0.5) std::swap(lens.image_size.width, lens.image_size.height);
  } else {
    lens.image_size = unit(random) < 0.5 ? calibration::ImageSize{1280, 720} : calibration::ImageSize{1920, 1080};
    lens.fx = between(random, 0.62, 1.0) * lens.image_size.width;
    const double k1 = std::clamp(-0.08 + 0.06 * normal(random), -0.22, 0.05);
    lens.distortion = {k1, -0.3 * k1 + 0.01 * normal(random), 3e-4 * normal(random), 3e-4 * normal(random), 0.0};
  }
  lens.fy = lens.fx * (1.0 + 0.001 * normal(random));
  lens.cx = 0.5 * (lens.image_size.width - 1) + 0.005 * lens.fx * normal(random);
  lens.cy = 0.5 * (lens.image_size.height - 1) + 0.005 * lens.fx * normal(random);
  return lens;
}

sim::BoardScene some_scene(std::uint32_t seed, double tilt) {
  std::mt19937 random(seed);
  const Paints& paints = kPaints[random() % std::size(kPaints)];
  constexpr int kCounts[] = {6, 8, 8, 10, 10, 12};
  const int squares = kCounts[random() % std::size(kCounts)];
  const double square = 1.5, side = square * squares;
  measure::Board board{.game = measure::BoardGame::Draughts,
                       .length = Inches(side),
                       .width = Inches(side),
                       .coloured = measure::Coloured::Even,
                       .squares = measure::grid_squares(squares, squares, Inches(side), Inches(side), measure::Coloured::Even),
                       .sides = {},
                       .marks = {}};
  board.sides.resize(2);
  board.sides[0].name = "own", board.sides[0].colour = paints.own;
  board.sides[1].name = "enemy", board.sides[1].colour = paints.enemy;
  sim::BoardScene scene{.camera = sim::camera_held(board, some_lens(random), tilt, random), .board = board, .tags = {}, .men = {}};
  scene.tints = {paints.dark, paints.light};
  scene.lines = unit(random) < 0.5;
  scene.diameter = Inches(square * between(random, 0.6, 0.88));
  scene.height = Inches(square * (unit(random) < 0.5 ? between(random, 0.12, 0.25) : between(random, 0.25, 0.5)));
  scene.gain = between(random, 0.6, 1.15);
  scene.warmth = 0.2 * (unit(random) - 0.3);
  scene.noise = between(random, 1.0, 4.0);
  scene.jpeg_quality = 75 + static_cast<int>(20 * unit(random));
  scene.seed = seed;
  const double density = between(random, 0.15, 0.7), off = 0.5 * (square - scene.diameter.value) * 0.9;
  for (const measure::BoardSquare& s : board.squares) {
    if (!s.playable || unit(random) > density) continue;
    const TablePoint middle = measure::mean_corner(s.outline);
    scene.men.push_back({.colour = random() % 2 == 0 ? paints.own : paints.enemy,
                         .at = middle + measure::TableVector{Inches(between(random, -off, off)), Inches(between(random, -off, off))},
                         .stacked = unit(random) < 0.12,
                         .slip = {Inches(between(random, -0.03, 0.03) * square), Inches(between(random, -0.03, 0.03) * square)},
                         .cardboard = false,
                         .tag = {}});
  }
  // The nearest is drawn last.
  std::ranges::sort(scene.men, std::ranges::greater{}, [&](const sim::BoardMan& m) { return distance(m.at, scene.camera.nadir()).value; });
  return scene;
}

/// Of a man: his square and side. His rank is counted beside them, and is sure only together with them.
struct Counts {
  int pictures = 0, registered = 0, men = 0, right_sure = 0, right = 0, wrong_sure = 0, ranks_sure = 0, ranks_wrong_sure = 0, extra = 0;
  double seconds = 0.0;
  void operator+=(const Counts& o) {
    pictures += o.pictures, registered += o.registered, men += o.men, right_sure += o.right_sure, right += o.right;
    wrong_sure += o.wrong_sure, ranks_sure += o.ranks_sure, ranks_wrong_sure += o.ranks_wrong_sure, extra += o.extra, seconds += o.seconds;
  }
};

/// A line for each man who is not read right and sure. `read`: the piece on his square; null when there is none.
void print_man(const sim::BoardMan& man, std::array<int, 2> square, std::size_t side, const vision::BoardPiece* read) {
  fmt::print("    [{}, {}] of side {}{}: ", square[0], square[1], side, man.stacked ? ", two high" : "");
  if (!read) {
    fmt::print("missed\n");
    return;
  }
  fmt::print("of side {}, {}, {:+.2f} {:+.2f} +- {:.2f} in off, {}\n", read->side,
             read->rank == vision::BoardRank::General ? "two high" : "one high", (read->at.x - man.at.x).value,
             (read->at.y - man.at.y).value, read->margin.value,
             read->sure                ? "sure"
             : read->sure_but_for_rank ? "sure but for the rank"
                                       : "unsure");
}

Counts count_of(const sim::BoardScene& scene, const measure::Result<vision::BoardReading>& reading, bool verbose) {
  Counts out{.pictures = 1, .men = static_cast<int>(scene.men.size())};
  if (!reading || !reading->registration) return out;
  out.registered = 1;
  const double square = measure::width_of_narrowest(scene.board).value;
  const auto name = [&](TablePoint at) { return std::array{static_cast<int>(at.x.value / square), static_cast<int>(at.y.value / square)}; };
  std::vector<bool> matched(reading->pieces.size(), false);
  for (const sim::BoardMan& man : scene.men) {
    const std::size_t side = man.colour == scene.board.sides[0].colour ? 0 : 1;
    const vision::BoardPiece* read = nullptr;
    for (std::size_t i = 0; i < matched.size(); ++i) {
      const vision::BoardPiece& piece = reading->pieces[i];
      if (name(man.at) != std::array{piece.on->column, piece.on->row}) continue;
      matched[i] = true;
      read = &piece;
      const bool rank = (piece.rank == vision::BoardRank::General) == man.stacked;
      out.right += piece.side == side;
      out.right_sure += piece.side == side && piece.sure_but_for_rank;
      out.wrong_sure += piece.side != side && piece.sure_but_for_rank;
      out.ranks_sure += piece.side == side && rank && piece.sure;
      out.ranks_wrong_sure += piece.side == side && !rank && piece.sure;
      break;
    }
    const bool right_and_sure = read && read->sure && read->side == side && (read->rank == vision::BoardRank::General) == man.stacked;
    if (verbose && !right_and_sure) print_man(man, name(man.at), side, read);
  }
  for (std::size_t i = 0; i < matched.size(); ++i) {
    if (matched[i]) continue;
    const vision::BoardPiece& piece = reading->pieces[i];
    ++out.extra, out.wrong_sure += piece.sure_but_for_rank;
    if (verbose)
      fmt::print("    [{}, {}] of side {}: nobody stands there{}\n", piece.on->column, piece.on->row, piece.side,
                 piece.sure_but_for_rank ? ", and sure" : "");
  }
  return out;
}

}  // namespace

int main(int count, char** words) {
  const int pictures = count > 1 ? std::atoi(words[1]) : 20;
  const auto seed = static_cast<std::uint32_t>(count > 2 ? std::atoi(words[2]) : 1);
  Options options;
  for (int i = 3; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--tilt" && i + 2 < count)
      options.least_tilt = std::atof(words[i + 1]), options.most_tilt = std::atof(words[i + 2]), i += 2;
    if (word == "--stops" && i + 1 < count) options.stops = std::atof(words[++i]);
    if (word == "--clicked") options.lines = false;
    if (word == "--lines") options.clicked = false;
    if (word == "--verbose") options.verbose = true;
    if (word == "--save" && i + 1 < count) options.save = words[++i];
  }
  constexpr double kBand = 15.0, kGamma = 2.2;
  std::array<Counts, 3> bands;
  for (int i = 0; i < pictures; ++i) {
    const std::uint32_t own = seed + static_cast<std::uint32_t>(i);
    std::mt19937 random(own * 7919 + 11);
    const double tilt = between(random, options.least_tilt, options.most_tilt);
    sim::BoardScene scene = some_scene(own, tilt);
    scene.gain *= std::exp2(-options.stops / kGamma);
    vision::BoardSetup setup{.board = scene.board, .tags = {}, .anchors = {}, .lens = {}};
    const bool clicked = options.clicked && (!options.lines || i % 2 == 0);
    const double side = scene.board.length.value;
    for (const auto& [x, y] : std::array<std::array<double, 2>, 4>{{{0, side}, {side, side}, {side, 0}, {0, 0}}}) {
      const TablePoint corner{Inches(x), Inches(y)};
      const auto pixel = scene.camera.image_from_table(corner, Inches(0.0));
      if (clicked && pixel)
        setup.anchors.push_back({{pixel->u + between(random, -3.0, 3.0), pixel->v + between(random, -3.0, 3.0)}, corner});
    }
    const cv::Mat picture = sim::render(scene);
    if (!options.save.empty()) cv::imwrite(fmt::format("{}/{}.jpg", options.save, own), picture);
    const auto begin = std::chrono::steady_clock::now();
    const auto reading = vision::read_board_picture(setup, vision::make_frame(picture, 0.0, "simulated"));
    Counts counts = count_of(scene, reading, options.verbose);
    counts.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (options.verbose) {
      fmt::print(
          "seed {}: {:.0f} degrees, {} squares, height {:.2f}, {}: men {}, right {} sure {}, wrong and sure {}, ranks sure {} wrong {}, "
          "extra {}{}\n",
          own, tilt, scene.board.squares.size(), scene.height.value / 1.5, clicked ? "clicked" : "lines", counts.men, counts.right,
          counts.right_sure, counts.wrong_sure, counts.ranks_sure, counts.ranks_wrong_sure, counts.extra,
          counts.registered ? "" : " NOT REGISTERED");
      if (reading)
        for (const auto& finding : reading->findings) fmt::print("    {}\n", finding.says);
    }
    bands[std::min<std::size_t>(2, static_cast<std::size_t>(tilt / kBand))] += counts;
  }
  for (std::size_t b = 0; b < bands.size(); ++b) {
    const Counts& c = bands[b];
    if (c.pictures == 0) continue;
    const double men = std::max(1, c.men);
    fmt::print(
        "{:2.0f}-{:2.0f} degrees: {} pictures, {} registered; {} men: right and sure {:.4f}, right {:.4f}, wrong and sure {} ({} extra); "
        "ranks right and sure {:.4f}, wrong and sure {}; {:.2f} s a picture\n",
        kBand * static_cast<double>(b), kBand * static_cast<double>(b + 1), c.pictures, c.registered, c.men, c.right_sure / men,
        c.right / men, c.wrong_sure, c.extra, c.ranks_sure / men, c.ranks_wrong_sure, c.seconds / c.pictures);
  }
}
