#include "calibration/without_lens/focal_posterior.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>

#include "calibration/without_lens/lens_search.h"

namespace calibration {
namespace {

/// The integral covers the prior's middle 98.8 % and as many standard deviations round the likeliest camera, in this many steps
/// before it is refined.
constexpr double kReachSigmas = 2.5;
constexpr int kSteps = 12;
/// Halved are steps over which the logarithm of the density changes by more than this, where it is not this far below its top.
constexpr double kSmooth = 1.0, kNegligible = 5.0;
constexpr int kHalvings = 6;
/// A focal length is as good as given with this 1-sigma width of its logarithm. Smaller loses digits, larger blurs the integral.
constexpr double kGiven = 1e-3;

/// The best camera of one focal length, and the logarithm of the posterior density there.
struct Slice {
  JointFit fit;
  double log_density = 0.0;
};
/// By the logarithm of the focal length as a share of the prior's mean.
using Slices = std::map<double, Slice>;

LensPrior with_focal_length(LensPrior prior, double log_share) {
  prior.mean.fx *= std::exp(log_share);
  prior.mean.fy = prior.mean.fx;
  prior.log_focal_sigma = kGiven;
  return prior;
}

/// Laplace's approximation: the density at the best camera times the volume of all that are nearly as good. Where the picture shows the
/// table, how large, how turned and how its sides converge is as likely with any lens, for people aim the camera. In these terms a place
/// of the camera counts as f^2 / height^3 and its tilt, in both directions, as 1 / f; the two focal lengths, given as a share, as 1 / f
/// each. Counted in inches and radians instead, far cameras would win by their number.
double log_density(const LensPrior& prior, double log_share, const JointFit& fit) {
  const double sigmas = log_share / prior.log_focal_sigma;
  const double in_picture_terms = -2.0 * log_share - 3.0 * std::log(camera_of(fit).height().value);
  return -0.5 * (fit.cost + sigmas * sigmas) + fit.log_volume + in_picture_terms;
}

std::optional<Slice> slice_at(const LensPrior& prior, double log_share, const Marks& marks, const std::vector<LooseTag>& loose) {
  const LensPrior given = with_focal_length(prior, log_share);
  Lens straight = given.mean;
  straight.distortion = {};
  std::optional<Slice> best;
  for (const JointFit& start : poses_for(marks, straight)) {
    Marks moved{marks.tags, marks.points, {}};
    const std::optional<JointFit> known = fit_jointly(given, moved, start);
    if (!known) continue;
    const JointFit fit = refined(given, moved, *known, loose);
    const double density = log_density(prior, log_share, fit);
    if (std::isfinite(density) && (!best || density > best->log_density)) best = Slice{fit, density};
  }
  return best;
}

double top_of(const Slices& slices) {
  return std::ranges::max_element(slices, {}, [](const auto& entry) { return entry.second.log_density; })->second.log_density;
}

/// The middles of the steps that are too coarse.
std::vector<double> too_coarse(const Slices& slices) {
  std::vector<double> middles;
  const double top = top_of(slices);
  for (auto left = slices.begin(), right = std::next(left); right != slices.end(); ++left, ++right) {
    const auto [lower, higher] = std::minmax(left->second.log_density, right->second.log_density);
    if (higher > top - kNegligible && higher - lower > kSmooth) middles.push_back(0.5 * (left->first + right->first));
  }
  return middles;
}

Slices slices_of(const LensPrior& prior, const Marks& marks, const JointFit& best, const std::vector<LooseTag>& loose) {
  Slices slices;
  const auto add = [&](double log_share) {
    if (auto slice = slice_at(prior, log_share, marks, loose)) slices.emplace(log_share, std::move(*slice));
  };
  const double reach = kReachSigmas * prior.log_focal_sigma, likeliest = std::log(best.lens.fx / prior.mean.fx);
  const double round_likeliest = kReachSigmas * std::sqrt(best.covariance(6 + kFx, 6 + kFx)) / best.lens.fx;
  const double from = std::min(-reach, likeliest - round_likeliest), to = std::max(reach, likeliest + round_likeliest);
  for (int step = 0; step <= kSteps; ++step) add(std::lerp(from, to, static_cast<double>(step) / kSteps));
  for (int round = 0; round < kHalvings && !slices.empty(); ++round)
    for (const double middle : too_coarse(slices)) add(middle);
  return slices;
}

/// Mean and variance of the inverse of the focal length's share, by trapezes.
struct Inverse {
  double mean = 0.0, variance = 0.0;
};
Inverse inverse_of(const Slices& slices) {
  const double top = top_of(slices);
  double weights = 0.0, sum = 0.0, squares = 0.0;
  for (auto left = slices.begin(), right = std::next(left); right != slices.end(); ++left, ++right)
    for (const auto end : {left, right}) {
      const double weight = (right->first - left->first) * std::exp(end->second.log_density - top), inverse = std::exp(-end->first);
      weights += weight;
      sum += weight * inverse;
      squares += weight * inverse * inverse;
    }
  const double mean = sum / weights;
  return {mean, std::max(0.0, squares / weights - mean * mean)};
}

/// Marks that claim no more than their misfit bears out.
void weaken(Marks& marks, std::vector<LooseTag>& loose, double noise_ratio) {
  const double wider = std::sqrt(std::max(1.0, noise_ratio));
  for (KnownTag& tag : marks.tags) tag.seen.whitening /= wider;
  for (KnownPoint& known : marks.points) known.sigma_px *= wider;
  for (LooseTag& tag : loose) tag.seen.whitening /= wider;
}

}  // namespace

JointFit over_focal_lengths(const LensPrior& prior, Marks& marks, const JointFit& best, std::vector<LooseTag> loose) {
  weaken(marks, loose, best.noise_ratio);
  const Slices slices = slices_of(prior, marks, best, loose);
  if (slices.size() < 2) return best;
  const Inverse inverse = inverse_of(slices);
  const double log_share = -std::log(inverse.mean);
  const auto nearest = std::ranges::min_element(slices, {}, [&](const auto& entry) { return std::abs(entry.first - log_share); });
  JointFit fit = refined(with_focal_length(prior, log_share), marks, nearest->second.fit, loose);
  // Everything else gives way to the focal length as before; only how well that is known is said anew.
  const double variance = inverse.variance / (inverse.mean * inverse.mean) * fit.lens.fx * fit.lens.fx,
               given = fit.covariance(6 + kFx, 6 + kFx);
  const Eigen::Matrix<double, kJointCount, 1> by_focal = fit.covariance.col(6 + kFx) / given;
  fit.covariance += by_focal * (variance - given) * by_focal.transpose();
  return fit;
}

}  // namespace calibration
