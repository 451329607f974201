// The outline of a standing base in the picture: what its rim and its wedge must look like from here.
//   A base has thickness: towards the camera the foot of its side wall is the outline, away from it the top
//   rim. Every point goes through the full lens model at its own height.
// Needs calibration, Eigen.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <vector>

#include "calibration/table_camera.h"
#include "measure/roster.h"
#include "measure/table.h"

namespace vision {

/// Half the angle of the white wedge, about the heading.
inline constexpr double kWedgeHalfAngle = 25.0 * 3.14159265358979323846 / 180.0;

/// A round or oval base: half its length along the heading, half its width, its thickness; inches.
struct DiscBase {
  double half_length = 0.5, half_width = 0.5, height = 0.1;
  [[nodiscard]] bool round() const { return half_length == half_width; }
};
/// None for rectangles and polygons.
[[nodiscard]] std::optional<DiscBase> disc_base(const measure::Base& base);

/// Distance from the centre to the rim in a direction off the heading (radians), inches.
[[nodiscard]] double rim_distance(const DiscBase& base, double off_heading);

/// Where a base stands: table inches, radians.
struct DiscPose {
  double x = 0.0, y = 0.0, theta = 0.0;
};

/// A point where an edge is expected, the unit normal pointing out of the shape, and how far the edge moves along
/// that normal, in pixels, per inch of x and y and per radian of heading.
struct EdgePoint {
  Eigen::Vector2d at, normal;
  Eigen::Vector3d slope;
};

/// One base in one place, seen by one camera.
class DiscView {
 public:
  /// `ground`: height of the table under the base centre. Empty when the camera does not see the place.
  [[nodiscard]] static std::optional<DiscView> at(const calibration::TableCamera& camera, double ground, const DiscBase& base, const DiscPose& pose);

  /// The outline at a parameter angle (0 = front, anticlockwise on the table). Empty outside the lens.
  [[nodiscard]] std::optional<EdgePoint> rim(double angle) const;
  /// A point of the wedge's straight edge on the given side (+1 left, -1 right), `out` inches from the centre.
  [[nodiscard]] std::optional<EdgePoint> wedge_edge(int side, double out) const;
  /// The picture place of a point of the top, in the base's own axes (forward, left), by the local affine map.
  [[nodiscard]] Eigen::Vector2d top(double forward, double left) const;
  [[nodiscard]] double pixels_per_inch() const { return scale_; }
  [[nodiscard]] const Eigen::Vector2d& centre() const { return centre_; }

 private:
  DiscView(const calibration::TableCamera& camera, double ground, const DiscBase& base, const DiscPose& pose);
  [[nodiscard]] std::optional<Eigen::Vector2d> project(double forward, double left, double z) const;

  const calibration::TableCamera* camera_;
  double ground_;
  DiscBase base_;
  DiscPose pose_;
  double cos_, sin_;
  Eigen::Matrix2d jacobian_, normal_map_;  // d(u, v)/d(x, y) at the top; its inverse transposed
  Eigen::Vector2d centre_;
  double scale_ = 0.0;
};

}  // namespace vision
