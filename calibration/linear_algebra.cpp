#include "calibration/linear_algebra.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <limits>

namespace calibration {

using Eigen::MatrixXd, Eigen::VectorXd;

MatrixXd solve_symmetric(const MatrixRef& a, const MatrixRef& b) { return a.ldlt().solve(b); }

Eigen::Vector3d solve_small(const Eigen::Matrix3d& a, const Eigen::Vector3d& b) { return a.ldlt().solve(b); }
Eigen::Vector4d solve_small(const Eigen::Matrix4d& a, const Eigen::Vector4d& b) { return a.ldlt().solve(b); }

MatrixXd inverse_of(const MatrixRef& a) { return a.inverse(); }

MatrixXd pseudo_inverse_of_symmetric(const MatrixRef& a) {
  const SymmetricEigen eigen = eigen_of_symmetric(a);
  const double least = std::numeric_limits<double>::epsilon() * static_cast<double>(a.rows()) * eigen.values.maxCoeff();
  const VectorXd inverted = (eigen.values.array() > least).select(eigen.values.cwiseInverse(), 0.0);
  return carried_covariance(eigen.vectors, inverted.asDiagonal().toDenseMatrix());
}

MatrixXd carried_covariance(const MatrixRef& j, const MatrixRef& c) {
  // Lazy: for matrices as small as these the blocks of a large product cost more than they save.
  const MatrixXd half = j.lazyProduct(c);
  return half.lazyProduct(j.transpose());
}

VectorXd pivots_of(const MatrixRef& a) { return a.ldlt().vectorD(); }

double reciprocal_condition(const MatrixRef& a) { return a.ldlt().rcond(); }

SymmetricEigen eigen_of_symmetric(const MatrixRef& a) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

MatrixXd whitening_of(const MatrixRef& covariance) {
  return covariance.llt().matrixL().solve(MatrixXd::Identity(covariance.rows(), covariance.cols()));
}

}  // namespace calibration
