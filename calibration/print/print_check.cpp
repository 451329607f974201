#include "calibration/print/print_check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>

#include "calibration/pose_fit.h"

namespace calibration {
namespace {

using measure::Inches;

// How far light, gamma and ink may move every edge of a tag outwards, 1 sigma. It is shared by all tags of a picture
// and does not average away. Smaller: blur is taken for a wrong print; larger: a print at 97 % goes unnoticed.
constexpr double kEdgeShift_px = 0.25;

struct Side {
  double inches = 0.0, noise_in = 0.0, shift_in = 0.0;  // 1 sigma each
};

/// Half the sum of the lengths of the square's two mean directions, as a linear function of its corners.
std::optional<Side> side_of(const TableCamera& camera, const TableTag& tag, const TagObservation& seen) {
  const auto corners = corners_of(tag);
  const auto expected = expected_corners(camera, corners);
  if (!expected) return std::nullopt;
  // Compared with what the same camera would read of a tag of the stated size, so that the lens's bending of the
  // sides cancels out.
  Eigen::Matrix<double, 8, 1> seen_in, off_px;
  Eigen::Matrix<double, 8, 8> in_from_px = Eigen::Matrix<double, 8, 8>::Zero();
  for (int i = 0; i < 4; ++i) {
    const auto k = static_cast<std::size_t>(i);
    off_px.segment<2>(2 * i) << seen.corners[k].u - (*expected)[k].u, seen.corners[k].v - (*expected)[k].v;
    in_from_px.block<2, 2>(2 * i, 2 * i) = camera.image_jacobian(corners[k], Inches(0.0)).inverse();
    seen_in.segment<2>(2 * i) << corners[k].x.value, corners[k].y.value;
  }
  seen_in += in_from_px * off_px;
  // Corner i lies at (+-side / 2) along the tag's own right and up: the side is twice the mean of those steps.
  const measure::TableVector up = measure::one_inch_towards(tag.heading), right = rotated(up, measure::from_degrees(-90.0));
  Eigen::Matrix<double, 8, 1> slope;
  constexpr double kAcross[4] = {-1.0, 1.0, 1.0, -1.0}, kAlong[4] = {1.0, 1.0, -1.0, -1.0};
  for (int i = 0; i < 4; ++i)
    slope.segment<2>(2 * i) << 0.25 * (kAcross[i] * right.dx.value + kAlong[i] * up.dx.value),
        0.25 * (kAcross[i] * right.dy.value + kAlong[i] * up.dy.value);
  Side side;
  side.inches = slope.dot(seen_in);
  const Eigen::Matrix<double, 8, 1> by_px = in_from_px.transpose() * slope;
  const Eigen::Matrix<double, 8, 8> noise =
      covariance_of(seen) + Eigen::Matrix<double, 8, 8>::Identity() * (kCornerFloorPx * kCornerFloorPx);
  side.noise_in = std::sqrt(by_px.dot(noise * by_px));
  side.shift_in = 2.0 * kEdgeShift_px / camera.pixels_per_inch(tag.centre, Inches(0.0));
  return side;
}

/// Scale of the table round a tag: what the registration's own doubt does to a length there, 1 sigma per inch.
double scale_sigma(const TableCamera& camera, const TableTag& tag) {
  const double doubt = measure::margin_of(camera.registration_covariance(tag.centre, Inches(0.0))).value / measure::kSigmasOf95;
  // The doubt of one place counts over the distance to the middle of the picture, where the scale is anchored.
  const double reach = std::max(distance(tag.centre, camera.nadir()).value, tag.side.value);
  return doubt / reach;
}

struct Checked {
  const TableTag* tag = nullptr;
  Side side;
  double ratio = 1.0, own_sigma = 0.0, shared_sigma = 0.0;  // of the ratio
};

std::vector<Checked> checked(const TableCamera& camera, std::span<const TableTag> tags, std::span<const TagObservation> seen) {
  std::vector<Checked> out;
  for (const TableTag& tag : tags) {
    std::vector<const TagObservation*> same;
    for (const TagObservation& observation : seen)
      if (shows(observation, tag)) same.push_back(&observation);
    if (same.size() != 1) continue;  // of two copies nobody knows which is the table's
    const auto side = side_of(camera, tag, *same.front());
    if (!side) continue;
    const double stated = tag.side.value;
    out.push_back(
        {&tag, *side, side->inches / stated, std::hypot(side->noise_in / stated, scale_sigma(camera, tag)), side->shift_in / stated});
  }
  return out;
}

bool differs(double ratio, double sigma) { return std::abs(ratio - 1.0) > measure::kSigmasOf95 * sigma; }

Finding finding(const std::string& which, double ratio, double sigma, double stated, double measured) {
  return warning(
      "print-scale",
      fmt::format("{} {:.3f} in wide in the picture, not {:.3f} in: printed at {:.1f} +- {:.1f} %, or the table file's sizes and "
                  "distances disagree",
                  which, measured, stated, 100.0 * ratio, 100.0 * measure::kSigmasOf95 * sigma),
      "measure the black square with a ruler; print again at 100 % (actual size), or write the measured side into the table file",
      Inches(std::abs(measured - stated)));
}

/// One finding for all tags when one scale explains them and that scale is not 1.
std::optional<Finding> common_scale(const std::vector<Checked>& all) {
  if (all.size() < 2) return std::nullopt;
  double weights = 0.0, sum = 0.0, shared = 0.0;
  for (const Checked& c : all) {
    const double w = 1.0 / (c.own_sigma * c.own_sigma);
    weights += w, sum += w * c.ratio, shared += w * c.shared_sigma;
  }
  const double ratio = sum / weights, sigma = std::hypot(std::sqrt(1.0 / weights), shared / weights);
  const bool alike = std::ranges::all_of(
      all, [&](const Checked& c) { return std::abs(c.ratio - ratio) < 3.0 * std::hypot(c.own_sigma, 0.2 * c.shared_sigma); });
  if (!alike || !differs(ratio, sigma)) return std::nullopt;
  std::vector<int> ids;
  for (const Checked& c : all) ids.push_back(c.tag->id);
  const double stated = all.front().tag->side.value;
  return finding(fmt::format("the table's tags {} are", fmt::join(ids, ", ")), ratio, sigma, stated, stated * ratio);
}

}  // namespace

std::vector<Finding> check_print_scale(const TableCamera& camera, std::span<const TableTag> tags, std::span<const TagObservation> seen) {
  const std::vector<Checked> all = checked(camera, tags, seen);
  if (const auto common = common_scale(all)) return {*common};
  std::vector<Finding> findings;
  for (const Checked& c : all) {
    const double sigma = std::hypot(c.own_sigma, c.shared_sigma);
    if (differs(c.ratio, sigma))
      findings.push_back(finding(fmt::format("table tag {} is", c.tag->id), c.ratio, sigma, c.tag->side.value, c.side.inches));
  }
  return findings;
}

}  // namespace calibration
