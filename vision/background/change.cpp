#include "vision/background/change.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <opencv2/imgproc.hpp>

#include "measure/robust.h"

namespace vision {
namespace {

/// Every how many rows are read: two halves the cost and still sees a fifth of an inch.
constexpr int kRowStep = 2;
/// A block has changed when its structure differs this many times as much as it usually does ...
constexpr float kTimesUsual = 1.6F;
/// ... and this many grey levels more: below it, video coding and JPEG flicker.
constexpr float kLeastLevels = 2.0F;
/// Or when its brightness differs from the picture's common change of light by this share: a soft shadow is deeper.
constexpr float kBrightnessShare = 0.06F;
/// ... and by this many grey levels at least, for dark blocks.
constexpr float kBrightnessLevels = 3.0F;
/// Weight of the newest frame in what is usual for a block.
constexpr float kLearning = 0.05F;

struct Sums {
  std::uint32_t difference = 0, now = 0, before = 0, pixels = 0;
};

/// One row of one block. Kept this plain so that the compiler turns it into vector sums of differences.
void add_row(const std::uint8_t* a, const std::uint8_t* b, int width, Sums& sums) {
  std::uint32_t difference = 0, now = 0, before = 0;
  for (int x = 0; x < width; ++x) {
    difference += static_cast<std::uint32_t>(std::abs(a[x] - b[x]));
    now += a[x];
    before += b[x];
  }
  sums.difference += difference;
  sums.now += now;
  sums.before += before;
  sums.pixels += static_cast<std::uint32_t>(width);
}

std::vector<Sums> sums_of(const cv::Mat& now, const cv::Mat& before, cv::Size grid) {
  std::vector<Sums> sums(static_cast<std::size_t>(grid.area()));
  for (int y = 0; y < now.rows; y += kRowStep) {
    const auto* a = now.ptr<std::uint8_t>(y);
    const auto* b = before.ptr<std::uint8_t>(y);
    Sums* row = sums.data() + static_cast<std::ptrdiff_t>(y / kChangeBlock) * grid.width;
    const int whole = now.cols / kChangeBlock;
    for (int c = 0; c < whole; ++c) add_row(a + c * kChangeBlock, b + c * kChangeBlock, kChangeBlock, row[c]);
    if (whole < grid.width) add_row(a + whole * kChangeBlock, b + whole * kChangeBlock, now.cols - whole * kChangeBlock, row[whole]);
  }
  return sums;
}

/// Clears set blocks without a set neighbour.
void drop_lone_blocks(BlockMask& mask) {
  const BlockMask before = mask.clone();
  for (int r = 0; r < mask.rows; ++r)
    for (int c = 0; c < mask.cols; ++c) {
      if (!before.at<std::uint8_t>(r, c)) continue;
      const cv::Rect around = cv::Rect(c - 1, r - 1, 3, 3) & cv::Rect(0, 0, mask.cols, mask.rows);
      if (cv::countNonZero(before(around)) < 2) mask.at<std::uint8_t>(r, c) = 0;
    }
}

}  // namespace

BlockMask no_blocks(cv::Size picture) {
  return BlockMask::zeros((picture.height + kChangeBlock - 1) / kChangeBlock, (picture.width + kChangeBlock - 1) / kChangeBlock, CV_8U);
}

std::vector<cv::Rect> rectangles_of(const BlockMask& mask, cv::Size picture, int grow) {
  cv::Mat grown, labels, stats, centres;
  cv::dilate(mask, grown, cv::Mat::ones(2 * grow + 1, 2 * grow + 1, CV_8U));
  const int count = cv::connectedComponentsWithStats(grown, labels, stats, centres, 8);
  std::vector<cv::Rect> out;
  for (int i = 1; i < count; ++i) {
    const cv::Rect blocks(stats.at<int>(i, cv::CC_STAT_LEFT), stats.at<int>(i, cv::CC_STAT_TOP), stats.at<int>(i, cv::CC_STAT_WIDTH),
                          stats.at<int>(i, cv::CC_STAT_HEIGHT));
    out.push_back(cv::Rect(blocks.x * kChangeBlock, blocks.y * kChangeBlock, blocks.width * kChangeBlock, blocks.height * kChangeBlock) &
                  cv::Rect({0, 0}, picture));
  }
  return out;
}

double share_of(const BlockMask& mask) {
  return mask.empty() ? 0.0 : static_cast<double>(cv::countNonZero(mask)) / static_cast<double>(mask.total());
}

void ChangeDetector::set_reference(const cv::Mat& luma) {
  if (reference_.size() != luma.size()) quiet_.clear();
  reference_ = luma;
}

BlockMask ChangeDetector::compare(const cv::Mat& luma) {
  BlockMask mask = no_blocks(luma.size());
  if (luma.size() != reference_.size()) {
    mask.setTo(255);
    return mask;
  }
  const std::vector<Sums> sums = sums_of(luma, reference_, mask.size());
  std::vector<float> structure, gains;
  for (const Sums& s : sums) {
    const float shift = std::abs(static_cast<float>(s.now) - static_cast<float>(s.before));
    structure.push_back(std::max(0.0F, static_cast<float>(s.difference) - shift) / static_cast<float>(s.pixels));
    gains.push_back((static_cast<float>(s.now) + 1.0F) / (static_cast<float>(s.before) + 1.0F));
  }
  const float usual = measure::median(structure), gain = measure::median(gains);
  if (quiet_.size() != sums.size()) quiet_.assign(sums.size(), usual);
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const float pixels = static_cast<float>(sums[i].pixels);
    const float before = static_cast<float>(sums[i].before) / pixels;
    const float brightness = std::abs(static_cast<float>(sums[i].now) / pixels - gain * before);
    const bool changed = structure[i] > kTimesUsual * std::max(quiet_[i], usual) + kLeastLevels ||
                         brightness > std::max(kBrightnessLevels, kBrightnessShare * before);
    if (changed)
      mask.at<std::uint8_t>(static_cast<int>(i) / mask.cols, static_cast<int>(i) % mask.cols) = 255;
    else
      quiet_[i] += kLearning * (structure[i] - quiet_[i]);
  }
  drop_lone_blocks(mask);
  return mask;
}

}  // namespace vision
