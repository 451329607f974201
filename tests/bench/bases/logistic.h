// Logistic regression for the fits of this folder.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <vector>

namespace bench {

/// Numbers of something, whether it is right, and the log-odds that are not fitted.
template <int Numbers>
struct Example {
  Eigen::Matrix<double, Numbers, 1> x;
  bool right = false;
  double held = 0.0;
};

/// The weights w for which the probability of being right, 1 / (1 + exp(-w.x - held)), is the likeliest, held to nought by `ridge`;
/// Newton's method.
template <int Numbers>
[[nodiscard]] Eigen::Matrix<double, Numbers, 1> logistic(const std::vector<Example<Numbers>>& examples, double ridge = 1e-2) {
  using Weights = Eigen::Matrix<double, Numbers, 1>;
  Weights w = Weights::Zero();
  for (int step = 0; step < 100; ++step) {
    Eigen::Matrix<double, Numbers, Numbers> hessian = ridge * Eigen::Matrix<double, Numbers, Numbers>::Identity();
    Weights gradient = -ridge * w;
    for (const Example<Numbers>& e : examples) {
      const double p = 1.0 / (1.0 + std::exp(-w.dot(e.x) - e.held));
      gradient += ((e.right ? 1.0 : 0.0) - p) * e.x;
      hessian += p * (1.0 - p) * e.x * e.x.transpose();
    }
    const Weights by = hessian.ldlt().solve(gradient);
    w += by;
    if (by.norm() < 1e-9) break;
  }
  return w;
}

}  // namespace bench
