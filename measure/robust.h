// Statistics that a few wild values do not spoil.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

namespace measure {

/// The median, the upper of the two middle values of an even number; 0 of none. Leaves the values in another order.
template <class T>
[[nodiscard]] T median_in_place(std::span<T> values) {
  if (values.empty()) return T{};
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}
template <class T>
[[nodiscard]] T median_in_place(std::vector<T>& values) {
  return median_in_place(std::span<T>(values));
}

/// The same of a copy.
template <class T>
[[nodiscard]] T median(std::vector<T> values) {
  return median_in_place(values);
}

/// The value that so large a share of the others does not reach; 0 of none.
template <class T>
[[nodiscard]] T quantile(std::vector<T> values, double share) {
  if (values.empty()) return T{};
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The standard deviation of normally distributed errors whose median size is 1.
inline constexpr double kSigmaOfMedian = 1.4826;

}  // namespace measure
