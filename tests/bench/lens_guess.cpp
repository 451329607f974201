// How far one picture tells a lens that nobody measured: cameras drawn from what the program believes of cameras, or from outside of it.
//   lens_guess N SEED [--fisheye] [--again] [--tilt FROM TO] [--verbose]
// Tables by four corner tags and two tagged guns, boards by their own lines, by turns; rendered, and read as the program reads them.
// --fisheye: lenses of 100 to 140 degrees that keep angles, which no telephone's main camera and few webcams have.
// --again: each camera has stood in another place before, and what was told of its lens there is known.
// Prints the share of focal lengths, of k1 and of places that lie inside their stated margins, how many pictures lie about their places,
// and how many were warned of a wide lens.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "calibration/registration.h"
#include "calibration/without_lens/joint_fit.h"
#include "measure/measured.h"
#include "measure/robust.h"
#include "tests/bench/known_army.h"
#include "tests/support/sim.h"
#include "tests/support/sim_board.h"
#include "vision/boards/reader.h"
#include "vision/frame.h"
#include "vision/tags/detector.h"

namespace {

using measure::Inches, measure::TablePoint;

struct Options {
  int pictures = 20;
  std::uint32_t seed = 1;
  double least_tilt = 0.0, most_tilt = 45.0;
  bool fisheye = false, again = false, verbose = false;
};

double between(std::mt19937& random, double least, double most) { return std::uniform_real_distribution<double>(least, most)(random); }

/// Does the picture grow outwards all the way to its corners, with room to spare?
bool is_lens(const calibration::Lens& lens) {
  const double corner = 0.55 * std::hypot(lens.image_size.width, lens.image_size.height) / lens.fx;
  const auto& d = lens.distortion;
  for (double r = 0.05; r < 1.5; r += 0.05) {
    const double r2 = r * r, seen = r * (1.0 + d[0] * r2 + d[1] * r2 * r2 + d[4] * r2 * r2 * r2),
                 slope = 1.0 + 3.0 * d[0] * r2 + 5.0 * d[1] * r2 * r2 + 7.0 * d[4] * r2 * r2 * r2;
    if (slope < 0.3) return false;
    if (seen > corner) return true;
  }
  return true;
}

calibration::Lens drawn(const calibration::LensPrior& prior, std::mt19937& random) {
  std::normal_distribution<double> normal;
  for (;;) {
    calibration::Lens lens = prior.mean;
    lens.fx *= std::exp(prior.log_focal_sigma * normal(random));
    lens.fy = lens.fx * (1.0 + prior.aspect_sigma * normal(random));
    lens.cx += prior.sigma[calibration::kCx] * normal(random), lens.cy += prior.sigma[calibration::kCy] * normal(random);
    for (int i = 0; i < 5; ++i) lens.distortion[i] += prior.sigma[calibration::kK1 + i] * normal(random);
    if (is_lens(lens)) return lens;
  }
}

/// A lens that keeps angles, as nearly as the model of lens.h has it within the picture.
calibration::Lens fisheye(calibration::ImageSize size, std::mt19937& random) {
  const double across = between(random, 100.0, 140.0) * std::numbers::pi / 180.0;  // along the picture's longer side
  calibration::Lens lens;
  lens.image_size = size;
  lens.fx = lens.fy = std::max(size.width, size.height) / across;
  lens.cx = 0.5 * (size.width - 1), lens.cy = 0.5 * (size.height - 1);
  constexpr int kPlaces = 60;
  Eigen::MatrixX3d powers(kPlaces, 3);
  Eigen::VectorXd bends(kPlaces);
  for (int i = 0; i < kPlaces; ++i) {
    const double angle = 0.55 * across * (i + 1) / kPlaces, r = std::tan(angle), r2 = r * r;
    const double counts = angle / r;  // towards the corners radii grow without bound
    powers.row(i) << counts * r2, counts * r2 * r2, counts * r2 * r2 * r2;
    bends[i] = counts * (angle / r - 1.0);
  }
  const Eigen::Vector3d k = powers.colPivHouseholderQr().solve(bends);
  lens.distortion = {k[0], k[1], 0.0, 0.0, k[2]};
  return lens;
}

/// What one picture said of its lens and of the places on its table.
struct Said {
  std::optional<calibration::Lens> lens = {};
  bool registered = false, focal = false, bend = false, warned = false;  // of a wide lens
  int inside = 0, coordinates = 0;
  double worst_in = 0.0;  // of the places
  std::string why = {};   // of a refusal
};

Said said_of(const calibration::Registration& registration, const calibration::TableCamera& truth, Inches length, Inches width) {
  Said said{.lens = registration.camera.lens(), .registered = true};
  const calibration::Lens &is = truth.lens(), &guess = registration.camera.lens();
  const auto holds = [&](int parameter, double error) {
    return std::abs(error) <= measure::kSigmasOf95 * std::sqrt(guess.covariance(parameter, parameter));
  };
  said.focal = holds(calibration::kFx, guess.fx - is.fx);
  said.bend = holds(calibration::kK1, guess.distortion[0] - is.distortion[0]);
  said.warned = std::ranges::find(registration.findings, "lens-wide", &calibration::Finding::code) != registration.findings.end();
  for (int i = 0; i <= 6; ++i)
    for (int j = 0; j <= 6; ++j)
      for (const Inches height : {Inches(0.0), Inches(0.5)}) {
        const TablePoint point{length * (i / 6.0), width * (j / 6.0)};
        const auto pixel = truth.image_from_table(point, height);
        const auto at = pixel ? registration.camera.table_from_image(*pixel, height) : std::nullopt;
        if (!at) continue;
        // Places are told to a few hundredths of an inch by the best of markers: what is less than that off is not the lens's.
        const measure::PointCovariance own{1e-4, 0.0, 1e-4};
        const double margin = measure::margin_of(own + registration.camera.registration_covariance(point, height)).value;
        for (const double off : {std::abs((at->x - point.x).value), std::abs((at->y - point.y).value)}) {
          ++said.coordinates;
          said.inside += off <= margin;
          said.worst_in = std::max(said.worst_in, off);
        }
      }
  return said;
}

/// What is told of a lens by a picture and, unless null, by another before it.
using Told = std::optional<calibration::Lens>;

Said of_table(const calibration::Lens& lens, std::uint32_t seed, double tilt, const Told& before, std::mt19937& random) {
  const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
  measure::Board as_board;  // a camera held over a rectangle of this size
  as_board.length = table.length, as_board.width = table.width;
  sim::Scene scene{.camera = sim::camera_held(as_board, lens, tilt, random),
                   .table = table,
                   .tags = sim::four_corner_tags(table),
                   .pieces = {},
                   .hands = {},
                   .look = {}};
  measure::Unit guns;
  guns.name = "guns";
  guns.arm = measure::Arm::Gun;
  guns.models = 2;
  guns.base.shape = measure::RectShape{Inches(2.5), Inches(1.5)};
  guns.marker = measure::MarkerType::Tag;
  guns.tags = {10, 11};
  guns.mount = bench::foot_unit("first", 1, 12).leader->mount;
  const measure::Roster roster{.armies = {measure::Army{.name = "first", .colour = "#b3202a", .units = {guns}}}};
  for (const measure::PieceSpec& spec : pieces_of(roster))
    scene.pieces.push_back({spec,
                            {Inches(between(random, 12.0, 60.0)), Inches(between(random, 10.0, 38.0))},
                            measure::from_degrees(between(random, 0.0, 360.0))});
  scene.look.seed = seed, scene.look.noise = between(random, 1.0, 4.0), scene.look.gain = between(random, 0.6, 1.15);
  const vision::Frame frame = vision::make_frame(sim::render(scene), 0.0, "simulated");
  const std::vector<std::string> dictionaries{"DICT_APRILTAG_36h11", "DICT_4X4_250"};
  const auto tags = vision::read_tags(frame.luma, dictionaries);
  if (!tags) return {.why = tags.error().message};
  const auto registration =
      calibration::register_table_without_lens(lens.image_size, scene.tags, *tags, {}, {}, before ? &*before : nullptr);
  if (!registration) return {.why = registration.error().message};
  return said_of(*registration, scene.camera, table.length, table.width);
}

Said of_board(const calibration::Lens& lens, std::uint32_t seed, double tilt, const Told& before, std::mt19937& random) {
  const int squares = 8 + 2 * static_cast<int>(random() % 3);
  const Inches side(1.5 * squares);
  measure::Board board{.game = measure::BoardGame::Draughts,
                       .length = side,
                       .width = side,
                       .coloured = measure::Coloured::Even,
                       .squares = measure::grid_squares(squares, squares, side, side, measure::Coloured::Even),
                       .sides = {},
                       .marks = {}};
  board.sides.resize(2);
  board.sides[0].name = "own", board.sides[0].colour = "#e8e0d0";
  board.sides[1].name = "enemy", board.sides[1].colour = "#2b2622";
  sim::BoardScene scene{.camera = sim::camera_held(board, lens, tilt, random), .board = board, .tags = {}, .men = {}};
  scene.seed = seed, scene.noise = between(random, 1.0, 4.0), scene.gain = between(random, 0.6, 1.15);
  scene.lines = random() % 2 == 0;
  for (const measure::BoardSquare& s : board.squares)
    if (s.playable && random() % 4 == 0)
      scene.men.push_back({.colour = random() % 2 == 0 ? "#e8e0d0" : "#2b2622",
                           .at = measure::mean_corner(s.outline),
                           .stacked = false,
                           .slip = {},
                           .cardboard = false,
                           .tag = {}});
  std::ranges::sort(scene.men, std::ranges::greater{}, [&](const sim::BoardMan& m) { return distance(m.at, scene.camera.nadir()).value; });
  const vision::BoardSetup setup{.board = board, .tags = {}, .anchors = {}, .lens = {}, .lens_before = before};
  const auto reading = vision::read_board_picture(setup, vision::make_frame(sim::render(scene), 0.0, "simulated"));
  if (!reading) return {.why = reading.error().message};
  if (!reading->registration) return {.why = reading->findings.front().says};
  return said_of(*reading->registration, scene.camera, side, side);
}

struct Totals {
  int pictures = 0, registered = 0, focal = 0, bend = 0, warned = 0, lies = 0, silent = 0;
  std::vector<double> margins;  // of focal lengths, as shares
  double inside = 0.0, coordinates = 0.0, worst_in = 0.0;

  void add(const Said& said) {
    ++pictures;
    if (!said.registered) return;
    ++registered;
    margins.push_back(measure::kSigmasOf95 * std::sqrt(said.lens->covariance(calibration::kFx, calibration::kFx)) / said.lens->fx);
    focal += said.focal, bend += said.bend;
    inside += said.inside, coordinates += said.coordinates, worst_in = std::max(worst_in, said.worst_in);
    constexpr double kMostOutside = 0.2;  // of a picture's places: more is no bad luck of single places
    const bool off = said.inside < (1.0 - kMostOutside) * said.coordinates;
    warned += said.warned, lies += off, silent += off && !said.warned;
  }
};

void print(const char* what, const Totals& t) {
  const double all = std::max(1, t.registered);
  fmt::print(
      "{}: {} pictures, {} refused; inside its margin: focal length {:.3f}, k1 {:.3f}, places {:.3f} (worst {:.2f} in off); pictures with "
      "more than a fifth of their places outside: {}, {} of them without a word on a wide lens; warned of one: {}; focal length to {:.1f} "
      "% "
      "(median)\n",
      what, t.pictures, t.pictures - t.registered, t.focal / all, t.bend / all, t.inside / std::max(1.0, t.coordinates), t.worst_in, t.lies,
      t.silent, t.warned, t.margins.empty() ? 0.0 : 100.0 * measure::median(t.margins));
}

}  // namespace

int main(int count, char** words) {
  Options options;
  if (count > 1) options.pictures = std::atoi(words[1]);
  if (count > 2) options.seed = static_cast<std::uint32_t>(std::atoi(words[2]));
  for (int i = 3; i < count; ++i) {
    const std::string_view word = words[i];
    if (word == "--fisheye") options.fisheye = true;
    if (word == "--again") options.again = true;
    if (word == "--verbose") options.verbose = true;
    if (word == "--tilt" && i + 2 < count)
      options.least_tilt = std::atof(words[i + 1]), options.most_tilt = std::atof(words[i + 2]), i += 2;
  }
  Totals tables, boards;
  for (int i = 0; i < options.pictures; ++i) {
    const std::uint32_t own = options.seed + static_cast<std::uint32_t>(i);
    std::mt19937 random(own * 6271 + 5);
    constexpr calibration::ImageSize kSizes[] = {{1920, 1080}, {1600, 1200}, {1280, 720}};
    const calibration::ImageSize size = kSizes[random() % std::size(kSizes)];
    const calibration::Lens lens = options.fisheye ? fisheye(size, random) : drawn(calibration::common_cameras(size), random);
    const double tilt = between(random, options.least_tilt, options.most_tilt);
    const bool table = i % 2 == 0;
    const auto said_of_view = [&](double at, const Told& before) {
      return table ? of_table(lens, own, at, before, random) : of_board(lens, own, at, before, random);
    };
    Said said = said_of_view(tilt, {});
    if (options.again && said.registered) said = said_of_view(between(random, options.least_tilt, options.most_tilt), said.lens);
    (table ? tables : boards).add(said);
    if (options.verbose)
      fmt::print("seed {}: {} at {:.0f} degrees, f {:.2f} of the side, k1 {:.2f}: {}\n", own, table ? "table" : "board", tilt,
                 lens.fx / std::max(size.width, size.height), lens.distortion[0],
                 said.registered
                     ? fmt::format("{}focal {}, k1 {}, places {} of {}, worst {:.2f} in", said.warned ? "wide, " : "",
                                   said.focal ? "holds" : "OUT", said.bend ? "holds" : "OUT", said.inside, said.coordinates, said.worst_in)
                     : "refused: " + said.why);
  }
  print("tables", tables);
  print("boards", boards);
}
