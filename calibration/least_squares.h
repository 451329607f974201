// Least squares by normal equations: what the fits of poses, tags and discs have in common.
#pragma once

#include <Eigen/Core>

#include "calibration/linear_algebra.h"

namespace calibration {

/// Huber's weight of a residual of this size: 1 up to `far`, less and less beyond.
[[nodiscard]] inline double huber_weight(double size, double far) { return size > far ? far / size : 1.0; }

/// The normal equations of a fit of N parameters. What is known beforehand goes straight into both.
template <int N>
struct NormalEquations {
  using Vector = Eigen::Matrix<double, N, 1>;
  using Matrix = Eigen::Matrix<double, N, N>;
  Matrix information = Matrix::Zero();
  Vector right = Vector::Zero();

  /// One observation: what it misses the present parameters by, and how that changes with each of them.
  void add(const Vector& slope, double residual, double weight = 1.0) {
    information += weight * slope * slope.transpose();
    right += weight * residual * slope;
  }
  [[nodiscard]] Vector solve() const {
    if constexpr (N == 3 || N == 4)
      return solve_small(information, right);
    else
      return solve_symmetric(information, right);
  }
};

/// Scales parameters so that their information has a unit diagonal: pixels, inches and k3 differ by many orders of magnitude.
template <class Matrix>
[[nodiscard]] Eigen::Matrix<double, Matrix::RowsAtCompileTime, 1> unit_scale(const Matrix& information) {
  return information.diagonal().cwiseMax(1e-300).cwiseSqrt().cwiseInverse();
}

}  // namespace calibration
