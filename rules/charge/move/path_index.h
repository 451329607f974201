// Finds the blockers a step may meet, by the square cells it runs through, nearest first.
// Needs path_blockers.h.
#pragma once

#include <cstdint>
#include <vector>

#include "rules/charge/move/path_blockers.h"

namespace rules::charge::path {

class BlockerIndex {
 public:
  /// The blockers must outlive the index.
  explicit BlockerIndex(std::vector<const Blocker*> blockers);
  /// Does any of them block the step?
  [[nodiscard]] bool blocked(Point a, Point b) const;
  [[nodiscard]] const std::vector<const Blocker*>& all() const { return all_; }

 private:
  [[nodiscard]] int column(double x) const;
  [[nodiscard]] int row(double y) const;
  [[nodiscard]] bool blocked_in(int column, int row, Point a, Point b) const;

  std::vector<const Blocker*> all_;
  Box box_;
  double cell_ = 1.0;
  int columns_ = 0, rows_ = 0;
  std::vector<std::uint32_t> starts_;  // of each cell in `entries_`
  std::vector<std::uint32_t> entries_;
};

}  // namespace rules::charge::path
