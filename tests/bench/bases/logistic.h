// Logistic regression for the fits of this folder.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <vector>

namespace bench {

/// Four numbers of something, and whether it is right.
struct Example {
  Eigen::Vector4d x;
  bool right = false;
};

/// The weights w for which the probability of being right, 1 / (1 + exp(-w.x)), is the likeliest, held to nought by `ridge`; Newton's
/// method.
[[nodiscard]] inline Eigen::Vector4d logistic(const std::vector<Example>& examples, double ridge = 1e-2) {
  Eigen::Vector4d w = Eigen::Vector4d::Zero();
  for (int step = 0; step < 100; ++step) {
    Eigen::Matrix4d hessian = ridge * Eigen::Matrix4d::Identity();
    Eigen::Vector4d gradient = -ridge * w;
    for (const Example& e : examples) {
      const double p = 1.0 / (1.0 + std::exp(-w.dot(e.x)));
      gradient += ((e.right ? 1.0 : 0.0) - p) * e.x;
      hessian += p * (1.0 - p) * e.x * e.x.transpose();
    }
    const Eigen::Vector4d by = hessian.ldlt().solve(gradient);
    w += by;
    if (by.norm() < 1e-9) break;
  }
  return w;
}

}  // namespace bench
