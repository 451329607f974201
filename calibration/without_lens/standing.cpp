#include "calibration/without_lens/standing.h"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "calibration/without_lens/joint_fit.h"

namespace calibration {
namespace {

using measure::Inches;

/// Corners are seen to so many pixels, a thing's own place to so many, 1 sigma: what tags and rims reach on rendered pictures.
constexpr double kCornerSigma_px = 0.2, kThingSigma_px = 0.3;
/// The thing whose place is told, inches: a base with what lies on it, its height known to a fifth, 1 sigma.
constexpr double kThingHeight = 0.5, kThingHeightSigma = 0.1;
/// Places are judged at so many along each side of the table; more only costs time.
constexpr int kAlong = 3;
/// Tilts that are tried, and heights: the lowest that shows the whole table, found in such steps, and so many times that. Finer steps than
/// anybody places a camera in only cost time. Inches above the table: nearer nobody can play, and no ceiling is higher.
constexpr double kTiltStep_deg = 5.0, kMostTilt_deg = 60.0, kHeightStep = 1.05, kLowest = 12.0, kHighest = 90.0;
constexpr std::array kHigher = {1.0, 1.25, 1.6};
/// The picture's edge is kept free, share of its side: a camera is not placed to the pixel. More sends it higher than it need be.
constexpr double kRoom = 0.04;
/// A margin is worth a walk when it is smaller by this share; less sends people after what they cannot see.
constexpr double kWorthIt = 0.2;
/// Nothing is as exact as this: keeps a lens that is known from being divided by nothing.
constexpr double kExact = 1e-6;

struct View {
  Eigen::Matrix3d rotation;
  Eigen::Vector3d eye;
};

struct Judged {
  Eigen::Vector3d eye;
  Standing standing;
};

class Adviser {
 public:
  Adviser(const TableCamera& camera, Inches length, Inches width, bool lens_known)
      : lens_(camera.lens()), now_(camera), length_(length.value), width_(width.value), prior_(common_cameras(lens_.image_size)) {
    prior_.mean = lens_;
    if (!lens_known) return;
    prior_.log_focal_sigma = prior_.aspect_sigma = kExact;
    prior_.sigma.setConstant(kExact);
  }

  [[nodiscard]] StandingAdvice advise() const {
    const Eigen::Vector3d eye = -now_.rotation().transpose() * now_.translation();
    const Judged here = judged({now_.rotation(), eye}, 0.0);
    StandingAdvice advice{.now = here.standing, .better = {}};
    const Eigen::Vector3d aside(eye.x() - 0.5 * length_, eye.y() - 0.5 * width_, 0.0);
    const Eigen::Vector3d towards = aside.norm() > kExact ? Eigen::Vector3d(aside.normalized()) : Eigen::Vector3d(0.0, -1.0, 0.0);
    const double half = 0.5 * here.standing.margin.value;
    std::optional<Judged> best;
    for (double tilt = 0.0; tilt <= kMostTilt_deg; tilt += kTiltStep_deg) {
      double lowest = kLowest;
      while (lowest <= kHighest && !shows_all(from(towards, tilt, lowest), kRoom)) lowest *= kHeightStep;
      for (const double higher : kHigher) {
        if (lowest * higher > kHighest) break;
        const Judged there = judged(from(towards, tilt, lowest * higher), kRoom);
        if (!best || is_better(there, *best, half, eye)) best = there;
      }
    }
    const bool worth_it = best && best->standing.margin.value < (1.0 - kWorthIt) * here.standing.margin.value;
    if (best && (worth_it || !here.standing.sees_all)) advice.better = best->standing;
    return advice;
  }

 private:
  /// The nearer of two that halve the margin; else the one with the smaller margin.
  [[nodiscard]] static bool is_better(const Judged& a, const Judged& b, double half, const Eigen::Vector3d& eye) {
    const bool a_halves = a.standing.margin.value <= half, b_halves = b.standing.margin.value <= half;
    if (a_halves != b_halves) return a_halves;
    if (a_halves) return (a.eye - eye).norm() < (b.eye - eye).norm();
    return a.standing.margin < b.standing.margin;
  }

  /// A camera on this side of the table's middle, turned about its view as it is now.
  [[nodiscard]] View from(const Eigen::Vector3d& towards, double tilt_deg, double height) const {
    const Eigen::Vector3d middle(0.5 * length_, 0.5 * width_, 0.0);
    const Eigen::Vector3d eye = middle + height * (Eigen::Vector3d::UnitZ() + std::tan(tilt_deg * std::numbers::pi / 180.0) * towards);
    const Eigen::Vector3d forward = (middle - eye).normalized(), right_now = now_.rotation().row(0).transpose();
    const Eigen::Vector3d right = (right_now - forward * forward.dot(right_now)).normalized();
    View view{.rotation = {}, .eye = eye};
    view.rotation << right.transpose(), forward.cross(right).transpose(), forward.transpose();
    return view;
  }

  [[nodiscard]] TableCamera camera_at(const View& view) const { return {lens_, view.rotation, -view.rotation * view.eye}; }

  /// The table's corners that are in the picture, with so much room around them, share of its side.
  [[nodiscard]] std::vector<KnownPoint> corners_seen(const View& view, double room) const {
    const TableCamera camera = camera_at(view);
    const double wide = lens_.image_size.width, high = lens_.image_size.height;
    std::vector<KnownPoint> seen;
    for (const double x : {0.0, length_})
      for (const double y : {0.0, width_}) {
        const measure::TablePoint corner{Inches(x), Inches(y)};
        const auto at = camera.image_from_table(corner, Inches(0.0));
        if (!at || at->u < room * wide || at->u > (1.0 - room) * wide || at->v < room * high || at->v > (1.0 - room) * high) continue;
        seen.push_back({{at->u, at->v}, {x, y}, kCornerSigma_px});
      }
    return seen;
  }

  [[nodiscard]] bool shows_all(const View& view, double room) const { return corners_seen(view, room).size() == 4; }

  [[nodiscard]] Judged judged(const View& view, double room) const {
    const TableCamera camera = camera_at(view);
    JointFit fit;
    fit.lens = lens_, fit.rotation = view.rotation, fit.translation = camera.translation();
    const Marks marks{.tags = {}, .points = corners_seen(view, room), .loose = {}};
    if (const auto covariance = expected_covariance(prior_, marks, fit)) fit.covariance = *covariance;
    double variance = 0.0;
    for (int i = 0; i < kAlong; ++i)
      for (int j = 0; j < kAlong; ++j) {
        const Eigen::Vector3d place(length_ * (i + 0.5) / kAlong, width_ * (j + 0.5) / kAlong, kThingHeight);
        const double slant = (place - view.eye).head<2>().norm() / std::max(1.0, view.eye.z() - place.z());
        const double scale = camera.pixels_per_inch({Inches(place.x()), Inches(place.y())}, Inches(place.z()));
        variance += 0.5 * placing_covariance(fit, place).trace() + std::pow(kThingSigma_px / scale, 2.0) +
                    0.5 * std::pow(kThingHeightSigma * slant, 2.0);
      }
    return {view.eye,
            {.height = Inches(view.eye.z()),
             .tilt_deg = std::acos(std::clamp(-view.rotation(2, 2), -1.0, 1.0)) * 180.0 / std::numbers::pi,
             .sees_all = marks.points.size() == 4,
             .margin = Inches(measure::kSigmasOf95 * std::sqrt(variance / (kAlong * kAlong)))}};
  }

  const Lens& lens_;
  const TableCamera& now_;
  double length_, width_;
  LensPrior prior_;
};

}  // namespace

StandingAdvice advise(const TableCamera& camera, Inches length, Inches width, bool lens_known) {
  return Adviser(camera, length, width, lens_known).advise();
}

std::optional<Finding> finding_of(const StandingAdvice& advice) {
  if (!advice.better) return std::nullopt;
  const std::string stands = fmt::format("the camera stands {:.0f} in above the table and looks {:.0f} degrees from straight down",
                                         advice.now.height.value, advice.now.tilt_deg);
  const std::string there =
      fmt::format("at {:.0f} in and {:.0f} degrees, its view on the middle, ", advice.better->height.value, advice.better->tilt_deg);
  if (!advice.now.sees_all)
    return info("camera-could-stand-better", stands + "; the table is not whole in the picture", there + "it would be");
  return info("camera-could-stand-better", stands,
              there + fmt::format("margins would be {:.0f} % of what they are", 100.0 * (advice.better->margin / advice.now.margin)));
}

const StandingAdvice& StandingWatch::advise(const TableCamera& camera, Inches length, Inches width, bool lens_known) {
  const Asked asked{camera.rotation(), camera.translation(), camera.lens().fx, length, width, lens_known};
  if (asked_ != asked) advice_ = calibration::advise(camera, length, width, lens_known), asked_ = asked;
  return advice_;
}

}  // namespace calibration
