// The shared factorizations, by what they promise.
#include "calibration/linear_algebra.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <random>

namespace linear_algebra_test {
namespace {

using Eigen::MatrixXd;

MatrixXd random_matrix(int rows, int columns, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> any;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return any(random); });
}
/// Of full rank, not far from singular in one direction.
MatrixXd random_information(int size, unsigned seed) {
  const MatrixXd root = random_matrix(size, size, seed);
  return root * root.transpose() + 1e-3 * MatrixXd::Identity(size, size);
}

TEST(LinearAlgebra, LawASolutionSolves) {
  for (unsigned seed = 0; seed < 20; ++seed)
    for (const int size : {1, 3, 4, 8, 15}) {
      const MatrixXd a = random_information(size, seed), b = random_matrix(size, 2, seed + 100);
      EXPECT_LT((a * calibration::solve_symmetric(a, b) - b).norm(), 1e-8);
      EXPECT_LT((a * calibration::inverse_of(a) - MatrixXd::Identity(size, size)).norm(), 1e-8);
      const MatrixXd whitening = calibration::whitening_of(a);
      EXPECT_LT((whitening * a * whitening.transpose() - MatrixXd::Identity(size, size)).norm(), 1e-8);
      EXPECT_NEAR(calibration::pivots_of(a).prod() / a.determinant(), 1.0, 1e-8);
    }
}

TEST(LinearAlgebra, TheUpperHalfOfASymmetricMatrixIsNotRead) {
  for (const int size : {3, 4, 6}) {
    const MatrixXd a = random_information(size, 7), b = random_matrix(size, 1, 8);
    const MatrixXd lower = a.triangularView<Eigen::Lower>();
    EXPECT_EQ(calibration::solve_symmetric(lower, b), calibration::solve_symmetric(a, b));
  }
  const Eigen::Matrix3d a3 = random_information(3, 9);
  const Eigen::Matrix3d lower3 = a3.triangularView<Eigen::Lower>();
  const Eigen::Vector3d b3 = random_matrix(3, 1, 10);
  EXPECT_EQ(calibration::solve_small(lower3, b3), calibration::solve_small(a3, b3));
  EXPECT_LT((a3 * calibration::solve_small(a3, b3) - b3).norm(), 1e-9);
  const Eigen::Matrix4d a4 = random_information(4, 11);
  const Eigen::Vector4d b4 = random_matrix(4, 1, 12);
  EXPECT_LT((a4 * calibration::solve_small(a4, b4) - b4).norm(), 1e-9);
}

TEST(LinearAlgebra, APseudoInverseLeavesWhatIsZeroAtZero) {
  EXPECT_TRUE(calibration::pseudo_inverse_of_symmetric(MatrixXd::Zero(2, 2)).isZero(0.0));
  const Eigen::Vector2d along(3.0, 4.0);
  const MatrixXd flat = along * along.transpose();
  EXPECT_TRUE(calibration::pseudo_inverse_of_symmetric(flat).isApprox(flat / 625.0, 1e-12));
  const MatrixXd full = random_information(5, 1);
  EXPECT_TRUE(calibration::pseudo_inverse_of_symmetric(full).isApprox(calibration::inverse_of(full), 1e-8));
}

TEST(LinearAlgebra, EigenvectorsOfASymmetricMatrixAreSortedAndOfLengthOne) {
  const MatrixXd a = random_information(9, 3);
  const calibration::SymmetricEigen eigen = calibration::eigen_of_symmetric(a);
  EXPECT_TRUE(std::is_sorted(eigen.values.begin(), eigen.values.end()));
  EXPECT_TRUE((eigen.vectors.transpose() * eigen.vectors).isIdentity(1e-10));
  EXPECT_TRUE((a * eigen.vectors).isApprox(eigen.vectors * eigen.values.asDiagonal(), 1e-9));
}

TEST(LinearAlgebra, ACovarianceIsCarriedByItsJacobian) {
  const MatrixXd j = random_matrix(2, 5, 4), c = random_information(5, 5);
  EXPECT_TRUE(calibration::carried_covariance(j, c).isApprox(j * c * j.transpose(), 1e-12));
  EXPECT_GT(calibration::reciprocal_condition(MatrixXd::Identity(4, 4)), 0.9);
  EXPECT_LT(calibration::reciprocal_condition(Eigen::Vector2d(1.0, 1e-12).asDiagonal().toDenseMatrix()), 1e-10);
}

}  // namespace
}  // namespace linear_algebra_test
