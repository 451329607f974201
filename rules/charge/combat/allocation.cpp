#include "rules/charge/combat/allocation.h"

#include <algorithm>
#include <numeric>

namespace rules::charge {

std::vector<int> count_out(int men, int die, int casualties, AllocationWrap wrap) {
  std::vector<int> standing(static_cast<std::size_t>(std::max(0, men)));
  std::iota(standing.begin(), standing.end(), 1);
  std::vector<int> taken;
  const std::size_t owed = std::min(standing.size(), static_cast<std::size_t>(std::max(0, casualties)));
  const std::size_t step = static_cast<std::size_t>(std::max(1, die)) - 1;
  std::size_t place = 0;  // of the man who is counted "one" next
  while (taken.size() < owed) {
    std::size_t falls = place + step;
    // Past the left-hand man. A body smaller than the die is counted round in either reading: else nobody would ever fall.
    if (falls >= standing.size()) falls = (wrap == AllocationWrap::Restart ? step : falls) % standing.size();
    taken.push_back(standing[falls]);
    standing.erase(standing.begin() + static_cast<std::ptrdiff_t>(falls));
    place = falls;
  }
  return taken;
}

}  // namespace rules::charge
