#include "vision/board_tops.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>

namespace vision {
namespace {

/// Places along a top's diameter at which it is compared, and the part of it that is: the rim belongs to wall and ground, too.
constexpr int kPlaces = 41;
constexpr double kInner = 0.9;
/// How far a top may be from where it is expected, view pixels: a stack's is farther out than a man's.
constexpr int kReach = 4;
/// Tops are alike when they agree so well (correlation); others are of another kind, or half hidden.
constexpr double kAlike = 0.75;
/// What is on a top must stand out so far, grey levels; less is grain.
constexpr double kLeastRelief = 1.5;
/// A top that seems so much larger or smaller, share, was mistaken; and what sizes scatter by at least.
constexpr double kMostOff = 0.05, kLeastSizeScatter = 0.001;
/// Fewer tops than this do not tell what is usual.
constexpr std::size_t kFewest = 4;

using Values = Eigen::VectorXd;

/// The places of a top's round, shares of its radius.
const std::vector<cv::Point2d>& places() {
  static const std::vector<cv::Point2d> all = [] {
    std::vector<cv::Point2d> out;
    for (int y = 0; y < kPlaces; ++y)
      for (int x = 0; x < kPlaces; ++x) {
        const cv::Point2d p(2.0 * x / (kPlaces - 1.0) - 1.0, 2.0 * y / (kPlaces - 1.0) - 1.0);
        if (cv::norm(p) <= 1.0) out.push_back(p * kInner);
      }
    return out;
  }();
  return all;
}

double luma_at(const cv::Mat& bgr, cv::Point2d at) {
  const Colour c = colour_at(bgr, at);
  return 0.114 * c[0] + 0.587 * c[1] + 0.299 * c[2];
}

/// Where a top is, and how large.
struct Pose {
  cv::Point2d at;
  double size = 0.0;  // less one
};

Values values_at(const cv::Mat& bgr, const Pose& pose, double radius, cv::Point2d beside = {}) {
  Values values(static_cast<Eigen::Index>(places().size()));
  for (std::size_t i = 0; i < places().size(); ++i)
    values[static_cast<Eigen::Index>(i)] = luma_at(bgr, pose.at + beside + places()[i] * (radius * (1.0 + pose.size)));
  return values;
}

/// A lamp's slope across the top taken out, and the rest of one strength; `relief` is what it was.
Values evened(const Values& values, double* relief = nullptr) {
  Eigen::MatrixXd plane(values.size(), 3);
  for (Eigen::Index i = 0; i < values.size(); ++i)
    plane.row(i) << 1.0, places()[static_cast<std::size_t>(i)].x, places()[static_cast<std::size_t>(i)].y;
  const Eigen::Matrix3d square = plane.transpose() * plane;
  const Eigen::Vector3d across = plane.transpose() * values;
  const Values rest = values - plane * square.ldlt().solve(across);
  const double strength = std::sqrt(rest.squaredNorm() / static_cast<double>(rest.size()));
  if (relief) *relief = strength;
  return rest / std::max(strength, 1e-6);
}

double agreement(const Values& a, const Values& b) { return a.dot(b) / static_cast<double>(a.size()); }

/// The pose in which a top looks like `usual`, from the best of the whole pixels around.
Pose aligned(const cv::Mat& bgr, const Pose& from, double radius, const Values& usual, bool search, double* agrees) {
  Pose pose = from;
  double best = -1.0;
  for (int y = search ? -kReach : 0; y <= (search ? kReach : 0); ++y)
    for (int x = search ? -kReach : 0; x <= (search ? kReach : 0); ++x) {
      const double here = agreement(evened(values_at(bgr, {from.at + cv::Point2d(x, y), 0.0}, radius)), usual);
      if (here > best) best = here, pose = {from.at + cv::Point2d(x, y), from.size};
    }
  constexpr int kRounds = 8;
  for (int round = 0; round < kRounds; ++round) {
    const Values here = values_at(bgr, pose, radius);
    const Values dx = values_at(bgr, pose, radius, {0.5, 0.0}) - values_at(bgr, pose, radius, {-0.5, 0.0});
    const Values dy = values_at(bgr, pose, radius, {0.0, 0.5}) - values_at(bgr, pose, radius, {0.0, -0.5});
    // usual = gain (here + step) + slope: linear in gain, gain times the step, and the slope of the light.
    Eigen::MatrixXd by(here.size(), 7);
    for (Eigen::Index i = 0; i < here.size(); ++i) {
      const cv::Point2d q = places()[static_cast<std::size_t>(i)];
      by.row(i) << here[i], dx[i], dy[i], radius * (q.x * dx[i] + q.y * dy[i]), 1.0, q.x, q.y;
    }
    const Eigen::Matrix<double, 7, 7> square = by.transpose() * by + 1e-9 * Eigen::Matrix<double, 7, 7>::Identity();
    const Eigen::Matrix<double, 7, 1> solved = square.ldlt().solve(by.transpose() * usual);
    if (!(solved[0] > 1e-6)) break;
    const auto step = [&](int k, double most) { return std::clamp(solved[k] / solved[0], -most, most); };
    pose.at += cv::Point2d(step(1, 1.0), step(2, 1.0));
    pose.size += step(3, 0.02);
  }
  *agrees = agreement(evened(values_at(bgr, pose, radius)), usual);
  return pose;
}

double median_of(std::vector<double> values) {
  std::ranges::nth_element(values, values.begin() + static_cast<long>(values.size() / 2));
  return values[values.size() / 2];
}

Values median_top(const std::vector<Values>& tops) {
  Values usual(tops.front().size());
  std::vector<double> here(tops.size());
  for (Eigen::Index k = 0; k < usual.size(); ++k) {
    std::ranges::transform(tops, here.begin(), [k](const Values& v) { return v[k]; });
    usual[k] = median_of(here);
  }
  return evened(usual);
}

/// Takes out what the camera's pose or a curling board make sizes differ across it: a plane, blind to the few that stand out.
void level(std::span<const cv::Point2d> tops, double radius, std::vector<std::optional<double>>& sizes) {
  constexpr std::size_t kEnoughForSlope = 10;
  std::vector<double> all;
  for (const auto& size : sizes)
    if (size) all.push_back(*size);
  if (all.empty()) return;
  Eigen::Vector3d plane(median_of(all), 0.0, 0.0);
  const auto row = [&](std::size_t i) { return Eigen::Vector3d(1.0, tops[i].x / (20.0 * radius), tops[i].y / (20.0 * radius)); };
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds && all.size() >= kEnoughForSlope; ++round) {
    Eigen::Matrix3d square = 1e-9 * Eigen::Matrix3d::Identity();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      if (!sizes[i]) continue;
      const double weight = 1.0 / std::max(kLeastSizeScatter, std::abs(*sizes[i] - plane.dot(row(i))));
      square += weight * row(i) * row(i).transpose();
      right += weight * *sizes[i] * row(i);
    }
    plane = square.ldlt().solve(right);
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i]) *sizes[i] -= plane.dot(row(i));
}

}  // namespace

std::vector<std::optional<double>> sizes_of_tops(const cv::Mat& bgr, std::span<const cv::Point2d> tops, double radius) {
  std::vector<std::optional<double>> sizes(tops.size());
  if (tops.size() < kFewest) return sizes;
  std::vector<Pose> poses;
  std::vector<Values> looks;
  std::vector<double> reliefs, agrees(tops.size(), 0.0);
  for (const cv::Point2d& top : tops) {
    poses.push_back({top, 0.0});
    double relief = 0.0;
    looks.push_back(evened(values_at(bgr, poses.back(), radius), &relief));
    reliefs.push_back(relief);
  }
  if (median_of(reliefs) < kLeastRelief) return sizes;
  constexpr int kRounds = 4;  // each time the usual top is sharper
  for (int round = 0; round < kRounds; ++round) {
    const Values usual = median_top(looks);
    looks.clear();
    for (std::size_t i = 0; i < tops.size(); ++i) {
      poses[i] = aligned(bgr, round < 2 ? Pose{tops[i], 0.0} : poses[i], radius, usual, round < 2, &agrees[i]);
      if (agrees[i] > kAlike && std::abs(poses[i].size) < kMostOff) looks.push_back(evened(values_at(bgr, {poses[i].at, 0.0}, radius)));
    }
    if (looks.size() < kFewest) return sizes;
  }
  for (std::size_t i = 0; i < tops.size(); ++i)
    if (agrees[i] > kAlike && std::abs(poses[i].size) < kMostOff) sizes[i] = poses[i].size;
  level(tops, radius, sizes);
  return sizes;
}

}  // namespace vision
