#include "rules/charge/move/path_index.h"

#include <algorithm>
#include <cmath>

namespace rules::charge::path {
namespace {

/// Fewer blockers than this are asked one by one.
constexpr std::size_t kFew = 12;
/// Inches: about a base and its neighbours' reach. Smaller cells list a blocker more often, larger ones hold more.
constexpr double kCell = 1.0;
constexpr int kMostCells = 200;  // along each side

}  // namespace

BlockerIndex::BlockerIndex(std::vector<const Blocker*> blockers) : all_(std::move(blockers)) {
  if (all_.size() < kFew) return;
  for (const Blocker* b : all_) {
    box_.add(b->box.low);
    box_.add(b->box.high);
  }
  const Point size = box_.high - box_.low;
  cell_ = std::max({kCell, size.x / kMostCells, size.y / kMostCells});
  columns_ = static_cast<int>(size.x / cell_) + 1;
  rows_ = static_cast<int>(size.y / cell_) + 1;
  const auto each_cell = [&](auto visit) {
    for (std::size_t i = 0; i < all_.size(); ++i)
      for (int y = row(all_[i]->box.low.y); y <= row(all_[i]->box.high.y); ++y)
        for (int x = column(all_[i]->box.low.x); x <= column(all_[i]->box.high.x); ++x)
          visit(static_cast<std::size_t>(y) * columns_ + x, static_cast<std::uint32_t>(i));
  };
  starts_.assign(static_cast<std::size_t>(columns_) * rows_ + 1, 0);
  each_cell([&](std::size_t cell, std::uint32_t) { ++starts_[cell + 1]; });
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  entries_.resize(starts_.back());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  each_cell([&](std::size_t cell, std::uint32_t which) { entries_[next[cell]++] = which; });
}

int BlockerIndex::column(double x) const { return std::clamp(static_cast<int>((x - box_.low.x) / cell_), 0, columns_ - 1); }
int BlockerIndex::row(double y) const { return std::clamp(static_cast<int>((y - box_.low.y) / cell_), 0, rows_ - 1); }

bool BlockerIndex::blocked_in(int column, int row, Point a, Point b) const {
  const std::size_t cell = static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column);
  for (std::uint32_t k = starts_[cell]; k < starts_[cell + 1]; ++k)
    if (blocks(*all_[entries_[k]], a, b)) return true;
  return false;
}

bool BlockerIndex::blocked(Point a, Point b) const {
  if (all_.size() < kFew) return std::any_of(all_.begin(), all_.end(), [&](const Blocker* blocker) { return blocks(*blocker, a, b); });
  if (!box_.meets(box_of(a, b))) return false;
  // Column by column from `a` on, and in each the rows the step passes there.
  const int first = column(a.x), last = column(b.x), step = first <= last ? 1 : -1;
  const double slope = a.x == b.x ? 0.0 : (b.y - a.y) / (b.x - a.x);
  for (int x = first;; x += step) {
    double y0 = a.y, y1 = b.y;
    if (first != last) {
      const double left = box_.low.x + x * cell_, right = left + cell_;
      const double low = std::min(a.x, b.x), high = std::max(a.x, b.x);
      // The outermost columns also hold what lies beyond them.
      y0 = a.y + (std::clamp(x == 0 ? low : left, low, high) - a.x) * slope;
      y1 = a.y + (std::clamp(x == columns_ - 1 ? high : right, low, high) - a.x) * slope;
    }
    const int bottom = row(std::min(y0, y1) - 1e-9), top = row(std::max(y0, y1) + 1e-9);
    for (int y = bottom; y <= top; ++y)
      if (blocked_in(x, y, a, b)) return true;
    if (x == last) return false;
  }
}

}  // namespace rules::charge::path
