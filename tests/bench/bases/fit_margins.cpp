// Fits how much more than the noise of their rims moves bases of discs: kUnseenOfPlace, kUnseenOfEdge and kUnseenOfHeading of
// vision/discs/place.cpp.
//   fit_margins WORLD...
// Worlds as worlds.h says, with a roster.toml each; run it on worlds that the network was not trained on. Every base is placed with the
// true camera, each picture on its own. Prints what the constant must be multiplied by so that the places' margins of 95 % hold so often,
// each world counting the same; and how often places and headings hold in each world as they are and then.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/bench/bases/laid.h"
#include "vision/discs/discs.h"

namespace {

/// How far off something is found, 1 sigma of its noise, and of what is unseen.
struct Placed {
  double off = 0.0, noise = 0.0, unseen = 0.0;
};

struct World {
  std::string name;
  std::vector<Placed> places, headings;  // inches, each coordinate on its own; radians
};

/// The share within their margins where the unseen variance is multiplied by `factor`.
double hold(const std::vector<Placed>& placed, double factor) {
  const auto holds = [&](const Placed& p) {
    return std::abs(p.off) <= measure::kSigmasOf95 * std::hypot(p.noise, std::sqrt(factor) * p.unseen);
  };
  return static_cast<double>(std::ranges::count_if(placed, holds)) / static_cast<double>(std::max<std::size_t>(1, placed.size()));
}

World placed_in(const std::string& folder) {
  World out{folder, {}, {}};
  const std::vector<measure::PieceSpec> specs = bench::specs_of(folder);
  if (specs.empty()) return out;
  for (const bench::WorldPicture& world : bench::load_world(folder)) {
    vision::DiscDetector detector;
    const vision::Scene scene{.camera = world.truth.camera, .table = world.truth.table, .pieces = specs, .tags = {}};
    const auto found = detector.detect(vision::make_frame(world.now, 0.0, folder), scene);
    if (!found) continue;
    for (const truth::Piece& piece : world.truth.pieces) {
      if (piece.spec.marker != measure::MarkerType::Disc || piece.visible_fraction < bench::kCountsFrom || found->empty()) continue;
      const vision::Sighting& nearest = *std::ranges::min_element(*found, {}, [&](const auto& s) { return distance(s.at, piece.at); });
      if (distance(nearest.at, piece.at).value > 0.5 * measure::breadth(piece.spec.base.shape).value) continue;
      const auto sigma = [](const measure::PointCovariance& c) { return std::sqrt(0.5 * (c.xx + c.yy)); };
      for (const double off : {(nearest.at.x - piece.at.x).value, (nearest.at.y - piece.at.y).value})
        out.places.push_back({off, sigma(nearest.noise), sigma(nearest.systematic)});
      if (nearest.heading)
        out.headings.push_back(
            {measure::wrapped(*nearest.heading - piece.heading).value, nearest.heading_sigma, nearest.heading_systematic_sigma});
    }
  }
  return out;
}

using Of = std::vector<Placed> World::*;

double mean_hold(const std::vector<World>& worlds, Of of, double factor) {
  double sum = 0.0;
  for (const World& world : worlds) sum += hold(world.*of, factor);
  return sum / static_cast<double>(worlds.size());
}

double fitted(const std::vector<World>& worlds, Of of) {
  double least = 0.01, most = 100.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::sqrt(least * most);
    (mean_hold(worlds, of, middle) < 0.95 ? least : most) = middle;
  }
  return most;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<World> worlds;
  for (int i = 1; i < argc; ++i)
    if (World world = placed_in(argv[i]); !world.headings.empty()) worlds.push_back(std::move(world));
  if (worlds.empty()) {
    fmt::print(stderr, "no base with a wedge was found in these worlds\n");
    return 1;
  }
  const double places = fitted(worlds, &World::places), headings = fitted(worlds, &World::headings);
  for (const World& world : worlds)
    fmt::print("{:<24} {:>4} bases: places {:.3f}, then {:.3f}; headings {:.3f}, then {:.3f}\n", world.name, world.places.size() / 2,
               hold(world.places, 1.0), hold(world.places, places), hold(world.headings, 1.0), hold(world.headings, headings));
  fmt::print("{} worlds: places {:.3f}, headings {:.3f}\nkUnseenOfPlace and kUnseenOfEdge times {:.2f}, kUnseenOfHeading times {:.2f}\n",
             worlds.size(), mean_hold(worlds, &World::places, 1.0), mean_hold(worlds, &World::headings, 1.0), places, headings);
  return 0;
}
