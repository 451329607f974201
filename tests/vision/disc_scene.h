// Two forces of foot and horse on simulated tables, and what a disc detector sees of them.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "tests/support/sim.h"
#include "vision/discs/discs.h"

namespace disc_scene {

using measure::Inches;
using measure::TablePoint;
using vision::Sighting;

inline TablePoint at(double x, double y) { return {Inches(x), Inches(y)}; }

inline measure::PieceSpec a_trooper(const std::string& army, const std::string& colour, bool mounted = false) {
  measure::PieceSpec spec;
  spec.name = spec.unit = army;
  spec.army = army;
  spec.colour = colour;
  spec.kind = mounted ? measure::PieceKind::Cavalry : measure::PieceKind::Infantry;
  if (mounted) spec.base.shape = measure::OvalShape{Inches(2.0), Inches(1.0)};
  if (mounted) spec.figure_height = Inches(1.8);
  return spec;
}

inline sim::Scene a_table(unsigned seed) {
  std::mt19937 random(seed);
  const measure::Table table{.length = Inches(36.0), .width = Inches(24.0), .terrain = {}};
  const calibration::Lens lens = sim::random_lens({960, 640}, random);
  sim::Scene scene{.camera = sim::random_camera(lens, table, random), .table = table, .tags = {}, .pieces = {}, .hands = {}, .look = {}};
  scene.look.seed = seed;
  return scene;
}

/// Two ranks of foot and one of horse in one colour, facing about `heading`.
inline void deploy(sim::Scene& scene, const std::string& army, const std::string& colour, TablePoint corner, double heading,
                   std::mt19937& random) {
  std::uniform_real_distribution<double> sway(-0.08, 0.08);
  const auto stand = [&](double dx, double dy, bool mounted) {
    scene.pieces.push_back({a_trooper(army, colour, mounted), at(corner.x.value + dx + sway(random), corner.y.value + dy + sway(random)),
                            measure::Radians(heading + sway(random))});
  };
  for (int i = 0; i < 5; ++i) {
    stand(1.4 * i, 0.0, false);
    stand(1.4 * i, 1.4, false);
  }
  for (int i = 0; i < 3; ++i) stand(1.5 * i, 4.0, true);
}

/// A table with a red and a blue force on it.
inline sim::Scene a_battle(unsigned seed, const std::string& red = "#b3202a", const std::string& blue = "#2038b0") {
  sim::Scene scene = a_table(seed);
  std::mt19937 random(seed + 1000);
  deploy(scene, "red", red, at(4.0, 3.0), 1.57, random);
  deploy(scene, "blue", blue, at(22.0, 14.0), -1.4, random);
  return scene;
}

inline std::vector<measure::PieceSpec> roster_of(const sim::Scene& scene) {
  std::vector<measure::PieceSpec> out;
  for (const auto& piece : scene.pieces) out.push_back(piece.spec);
  return out;
}

inline std::vector<Sighting> seen_in(const cv::Mat& picture, const sim::Scene& scene, const std::vector<measure::PieceSpec>& roster,
                                     const vision::Region& region = {}) {
  vision::DiscDetector detector;
  const auto seen = detector.detect(vision::make_frame(picture, 0.0, "test"), {scene.camera, scene.table, roster, {}}, region);
  EXPECT_TRUE(seen) << (seen ? "" : seen.error().message);
  return seen ? *seen : std::vector<Sighting>{};
}

inline std::vector<Sighting> seen_in(const sim::Scene& scene) { return seen_in(sim::render(scene), scene, roster_of(scene)); }

/// The sighting of a piece: of its army and base, with its centre well inside the base.
inline const Sighting* sighting_of(const sim::StandingPiece& piece, const std::vector<Sighting>& seen) {
  for (const Sighting& s : seen)
    if (s.army == piece.spec.army && s.base == piece.spec.base && measure::distance(s.at, piece.at).value < 0.25) return &s;
  return nullptr;
}

inline int found_of(const sim::Scene& scene, const std::vector<Sighting>& seen) {
  int found = 0;
  for (const auto& piece : scene.pieces) found += sighting_of(piece, seen) ? 1 : 0;
  return found;
}

inline double degrees_off(const sim::StandingPiece& piece, const Sighting& s) {
  return s.heading ? std::abs(measure::degrees(measure::wrapped(*s.heading - piece.heading))) : 360.0;
}

}  // namespace disc_scene
