#include "vision/tracking/assignment.h"

#include <dlib/optimization/max_cost_assignment.h>

#include <algorithm>
#include <cmath>

namespace vision {
namespace {

/// Steps between a free pair and one at the price of none. dlib pairs whole numbers; finer steps would
/// overflow its sums, coarser ones would tie pairs that differ.
constexpr double kStepsToPrice = 1e12;

}  // namespace

std::vector<std::optional<std::size_t>> assign(const Eigen::MatrixXd& cost, double price_of_none) {
  const Eigen::Index rows = cost.rows(), columns = cost.cols();
  std::vector<std::optional<std::size_t>> out(static_cast<std::size_t>(rows));
  if (rows == 0 || columns == 0) return out;
  const long size = static_cast<long>(std::max(rows, columns));
  // A row on a pair at the price of none is a row without a column, so the square needs no extra columns.
  const auto capped = [&](Eigen::Index r, Eigen::Index c) {
    return std::isfinite(cost(r, c)) ? std::min(cost(r, c), price_of_none) : price_of_none;
  };
  dlib::matrix<long long> gain(size, size);
  for (long r = 0; r < size; ++r)
    for (long c = 0; c < size; ++c) {
      const double price = r >= rows ? 0.0 : c >= columns ? price_of_none : capped(r, c);
      gain(r, c) = -std::llround(price / price_of_none * kStepsToPrice);
    }
  const std::vector<long> column_of = dlib::max_cost_assignment(gain);
  for (Eigen::Index r = 0; r < rows; ++r) {
    const Eigen::Index c = column_of[static_cast<std::size_t>(r)];
    if (c < columns && capped(r, c) < price_of_none) out[static_cast<std::size_t>(r)] = static_cast<std::size_t>(c);
  }
  return out;
}

}  // namespace vision
