// Fits what the white of a wedge, the network's views of its front, and comrades are worth: FacingWorth and CompanyWorth of
// vision/discs/facing.h.
//   fit_facing WORLD...
// Worlds as worlds.h says, with a roster.toml each; run it on worlds that the network was not trained on. Prints the numbers under
// which the true headings of round bases are the likeliest, and how many headings are told, and wrong by more than 30 degrees, from which
// likelihood on (kTold of vision/discs/facing.h).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "tests/bench/bases/laid.h"

namespace {

/// The men of one picture who were found, and where they truly face.
struct Picture {
  std::vector<vision::Whites> whites;
  std::vector<vision::Facing> held;
  std::vector<vision::FacingMan> men;  // their beliefs are filled in as the worth is tried
  std::vector<double> truth;           // radians
};

void add_world(const vision::BaseNet& net, const std::string& folder, std::vector<Picture>& pictures) {
  const std::vector<measure::PieceSpec> specs = bench::specs_of(folder);
  if (specs.empty()) return;
  for (const bench::WorldPicture& world : bench::load_world(folder)) {
    Picture picture;
    for (const vision::Found& found : vision::best_of(bench::laid_in(net, world, specs))) {
      const vision::DiscFit& fit = found.fit;
      if (!fit.base.round() || fit.supported <= 0.0) continue;
      const measure::TablePoint at{measure::Inches(fit.pose.x), measure::Inches(fit.pose.y)};
      for (const truth::Piece& piece : world.truth.pieces) {
        if (piece.spec.marker != measure::MarkerType::Disc || piece.visible_fraction < bench::kCountsFrom ||
            distance(piece.at, at).value >= 0.5 * measure::breadth(piece.spec.base.shape).value)
          continue;
        const vision::Facing held{found.seen.pose.theta, found.seen.sure_of_front};
        picture.whites.push_back(fit.whites), picture.held.push_back(held), picture.truth.push_back(piece.heading.value);
        picture.men.push_back({.belief = {fit.whites, fit.by_edges.heading, true, held},
                               .heading = fit.by_edges.heading,
                               .at = {fit.pose.x, fit.pose.y},
                               .width = 2.0 * fit.base.half_width,
                               .army = found.army});
      }
    }
    pictures.push_back(std::move(picture));
  }
}

struct Worth {
  vision::FacingWorth own;
  vision::CompanyWorth company;
  bool together = true;  // are comrades asked?
};

std::vector<vision::Belief> beliefs(const Picture& picture, const Worth& worth) {
  std::vector<vision::FacingMan> men = picture.men;
  for (std::size_t i = 0; i < men.size(); ++i) men[i].belief = {picture.whites[i], men[i].heading, true, picture.held[i], worth.own};
  if (worth.together) return vision::believed_together(men, worth.company);
  std::vector<vision::Belief> out;
  for (const vision::FacingMan& man : men) out.push_back(man.belief);
  return out;
}

/// How likely the true headings are, each seen as well as a bearing and a half to either side.
double log_likelihood(const std::vector<Picture>& pictures, const Worth& worth) {
  constexpr double kSigma = 0.14;  // radians
  double sum = 0.0;
  for (const Picture& picture : pictures) {
    const std::vector<vision::Belief> all = beliefs(picture, worth);
    for (std::size_t man = 0; man < all.size(); ++man) {
      double likely = 0.0, weights = 0.0;
      for (int i = 0; i < vision::kBearings; ++i) {
        const double way = picture.men[man].heading + 2.0 * std::numbers::pi * i / vision::kBearings;
        const double off = std::remainder(way - picture.truth[man], 2.0 * std::numbers::pi);
        const double weight = std::exp(-0.5 * off * off / (kSigma * kSigma));
        likely += weight * std::log(all[man].likely(i) + 1e-12), weights += weight;
      }
      sum += likely / weights;
    }
  }
  return sum;
}

/// The value of one of the numbers that explains most, the others held: by halving steps.
void improve(const std::vector<Picture>& pictures, Worth& worth, double& number) {
  double best = log_likelihood(pictures, worth);
  for (double step = 0.5; step > 0.01; step *= 0.5)
    for (const double factor : {1.0 + step, 1.0 / (1.0 + step)}) {
      const double before = number;
      number *= factor;
      const double likely = log_likelihood(pictures, worth);
      if (likely > best)
        best = likely;
      else
        number = before;
    }
}

void tell(const std::vector<Picture>& pictures, const Worth& worth) {
  fmt::print("told from   withheld   wrong ones told\n");
  for (const double least : {0.7, 0.8, 0.85, 0.9, 0.95, 0.98}) {
    std::ptrdiff_t withheld = 0, wrong = 0;
    for (const Picture& picture : pictures) {
      const std::vector<vision::Belief> all = beliefs(picture, worth);
      for (std::size_t man = 0; man < all.size(); ++man) {
        const double off = std::remainder(picture.men[man].heading + all[man].turn() - picture.truth[man], 2.0 * std::numbers::pi);
        if (all[man].sure() < least)
          ++withheld;
        else
          wrong += std::abs(off) > std::numbers::pi / 6.0;
      }
    }
    fmt::print("{:>9} {:>10} {:>17}\n", least, withheld, wrong);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const vision::BaseNet net(vision::BaseNet::For::Discs);
  std::vector<Picture> pictures;
  for (int i = 1; i < argc; ++i) add_world(net, argv[i], pictures);
  std::size_t men = 0;
  for (const Picture& picture : pictures) men += picture.men.size();
  if (men == 0) {
    fmt::print(stderr, "no round base with a wedge was found in these worlds\n");
    return 1;
  }
  Worth worth;
  worth.together = false;
  for (int round = 0; round < 6; ++round) {
    improve(pictures, worth, worth.own.white);
    improve(pictures, worth, worth.own.network);
  }
  fmt::print("{} bases, each by itself: {:.1f}\nFacingWorth {{white {:.2f}, network {:.2f}}}\n", men, log_likelihood(pictures, worth),
             worth.own.white, worth.own.network);
  tell(pictures, worth);
  worth.together = true;
  for (int round = 0; round < 6; ++round) {
    improve(pictures, worth, worth.company.reach);
    improve(pictures, worth, worth.company.alike);
  }
  fmt::print("with comrades: {:.1f}\nCompanyWorth {{reach {:.2f}, alike {:.1f}}}\n", log_likelihood(pictures, worth), worth.company.reach,
             worth.company.alike);
  tell(pictures, worth);
  return 0;
}
