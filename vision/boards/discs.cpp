#include "vision/boards/discs.h"

#include <Eigen/Dense>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <span>

#include "calibration/linear_algebra.h"
#include "measure/robust.h"

namespace vision {
namespace {

/// A pixel is an edge from this many grey levels a pixel on, or from this many times the picture's median: less lets grain vote, more
/// loses discs that are nearly as bright as the square under them.
constexpr float kLeastEdge = 2.0f, kEdgeTimesMedian = 3.0f, kSureEdge = 8.0f;
/// Votes are counted in cells of so many pixels: edges do not point better than that.
constexpr int kCell = 2;
/// Share of a circle's rim that must have voted for it to be looked at, and for a radius to be tried there. Less only costs time; more
/// loses half-hidden discs.
constexpr float kLeastVotes = 0.25f, kLeastVotesOfRadius = 0.15f;
/// How far from the expected rim it is looked for at first and at last, share of the radius.
constexpr double kSearchFirst = 0.16, kSearchLast = 0.07;
/// Radii tried at a place grow by this factor.
constexpr double kRadiusStep = 1.1;
/// Of circles at one place whose radii are nearer to each other than this, share, one is kept. Of a base and of the figure on it both are.
constexpr double kOneSize = 0.25;
/// A thing's colour is that at these shares of the radius, along every other ray.
constexpr std::array kColourAt = {0.62, 0.72, 0.82, 0.9};
constexpr std::size_t kInsideSamples = kRays / 2 * kColourAt.size();
/// What counts as inside and outside of a rim, shares of the radius.
constexpr double kInsideFrom = 0.7, kInsideTo = 0.92, kOutsideFrom = 1.1, kOutsideTo = 1.3;
/// The outside must be as unlike the thing's colour as kRimContrast, and so many times more unlike than the inside: rings and blots inside
/// a square pass below it.
constexpr float kTimesInside = 1.7f;

struct Edge {
  float x, y, gx, gy;  // place and unit gradient
};

/// Thin edges of the colour picture: of each pixel the channel that changes most.
std::vector<Edge> edges_of(const BoardView& view) {
  cv::Mat smooth, dx, dy;
  cv::GaussianBlur(view.bgr, smooth, {}, 1.0);
  cv::Scharr(smooth, dx, CV_16S, 1, 0);
  cv::Scharr(smooth, dy, CV_16S, 0, 1);
  cv::Mat strength(smooth.size(), CV_32FC1, cv::Scalar(0)), gradient(smooth.size(), CV_32FC2);
  constexpr float kScharr = 1.0f / 32.0f;
  std::vector<float> sample;
  cv::Mat inner;
  cv::erode(view.known, inner, cv::Mat::ones(7, 7, CV_8U));
  for (int y = 0; y < smooth.rows; ++y)
    for (int x = 0; x < smooth.cols; ++x) {
      if (!inner.at<std::uint8_t>(y, x)) continue;
      const cv::Vec3s a = dx.at<cv::Vec3s>(y, x), b = dy.at<cv::Vec3s>(y, x);
      float best = -1.0f;
      for (int k = 0; k < 3; ++k) {
        const float gx = a[k] * kScharr, gy = b[k] * kScharr, squared = gx * gx + gy * gy;
        if (squared <= best) continue;
        best = squared;
        gradient.at<cv::Vec2f>(y, x) = {gx, gy};
      }
      strength.at<float>(y, x) = std::sqrt(best);
      if ((x + y) % 7 == 0) sample.push_back(strength.at<float>(y, x));
    }
  const float threshold = std::clamp(kEdgeTimesMedian * measure::median_in_place<float>(sample), kLeastEdge, kSureEdge);
  std::vector<Edge> edges;
  for (int y = 1; y + 1 < smooth.rows; ++y)
    for (int x = 1; x + 1 < smooth.cols; ++x) {
      const float s = strength.at<float>(y, x);
      if (s < threshold) continue;
      const cv::Vec2f g = gradient.at<cv::Vec2f>(y, x) / s;
      const int sx = static_cast<int>(std::lround(g[0])), sy = static_cast<int>(std::lround(g[1]));
      if (strength.at<float>(y + sy, x + sx) > s || strength.at<float>(y - sy, x - sx) >= s) continue;
      edges.push_back({static_cast<float>(x), static_cast<float>(y), g[0], g[1]});
    }
  return edges;
}

/// The share of a circle's rim that votes for each cell.
struct Votes {
  std::vector<double> radii;
  std::vector<cv::Mat> of_radius;
  cv::Mat best;  // over all radii
};

Votes votes_of(const std::vector<Edge>& edges, cv::Size size, double least, double most) {
  const cv::Size cells(size.width / kCell + 1, size.height / kCell + 1);
  Votes all{.radii = {}, .of_radius = {}, .best = cv::Mat(cells, CV_32FC1, cv::Scalar(0))};
  cv::Mat votes(cells, CV_32FC1);
  const auto vote = [&, first = votes.ptr<float>(), step = votes.step1()](double at_x, double at_y) {
    const int x = static_cast<int>(at_x / kCell), y = static_cast<int>(at_y / kCell);
    if (x >= 0 && y >= 0 && x < cells.width && y < cells.height) first[static_cast<std::size_t>(y) * step + x] += 1.0f;
  };
  for (double r = least; r <= most + 0.5; r += 1.0) {
    votes.setTo(0);
    for (const Edge& e : edges) {
      const double out_x = r * e.gx, out_y = r * e.gy;
      vote(e.x - out_x, e.y - out_y);
      vote(e.x + out_x, e.y + out_y);
    }
    cv::Mat summed;
    cv::boxFilter(votes, summed, -1, {3, 3}, {-1, -1}, false);
    summed /= 2.0 * std::numbers::pi * r;
    all.best = cv::max(all.best, summed);
    all.radii.push_back(r);
    all.of_radius.push_back(summed);
  }
  return all;
}

/// Has a circle of about this radius been voted for at this place?
bool voted_for(const Votes& votes, cv::Point2d at, double radius) {
  const int x = static_cast<int>(at.x / kCell), y = static_cast<int>(at.y / kCell);
  for (std::size_t i = 0; i < votes.radii.size(); ++i)
    if (std::abs(votes.radii[i] - radius) <= (kRadiusStep - 1.0) * radius + 1.0 &&
        votes.of_radius[i].at<float>(y, x) >= kLeastVotesOfRadius)
      return true;
  return false;
}

std::vector<cv::Point2d> peaks_of(const cv::Mat& votes, double apart) {
  const int reach = std::max(1, static_cast<int>(0.5 * apart / kCell));
  cv::Mat highest;
  cv::dilate(votes, highest, cv::getStructuringElement(cv::MORPH_ELLIPSE, {2 * reach + 1, 2 * reach + 1}));
  std::vector<cv::Point2d> peaks;
  for (int y = 0; y < votes.rows; ++y)
    for (int x = 0; x < votes.cols; ++x) {
      const float here = votes.at<float>(y, x);
      if (here >= kLeastVotes && here == highest.at<float>(y, x)) peaks.emplace_back((x + 0.5) * kCell, (y + 0.5) * kCell);
    }
  return peaks;
}

/// The value in the middle of the order of so many grey levels, bit for bit; most of them lie within a few levels, where choosing one by
/// one guesses wrong at every second.
float median_level(std::span<const float> values) {
  std::array<int, 256> count{};
  const auto level = [](float value) { return static_cast<std::size_t>(value) & 255; };
  for (const float value : values) ++count[level(value)];
  int before = static_cast<int>(values.size() / 2);
  std::size_t middle = 0;
  while (before >= count[middle]) before -= count[middle++];
  std::array<float, kInsideSamples + 1> near;
  std::size_t size = 0;
  for (const float value : values) {
    near[size] = value;
    size += level(value) == middle;
  }
  std::nth_element(near.begin(), near.begin() + before, near.begin() + static_cast<long>(size));
  return near[before];
}

/// Finds `support` and `spill`.
void judge_rim(const ColourSamples& picture, StepFinder& steps, RoundThing& thing) {
  int supported = 0, spilt = 0;
  const Unlikeness unlike(thing.colour);
  for (const cv::Point2d& ray : rays()) {
    const auto mean = [&](double from, double to) {
      return colour_of(mean_along(picture, thing.at, ray, from * thing.radius, to * thing.radius));
    };
    const float outside = unlike(mean(kOutsideFrom, kOutsideTo));
    if (outside <= kRimContrast) {
      ++spilt;
      continue;
    }
    if (!(outside > kTimesInside * unlike(mean(kInsideFrom, kInsideTo)))) continue;
    const Step step = steps.along(thing.at, ray, thing.radius, kSearchFirst * thing.radius);
    if (std::abs(step.at - thing.radius) <= kOnCircle * thing.radius + kOnCirclePx) ++supported;
  }
  thing.support = static_cast<double>(supported) / kRays;
  thing.spill = static_cast<double>(spilt) / kRays;
}

}  // namespace

const Rays& rays() {
  static const Rays all = [] {
    Rays out;
    for (int k = 0; k < kRays; ++k) out[k] = {std::cos(2.0 * std::numbers::pi * k / kRays), std::sin(2.0 * std::numbers::pi * k / kRays)};
    return out;
  }();
  return all;
}

Colour colour_inside(const ColourSamples& picture, cv::Point2d at, double radius) {
  std::array<std::array<float, kInsideSamples>, 3> channels;
  std::size_t count = 0;
  for (std::size_t i = 0; i < kRays; i += 2)
    for (const double share : kColourAt) {
      const Colour c = colour_of(picture.at(at + rays()[i] * (share * radius)));
      for (int k = 0; k < 3; ++k) channels[k][count] = c[k];
      ++count;
    }
  return {median_level(channels[0]), median_level(channels[1]), median_level(channels[2])};
}

RoundThing fit_round_thing(const ColourSamples& picture, cv::Point2d at, double radius) {
  RoundThing thing{.at = at, .radius = radius};
  StepFinder steps(picture);
  constexpr int kRounds = 4;
  for (int round = 0; round < kRounds; ++round) {
    const double search = radius * (kSearchFirst + (kSearchLast - kSearchFirst) * round / (kRounds - 1.0));
    double xx = 0.0, xy = 0.0, yy = 0.0, x = 0.0, y = 0.0, all = 0.0;  // sums of weights: the rays' part of the information
    double right_x = 0.0, right_y = 0.0, right_all = 0.0;
    for (const cv::Point2d& ray : rays()) {
      const Step step = steps.along(thing.at, ray, thing.radius, search);
      const double weight = std::min(1.0f, step.strength / 40.0f), off = weight * (step.at - thing.radius);
      const double weight_x = weight * ray.x, weight_y = weight * ray.y;
      xx += weight_x * ray.x, xy += weight_y * ray.x, yy += weight_y * ray.y;
      x += weight_x, y += weight_y, all += weight;
      right_x += off * ray.x, right_y += off * ray.y, right_all += off;
    }
    Eigen::Matrix3d information;
    information << xx, xy, x, xy, yy, y, x, y, all;
    information.diagonal().array() += 1e-6;
    const Eigen::Vector3d change = calibration::solve_small(information, Eigen::Vector3d(right_x, right_y, right_all));
    thing.at += cv::Point2d(std::clamp(change.x(), -search, search), std::clamp(change.y(), -search, search));
    thing.radius += std::clamp(change.z(), -search, search);
  }
  thing.colour = colour_inside(picture, thing.at, thing.radius);
  judge_rim(picture, steps, thing);
  return thing;
}

std::vector<RoundThing> find_round_things(const BoardView& view, double least_radius, double most_radius) {
  const Votes votes = votes_of(edges_of(view), view.bgr.size(), least_radius, most_radius);
  cv::Mat smooth;
  cv::GaussianBlur(view.bgr, smooth, {}, 0.7);
  const ColourSamples picture(smooth);
  std::vector<RoundThing> things;
  for (const cv::Point2d& peak : peaks_of(votes.best, least_radius))
    for (double radius = least_radius; radius <= most_radius * 1.001; radius *= kRadiusStep) {
      if (!voted_for(votes, peak, radius)) continue;
      const RoundThing tried = fit_round_thing(picture, peak, radius);
      if (tried.radius < 0.9 * least_radius || tried.radius > 1.1 * most_radius) continue;
      if (cv::norm(tried.at - peak) < 0.5 * radius && tried.support > 0.0) things.push_back(tried);
    }
  std::ranges::stable_sort(things, std::greater(), &RoundThing::support);
  std::vector<RoundThing> kept;
  for (const RoundThing& thing : things) {
    const auto same = [&](const RoundThing& k) {
      const cv::Point2d off = k.at - thing.at;
      return std::abs(off.x) < least_radius && std::abs(off.y) < least_radius && cv::norm(off) < least_radius &&
             std::abs(k.radius - thing.radius) < kOneSize * std::max(k.radius, thing.radius);
    };
    if (std::ranges::none_of(kept, same)) kept.push_back(thing);
  }
  return kept;
}

}  // namespace vision
