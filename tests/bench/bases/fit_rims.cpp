// Fits what a base that the network sees is worth when its rim and its paint have been looked at.
//   fit_rims [--comrades] WORLD...
// Worlds as worlds.h says, with a roster.toml each; run it on worlds that the network was not trained on. Every base that the network sees,
// likely or not, is laid to its rim as vision/discs does on a first look. Prints kEvidence of vision/discs/settle.cpp, by logistic
// regression: right where a base with a wedge stands there; and how many of both kinds lie on the wrong side. With --comrades what network,
// rim and paint are worth is held as it is: prints by how much the first of kEvidence changes, and the last.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "tests/bench/bases/laid.h"
#include "tests/bench/bases/logistic.h"
#include "tests/bench/bases/worlds.h"
#include "vision/discs/comrades.h"
#include "vision/discs/settle.h"

namespace {

using Example = bench::Example<5>;

constexpr double kMostSeen = 20.0, kMostCost = 10.0, kMostComrades = 4.0;  // as in vision/discs/settle.cpp
constexpr double kNear = 0.8;  // inches: nearer to a base that counts for nothing else it is no example

void add_world(const vision::BaseNet& net, const std::string& folder, std::vector<Example>& examples) {
  const std::vector<measure::PieceSpec> specs = bench::specs_of(folder);
  if (specs.empty()) return;
  for (const bench::WorldPicture& world : bench::load_world(folder))
    for (const vision::Found& found : bench::laid_in(net, world, specs)) {
      const measure::TablePoint at{measure::Inches(found.fit.pose.x), measure::Inches(found.fit.pose.y)};
      const auto off = [&](const truth::Piece& piece) { return distance(piece.at, at); };
      const truth::Piece& nearest = *std::ranges::min_element(world.truth.pieces, {}, off);
      const bool on_base = off(nearest).value < 0.5 * measure::breadth(nearest.spec.base.shape).value;
      const bool disc = nearest.spec.marker == measure::MarkerType::Disc;
      if (on_base && (nearest.visible_fraction < bench::kCountsFrom || nearest.spec.marker == measure::MarkerType::Tag)) continue;
      if (!on_base && off(nearest).value < kNear) continue;  // the choice of one where two cannot stand settles that
      vision::Found alone = found;
      alone.comrades = 0;
      Example example{.x = {}, .right = on_base && disc, .held = vision::log_odds(alone)};
      example.x << 1.0, std::min(found.seen.evidence, kMostSeen), found.rim, std::min(static_cast<double>(found.cost), kMostCost),
          std::min(static_cast<double>(found.comrades), kMostComrades);
      examples.push_back(example);
    }
}

}  // namespace

int main(int argc, char** argv) {
  const bool comrades_alone = argc > 1 && std::string_view(argv[1]) == "--comrades";
  const vision::BaseNet net(vision::BaseNet::For::Discs);
  std::vector<Example> examples;
  for (int i = comrades_alone ? 2 : 1; i < argc; ++i) add_world(net, argv[i], examples);
  const auto right = std::ranges::count_if(examples, &Example::right);
  if (right == 0) {
    fmt::print(stderr, "no base was seen in these worlds\n");
    return 1;
  }
  fmt::print("{} bases, {} right\n", examples.size(), right);
  if (comrades_alone) {
    std::vector<bench::Example<2>> two;
    for (const Example& e : examples) two.push_back({{e.x[0], e.x[4]}, e.right, e.held});
    const Eigen::Vector2d w = bench::logistic(two);
    fmt::print("kEvidence[0] {:+.2f}, kEvidence[4] = {:.2f}\n", w[0], w[1]);
    return 0;
  }
  for (Example& e : examples) e.held = 0.0;
  const auto w = bench::logistic(examples);
  fmt::print("kEvidence = {{{:.2f}, {:.2f}, {:.2f}, {:.2f}, {:.2f}}}\n", w[0], w[1], w[2], w[3], w[4]);
  fmt::print("log-odds above   right ones lost   wrong ones left\n");
  for (const double least : {-2.0, -1.0, 0.0, 1.0, 2.0}) {
    const auto above = [&](bool is_right) {
      return std::ranges::count_if(examples, [&](const Example& e) { return e.right == is_right && w.dot(e.x) > least; });
    };
    fmt::print("{:>14} {:>17} {:>17}\n", least, right - above(true), above(false));
  }
  return 0;
}
