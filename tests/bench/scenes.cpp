// Hard armies on simulated tables: colours the roster gets wrong, or not at all, and armies that look alike.
//   scenes [KIND|all] [SCENES] [FIRST_SEED] [--verbose]
// Prints per kind of scene: discs found, ghosts, bases given to the wrong army, position RMS.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
#include <string>

#include "tests/bench/known_army.h"
#include "tests/support/sim.h"
#include "vision/pipeline/pipeline.h"

namespace {

using measure::Inches;
using measure::TablePoint;

constexpr double kGateInches = 0.5;  // a report farther off speaks of something else
constexpr double kWantedVisible = 0.3;

/// What stands on the table and what the roster says about it.
struct Kind {
  std::string name;
  std::array<std::string, 2> paint, hint;  // by army
  std::string ground = "#5a7a3c";
  double gain = 0.9, warmth = 0.05;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"usual", {"#b3202a", "#2038b0"}, {"#b3202a", "#2038b0"}},
      {"no-hint", {"#b3202a", "#2038b0"}, {"", ""}},
      {"one-hint", {"#c8b420", "#5a2a80"}, {"", "#5a2a80"}},
      {"hint-off", {"#b3202a", "#1f6f78"}, {"#b3b020", "#4a1f78"}},
      {"green-on-grass", {"#2f6a2a", "#b3202a"}, {"#2f6a2a", "#b3202a"}},
      {"dark-on-dark", {"#3a1a20", "#1c2440"}, {"#3a1a20", "#1c2440"}, "#2c2c30"},
      {"greys", {"#1e1e20", "#7a7a7e"}, {"#000000", "#808080"}},
      {"browns", {"#5a3a20", "#20304a"}, {"", ""}, "#b09a6a"},
      {"two-blues", {"#16286a", "#4a80d8"}, {"#2038b0", "#6080ff"}},
      {"two-blues-no-hint", {"#16286a", "#4a80d8"}, {"", ""}},
      {"red-and-orange", {"#b3202a", "#d0641a"}, {"#b3202a", "#d0641a"}},
      {"warm-lamp", {"#b3202a", "#2038b0"}, {"#b3202a", "#2038b0"}, "#b09a6a", 0.8, 0.4},
      {"warm-no-hint", {"#6a2a78", "#c8b420"}, {"", ""}, "#5a7a3c", 0.8, 0.4},
      {"all-alike", {"#2038b0", "#2038b0"}, {"", ""}},
  };
  return all;
}

measure::Roster roster_painted(const std::array<std::string, 2>& paint) {
  measure::Roster out;
  int tag = 10;
  for (std::size_t i = 0; i < 2; ++i) {
    measure::Army army{.name = i == 0 ? "first" : "second", .colour = paint[i], .units = {}};
    army.units = {bench::foot_unit(army.name, 13, tag++), bench::horse_unit(army.name, 5)};
    out.armies.push_back(army);
  }
  return out;
}

/// Each army on its half of the table: foot in three ranks behind their leader, horse in line.
std::vector<sim::StandingPiece> deployed(const measure::Roster& roster, const measure::Table& table, std::mt19937& random) {
  std::uniform_real_distribution<double> unit(0.0, 1.0), sway(-0.08, 0.08);
  std::vector<sim::StandingPiece> standing;
  int half = 0;
  for (const measure::Army& army : roster.armies) {
    const double left = 6.0 + 0.5 * table.length.value * half++, ahead = half == 1 ? 0.0 : std::numbers::pi;
    const double y = 8.0 + 14.0 * unit(random), turn = ahead + 0.6 * (unit(random) - 0.5);
    const TablePoint foot_at{Inches(left + 10.0 + 6.0 * unit(random)), Inches(y)};
    const TablePoint horse_at{Inches(left + 10.0 + 6.0 * unit(random)), Inches(y + 14.0)};
    int man = 0, rider = 0;
    for (const measure::PieceSpec& spec : pieces_of(roster)) {
      if (spec.army != army.name) continue;
      measure::TableVector step{Inches(2.6), Inches(0.0)};
      TablePoint from = foot_at;
      if (spec.kind == measure::PieceKind::Infantry) {
        step = {Inches(-1.2 * (man / 4) + sway(random)), Inches(1.15 * (man % 4 - 1.5) + sway(random))};
        ++man;
      } else if (spec.kind == measure::PieceKind::Cavalry) {
        from = horse_at;
        step = {Inches(sway(random)), Inches(1.3 * (rider - 2) + sway(random))};
        ++rider;
      }
      standing.push_back({spec, from + rotated(step, measure::Radians(turn)), measure::Radians(turn + sway(random))});
    }
  }
  return standing;
}

struct Tally {
  int wanted = 0, found = 0, mixed = 0, ghosts = 0, unregistered = 0, no_heading = 0, findings = 0;
  double squared = 0.0;
};

void judge(const Kind& kind, const sim::Scene& scene, const std::vector<double>& visible, const vision::TableState& state, bool verbose,
           Tally& tally) {
  const auto say = [&](const std::string& what, const std::string& army, TablePoint at, double share) {
    if (verbose)
      fmt::print("{} {}: {} {} at ({:.2f}, {:.2f}), visible {:.2f}\n", kind.name, scene.look.seed, what, army, at.x.value, at.y.value,
                 share);
  };
  std::vector<bool> used(state.pieces.size(), false);
  for (std::size_t i = 0; i < scene.pieces.size(); ++i) {
    const sim::StandingPiece& truth = scene.pieces[i];
    const vision::Piece* nearest = nullptr;
    for (const vision::Piece& p : state.pieces) {
      if (p.seen != vision::Seen::Yes || distance(p.at, truth.at) > Inches(kGateInches) || p.tag != truth.spec.tag) continue;
      if (!(p.base == truth.spec.base)) continue;
      if (!nearest || distance(p.at, truth.at) < distance(nearest->at, truth.at)) nearest = &p;
    }
    if (nearest) used[static_cast<std::size_t>(nearest - state.pieces.data())] = true;
    if (truth.spec.tag || visible[i] < kWantedVisible) continue;
    ++tally.wanted;
    if (!nearest) {
      say("missed", truth.spec.army, truth.at, visible[i]);
      continue;
    }
    ++tally.found;
    tally.squared += std::pow(distance(nearest->at, truth.at).value, 2);
    tally.no_heading += !nearest->heading || std::abs(wrapped(*nearest->heading - truth.heading).value) > 0.5;
    if (nearest->army == truth.spec.army) continue;
    ++tally.mixed;
    say("mixed up", truth.spec.army, truth.at, visible[i]);
  }
  for (std::size_t k = 0; k < used.size(); ++k) {
    const vision::Piece& p = state.pieces[k];
    if (used[k] || p.tag || p.seen != vision::Seen::Yes) continue;
    ++tally.ghosts;
    say("ghost", p.army, p.at, 0.0);
  }
  for (const auto& finding : state.findings) {
    if (finding.code.find("arm") != 0) continue;
    ++tally.findings;
    if (verbose) fmt::print("{} {}: {}\n", kind.name, scene.look.seed, finding.says);
  }
}

Tally run(const Kind& kind, int scenes, unsigned first_seed, bool verbose) {
  Tally tally;
  for (int n = 0; n < scenes; ++n) {
    std::mt19937 random(first_seed + static_cast<unsigned>(n));
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    const measure::Table table{.length = Inches(72.0), .width = Inches(48.0), .terrain = {}};
    const calibration::Lens lens = sim::random_lens({1920, 1080}, random);
    sim::Scene scene{.camera = sim::random_camera(lens, table, random),
                     .table = table,
                     .tags = sim::four_corner_tags(table),
                     .pieces = {},
                     .hands = {},
                     .look = {}};
    scene.pieces = deployed(roster_painted(kind.paint), table, random);
    scene.look = {.gain = kind.gain * (0.8 + 0.4 * unit(random)),
                  .warmth = kind.warmth,
                  .falloff = 0.25 * unit(random),
                  .blur_px = 0.45 + 0.4 * unit(random),
                  .noise = 1.0 + 3.0 * unit(random),
                  .jpeg_quality = 75 + static_cast<int>(20 * unit(random)),
                  .ground = kind.ground,
                  .texture = 0.04 + 0.08 * unit(random),
                  .seed = first_seed + static_cast<unsigned>(n)};
    std::vector<double> visible;
    const cv::Mat picture = sim::render(scene, &visible);
    vision::Pipeline pipeline({.table = table,
                               .tags = scene.tags,
                               .anchors = {},
                               .roster = roster_painted(kind.hint),
                               .lens = lens,
                               .empty = {},
                               .tracking = {.stills = true}});
    const auto state = pipeline.step(vision::make_frame(picture, 0.0, std::to_string(n)));
    if (state && state->camera.registered)
      judge(kind, scene, visible, *state, verbose, tally);
    else
      ++tally.unregistered;
  }
  return tally;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 1 ? argv[1] : "all";
  const int scenes = argc > 2 ? std::atoi(argv[2]) : 10;
  const unsigned first_seed = argc > 3 ? static_cast<unsigned>(std::atoi(argv[3])) : 1;
  const bool verbose = argc > 4 && std::string(argv[4]) == "--verbose";
  fmt::print("{:<18} {:>11} {:>7} {:>6} {:>9} {:>8} {:>9}\n", "", "found", "ghosts", "mixed", "unfronted", "rms in", "findings");
  for (const Kind& kind : kinds()) {
    if (wanted != "all" && wanted != kind.name) continue;
    const Tally t = run(kind, scenes, first_seed, verbose);
    fmt::print("{:<18} {:>5}/{:<5} {:>7} {:>6} {:>9} {:>8.4f} {:>9}\n", kind.name, t.found, t.wanted, t.ghosts, t.mixed, t.no_heading,
               std::sqrt(t.squared / std::max(1, t.found)), t.findings);
    if (t.unregistered > 0) fmt::print("{:<18} {} not registered\n", "", t.unregistered);
    std::fflush(stdout);
  }
  return 0;
}
