// Who belongs to whom, all at once: the cheapest one-to-one pairing of rows with columns.
//   Optimal over all rows together (Hungarian algorithm), never greedy. Leaving a row without a column
//   has a price, so a pair dearer than that is never made.
// Needs Eigen; dlib's max_cost_assignment inside.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <optional>
#include <vector>

namespace vision {

/// The column of each row in the pairing of least total cost.
///
/// `cost`: rows x columns, not negative; infinity forbids a pair. `price_of_none`: positive, what a row
/// without a column costs. Ties are broken the same way in every run.
[[nodiscard]] std::vector<std::optional<std::size_t>> assign(const Eigen::MatrixXd& cost, double price_of_none);

}  // namespace vision
