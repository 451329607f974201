// Statistics that a few wild values do not spoil.
#pragma once

#include <algorithm>
#include <vector>

namespace measure {

/// The median; the upper of the two middle values of an even number, 0 of none. Takes the values in any order.
template <class T>
[[nodiscard]] T median(std::vector<T> values) {
  if (values.empty()) return T{};
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

}  // namespace measure
