// Brightness between pixels and beyond what they can say, and the plane map from a tag's cells to the picture.
// Needs Eigen, OpenCV core.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <opencv2/core/mat.hpp>

#include "vision/tags/candidates.h"

namespace vision {

/// Bilinear brightness of an 8-bit picture, in grey levels; beyond the border the border goes on.
[[nodiscard]] inline double brightness(const cv::Mat& luma, double u, double v) {
  u = std::clamp(u, 0.0, static_cast<double>(luma.cols - 1));
  v = std::clamp(v, 0.0, static_cast<double>(luma.rows - 1));
  const int x = std::min(static_cast<int>(u), luma.cols - 2), y = std::min(static_cast<int>(v), luma.rows - 2);
  const double a = u - x, b = v - y;
  const uchar *top = luma.ptr(y) + x, *bottom = luma.ptr(y + 1) + x;
  return (1.0 - b) * ((1.0 - a) * top[0] + a * top[1]) + b * ((1.0 - a) * bottom[0] + a * bottom[1]);
}

/// White from this grey level on is overexposed, and may be this many times brighter than the picture can say. A lower level or more times
/// lets pale texture pass for print, the other way round loses tags that a lamp washes out.
inline constexpr int kOverexposed = 250;
inline constexpr double kBrighterThanSaid = 1.3;

/// How bright the white of print may truly be, where its contrast is asked for as a share of the light.
[[nodiscard]] constexpr double unclipped(double white) { return white < kOverexposed ? white : kBrighterThanSaid * white; }

/// Maps the square [0, size] x [0, size] onto a quadrilateral, (0, 0) to its first corner, clockwise.
class SquareToQuad {
 public:
  SquareToQuad(const Quad& q, double size) {
    const cv::Point2d s = q[0] - q[1] + q[2] - q[3], a = q[1] - q[2], b = q[3] - q[2];
    const double determinant = a.x * b.y - a.y * b.x;
    const double g = (s.x * b.y - s.y * b.x) / determinant, h = (a.x * s.y - a.y * s.x) / determinant;
    h_ << q[1].x - q[0].x + g * q[1].x, q[3].x - q[0].x + h * q[3].x, q[0].x,  //
        q[1].y - q[0].y + g * q[1].y, q[3].y - q[0].y + h * q[3].y, q[0].y,    //
        g, h, 1.0;
    h_.leftCols<2>() /= size;
  }

  [[nodiscard]] cv::Point2d operator()(double column, double row) const {
    const Eigen::Vector3d p = h_ * Eigen::Vector3d(column, row, 1.0);
    return {p.x() / p.z(), p.y() / p.z()};
  }

  [[nodiscard]] const Eigen::Matrix3d& matrix() const { return h_; }

 private:
  Eigen::Matrix3d h_;
};

/// Mean brightness of the middle of a tag's cell; `map` takes cells to the picture.
[[nodiscard]] inline double cell_brightness(const cv::Mat& luma, const SquareToQuad& map, double column, double row) {
  double sum = 0.0;
  for (const double dy : {-0.2, 0.0, 0.2})
    for (const double dx : {-0.2, 0.0, 0.2}) {
      const cv::Point2d p = map(column + dx, row + dy);
      sum += brightness(luma, p.x, p.y);
    }
  return sum / 9.0;
}

}  // namespace vision
