// Fits what ground that bases explain is worth when they are laid again (vision/bases/layout.h).
//   fit_layout WORLD...
// Worlds as scripts/learn reads them; those without unmarked figures tell nothing. Tries every pair of what a place is worth and by how
// much another layout must be better, and prints for each how many figures are missed (a third in sight, within half the narrow side, at
// most 0.45 in), how many bases are none, and their sum, to be made least; the first line is without laying again. Then the share of its
// narrow side, 1 sigma, by which the middle of a base that was laid anew is off, so that 95 % of the margins of those that are right hold.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "measure/gap.h"
#include "tests/bench/bases/worlds.h"
#include "vision/bases/base_net.h"
#include "vision/bases/ground_map.h"
#include "vision/bases/hypotheses.h"
#include "vision/bases/kinds.h"
#include "vision/bases/layout.h"

namespace {

using measure::Inches, vision::BaseHypothesis;

constexpr double kPad = 2.0;  // inches, as in vision/unmarked
constexpr std::array kPlaces = {0.02, 0.035, 0.05, 0.07, 0.1, 0.14};
constexpr std::array kLeast = {1.0, 2.0, 4.0, 6.0, 8.0};

struct Tally {
  int missed = 0, ghosts = 0;
  std::vector<double> off;  // coordinates of bases laid anew, narrow sides
};

/// `seen`: peaks from here on are of bases laid anew.
void judge(const truth::State& state, const vision::GroundMap& map, const std::vector<BaseHypothesis>& bases, int seen, Tally& tally) {
  std::vector<measure::TablePoint> places;
  for (const BaseHypothesis& base : bases) places.push_back(map.table_point(base.at));
  const std::vector<bench::Matched> pairs = bench::matched(state, places);
  std::vector<char> found(state.pieces.size());
  for (const bench::Matched& pair : pairs) {
    const truth::Piece& piece = state.pieces[pair.piece];
    found[pair.piece] = 1;
    if (bases[pair.found].peak < seen || piece.visible_fraction < bench::kCountsFrom) continue;
    const measure::TableVector off = places[pair.found] - piece.at;
    for (const double one : {off.dx.value, off.dy.value})
      tally.off.push_back(std::abs(one) / measure::breadth(piece.spec.base.shape).value);
  }
  for (std::size_t i = 0; i < state.pieces.size(); ++i)
    tally.missed +=
        found[i] == 0 && state.pieces[i].spec.marker == measure::MarkerType::None && state.pieces[i].visible_fraction >= bench::kCountsFrom;
  tally.ghosts += static_cast<int>(bases.size() - pairs.size());
}

std::vector<measure::Footprint> marked_in(const truth::State& state) {
  std::vector<measure::Footprint> out;
  for (const truth::Piece& piece : state.pieces)
    if (piece.spec.marker != measure::MarkerType::None) out.push_back({piece.spec.base.shape, piece.at, piece.heading, {}, {}});
  return out;
}

}  // namespace

int main(int argc, char** argv) {
  const vision::BaseNet net(vision::BaseNet::For::Plain);
  Tally before;
  std::map<std::pair<double, double>, Tally> tallies;
  for (int i = 1; i < argc; ++i)
    for (const bench::WorldPicture& picture : bench::load_world(argv[i])) {
      const truth::State& state = picture.truth;
      const auto [kinds, first, narrowest] = bench::sought_in(state, measure::MarkerType::None);
      if (kinds.empty()) continue;
      const vision::GroundMap map(state.table, Inches(0.1), Inches(kPad), vision::BaseNet::per_inch(narrowest));
      const cv::Rect whole({0, 0}, map.size());
      const vision::BaseMaps maps = net.see({.now = map.resample(picture.now, state.camera, whole),
                                             .empty = map.resample(picture.empty, picture.empty_camera, whole),
                                             .nadir = map.pixel(state.camera.nadir()),
                                             .height = state.camera.height().value * map.per_inch()});
      const cv::Mat taken = vision::places_under(marked_in(state), map, {}, maps.base.size());
      std::vector<BaseHypothesis> seen =
          vision::hypotheses_in(maps, vision::BaseNet::For::Plain, kinds, vision::kPlainEvidence, map.per_inch());
      const cv::Rect places({0, 0}, taken.size());
      std::erase_if(seen, [&](const BaseHypothesis& h) {
        const cv::Point at(h.at / vision::BaseMaps::kStride);
        return places.contains(at) && taken.at<uchar>(at) != 0;
      });
      const auto chosen = vision::agree_on_kinds(vision::best_set(seen, kinds, map.per_inch()), seen, kinds, map.per_inch());
      const int peaks = seen.empty() ? 0 : seen.back().peak + 1;
      judge(state, map, chosen, peaks, before);
      for (const double place : kPlaces)
        for (const double least : kLeast) {
          std::vector<BaseHypothesis> all = seen;
          const auto laid = vision::lay_again(maps, taken, chosen, all, kinds, map.per_inch(), {place, least});
          judge(state, map, laid, peaks, tallies[{place, least}]);
        }
    }
  fmt::print("{:>6} {:>6} {:>7} {:>7} {:>5} {:>9} {:>6}\n", "place", "least", "missed", "ghosts", "sum", "laid anew", "sigma");
  const auto say = [](const std::string& place, const std::string& least, Tally t) {
    std::ranges::sort(t.off);
    const double sigma = t.off.empty() ? 0.0 : t.off[t.off.size() * 95 / 100] / measure::kSigmasOf95;
    fmt::print("{:>6} {:>6} {:>7} {:>7} {:>5} {:>9} {:>6.3f}\n", place, least, t.missed, t.ghosts, t.missed + t.ghosts, t.off.size() / 2,
               sigma);
  };
  say("", "", before);
  for (const auto& [worth, tally] : tallies) say(fmt::format("{}", worth.first), fmt::format("{}", worth.second), tally);
  return 0;
}
