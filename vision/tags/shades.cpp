#include "vision/tags/shades.h"

#include <cstring>
#include <opencv2/imgproc.hpp>

namespace vision {
namespace {

/// Side of a threshold tile in pixels. With its eight neighbours it spans 12 pixels: enough to hold black and
/// white of the smallest readable tag (3 px a cell), small enough to follow the edge of a shadow.
constexpr int kTile = 4;
/// Least difference between the darkest and brightest pixel nearby, in grey levels: below it there is only noise.
constexpr int kMinTileContrast = 14;
/// The same as a share of their sum, so that a darkened picture is treated as the bright one was. Print on
/// paper has 50 % and more, glare lowers it to 20 %; lower than this finds every blade of grass.
constexpr int kMinPercentContrast = 22;
/// What overexposed white hides of its brightness, grey levels.
constexpr int kHidden = static_cast<int>(unclipped(255.0)) - 255;

struct Tiles {
  cv::Mat low, high;  // darkest and brightest pixel of each tile
};

/// Of four rows each column's, then of each four columns. Plain loops over plain pointers: the compiler makes wide ones of them.
void fold(const cv::Mat& luma, int y0, std::uint8_t* low, std::uint8_t* high) {
  const int columns = luma.cols, y1 = std::min(luma.rows, y0 + kTile);
  std::memcpy(low, luma.ptr(y0), static_cast<std::size_t>(columns));
  std::memcpy(high, luma.ptr(y0), static_cast<std::size_t>(columns));
  for (int y = y0 + 1; y < y1; ++y) {
    const std::uint8_t* line = luma.ptr(y);
    for (int x = 0; x < columns; ++x) {
      low[x] = std::min(low[x], line[x]);
      high[x] = std::max(high[x], line[x]);
    }
  }
}

Tiles extremes(const cv::Mat& luma) {
  const int rows = (luma.rows + kTile - 1) / kTile, columns = (luma.cols + kTile - 1) / kTile;
  Tiles t{.low = cv::Mat(rows, columns, CV_8U), .high = cv::Mat(rows, columns, CV_8U)};
  std::vector<std::uint8_t> low(static_cast<std::size_t>(columns) * kTile), high(low.size());
  for (int row = 0; row < rows; ++row) {
    fold(luma, row * kTile, low.data(), high.data());
    std::fill(low.begin() + luma.cols, low.end(), low[static_cast<std::size_t>(luma.cols) - 1]);
    std::fill(high.begin() + luma.cols, high.end(), high[static_cast<std::size_t>(luma.cols) - 1]);
    const std::uint8_t *l = low.data(), *h = high.data();
    std::uint8_t *low_out = t.low.ptr(row), *high_out = t.high.ptr(row);
    for (int c = 0; c < columns; ++c, l += kTile, h += kTile) {
      low_out[c] = std::min(std::min(l[0], l[1]), std::min(l[2], l[3]));
      high_out[c] = std::max(std::max(h[0], h[1]), std::max(h[2], h[3]));
    }
  }
  return t;
}

/// The threshold of each tile from the extremes of it and its eight neighbours; 0 where they do not contrast.
cv::Mat thresholds_of(const cv::Mat& luma) {
  Tiles t = extremes(luma);
  cv::erode(t.low, t.low, {});
  cv::dilate(t.high, t.high, {});
  const int columns = t.low.cols;
  for (int row = 0; row < t.low.rows; ++row) {
    std::uint8_t *low = t.low.ptr(row), *high = t.high.ptr(row);
    for (int c = 0; c < columns; ++c) {
      const int difference = high[c] - low[c], sum = high[c] + low[c], hidden = high[c] < kOverexposed ? 0 : kHidden;
      const bool contrasts = difference >= kMinTileContrast && 100 * (difference + hidden) >= kMinPercentContrast * (sum + hidden);
      low[c] = static_cast<std::uint8_t>(contrasts ? (sum + hidden + 1) / 2 : 0);
    }
  }
  return t.low;
}

/// Dark and bright pixels of a line, 0 or 1 each; without branches, so that the compiler handles many at once.
void compare(const std::uint8_t* in, const std::uint8_t* threshold, std::uint8_t* dark, std::uint8_t* bright, int columns) {
  for (int x = 0; x < columns; ++x) {
    const int below = threshold[x] > in[x] ? threshold[x] - in[x] : 0;
    dark[x] = static_cast<std::uint8_t>(std::min(below, 1));
    bright[x] = static_cast<std::uint8_t>(std::min<int>(threshold[x], 1) - dark[x]);
  }
}

}  // namespace

void BitPlane::set_row(int y, const std::uint8_t* bytes) {
  std::uint8_t* out = bits_.data() + stride_ * static_cast<std::size_t>(y + 1);
  // Bit 8i of the eight bytes lands in bit 56 + i of the product; no two meet, so nothing is carried.
  for (std::size_t i = 0; i < words() * 8; ++i, bytes += 8)
    out[i] = static_cast<std::uint8_t>((little_endian(bytes) * 0x0102040810204080ULL) >> 56);
}

Shades shades_of(const cv::Mat& luma) {
  Shades shades{.dark = {luma.cols, luma.rows}, .bright = {luma.cols, luma.rows}};
  const cv::Mat thresholds = thresholds_of(luma);
  std::vector<std::uint8_t> threshold(static_cast<std::size_t>(thresholds.cols) * kTile);
  std::vector<std::uint8_t> dark(shades.dark.words() * 64), bright(dark.size());
  for (int y = 0; y < luma.rows; ++y) {
    if (y % kTile == 0) {
      const std::uint8_t* of_tile = thresholds.ptr(y / kTile);
      for (std::size_t c = 0; c * kTile < threshold.size(); ++c) std::memset(&threshold[c * kTile], of_tile[c], kTile);
    }
    compare(luma.ptr(y), threshold.data(), dark.data() + 1, bright.data() + 1, luma.cols);
    shades.dark.set_row(y, dark.data());
    shades.bright.set_row(y, bright.data());
  }
  return shades;
}

}  // namespace vision
