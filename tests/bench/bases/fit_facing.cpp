// Fits what the white of a wedge and the network's views of its front are worth: FacingWorth of vision/discs/facing.h.
//   fit_facing WORLD...
// Worlds as worlds.h says, with a roster.toml each; run it on worlds that the network was not trained on. Prints the two numbers under
// which the true headings of round bases are the likeliest, and how many headings are told, and wrong by more than 30 degrees, from which
// likelihood on (kTold of vision/discs/fit.cpp).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/bench/bases/laid.h"

namespace {

struct Example {
  vision::Whites whites;
  double heading = 0.0, truth = 0.0;
  vision::Facing held;
};

void add_world(const vision::BaseNet& net, const std::string& folder, std::vector<Example>& examples) {
  const std::vector<measure::PieceSpec> specs = bench::specs_of(folder);
  if (specs.empty()) return;
  for (const bench::WorldPicture& world : bench::load_world(folder))
    for (const vision::Found& found : vision::best_of(bench::laid_in(net, world, specs))) {
      if (!found.fit.base.round() || found.fit.supported <= 0.0) continue;
      const measure::TablePoint at{measure::Inches(found.fit.pose.x), measure::Inches(found.fit.pose.y)};
      for (const truth::Piece& piece : world.truth.pieces)
        if (piece.spec.marker == measure::MarkerType::Disc && piece.visible_fraction >= bench::kCountsFrom &&
            distance(piece.at, at).value < 0.5 * measure::breadth(piece.spec.base.shape).value)
          examples.push_back(
              {found.fit.whites, found.fit.whites_from, piece.heading.value, {found.seen.pose.theta, found.seen.sure_of_front}});
    }
}

/// How likely the true headings are, each seen as well as a bearing and a half to either side.
double log_likelihood(const std::vector<Example>& examples, const vision::FacingWorth& worth) {
  constexpr double kSigma = 0.14;  // radians
  double sum = 0.0;
  for (const Example& e : examples) {
    const vision::Belief belief(e.whites, e.heading, true, e.held, worth);
    double likely = 0.0, weights = 0.0;
    for (int i = 0; i < vision::kBearings; ++i) {
      const double off = std::remainder(e.heading + 2.0 * std::numbers::pi * i / vision::kBearings - e.truth, 2.0 * std::numbers::pi);
      const double weight = std::exp(-0.5 * off * off / (kSigma * kSigma));
      likely += weight * std::log(belief.likely(i) + 1e-12), weights += weight;
    }
    sum += likely / weights;
  }
  return sum;
}

/// The value of one of the two numbers that explains most, the other held: by halving steps.
void improve(const std::vector<Example>& examples, vision::FacingWorth& worth, double vision::FacingWorth::*number) {
  double best = log_likelihood(examples, worth);
  for (double step = 0.5; step > 0.01; step *= 0.5)
    for (const double factor : {1.0 + step, 1.0 / (1.0 + step)}) {
      vision::FacingWorth other = worth;
      other.*number *= factor;
      if (const double likely = log_likelihood(examples, other); likely > best) best = likely, worth = other;
    }
}

}  // namespace

int main(int argc, char** argv) {
  const vision::BaseNet net(vision::BaseNet::For::Discs);
  std::vector<Example> examples;
  for (int i = 1; i < argc; ++i) add_world(net, argv[i], examples);
  if (examples.empty()) {
    fmt::print(stderr, "no round base with a wedge was found in these worlds\n");
    return 1;
  }
  vision::FacingWorth worth;
  for (int round = 0; round < 6; ++round) {
    improve(examples, worth, &vision::FacingWorth::white);
    improve(examples, worth, &vision::FacingWorth::network);
  }
  fmt::print("{} bases\nFacingWorth {{white {:.2f}, network {:.2f}}}\ntold from   withheld   wrong ones told\n", examples.size(),
             worth.white, worth.network);
  for (const double least : {0.7, 0.8, 0.85, 0.9, 0.95}) {
    std::ptrdiff_t withheld = 0, wrong = 0;
    for (const Example& e : examples) {
      const vision::Belief belief(e.whites, e.heading, true, e.held, worth);
      const double off = std::remainder(e.heading + belief.turn() - e.truth, 2.0 * std::numbers::pi);
      if (belief.sure() < least)
        ++withheld;
      else
        wrong += std::abs(off) > std::numbers::pi / 6.0;
    }
    fmt::print("{:>9} {:>10} {:>17}\n", least, withheld, wrong);
  }
  return 0;
}
