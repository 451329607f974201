// The outline of a standing base in the picture: what its rim and its wedge must look like from here.
//   A base has thickness: towards the camera its side wall shows below the top rim. The full lens model is
//   expanded to second order about the base, which over an inch or two is exact to a hundredth of a pixel.
#pragma once

#include <Eigen/Core>
#include <cmath>
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
  friend bool operator==(const DiscBase&, const DiscBase&) = default;
};
/// Bases whose sides differ by less than this factor are taken for one another: so far off is the network's guess of a base's size. Bases
/// are sold in steps of which two make half as much again (20 and 30 mm, 40 and 60): that is within it.
inline constexpr double kNearlyAsLarge = 1.6;
[[nodiscard]] bool nearly_as_large(const DiscBase& a, const DiscBase& b);
/// None for rectangles and polygons.
[[nodiscard]] std::optional<DiscBase> disc_base(const measure::Base& base);

/// Distance from the centre to the rim in a direction off the heading (radians), inches.
[[nodiscard]] double rim_distance(const DiscBase& base, double off_heading);

/// Where a base stands: table inches, radians.
struct DiscPose {
  double x = 0.0, y = 0.0, theta = 0.0;
};

/// Does a place (table inches) lie on a base, or where its print and white blur beyond its rim?
[[nodiscard]] bool covers(const DiscBase& base, const DiscPose& pose, const Eigen::Vector2d& place);

/// A point where an edge is expected, the unit normal pointing out of the shape, and how far the edge moves along
/// that normal, in pixels, per inch of x and y and per radian of heading, and per share of the side wall that passes for print.
/// At the rim a middling share of the wall is expected.
struct EdgePoint {
  static constexpr double kMiddlingWall = 0.4;
  Eigen::Vector2d at, normal;
  Eigen::Vector3d slope;
  double wall = 0.0;
};

/// One base in one place, seen by one camera.
class DiscView {
 public:
  /// `ground`: height of the table under the base centre. Empty when the camera does not see the place.
  [[nodiscard]] static std::optional<DiscView> at(const calibration::TableCamera& camera, double ground, const DiscBase& base,
                                                  const DiscPose& pose);

  /// The outline at a parameter angle (0 = front, anticlockwise on the table).
  [[nodiscard]] EdgePoint rim(double angle) const { return rim(std::cos(angle), std::sin(angle)); }
  /// The same by the angle's cosine and sine.
  [[nodiscard]] EdgePoint rim(double cosine, double sine) const;
  /// A point of the wedge's straight edge on the given side (+1 left, -1 right), `out` inches from the centre.
  [[nodiscard]] EdgePoint wedge_edge(int side, double out) const;
  /// The picture place of a point of the top, in the base's own axes: inches forward and left.
  [[nodiscard]] Eigen::Vector2d top(double forward, double left) const;
  [[nodiscard]] double pixels_per_inch() const { return scale_; }
  [[nodiscard]] const Eigen::Vector2d& centre() const { return centre_; }

 private:
  DiscView(const DiscBase& base, const DiscPose& pose);

  DiscBase base_;
  double cos_, sin_;
  Eigen::Matrix2d normal_map_;                       // inverse of d(u, v)/d(x, y) at the top, transposed
  Eigen::Matrix2d jacobian_;                         // d(u, v)/d(x, y) at the top
  Eigen::Vector2d centre_, wall_;                    // of the top; from there to the centre of the foot
  Eigen::Vector2d ahead_, aside_;                    // per inch in the base's own axes, by the camera's full model ...
  Eigen::Vector2d bend_ahead_, bend_aside_, twist_;  // ... and its second order
  double scale_ = 0.0;
};

}  // namespace vision
