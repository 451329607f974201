#include "vision/bases/rim.h"

#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "calibration/linear_algebra.h"
#include "measure/robust.h"

namespace vision {
namespace {

// Half the length of a profile across the rim, of the base's narrow side: longer reaches under the figure, shorter misses the rim of a
// base that the network placed badly.
constexpr double kReach = 0.3;
// How much newer than the bare table the base must be, in its noise.
constexpr double kLeastContrast = 5.0;
// Shares of the rim that must show, and how far its edges may stray from it (inches, 1 sigma): else they are the figure's or a neighbour's.
constexpr double kLeastRim = 0.55, kMostStray = 0.03;
// How far outside its outline a rim shows, blur, paint and shadow, inches, 1 sigma.
constexpr double kRimOffset = 0.03;
// Tukey's biweight ends at so many sigmas; edges are never surer than so many map pixels; neighbouring ones err together.
constexpr double kTukey = 4.7, kLeastResidual = 0.25, kCorrelation = 2.0;
// What the outline itself differs from a real base's, inches, 1 sigma.
constexpr double kModelError = 0.012;
constexpr int kSteps = 4;

/// A place of the outline, inches in the base's own axes, and the normal there.
struct RimPlace {
  cv::Point2d at, normal;
};

/// Places about a spacing (inches) apart; corners are left out.
std::vector<RimPlace> rim_places(const measure::Shape& shape, double spacing) {
  const auto [length, width] = measure::sides(shape);
  std::vector<RimPlace> places;
  if (std::holds_alternative<measure::RectShape>(shape)) {
    const auto side = [&](cv::Point2d normal, cv::Point2d along, double out, double half) {
      const int count = std::max(3, static_cast<int>(2.0 * half / spacing));
      for (int i = 0; i < count; ++i) places.push_back({out * normal + (half * (2.0 * (i + 0.5) / count - 1.0) * 0.85) * along, normal});
    };
    for (const double sign : {-1.0, 1.0}) {
      side({sign, 0.0}, {0.0, 1.0}, 0.5 * length, 0.5 * width);
      side({0.0, sign}, {1.0, 0.0}, 0.5 * width, 0.5 * length);
    }
    return places;
  }
  const int count = std::max(16, static_cast<int>(0.5 * std::numbers::pi * (length + width) / spacing));
  for (int i = 0; i < count; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / count;
    const cv::Point2d at(0.5 * length * std::cos(angle), 0.5 * width * std::sin(angle));
    const cv::Point2d across(std::cos(angle) / length, std::sin(angle) / width);
    places.push_back({at, across * (1.0 / cv::norm(across))});
  }
  return places;
}

/// How new a place is, between its pixels.
float distance_at(const Novelty& seen, cv::Point2d at) {
  const int x = static_cast<int>(std::floor(at.x)), y = static_cast<int>(std::floor(at.y));
  const auto fx = static_cast<float>(at.x - x), fy = static_cast<float>(at.y - y);
  return (1 - fy) * ((1 - fx) * seen.distance(y, x) + fx * seen.distance(y, x + 1)) +
         fy * ((1 - fx) * seen.distance(y + 1, x) + fx * seen.distance(y + 1, x + 1));
}

/// Where what is new ends, map pixels outward from a place; nothing where it does not end there or was not new.
std::optional<double> edge_at(const Novelty& seen, cv::Point2d at, cv::Point2d outward, double reach) {
  constexpr int kHalf = 8;
  std::array<double, 2 * kHalf + 1> profile{};
  for (int i = -kHalf; i <= kHalf; ++i) {
    const cv::Point2d place = at + (reach * i / kHalf) * outward;
    if (place.x < 0.0 || place.y < 0.0 || place.x >= seen.size().width - 1 || place.y >= seen.size().height - 1) return std::nullopt;
    profile[static_cast<std::size_t>(i + kHalf)] = distance_at(seen, place);
  }
  const auto median_of = [&](std::size_t from, std::size_t count) {
    std::vector<double> part(profile.begin() + static_cast<long>(from), profile.begin() + static_cast<long>(from + count));
    return measure::median_in_place(part);
  };
  const double inner = median_of(0, kHalf / 2), outer = median_of(profile.size() - kHalf / 2, kHalf / 2);
  if (inner - outer < kLeastContrast * seen.noise() || outer > 0.5 * inner) return std::nullopt;
  double inside = 0.0;  // steps of the profile
  for (const double value : profile) inside += std::clamp((value - outer) / (inner - outer), 0.0, 1.0);
  const double offset = (inside - 0.5 - kHalf) * reach / kHalf;
  return std::abs(offset) < 0.7 * reach ? std::optional(offset) : std::nullopt;
}

using Vector4 = Eigen::Vector4d;  // x, y, heading (times half the longer side), rim offset; map pixels

struct Sample {
  Vector4 slope;
  double offset = 0.0;
};

}  // namespace

std::optional<RimFit> rim_of(const Novelty& seen, const MapCamera& camera, const measure::Base& base, double per_inch,
                             const BaseHypothesis& found) {
  if (std::holds_alternative<measure::PolygonShape>(base.shape)) return std::nullopt;  // only round, oval and rectangular rims are known
  const auto [length, width] = measure::sides(base.shape);
  const bool turns = !std::holds_alternative<measure::RoundShape>(base.shape);
  const double lever = 0.5 * std::max(length, width) * per_inch, reach = std::max(3.0, kReach * std::min(length, width) * per_inch);
  const std::vector<RimPlace> places = rim_places(base.shape, 1.5 / per_inch);
  RimFit fitted{found.at, found.heading, {}, 0.0};
  double rim_offset = 0.0, used = 0.0;
  Eigen::Matrix4d information;
  for (int step = 0; step < kSteps; ++step) {
    const cv::Point2d wall =
        -(base.height.value * per_inch / camera.height) * (fitted.at - camera.nadir);  // from the top's rim to its foot
    const double c = std::cos(fitted.heading), s = std::sin(fitted.heading);
    std::vector<Sample> samples;
    for (const RimPlace& place : places) {
      const cv::Point2d arm = per_inch * cv::Point2d(c * place.at.x - s * place.at.y, s * place.at.x + c * place.at.y);
      const cv::Point2d normal(c * place.normal.x - s * place.normal.y, s * place.normal.x + c * place.normal.y);
      const double foot = std::max(0.0, wall.dot(normal));
      if (const auto offset = edge_at(seen, fitted.at + arm + foot * normal, normal, reach))
        samples.push_back({Vector4(normal.x, normal.y, (arm.x * normal.y - arm.y * normal.x) / lever, 1.0), *offset});
    }
    if (static_cast<double>(samples.size()) < kLeastRim * static_cast<double>(places.size())) return std::nullopt;
    Vector4 move(0.0, 0.0, 0.0, rim_offset);
    for (int pass = 0; pass < 3; ++pass) {
      std::vector<double> off;
      for (const Sample& sample : samples) off.push_back(std::abs(sample.offset - sample.slope.dot(move)));
      fitted.scatter = measure::kSigmaOfMedian * measure::median_in_place(off);
      const double residual = std::max(kLeastResidual, fitted.scatter);
      information.setZero();
      Vector4 right = Vector4::Zero();
      used = 0.0;
      for (const Sample& sample : samples) {
        const double t = (sample.offset - sample.slope.dot(move)) / (kTukey * residual);
        if (std::abs(t) >= 1.0) continue;
        const double weight = (1.0 - t * t) * (1.0 - t * t);
        used += weight;
        information += weight / (kCorrelation * residual * residual) * sample.slope * sample.slope.transpose();
        right += weight / (kCorrelation * residual * residual) * sample.offset * sample.slope;
      }
      // The rim is within reach of where it is looked for: no more is told of a place that its edges leave open.
      information.topLeftCorner<2, 2>() += Eigen::Matrix2d::Identity() / (reach * reach);
      information(2, 2) += turns ? 1.0 / (0.3 * 0.3 * lever * lever) : 1e6;
      information(3, 3) += 1.0 / std::pow(kRimOffset * per_inch, 2);
      move = calibration::solve_small(information, right);
    }
    fitted.at += cv::Point2d(move[0], move[1]);
    fitted.heading += move[2] / lever;
    rim_offset = move[3];
    if (move.head<3>().norm() < 0.02) break;
  }
  if (fitted.scatter > kMostStray * per_inch || used < kLeastRim * static_cast<double>(places.size())) return std::nullopt;
  const Eigen::Matrix2d noise = information.inverse().topLeftCorner<2, 2>();
  fitted.noise = cv::Matx22d(noise(0, 0), noise(0, 1), noise(1, 0), noise(1, 1));
  return fitted;
}

void lay_to_rim(const RimFit& rim, double per_inch, BaseHypothesis& found, double shared) {
  const double beyond = std::max(0.0, rim.scatter * rim.scatter - kLeastResidual * kLeastResidual);
  const double variance = std::pow(kModelError * per_inch, 2) + shared * shared * beyond;
  const cv::Matx22d common(variance, 0.0, 0.0, variance), one = cv::Matx22d::eye();
  const cv::Matx22d by_network = found.noise + found.common, by_rim = rim.noise + common;
  const cv::Matx22d of_rim = by_network * (by_network + by_rim).inv(), of_network = one - of_rim;
  const cv::Point2d away = rim.at - found.at;
  found.at += cv::Point2d(of_rim * cv::Vec2d(away.x, away.y));
  found.heading = rim.heading;
  found.noise = of_network * found.noise * of_network.t() + of_rim * rim.noise * of_rim.t();
  found.common = of_network * found.common * of_network.t() + of_rim * common * of_rim.t();
}

}  // namespace vision
