// Fits what a uniform like everybody's is worth beside the evidence of a base alone.
//   fit_uniforms WORLD...
// Worlds as scripts/learn reads them, rendered ones with men in uniform and simulated ones where each man wears something else; run it on
// worlds that the network of figures without a marker was not trained on. Prints the
// constants of log_odds in vision/unmarked/uniforms.cpp, by logistic regression over every base that the network sees or suspects,
// right where a figure stands there, and what thresholds cost, each eighth of the worlds judged by what the others taught.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "measure/gap.h"
#include "tests/bench/bases/logistic.h"
#include "tests/bench/bases/worlds.h"
#include "vision/bases/base_net.h"
#include "vision/bases/ground_map.h"
#include "vision/bases/hypotheses.h"
#include "vision/unmarked/uniforms.h"

namespace {

using bench::logistic, measure::Inches, vision::BaseHypothesis;
using Example = bench::Example<4>;

constexpr double kPad = 2.0;             // inches, as in vision/unmarked
constexpr double kLeastEvidence = -5.0;  // as there
constexpr double kRight = 0.5;           // of the narrow side, at most so many inches: a base nearer to a figure's is its
constexpr double kMostInches = 0.45;
constexpr int kParts = 8;

/// The bases that the network sees, the likeliest set of them, and behind them those it suspects where none of these stands.
std::vector<BaseHypothesis> seen_and_suspected(std::vector<BaseHypothesis> all, const std::vector<vision::BaseKind>& kinds, double inch) {
  std::vector<BaseHypothesis> out = vision::best_set(all, kinds, inch);
  std::erase_if(all, [](const BaseHypothesis& h) { return h.evidence > 0.0 || h.evidence < kLeastEvidence; });
  std::ranges::sort(all, std::greater{}, &BaseHypothesis::evidence);
  for (const BaseHypothesis& h : all)
    if (std::ranges::none_of(out, [&](const BaseHypothesis& o) { return vision::exclude(o, h, kinds, inch); })) out.push_back(h);
  return out;
}

/// Is a figure's base there? None where that is neither right nor wrong.
std::optional<bool> is_right(const truth::State& state, measure::TablePoint at) {
  const auto off = [&](const truth::Piece& piece) { return distance(piece.at, at).value; };
  const truth::Piece& nearest = *std::ranges::min_element(state.pieces, {}, off);
  const bool there = off(nearest) < std::min(kMostInches, kRight * measure::breadth(nearest.spec.base.shape).value);
  if (there && (nearest.spec.marker != measure::MarkerType::None || nearest.visible_fraction < bench::kCountsFrom)) return std::nullopt;
  return there;
}

void add_picture(const vision::BaseNet& net, const bench::WorldPicture& picture, std::vector<Example>& examples) {
  const truth::State& state = picture.truth;
  const bench::Sought sought = bench::sought_in(state, measure::MarkerType::None);
  if (sought.kinds.empty()) return;
  const vision::GroundMap map(state.table, Inches(0.1), Inches(kPad), vision::BaseNet::per_inch(sought.narrowest));
  const cv::Rect whole({0, 0}, map.size());
  const vision::BaseMaps maps = net.see({.now = map.resample(picture.now, state.camera, whole),
                                         .empty = map.resample(picture.empty, picture.empty_camera, whole),
                                         .nadir = map.pixel(state.camera.nadir()),
                                         .height = state.camera.height().value * map.per_inch()});
  std::vector<BaseHypothesis> all =
      vision::hypotheses_in(maps, vision::BaseNet::For::Plain, sought.kinds, vision::kPlainEvidence, map.per_inch());
  std::erase_if(all, [&](const BaseHypothesis& h) {
    return std::ranges::any_of(state.pieces, [&](const truth::Piece& piece) {
      return piece.spec.marker != measure::MarkerType::None &&
             distance(map.table_point(h.at), piece.at) < measure::bounding_radius(piece.spec.base.shape);
    });
  });
  struct Man {
    double evidence;
    vision::Uniform uniform;
    measure::TablePoint at;
  };
  std::vector<Man> men;
  std::vector<vision::Uniform> worn;
  for (const BaseHypothesis& h : seen_and_suspected(std::move(all), sought.kinds, map.per_inch())) {
    const measure::PieceSpec& man = *sought.first[h.kind];
    if (man.kind == measure::PieceKind::Gun || sought.kinds[h.kind].men <= static_cast<double>(vision::Worn::kComrades)) continue;
    vision::Sighting sighting;
    sighting.base = man.base;
    sighting.at = map.table_point(h.at);
    sighting.ground = measure::ground_height(state.table.terrain, sighting.at);
    if (const auto pixel = state.camera.image_from_table(sighting.at, sighting.ground + Inches(0.1)))
      sighting.at = state.camera.table_from_image(*pixel, sighting.ground + man.base.height).value_or(sighting.at);
    const auto uniform = vision::uniform_of(picture.now, state.camera, man.figure_height, sighting, {1.0F, 1.0F, 1.0F});
    if (!uniform) continue;
    men.push_back({h.evidence, *uniform, sighting.at});
    if (h.evidence > 0.0) worn.push_back(*uniform);
  }
  const vision::Worn on_table(std::move(worn));
  for (const Man& man : men)
    if (const auto right = is_right(state, man.at))
      if (const auto odd = on_table.oddness_of(man.uniform)) examples.push_back({{man.evidence, odd->unlike, odd->varied, 1.0}, *right});
}

}  // namespace

int main(int argc, char** argv) {
  const vision::BaseNet net(vision::BaseNet::For::Plain);
  std::array<std::vector<Example>, kParts> parts;
  for (int i = 1; i < argc; ++i)
    for (const bench::WorldPicture& picture : bench::load_world(argv[i]))
      add_picture(net, picture, parts[static_cast<std::size_t>(i) % kParts]);
  std::vector<Example> all;
  for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
  const auto count = [&](auto which) { return std::ranges::count_if(all, which); };
  if (count(&Example::right) == 0) {
    fmt::print(stderr, "no figure was seen in these worlds\n");
    return 1;
  }
  const Eigen::Vector4d w = logistic(all);
  fmt::print("kOfEvidence = {:.2f}, kOfUnlike = {:.2f}, kOfVaried = {:.2f}, kOfAnybody = {:.2f}\n", w[0], w[1], w[2], w[3]);
  const auto seen = [](const Example& e) { return e.x[0] > 0.0; };
  fmt::print("by their bases alone: {} figures and {} places where nobody stands\n",
             count([&](const Example& e) { return e.right && seen(e); }), count([&](const Example& e) { return !e.right && seen(e); }));
  for (const double least : {0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0}) {
    int right = 0, wrong = 0;
    for (std::size_t part = 0; part < kParts; ++part) {
      std::vector<Example> others;
      for (std::size_t other = 0; other < kParts; ++other)
        if (other != part) others.insert(others.end(), parts[other].begin(), parts[other].end());
      const Eigen::Vector4d theirs = logistic(others);
      for (const Example& e : parts[part])
        if (theirs.dot(e.x) > least) ++(e.right ? right : wrong);
    }
    fmt::print("log-odds above {:4.1f}: {} figures and {} places where nobody stands\n", least, right, wrong);
  }
  return 0;
}
