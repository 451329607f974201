#include "vision/image/jpeg_blockiness.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

namespace vision {
namespace {

constexpr int kBlock = 8;  // pixels
// Every so many lines are looked at: odd, so that all places in a block are.
constexpr int kLineStride = 5;
// A step counts for at most so many grey levels: larger ones are the edges of things.
constexpr int kLargestStep = 12;

struct Steps {
  std::array<std::int64_t, kBlock> sum{}, count{};

  void add(int place, int step) {
    sum[place] += std::min(std::abs(step), kLargestStep);
    ++count[place];
  }

  /// The place in a block with the largest mean step, over the middle one.
  [[nodiscard]] double excess() const {
    std::array<double, kBlock> mean{};
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] = count[i] > 0 ? static_cast<double>(sum[i]) / static_cast<double>(count[i]) : 0.0;
    std::ranges::sort(mean);
    return mean[kBlock - 1] - 0.5 * (mean[kBlock / 2 - 1] + mean[kBlock / 2]);
  }
};

}  // namespace

double jpeg_steps(const cv::Mat& luma) {
  Steps along, down;
  for (int y = 0; y + 1 < luma.rows; ++y) {
    const auto *row = luma.ptr<std::uint8_t>(y), *below = luma.ptr<std::uint8_t>(y + 1);
    if (y % kLineStride == 0)
      for (int x = 0; x + 1 < luma.cols; ++x) along.add(x % kBlock, row[x + 1] - row[x]);
    for (int x = y % kLineStride; x < luma.cols; x += kLineStride) down.add(y % kBlock, below[x] - row[x]);
  }
  return 0.5 * (along.excess() + down.excess());
}

}  // namespace vision
