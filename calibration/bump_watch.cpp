#include "calibration/bump_watch.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <optional>

#include "measure/robust.h"

namespace calibration {
namespace {

/// A tag centre that shifts less than this has not moved, px: sensor noise, compression and flicker stay below.
/// Larger: small bumps cost accuracy unnoticed; smaller: registration for nothing.
constexpr double kStillPx = 0.2;
/// The same in standard deviations of the two readings.
constexpr double kStillSigmas = 5.0;
constexpr std::size_t kLeastTogether = 2;  // one moved tag alone does not make a moved camera

double centre_variance(const TagObservation& tag) {
  Eigen::Matrix<double, 2, 8> mean;
  for (int i = 0; i < 4; ++i) mean.block<2, 2>(0, 2 * i) = 0.25 * Eigen::Matrix2d::Identity();
  return 0.5 * (mean * covariance_of(tag) * mean.transpose()).trace();
}

/// The only sighting of a tag; empty when there is none, or more than one to choose from.
std::optional<TagObservation> only(std::span<const TagObservation> seen, int id, const std::string& dictionary) {
  std::optional<TagObservation> found;
  for (const TagObservation& s : seen) {
    if (s.id != id || s.dictionary != dictionary) continue;
    if (found) return std::nullopt;
    found = s;
  }
  return found;
}

CameraMotion verdict(std::size_t still, std::size_t moved) {
  if (still + moved == 0) return CameraMotion::Unknown;
  if (moved == 0) return CameraMotion::Still;
  if (moved >= kLeastTogether && moved >= still) return CameraMotion::Moved;
  if (still >= kLeastTogether) return CameraMotion::Still;
  return CameraMotion::Unknown;
}

}  // namespace

BumpWatch::BumpWatch(std::span<const TableTag> tags, std::span<const TagObservation> seen) {
  for (const TableTag& tag : tags)
    if (auto found = only(seen, tag.id, tag.dictionary)) before_.push_back(std::move(*found));
}

BumpCheck BumpWatch::check(std::span<const TagObservation> now) const {
  BumpCheck out;
  std::vector<double> shifts;
  std::size_t still = 0;
  for (const TagObservation& before : before_) {
    const auto here = only(now, before.id, before.dictionary);
    if (!here) continue;
    const double shift = distance(centre_of(before), centre_of(*here));
    const double noise = std::sqrt(centre_variance(before) + centre_variance(*here));
    if (shift <= std::max(kStillPx, kStillSigmas * noise)) {
      ++still;
    } else {
      out.tags_moved.push_back(before.id);
      shifts.push_back(shift);
    }
  }
  std::ranges::sort(out.tags_moved);
  out.shift_px = measure::median(shifts);
  out.motion = verdict(still, out.tags_moved.size());
  return out;
}

std::vector<cv::Rect> BumpWatch::regions(double reach_px) const {
  std::vector<cv::Rect> out;
  for (const TagObservation& tag : before_) {
    const ImagePoint c = centre_of(tag);
    const auto left = static_cast<int>(std::floor(c.u - reach_px)), top = static_cast<int>(std::floor(c.v - reach_px));
    const auto across = static_cast<int>(std::ceil(2.0 * reach_px)) + 1;
    out.emplace_back(left, top, across, across);
  }
  return out;
}

}  // namespace calibration
