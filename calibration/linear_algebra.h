// The factorizations of small matrices that the fits share, compiled in one place: Eigen makes each of them anew
// for every expression it is written in, which takes the compiler seconds.
#pragma once

#include <Eigen/Core>

namespace calibration {

/// Any matrix or block of doubles whose columns are contiguous, without a copy.
using MatrixRef = Eigen::Ref<const Eigen::MatrixXd>;

/// x with a * x = b, by a pivoted Cholesky factorization (LDL^T); `a` (n x n) is symmetric and not indefinite, and only its lower
/// half is read; `b` is n x m. Of a singular `a` nothing is promised, not even that x is not finite.
[[nodiscard]] Eigen::MatrixXd solve_symmetric(const MatrixRef& a, const MatrixRef& b);
/// The same for the sizes that are solved for every edge and every tag, without an allocation.
[[nodiscard]] Eigen::Vector3d solve_small(const Eigen::Matrix3d& a, const Eigen::Vector3d& b);
[[nodiscard]] Eigen::Vector4d solve_small(const Eigen::Matrix4d& a, const Eigen::Vector4d& b);

/// The inverse of a square matrix; of a singular one nothing is promised.
[[nodiscard]] Eigen::MatrixXd inverse_of(const MatrixRef& a);
/// The same without the directions in which a symmetric, not indefinite `a` is zero: they stay zero.
[[nodiscard]] Eigen::MatrixXd pseudo_inverse_of_symmetric(const MatrixRef& a);
/// The covariance of j * x where that of x is c: j * c * j^T.
[[nodiscard]] Eigen::MatrixXd carried_covariance(const MatrixRef& j, const MatrixRef& c);

/// Diagonal of D in a = L * D * L^T with pivoting: its product is the determinant.
[[nodiscard]] Eigen::VectorXd pivots_of(const MatrixRef& a);
/// An estimate of 1 / (norm of a * norm of its inverse), for a symmetric and not indefinite `a`.
[[nodiscard]] double reciprocal_condition(const MatrixRef& a);

struct SymmetricEigen {
  Eigen::VectorXd values;   // smallest first
  Eigen::MatrixXd vectors;  // of length 1, one a column
};
[[nodiscard]] SymmetricEigen eigen_of_symmetric(const MatrixRef& a);

/// The inverse of the lower Cholesky factor of a covariance: it turns errors of that covariance into independent ones of variance 1.
[[nodiscard]] Eigen::MatrixXd whitening_of(const MatrixRef& covariance);

}  // namespace calibration
