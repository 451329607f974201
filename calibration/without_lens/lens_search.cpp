#include "calibration/without_lens/lens_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/calib3d.hpp>

#include "calibration/pose_fit.h"

namespace calibration {
namespace {

using measure::Inches, measure::TablePoint;

// Starts of the search: focal lengths as shares of the long side, and k1. Nearer together costs time; further
// apart a wide lens may settle in the wrong valley.
constexpr std::array<double, 4> kFocalStarts{0.5, 0.7, 0.95, 1.3};
constexpr std::array<double, 2> kBendStarts{0.0, -0.2};

/// Readers fit straight lines to sides that the lens bends: takes out what that does to the corners.
void straighten(SeenTag& seen, const Eigen::Matrix<double, 2, 4>& corners, const TableCamera& camera) {
  std::array<TablePoint, 4> points;
  for (int i = 0; i < 4; ++i) points[i] = {Inches(corners(0, i)), Inches(corners(1, i))};
  const auto fitted = expected_corners(camera, points);
  if (!fitted) return;
  for (int i = 0; i < 4; ++i) {
    const auto true_corner = camera.image_from_table(points[i], Inches(0.0));
    if (!true_corner) return;
    const ImagePoint& read = (*fitted)[i];
    seen.pixels.segment<2>(2 * i) = seen.measured.segment<2>(2 * i) + Eigen::Vector2d(true_corner->u - read.u, true_corner->v - read.v);
  }
}

}  // namespace

TableCamera camera_of(const JointFit& fit) { return {fit.lens, fit.rotation, fit.translation}; }

std::vector<JointFit> poses_for(const Marks& marks, const Lens& lens) {
  std::vector<cv::Point3d> table;
  std::vector<cv::Point2d> picture;
  for (const KnownTag& tag : marks.tags)
    for (int i = 0; i < 4; ++i) {
      table.emplace_back(tag.corners(0, i), tag.corners(1, i), 0.0);
      picture.emplace_back(tag.seen.pixels[2 * i], tag.seen.pixels[2 * i + 1]);
    }
  for (const KnownPoint& known : marks.points) {
    table.emplace_back(known.point.x(), known.point.y(), 0.0);
    picture.emplace_back(known.pixel.x(), known.pixel.y());
  }
  std::vector<cv::Mat> rotations, translations;
  cv::solvePnPGeneric(table, picture, cv::Matx33d(lens.fx, 0.0, lens.cx, 0.0, lens.fy, lens.cy, 0.0, 0.0, 1.0),
                      std::vector<double>(lens.distortion.begin(), lens.distortion.end()), rotations, translations, false,
                      cv::SOLVEPNP_IPPE);
  std::vector<JointFit> poses;
  for (std::size_t i = 0; i < rotations.size(); ++i)
    if (const auto pose = pose_of(rotations[i], translations[i])) {
      JointFit start;
      start.lens = lens;
      start.rotation = pose->rotation;
      start.translation = pose->translation;
      poses.push_back(start);
    }
  return poses;
}

std::optional<JointFit> search(const LensPrior& prior, const Marks& marks) {
  std::optional<JointFit> best;
  for (const double focal : kFocalStarts)
    for (const double bend : kBendStarts) {
      Lens lens = prior.mean;
      lens.fx = lens.fy = focal * std::max(lens.image_size.width, lens.image_size.height);
      lens.distortion = {bend, 0.0, 0.0, 0.0, 0.0};
      for (const JointFit& start : poses_for(marks, lens)) {
        Marks known{marks.tags, marks.points, {}};
        const auto fit = fit_jointly(prior, known, start);
        if (fit && (!best || fit->cost < best->cost)) best = fit;
      }
    }
  return best;
}

std::optional<LooseTag> square_under(const TableCamera& camera, LooseTag tag) {
  Eigen::Matrix<double, 2, 4> corners;
  for (int i = 0; i < 4; ++i) {
    const auto at = camera.table_from_image({tag.seen.pixels[2 * i], tag.seen.pixels[2 * i + 1]}, Inches(0.0));
    if (!at) return std::nullopt;
    corners.col(i) << at->x.value, at->y.value;
  }
  tag.centre = corners.rowwise().mean();
  const Eigen::Vector2d up = 0.25 * (corners.col(0) + corners.col(1) - corners.col(2) - corners.col(3));
  const Eigen::Vector2d right = 0.25 * (corners.col(1) + corners.col(2) - corners.col(0) - corners.col(3));
  tag.a = 0.5 * (up.x() - right.y());
  tag.b = 0.5 * (up.y() + right.x());
  return tag;
}

JointFit refined(const LensPrior& prior, Marks& marks, const JointFit& known, const std::vector<LooseTag>& loose) {
  marks.loose.clear();
  const TableCamera camera = camera_of(known);
  for (const LooseTag& tag : loose) {
    const auto square = square_under(camera, tag);
    if (square && std::hypot(square->a, square->b) > 0.0) marks.loose.push_back(*square);
  }
  for (KnownTag& tag : marks.tags) straighten(tag.seen, tag.corners, camera);
  for (LooseTag& tag : marks.loose) straighten(tag.seen, corners_of(tag), camera);
  return fit_jointly(prior, marks, known).value_or(known);
}

}  // namespace calibration
