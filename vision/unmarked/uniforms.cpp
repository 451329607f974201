#include "vision/unmarked/uniforms.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "measure/robust.h"

namespace vision {
namespace {

/// Where a figure's uniform shows, legs and coat, whose colours together tell two armies apart better than the coat's: heights over its
/// base, and aside of its middle, shares of its height.
constexpr std::array<double, Uniform::kHeights> kHeights = {0.15, 0.3, 0.45, 0.6, 0.75};
constexpr std::array kAside = {-0.07, 0.0, 0.07};
/// Where fewer others are seen nobody is a stranger.
constexpr std::size_t kFewest = 12;
/// Half of the men of companies in uniform are no farther from their nearest comrades than this, sigmas of one paint's: on half of 83
/// rendered worlds.
constexpr double kInUniform = 1.3;
/// Tints nearer than this are alike: noise of the picture, sigmas of one paint's.
constexpr double kNoise = 0.1;

// What a base's own evidence, an uncommon and a varied uniform are worth, and a man to begin with, log-odds. Fitted by
// tests/bench/bases/fit_uniforms.cpp.
constexpr double kOfEvidence = 1.00, kOfUnlike = -2.76, kOfVaried = 1.49, kOfAnybody = 5.22;

// No more than this speaks against who wears what nobody wears: the lonely general and the figure that is not painted yet stand there where
// their bases are beyond doubt, as those of half of all men are.
constexpr double kMostAgainst = 2.5;

using Channels = std::array<std::vector<float>, 3>;

Colour median_of(Channels& channels) {
  return {measure::median_in_place(channels[0]), measure::median_in_place(channels[1]), measure::median_in_place(channels[2])};
}

/// How far two uniforms are apart, sigmas of one paint's.
double apart(const Uniform& a, const Uniform& b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < Uniform::kHeights; ++i) sum += static_cast<double>(tint_distance2(a.tints[i], b.tints[i]));
  return std::sqrt(sum / Uniform::kHeights);
}

/// The logarithm of how far the tints of a uniform lie apart from the feet up, whatever light falls on them, sigmas of one paint's.
double log_variety(const Uniform& uniform) {
  Colour mean = Colour::Zero();
  for (const Colour& tint : uniform.tints) mean += tint / static_cast<float>(Uniform::kHeights);
  double sum = 0.0;
  for (const Colour& tint : uniform.tints) sum += static_cast<double>((tint - mean).head<2>().squaredNorm());
  return std::log(kNoise + std::sqrt(sum / Uniform::kHeights) / static_cast<double>(kTintSigma));
}

}  // namespace

std::optional<Uniform> uniform_of(const cv::Mat& bgr, const calibration::TableCamera& camera, measure::Inches tall,
                                  const Sighting& sighting, const std::array<float, 3>& light) {
  Uniform out;
  Channels all;
  for (std::size_t i = 0; i < Uniform::kHeights; ++i) {
    Channels here;
    for (const double ahead : kAside)
      for (const double aside : kAside) {
        const measure::TablePoint at{sighting.at.x + tall * ahead, sighting.at.y + tall * aside};
        const auto pixel = camera.image_from_table(at, sighting.ground + sighting.base.height + tall * kHeights[i]);
        if (!pixel || pixel->u < 1.0 || pixel->v < 1.0 || pixel->u > bgr.cols - 2.0 || pixel->v > bgr.rows - 2.0) continue;
        const auto& there = bgr.at<cv::Vec3b>(static_cast<int>(std::lround(pixel->v)), static_cast<int>(std::lround(pixel->u)));
        for (int k = 0; k < 3; ++k) here[static_cast<std::size_t>(k)].push_back(there[k]);
      }
    if (here[0].empty()) return std::nullopt;
    for (std::size_t k = 0; k < 3; ++k) all[k].insert(all[k].end(), here[k].begin(), here[k].end());
    out.tints[i] = tint_in_any_light(median_of(here).cwiseQuotient(Colour(light[0], light[1], light[2])));
  }
  out.colour = median_of(all);
  return out;
}

Worn::Worn(std::vector<Uniform> men) : men_(std::move(men)) {
  std::vector<double> all;
  for (const Uniform& man : men_)
    if (const auto his = to_nearest(man)) all.push_back(*his);
  if (!all.empty()) usual_ = measure::median_in_place(all);
}

/// How far the tints of the nearest comrades are from his, sigmas of one paint's.
std::optional<double> Worn::to_nearest(const Uniform& his) const {
  std::vector<double> to_others;
  to_others.reserve(men_.size());
  for (const Uniform& other : men_)
    if (other.tints != his.tints) to_others.push_back(apart(his, other));
  if (to_others.size() < kFewest) return std::nullopt;
  std::ranges::nth_element(to_others, to_others.begin() + (kComrades - 1));
  return to_others[kComrades - 1];
}

std::optional<Oddness> Worn::oddness_of(const Uniform& his) const {
  const auto nearest = to_nearest(his);
  if (!nearest) return std::nullopt;
  return Oddness{*nearest / std::max(kInUniform, usual_), log_variety(his)};
}

double log_odds(double evidence, const Oddness& odd) {
  return kOfEvidence * evidence + std::max(-kMostAgainst, kOfUnlike * odd.unlike + kOfVaried * odd.varied + kOfAnybody);
}

}  // namespace vision
