// Fits what turns the network's maps into evidence for bases, and the error that all places of a base share.
//   fit_evidence [--discs] WORLD...     of figures without a marker, or of bases with a wedge
// Worlds as scripts/learn reads them (NN.jpg, NN.json; the picture without pieces is the empty table); run it on worlds that the network
// was not trained on. Prints what vision/bases/hypotheses.h calls BaseEvidence: by logistic regression over every peak, right where
// such a base stands there; the weight of shapes by maximum likelihood over those that are right; the error so that 95 % of margins hold.
// Of figures without a marker that show their rims also how many margins hold, and the RMS, by kRimShared of vision/bases/rim.h.
#include <fmt/format.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "tests/bench/bases/worlds.h"
#include "vision/bases/base_net.h"
#include "vision/bases/ground_map.h"
#include "vision/bases/hypotheses.h"
#include "vision/bases/novelty.h"
#include "vision/bases/rim.h"

namespace {

using measure::Inches;

constexpr double kPad = 2.0;     // inches, as in vision/unmarked
constexpr double kRight = 0.35;  // of the narrow side: a hypothesis nearer to a base speaks of it
constexpr double kBeside = 0.8;  // of the long side: a hypothesis nearer than this is no place where nothing stands
constexpr double kSigmas = 1.96;

/// A peak: what is known of it, and whether a base stands there.
struct Example {
  Eigen::Vector4d x;  // 1, centre, of the other sort, best overlap
  bool right = false;
};

/// The overlaps of all kinds at a peak where a base stands, the logarithms of how many men stand on each, and which of them is true.
struct Choice {
  std::vector<double> overlaps, men;
  std::size_t right = 0;
};

/// One coordinate's error and how far the network holds itself wrong there, inches, and its noise, square inches.
struct Error {
  double off = 0.0, noise = 0.0, spread = 0.0;
};

/// A base that shows its rim, where the network put it, and where it stands, map pixels.
struct Rim {
  vision::RimFit rim;
  vision::BaseHypothesis found;
  cv::Point2d truth;
  double per_inch = 1.0;
};

void add_world(const vision::BaseNet& net, measure::MarkerType sought, const std::string& folder, std::vector<Example>& examples,
               std::vector<Choice>& choices, std::vector<Error>& errors, std::vector<Rim>& rims) {
  for (const bench::WorldPicture& picture : bench::load_world(folder)) {
    const truth::State& state = picture.truth;
    const auto [kinds, first, narrowest] = bench::sought_in(state, sought);
    if (kinds.empty()) continue;
    const vision::GroundMap map(state.table, Inches(0.1), Inches(kPad), vision::BaseNet::per_inch(narrowest));
    const cv::Rect whole({0, 0}, map.size());
    const cv::Mat now = map.resample(picture.now, state.camera, whole), before = map.resample(picture.empty, picture.empty_camera, whole);
    const bool discs = sought == measure::MarkerType::Disc;  // most tables with discs have no picture of the empty table
    const vision::BaseMaps maps = net.see({.now = now,
                                           .empty = discs ? cv::Mat() : before,
                                           .nadir = map.pixel(state.camera.nadir()),
                                           .height = state.camera.height().value * map.per_inch()});
    const std::vector<vision::BaseHypothesis> all = vision::hypotheses_in(
        maps, discs ? vision::BaseNet::For::Discs : vision::BaseNet::For::Plain, kinds, vision::kPlainEvidence, map.per_inch());
    const vision::Novelty seen(now, before);
    const double inch = map.per_inch();
    const vision::MapCamera above{map.pixel(state.camera.nadir()), state.camera.height().value * inch};
    for (std::size_t i = 0; i < all.size();) {
      std::size_t end = i;
      while (end < all.size() && all[end].peak == all[i].peak) ++end;
      const std::span at_peak(all.data() + i, end - i);
      i = end;
      const vision::BaseHypothesis& best = *std::ranges::max_element(at_peak, {}, &vision::BaseHypothesis::overlap);
      const measure::TablePoint at = map.table_point(best.at);
      const truth::Piece* nearest = nullptr;
      for (const truth::Piece& piece : state.pieces)
        if (!nearest || distance(piece.at, at) < distance(nearest->at, at)) nearest = &piece;
      const bool on_base = distance(nearest->at, at).value < kRight * measure::breadth(nearest->spec.base.shape).value;
      // A tag tells of itself; what hardly shows is neither right nor wrong.
      if (on_base && (nearest->spec.marker == measure::MarkerType::Tag || nearest->visible_fraction < bench::kCountsFrom)) continue;
      const bool near = on_base && nearest->spec.marker == sought;
      // On or beside a base, but not its centre: the choice of a set settles that.
      const auto about = [&](const truth::Piece& piece) {
        const auto [length, width] = measure::sides(piece.spec.base.shape);
        return distance(piece.at, at).value < kBeside * std::max(length, width);
      };
      if (!on_base && std::ranges::any_of(state.pieces, about)) continue;
      examples.push_back({{1.0, best.centre, best.other, best.overlap}, near});
      if (!near) continue;
      Choice choice;
      for (const vision::BaseHypothesis& h : at_peak) {
        if (kinds[h.kind].shape == nearest->spec.base.shape) {
          choice.right = choice.overlaps.size();
          const measure::TableVector off = map.table_point(h.at) - nearest->at;
          for (int axis : {0, 1})
            errors.push_back({(axis == 0 ? off.dx : off.dy).value, h.noise(axis, axis) / (inch * inch), h.spread / inch});
          if (const auto rim = discs ? std::nullopt : rim_of(seen, above, nearest->spec.base, inch, h))
            rims.push_back({*rim, h, map.pixel(nearest->at), inch});
        }
        choice.overlaps.push_back(h.overlap), choice.men.push_back(std::log(kinds[h.kind].men));
      }
      choices.push_back(choice);
    }
  }
}

/// The weight of overlaps that makes the true kinds likeliest.
double shape_weight(const std::vector<Choice>& choices) {
  double best = 1.0, highest = -std::numeric_limits<double>::infinity();
  for (double weight = 1.0; weight < 60.0; weight += 1.0) {
    double likelihood = 0.0;
    for (const Choice& c : choices) {
      double sum = 0.0;
      for (std::size_t i = 0; i < c.overlaps.size(); ++i)
        sum += std::exp(weight * (c.overlaps[i] - c.overlaps[c.right]) + c.men[i] - c.men[c.right]);
      likelihood -= std::log(sum);
    }
    if (likelihood > highest) highest = likelihood, best = weight;
  }
  return best;
}

/// `with_other`: what the network sees of the other sort counts.
Eigen::Vector4d logistic(const std::vector<Example>& examples, bool with_other) {
  Eigen::Vector4d w(0.0, 0.5, 0.0, 1.0);
  for (int step = 0; step < 50; ++step) {
    Eigen::Matrix4d hessian = 1e-3 * Eigen::Matrix4d::Identity();
    Eigen::Vector4d gradient = -1e-3 * w;
    for (const Example& e : examples) {
      const Eigen::Vector4d x = with_other ? e.x : Eigen::Vector4d(e.x[0], e.x[1], 0.0, e.x[3]);
      const double p = 1.0 / (1.0 + std::exp(-w.dot(x)));
      gradient += ((e.right ? 1.0 : 0.0) - p) * x;
      hessian += p * (1.0 - p) * x * x.transpose();
    }
    const Eigen::Vector4d by = hessian.ldlt().solve(gradient);
    w += by;
    if (by.norm() < 1e-9) break;
  }
  return w;
}

/// What all places of a base see alike wrongly: an error, inches, and a share of how far the network holds itself wrong, likeliest for
/// normal errors, then scaled so that 95 % of coordinates lie within their margins.
std::pair<double, double> shared_error(const std::vector<Error>& errors) {
  double least = std::numeric_limits<double>::infinity();
  std::pair<double, double> best;
  for (double error = 0.005; error < 0.2; error *= 1.1)
    for (double share = 0.0; share < 4.0; share += 0.05) {
      double cost = 0.0;
      for (const Error& e : errors) {
        const double variance = e.noise + error * error + share * share * e.spread * e.spread;
        cost += std::log(variance) + std::min(9.0, e.off * e.off / variance);
      }
      if (cost < least) least = cost, best = {error, share};
    }
  double low = 0.2, high = 5.0;
  for (int i = 0; i < 40; ++i) {
    const double scale = std::sqrt(low * high);
    const auto inside = std::ranges::count_if(errors, [&](const Error& e) {
      const double variance = e.noise + scale * scale * (best.first * best.first + best.second * best.second * e.spread * e.spread);
      return e.off * e.off <= kSigmas * kSigmas * variance;
    });
    (static_cast<double>(inside) < 0.95 * static_cast<double>(errors.size()) ? low : high) = scale;
  }
  return {high * best.first, high * best.second};
}

/// The share of coordinates within their margins with `shared` in place of kRimShared, and the RMS in a coordinate, inches.
std::pair<double, double> held_with(const std::vector<Rim>& rims, double shared) {
  double held = 0.0, squares = 0.0;
  for (const Rim& rim : rims) {
    vision::BaseHypothesis laid = rim.found;
    lay_to_rim(rim.rim, rim.per_inch, laid, shared);
    const cv::Point2d off = laid.at - rim.truth;
    held += std::abs(off.x) <= kSigmas * std::sqrt(laid.noise(0, 0) + laid.common(0, 0));
    held += std::abs(off.y) <= kSigmas * std::sqrt(laid.noise(1, 1) + laid.common(1, 1));
    squares += off.dot(off) / (rim.per_inch * rim.per_inch);
  }
  const double coordinates = 2.0 * static_cast<double>(rims.size());
  return {held / coordinates, std::sqrt(squares / coordinates)};
}

void print_rims(const std::vector<Rim>& rims) {
  double least = 0.0;
  while (held_with(rims, least).first < 0.95 && least < 20.0) least += 0.1;
  fmt::print("{} bases show their rims; by kRimShared so many margins hold, RMS\n", rims.size());
  for (const double shared : {0.0, 1.5, 2.0, 2.5, 3.0, 4.0, least}) {
    const auto [held, rms] = held_with(rims, shared);
    fmt::print("{:>14.2f} {:>8.3f} {:>8.4f}\n", shared, held, rms);
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<Example> examples;
  std::vector<Choice> choices;
  std::vector<Error> errors;
  std::vector<Rim> rims;
  const bool discs = argc > 1 && std::string(argv[1]) == "--discs";
  const vision::BaseNet net(discs ? vision::BaseNet::For::Discs : vision::BaseNet::For::Plain);
  const auto sought = discs ? measure::MarkerType::Disc : measure::MarkerType::None;
  for (int i = discs ? 2 : 1; i < argc; ++i) add_world(net, sought, argv[i], examples, choices, errors, rims);
  const auto right = std::ranges::count_if(examples, &Example::right);
  if (right == 0) {
    fmt::print(stderr, "no base was seen in these worlds\n");
    return 1;
  }
  double squares = 0.0;
  for (const Error& e : errors) squares += e.off * e.off;
  const auto [error, share] = shared_error(errors);
  const auto confused = std::ranges::count_if(choices, [](const Choice& c) { return c.overlaps[c.right] < std::ranges::max(c.overlaps); });
  fmt::print("{} peaks, {} right, {} of another shape; RMS {:.4f} in a coordinate\n", examples.size(), right, confused,
             std::sqrt(squares / static_cast<double>(errors.size())));
  for (const bool with_other : {false, true}) {
    const Eigen::Vector4d w = logistic(examples, with_other);
    fmt::print("BaseEvidence{{{:.2f}, {:.2f}, {:.2f}, {:.2f}, {:.0f}, {:.3f}, {:.2f}}}\n", w[0], w[1], w[2], w[3], shape_weight(choices),
               error, share);
    fmt::print("evidence above   right peaks lost   wrong ones left\n");
    for (const double least : {-1.0, 0.0, 1.0, 2.0, 3.0}) {
      const auto above = [&](bool is_right) {
        return std::ranges::count_if(examples, [&](const Example& e) { return e.right == is_right && w.dot(e.x) > least; });
      };
      fmt::print("{:>14} {:>18} {:>17}\n", least, right - above(true), above(false));
    }
  }
  if (!rims.empty()) print_rims(rims);
  return 0;
}
