// Where the camera stands over the table, from corner tags or known points.
//   Robust to a hidden or wrongly placed tag: the odd one out is left out and named in a finding.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "calibration/finding.h"
#include "calibration/table_camera.h"
#include "measure/result.h"

namespace calibration {

/// One fiducial seen in one picture: its four outer corners in raw pixels, clockwise in the printed
/// tag from its own top left, each with this 1-sigma error per coordinate.
struct TagObservation {
  std::string dictionary;
  int id = 0;
  std::array<ImagePoint, 4> corners;
  double corner_sigma_px = 0.1;
  /// Of u0 v0 u1 v1 u2 v2 u3 v3 in px^2, when the reader knows it: corners of one tag share their sides. All zero
  /// means independent errors of `corner_sigma_px`.
  Eigen::Matrix<double, 8, 8> corner_covariance = Eigen::Matrix<double, 8, 8>::Zero();
};

/// The mean of its corners.
[[nodiscard]] ImagePoint centre_of(const TagObservation& seen);
/// The covariance of a tag's corners, whichever way it is given.
[[nodiscard]] Eigen::Matrix<double, 8, 8> covariance_of(const TagObservation& seen);

/// A registration tag as the table file places it: flat on the table.
struct TableTag {
  int id = 0;
  std::string dictionary = "DICT_APRILTAG_36h11";
  measure::TablePoint centre;
  measure::Inches side{2.5};                               // of the black square
  measure::Radians heading = measure::from_degrees(90.0);  // direction of its printed top
  friend bool operator==(const TableTag&, const TableTag&) = default;
};
[[nodiscard]] inline bool shows(const TagObservation& seen, const TableTag& tag) {
  return seen.id == tag.id && seen.dictionary == tag.dictionary;
}

/// The four corners of a table tag on the table, in the order of TagObservation::corners.
[[nodiscard]] std::array<measure::TablePoint, 4> corners_of(const TableTag& tag);

/// A picture point known to show a point of the table plane.
struct Anchor {
  ImagePoint pixel;
  measure::TablePoint point;
  double sigma_px = 0.0;  // 1 sigma of each coordinate of `pixel`; 0: not known, as good as such points usually are
  friend bool operator==(const Anchor&, const Anchor&) = default;
};

struct Registration {
  TableCamera camera;
  std::vector<int> tags_seen = {};  // of the table's own tags, ascending, the rejected ones too
  std::vector<int> tags_used = {};
  double reprojection_px = 0.0;  // RMS over the corners used
  std::vector<Finding> findings = {};
};

/// Registers a picture by the table's tags with a known lens.
/// Errors: NotCalibrated when fewer than two good tags (or anchors: four points) remain; the message
/// names what was seen. Duplicate ids in the picture: the one that agrees with the rest is used.
[[nodiscard]] measure::Result<Registration> register_table(const Lens& lens, std::span<const TableTag> tags,
                                                           std::span<const TagObservation> seen, std::span<const Anchor> anchors = {});

/// The same without a lens file: focal length and main distortion are estimated from the picture's own
/// tags (table and piece tags alike), with the wider margin that deserves. `focal_px`: as the camera tells it in
/// its picture, good to some percent. `told_before`: what other pictures told of this lens, with their covariance, which this one then
/// narrows; left aside where this picture contradicts it.
[[nodiscard]] measure::Result<Registration> register_table_without_lens(ImageSize size, std::span<const TableTag> tags,
                                                                        std::span<const TagObservation> seen,
                                                                        std::span<const Anchor> anchors = {},
                                                                        std::optional<double> focal_px = {},
                                                                        const Lens* told_before = nullptr);

}  // namespace calibration
