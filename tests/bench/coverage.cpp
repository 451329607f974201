// Do the stated margins hold? Fresh cameras, lenses and lights, figures set down at random, one picture each.
//   coverage [SCENES] [FIRST_SEED] [--verbose]      40 scenes give about 1,500 pieces, that is 3,000 coordinates
// Prints per marker: found, position RMS, share of true coordinates and headings inside the stated margin.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <map>
#include <random>

#include "tests/bench/known_army.h"
#include "tests/support/sim.h"
#include "vision/pipeline/pipeline.h"

namespace {

using measure::Inches;
using measure::TablePoint;

constexpr double kGateInches = 0.5;  // a report farther off speaks of something else
constexpr double kWantedVisible = 0.3;

struct Tally {
  int wanted = 0, found = 0, inside = 0, coordinates = 0, headings = 0, heading_inside = 0;
  double squared = 0.0, squared_deg = 0.0;
};

measure::Roster roster(std::mt19937& random) {
  static const std::vector<std::pair<std::string, std::string>> kColours = {
      {"#b3202a", "#2038b0"}, {"#c8b420", "#5a2a80"}, {"#1f6f78", "#c45a1a"}, {"#26262e", "#a02050"}};
  const auto& pair = kColours[random() % kColours.size()];
  measure::Roster out;
  int tag = 10;
  for (const std::string& colour : {pair.first, pair.second}) {
    measure::Army army{.name = colour == pair.first ? "first" : "second", .colour = colour, .units = {}};
    const measure::Unit foot = bench::foot_unit(army.name, 9, tag++), horse = bench::horse_unit(army.name, 4);
    measure::Unit guns;
    guns.name = army.name + " guns";
    guns.arm = measure::Arm::Gun;
    guns.models = 2;
    guns.base.shape = measure::RectShape{Inches(2.5), Inches(1.5)};
    guns.marker = measure::MarkerType::Tag;
    guns.tags = {tag, tag + 1};
    tag += 2;
    guns.mount = foot.leader->mount;
    army.units = {foot, horse, guns};
    out.armies.push_back(army);
  }
  return out;
}

/// Every piece of the roster set down where it touches nothing.
std::vector<sim::StandingPiece> deployed(const measure::Roster& roster, const measure::Table& table, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  std::vector<sim::StandingPiece> standing;
  for (const measure::PieceSpec& spec : pieces_of(roster)) {
    for (;;) {
      const TablePoint at{Inches(5.0 + unit(random) * (table.length.value - 10.0)),
                          Inches(5.0 + unit(random) * (table.width.value - 10.0))};
      const bool free =
          std::all_of(standing.begin(), standing.end(), [&](const auto& other) { return distance(other.at, at) > Inches(3.2); });
      if (!free) continue;
      standing.push_back({spec, at, measure::from_degrees(360.0 * unit(random))});
      break;
    }
  }
  return standing;
}

std::string kind_of(const measure::PieceSpec& spec) {
  if (spec.marker == measure::MarkerType::Tag) return "tag";
  return std::holds_alternative<measure::OvalShape>(spec.base.shape) ? "oval disc" : "round disc";
}

void judge(const sim::Scene& scene, const std::vector<double>& visible, const vision::TableState& state,
           std::map<std::string, Tally>& tallies, int& ghosts, bool verbose) {
  const auto say = [&](const std::string& what, const measure::PieceSpec& spec, TablePoint at, double share) {
    if (verbose)
      fmt::print("scene {} ({}): {} {} {} at ({:.2f}, {:.2f}), visible {:.2f}\n", scene.look.seed, scene.look.ground, what, spec.colour,
                 kind_of(spec), at.x.value, at.y.value, share);
  };
  std::vector<bool> used(state.pieces.size(), false);
  for (std::size_t i = 0; i < scene.pieces.size(); ++i) {
    const sim::StandingPiece& truth = scene.pieces[i];
    Tally& t = tallies[kind_of(truth.spec)];
    const vision::Piece* nearest = nullptr;
    for (std::size_t k = 0; k < state.pieces.size(); ++k) {
      const vision::Piece& p = state.pieces[k];
      if (p.seen != vision::Seen::Yes || distance(p.at, truth.at) > Inches(kGateInches) || p.tag != truth.spec.tag) continue;
      if (!nearest || distance(p.at, truth.at) < distance(nearest->at, truth.at)) nearest = &p;
    }
    if (nearest) used[static_cast<std::size_t>(nearest - state.pieces.data())] = true;
    if (visible[i] < kWantedVisible) continue;
    ++t.wanted;
    if (!nearest) {
      say("missed", truth.spec, truth.at, visible[i]);
      continue;
    }
    ++t.found;
    const double dx = nearest->at.x.value - truth.at.x.value, dy = nearest->at.y.value - truth.at.y.value;
    const double margin = margin_of(nearest->covariance).value;
    t.coordinates += 2;
    t.inside += (std::abs(dx) <= margin) + (std::abs(dy) <= margin);
    t.squared += dx * dx + dy * dy;
    if (distance(nearest->at, truth.at).value > 3.0 * margin)
      say(fmt::format("off by {:.3f} (margin {:.3f})", distance(nearest->at, truth.at).value, margin), truth.spec, truth.at, visible[i]);
    if (!nearest->heading) continue;
    const double turn = std::abs(wrapped(*nearest->heading - truth.heading).value);
    if (turn > 3.0 * nearest->heading_margin.value)
      say(fmt::format("turned by {:.1f} deg", measure::degrees(measure::Radians(turn))), truth.spec, truth.at, visible[i]);
    ++t.headings;
    t.heading_inside += turn <= nearest->heading_margin.value;
    t.squared_deg += std::pow(measure::degrees(measure::Radians(turn)), 2);
  }
  for (std::size_t k = 0; k < used.size(); ++k) {
    const vision::Piece& p = state.pieces[k];
    if (used[k] || p.seen != vision::Seen::Yes) continue;
    ++ghosts;
    if (verbose)
      fmt::print("scene {} ({}): ghost {} at ({:.2f}, {:.2f})\n", scene.look.seed, scene.look.ground, p.name, p.at.x.value, p.at.y.value);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const int scenes = argc > 1 ? std::atoi(argv[1]) : 60;
  const unsigned first_seed = argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1;
  const bool verbose = argc > 3 && std::string(argv[3]) == "--verbose";
  std::map<std::string, Tally> tallies;
  int ghosts = 0, unregistered = 0;
  for (int n = 0; n < scenes; ++n) {
    std::mt19937 random(first_seed + static_cast<unsigned>(n));
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
    const calibration::Lens lens = sim::random_lens({1920, 1080}, random);
    const measure::Roster armies = roster(random);
    sim::Scene scene{.camera = sim::random_camera(lens, table, random),
                     .table = table,
                     .tags = sim::four_corner_tags(table),
                     .pieces = {},
                     .hands = {},
                     .look = {}};
    scene.pieces = deployed(armies, table, random);
    scene.look = {.gain = 0.6 + 0.6 * unit(random),
                  .warmth = 0.25 * unit(random) - 0.05,
                  .falloff = 0.25 * unit(random),
                  .blur_px = 0.45 + 0.4 * unit(random),
                  .noise = 1.0 + 3.0 * unit(random),
                  .jpeg_quality = 70 + static_cast<int>(25 * unit(random)),
                  .ground = n % 3 == 0 ? "#b09a6a" : "#5a7a3c",
                  .texture = 0.04 + 0.08 * unit(random),
                  .seed = first_seed + static_cast<unsigned>(n)};
    std::vector<double> visible;
    const cv::Mat picture = sim::render(scene, &visible);
    vision::Pipeline pipeline(
        {.table = table, .tags = scene.tags, .anchors = {}, .roster = armies, .lens = lens, .empty = {}, .tracking = {.stills = true}});
    const auto state = pipeline.step(vision::make_frame(picture, 0.0, std::to_string(n)));
    if (!state || !state->camera.registered) {
      ++unregistered;
      continue;
    }
    judge(scene, visible, *state, tallies, ghosts, verbose);
  }
  fmt::print("{:<12} {:>11} {:>9} {:>8} {:>9} {:>8}\n", "", "found", "rms in", "cover %", "rms deg", "cover %");
  for (const auto& [name, t] : tallies)
    fmt::print("{:<12} {:>5}/{:<5} {:>9.4f} {:>8.1f} {:>9.3f} {:>8.1f}\n", name, t.found, t.wanted,
               std::sqrt(t.squared / std::max(1, t.found)), 100.0 * t.inside / std::max(1, t.coordinates),
               std::sqrt(t.squared_deg / std::max(1, t.headings)), 100.0 * t.heading_inside / std::max(1, t.headings));
  fmt::print("scenes {}, not registered {}, ghosts {}\n", scenes, unregistered, ghosts);
  return 0;
}
