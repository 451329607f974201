#include "vision/boards/heights.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "calibration/least_squares.h"
#include "calibration/linear_algebra.h"
#include "measure/robust.h"

namespace vision {
namespace {

/// Places along a top's diameter at which it is compared, and the part of it that is: the rim belongs to wall and ground, too.
constexpr int kPlaces = 41;
constexpr double kInner = 0.9;
/// How far a top may be from where it is expected, view pixels: a stack's is farther out than a man's.
constexpr int kTopReach = 4;
/// Tops are alike when they agree so well (correlation); others are of another kind, or half hidden.
constexpr double kTopsAlike = 0.75;
/// What is on a top must stand out so far, grey levels; less is grain.
constexpr double kLeastRelief = 1.5;
/// A top that seems so much larger or smaller, share, was mistaken; and what sizes scatter by at least.
constexpr double kMostOff = 0.05, kLeastTopSizeScatter = 0.001;
/// Fewer tops than this do not tell what is usual.
constexpr std::size_t kFewest = 4;

using Values = Eigen::VectorXd;

/// Where a place lies along x or y, shares of the round and of the top's radius.
double of_round(int place) { return 2.0 * place / (kPlaces - 1.0) - 1.0; }
double along(int place) { return of_round(place) * kInner; }

/// The places of a top's round: of each row of them the first, and one past the last.
const std::array<std::pair<int, int>, kPlaces>& runs() {
  static const auto all = [] {
    std::array<std::pair<int, int>, kPlaces> out;
    for (int y = 0; y < kPlaces; ++y) {
      const auto inside = [y](int x) { return cv::norm(cv::Point2d(of_round(x), of_round(y))) <= 1.0; };
      int first = 0, last = kPlaces;
      while (!inside(first)) ++first;
      while (!inside(last - 1)) --last;
      out[y] = {first, last};
    }
    return out;
  }();
  return all;
}

/// 1, x and y of all places: what a lamp's slope across a top is made of.
struct Slopes {
  Eigen::MatrixX3d at;
  Eigen::Matrix3d square, inverse;  // their products with each other
};

const Slopes& slopes() {
  static const Slopes all = [] {
    Eigen::Index count = 0, i = 0;
    for (const auto& [first, last] : runs()) count += last - first;
    Slopes out;
    out.at.resize(count, 3);
    for (int y = 0; y < kPlaces; ++y)
      for (int x = runs()[y].first; x < runs()[y].second; ++x) out.at.row(i++) << 1.0, along(x), along(y);
    out.square = out.at.transpose() * out.at;
    out.inverse = out.square.inverse();
    return out;
  }();
  return all;
}

/// Where a top is, and how large.
struct Pose {
  cv::Point2d at;
  double size = 0.0;  // less one
};

/// Where a top's places lie along one axis of the picture: between which pixels, and how much of the two each is. Nothing outside.
struct Axis {
  std::array<int, kPlaces> pixel;
  std::array<float, kPlaces> near, far;
};

Axis axis_of(double middle, double radius, int pixels) {
  Axis axis;
  for (std::size_t i = 0; i < kPlaces; ++i) {
    const double at = middle + along(static_cast<int>(i)) * radius;
    const bool inside = at >= 0.0 && at < pixels - 1.0;
    axis.pixel[i] = static_cast<int>(std::min(std::max(0.0, at), pixels - 2.0));  // in this order what is no number becomes 0
    axis.far[i] = inside ? static_cast<float>(at - axis.pixel[i]) : 0.0f;
    axis.near[i] = inside ? 1.0f - axis.far[i] : 0.0f;
  }
  return axis;
}

/// Rows of a picture of brightness at the places of an axis. A top's places lie in rows and columns, so that they are read in two passes.
class Sheet {
 public:
  /// For all places from the first of one axis to the last of another.
  Sheet(const cv::Mat& luma, const Axis& x, const Axis& first, const Axis& last) : first_(first.pixel.front()) {
    rows_.resize(static_cast<std::size_t>(last.pixel.back() + 2 - first_));
    for (std::size_t y = 0; y < rows_.size(); ++y) {
      const auto* row = luma.ptr<float>(first_ + static_cast<int>(y));
      for (std::size_t i = 0; i < kPlaces; ++i) rows_[y][i] = x.near[i] * row[x.pixel[i]] + x.far[i] * row[x.pixel[i] + 1];
    }
  }

  [[nodiscard]] Values at(const Axis& y) const {
    Values values(slopes().at.rows());
    double* to = values.data();
    for (std::size_t j = 0; j < kPlaces; ++j) {
      const auto &upper = rows_[y.pixel[j] - first_], &lower = rows_[y.pixel[j] - first_ + 1];
      const float near = y.near[j], far = y.far[j];
      const auto [first, last] = runs()[j];
      for (int i = first; i < last; ++i) to[i - first] = static_cast<double>(near * upper[i] + far * lower[i]);
      to += last - first;
    }
    return values;
  }

 private:
  int first_ = 0;
  std::vector<std::array<float, kPlaces>> rows_;
};

Axis x_of(const cv::Mat& luma, const Pose& pose, double radius, double beside = 0.0) {
  return axis_of(pose.at.x + beside, radius * (1.0 + pose.size), luma.cols);
}

Axis y_of(const cv::Mat& luma, const Pose& pose, double radius, double beside = 0.0) {
  return axis_of(pose.at.y + beside, radius * (1.0 + pose.size), luma.rows);
}

Values values_at(const cv::Mat& luma, const Pose& pose, double radius) {
  const Axis y = y_of(luma, pose, radius);
  return Sheet(luma, x_of(luma, pose, radius), y, y).at(y);
}

/// A lamp's slope across the top taken out, and the rest of one strength; `relief` is what it was.
Values evened(const Values& values, double* relief = nullptr) {
  const Eigen::Vector3d across = slopes().at.transpose() * values;
  const Values rest = values - slopes().at * (slopes().inverse * across);
  const double strength = std::sqrt(rest.squaredNorm() / static_cast<double>(rest.size()));
  if (relief) *relief = strength;
  return rest / std::max(strength, 1e-6);
}

/// How well a top looks like `usual`.
double agreement(const Values& top, const Values& usual) { return evened(top).dot(usual) / static_cast<double>(usual.size()); }

/// The best of the whole pixels around.
cv::Point2d best_around(const cv::Mat& luma, cv::Point2d middle, double radius, const Values& usual) {
  cv::Point2d at = middle;
  double best = -1.0;
  const Pose pose{middle, 0.0};
  const Axis first = y_of(luma, pose, radius, -kTopReach), last = y_of(luma, pose, radius, kTopReach);
  for (int x = -kTopReach; x <= kTopReach; ++x) {
    const Sheet sheet(luma, x_of(luma, pose, radius, x), first, last);
    for (int y = -kTopReach; y <= kTopReach; ++y) {
      const double here = agreement(sheet.at(y_of(luma, pose, radius, y)), usual);
      if (here > best) best = here, at = middle + cv::Point2d(x, y);
    }
  }
  return at;
}

/// The pose in which a top looks like `usual`, from one near it.
Pose aligned(const cv::Mat& luma, const Pose& from, double radius, const Values& usual, double* agrees) {
  Pose pose = from;
  constexpr int kRounds = 8;
  const auto qx = slopes().at.col(1), qy = slopes().at.col(2);
  const Eigen::Vector3d usual_slopes = slopes().at.transpose() * usual;
  for (int round = 0; round < kRounds; ++round) {
    constexpr double kHalf = 0.5;
    const Axis y = y_of(luma, pose, radius), upper = y_of(luma, pose, radius, -kHalf), lower = y_of(luma, pose, radius, kHalf);
    const Sheet middle(luma, x_of(luma, pose, radius), upper, lower);
    // usual = gain (here + step) + slope: linear in gain, gain times the step, and the slope of the light.
    Eigen::MatrixX4d by(usual.size(), 4);
    by.col(0) = middle.at(y);
    by.col(1) = Sheet(luma, x_of(luma, pose, radius, kHalf), y, y).at(y) - Sheet(luma, x_of(luma, pose, radius, -kHalf), y, y).at(y);
    by.col(2) = middle.at(lower) - middle.at(upper);
    by.col(3) = radius * (qx.cwiseProduct(by.col(1)) + qy.cwiseProduct(by.col(2)));
    Eigen::Matrix<double, 7, 7> square;
    square.topLeftCorner<4, 4>() = by.transpose().lazyProduct(by);
    square.bottomLeftCorner<3, 4>() = slopes().at.transpose().lazyProduct(by);
    square.topRightCorner<4, 3>() = square.bottomLeftCorner<3, 4>().transpose();
    square.bottomRightCorner<3, 3>() = slopes().square;
    square.diagonal().array() += 1e-9;
    Eigen::Matrix<double, 7, 1> right;
    right << by.transpose() * usual, usual_slopes;
    const Eigen::Matrix<double, 7, 1> solved = calibration::solve_symmetric(square, right);
    if (!(solved[0] > 1e-6)) break;
    const auto step = [&](int k, double most) { return std::clamp(solved[k] / solved[0], -most, most); };
    pose.at += cv::Point2d(step(1, 1.0), step(2, 1.0));
    pose.size += step(3, 0.02);
  }
  *agrees = agreement(values_at(luma, pose, radius), usual);
  return pose;
}

cv::Mat luma_of(const cv::Mat& bgr) {
  cv::Mat luma(bgr.size(), CV_32FC1);
  for (int y = 0; y < bgr.rows; ++y) {
    const auto* from = bgr.ptr<std::uint8_t>(y);
    auto* to = luma.ptr<float>(y);
    for (int x = 0; x < bgr.cols; ++x) to[x] = static_cast<float>(0.114 * from[3 * x] + 0.587 * from[3 * x + 1] + 0.299 * from[3 * x + 2]);
  }
  return luma;
}

Values median_top(const std::vector<Values>& tops) {
  Values usual(tops.front().size());
  std::vector<double> here(tops.size());
  for (Eigen::Index k = 0; k < usual.size(); ++k) {
    std::ranges::transform(tops, here.begin(), [k](const Values& v) { return v[k]; });
    usual[k] = measure::median(here);
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
  Eigen::Vector3d plane(measure::median(all), 0.0, 0.0);
  const auto row = [&](std::size_t i) { return Eigen::Vector3d(1.0, tops[i].x / (20.0 * radius), tops[i].y / (20.0 * radius)); };
  constexpr int kRounds = 10;
  for (int round = 0; round < kRounds && all.size() >= kEnoughForSlope; ++round) {
    calibration::NormalEquations<3> equations{1e-9 * Eigen::Matrix3d::Identity()};
    for (std::size_t i = 0; i < sizes.size(); ++i)
      if (sizes[i]) equations.add(row(i), *sizes[i], 1.0 / std::max(kLeastTopSizeScatter, std::abs(*sizes[i] - plane.dot(row(i)))));
    plane = equations.solve();
  }
  for (std::size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i]) *sizes[i] -= plane.dot(row(i));
}

}  // namespace

std::vector<std::optional<double>> sizes_of_tops(const cv::Mat& bgr, std::span<const cv::Point2d> tops, double radius) {
  std::vector<std::optional<double>> sizes(tops.size());
  if (tops.size() < kFewest) return sizes;
  const cv::Mat luma = luma_of(bgr);
  std::vector<Pose> poses;
  std::vector<Values> looks;
  std::vector<double> reliefs, agrees(tops.size(), 0.0);
  for (const cv::Point2d& top : tops) {
    poses.push_back({top, 0.0});
    double relief = 0.0;
    looks.push_back(evened(values_at(luma, poses.back(), radius), &relief));
    reliefs.push_back(relief);
  }
  if (measure::median(reliefs) < kLeastRelief) return sizes;
  constexpr int kRounds = 4;  // each time the usual top is sharper
  for (int round = 0; round < kRounds; ++round) {
    const Values usual = median_top(looks);
    looks.clear();
    for (std::size_t i = 0; i < tops.size(); ++i) {
      if (round < 2) poses[i] = {best_around(luma, tops[i], radius, usual), 0.0};
      poses[i] = aligned(luma, poses[i], radius, usual, &agrees[i]);
      if (agrees[i] > kTopsAlike && std::abs(poses[i].size) < kMostOff)
        looks.push_back(evened(values_at(luma, {poses[i].at, 0.0}, radius)));
    }
    if (looks.size() < kFewest) return sizes;
  }
  for (std::size_t i = 0; i < tops.size(); ++i)
    if (agrees[i] > kTopsAlike && std::abs(poses[i].size) < kMostOff) sizes[i] = poses[i].size;
  level(tops, radius, sizes);
  return sizes;
}

}  // namespace vision
