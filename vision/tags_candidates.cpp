#include "vision/tags_candidates.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "vision/tags_outline.h"

namespace vision {
namespace {

/// Side of a threshold tile in pixels. With its eight neighbours it spans 12 pixels: enough to hold black and
/// white of the smallest readable tag (3 px a cell), small enough to follow the edge of a shadow.
constexpr int kTile = 4;
/// Least difference between the darkest and brightest pixel nearby, in grey levels: below it there is only noise.
constexpr int kMinContrast = 14;
/// The same as a share of their sum, so that a darkened picture is treated as the bright one was. Print on
/// paper has 0.5 and more, glare lowers it to 0.2; lower than this finds every blade of grass.
constexpr double kMinRelativeContrast = 0.22;
/// Of a ring one pixel thick around a box w x h about 2 (w + h) pixels are dark; thinner is a scratch.
constexpr double kMinRingPixels = 1.6;
constexpr double kMaxAspect = 6.0;

struct Tiles {
  int columns = 0, rows = 0;
  std::vector<std::uint8_t> low, high;
};

Tiles extremes(const cv::Mat& luma) {
  Tiles t{.columns = (luma.cols + kTile - 1) / kTile, .rows = (luma.rows + kTile - 1) / kTile, .low = {}, .high = {}};
  t.low.resize(static_cast<std::size_t>(t.columns) * t.rows);
  t.high.resize(t.low.size());
  const int padded = t.columns * kTile;
  std::vector<std::uint8_t> low(static_cast<std::size_t>(padded)), high(low.size());
  for (int row = 0; row < t.rows; ++row) {
    const int y0 = row * kTile, y1 = std::min(luma.rows, y0 + kTile);
    std::memcpy(low.data(), luma.ptr(y0), static_cast<std::size_t>(luma.cols));
    std::memcpy(high.data(), luma.ptr(y0), static_cast<std::size_t>(luma.cols));
    for (int y = y0 + 1; y < y1; ++y) {
      const std::uint8_t* line = luma.ptr(y);
      for (int x = 0; x < luma.cols; ++x) {
        low[x] = std::min(low[x], line[x]);
        high[x] = std::max(high[x], line[x]);
      }
    }
    for (int x = luma.cols; x < padded; ++x) {
      low[x] = low[luma.cols - 1];
      high[x] = high[luma.cols - 1];
    }
    std::uint8_t* low_out = &t.low[static_cast<std::size_t>(row) * t.columns];
    std::uint8_t* high_out = &t.high[static_cast<std::size_t>(row) * t.columns];
    for (int c = 0; c < t.columns; ++c) {
      const std::uint8_t *l = &low[c * kTile], *h = &high[c * kTile];
      low_out[c] = std::min(std::min(l[0], l[1]), std::min(l[2], l[3]));
      high_out[c] = std::max(std::max(h[0], h[1]), std::max(h[2], h[3]));
    }
  }
  return t;
}

/// Spreads each tile's extremes over its eight neighbours.
void spread(Tiles& t) {
  const auto columns = static_cast<std::size_t>(t.columns);
  std::vector<std::uint8_t> low(t.low.size()), high(t.high.size());
  for (int row = 0; row < t.rows; ++row) {
    const std::uint8_t *l = &t.low[row * columns], *h = &t.high[row * columns];
    for (int c = 0; c < t.columns; ++c) {
      const int a = std::max(0, c - 1), b = std::min(t.columns - 1, c + 1);
      low[row * columns + c] = std::min({l[a], l[c], l[b]});
      high[row * columns + c] = std::max({h[a], h[c], h[b]});
    }
  }
  for (int row = 0; row < t.rows; ++row) {
    const std::size_t a = std::max(0, row - 1) * columns, m = row * columns, b = std::min(t.rows - 1, row + 1) * columns;
    for (std::size_t c = 0; c < columns; ++c) {
      t.low[m + c] = std::min(std::min(low[a + c], low[m + c]), low[b + c]);
      t.high[m + c] = std::max(std::max(high[a + c], high[m + c]), high[b + c]);
    }
  }
}

constexpr std::uint8_t kDark = 1, kBright = 2;

/// Dark or bright against the middle of its neighbourhood, 0 where nothing contrasts. One pixel of margin all
/// round, always 0.
cv::Mat contrast_mask(const cv::Mat& luma) {
  Tiles tiles = extremes(luma);
  spread(tiles);
  cv::Mat mask = cv::Mat::zeros(luma.rows + 2, luma.cols + 2, CV_8U);
  std::vector<std::uint8_t> threshold(static_cast<std::size_t>(tiles.columns) * kTile), bright(threshold.size());
  for (int row = 0; row < tiles.rows; ++row) {
    const std::size_t first = static_cast<std::size_t>(row) * tiles.columns;
    bool any = false;
    for (int c = 0; c < tiles.columns; ++c) {
      const int low = tiles.low[first + c], high = tiles.high[first + c];
      const bool contrasts = high - low >= std::max<double>(kMinContrast, kMinRelativeContrast * (high + low));
      any |= contrasts;
      std::memset(&threshold[static_cast<std::size_t>(c) * kTile], contrasts ? (low + high + 1) / 2 : 0, kTile);
      std::memset(&bright[static_cast<std::size_t>(c) * kTile], contrasts ? kBright : 0, kTile);
    }
    if (!any) continue;
    for (int y = row * kTile; y < std::min(luma.rows, (row + 1) * kTile); ++y) {
      const std::uint8_t* in = luma.ptr(y);
      std::uint8_t* out = mask.ptr(y + 1) + 1;
      for (int x = 0; x < luma.cols; ++x) out[x] = in[x] < threshold[x] ? kDark : bright[x];
    }
  }
  return mask;
}

struct Run {
  int begin, end;  // mask columns, end excluded
  std::uint8_t shade;
  int label;
};

struct Blob {
  int left, top, right, bottom;  // mask pixels, inclusive
  int first_x;                   // of its topmost run
  int pixels;
  std::uint8_t shade;
};

/// Connected regions of one shade by runs and union-find.
class Blobs {
 public:
  explicit Blobs(const cv::Mat& mask) {
    std::vector<Run> above, here;
    for (int y = 1; y + 1 < mask.rows; ++y) {
      runs_of(mask.ptr(y), mask.cols, here);
      join(above, here, y);
      above.swap(here);
    }
  }

  [[nodiscard]] std::vector<Blob> roots() const {
    std::vector<Blob> out;
    for (std::size_t i = 0; i < parent_.size(); ++i)
      if (parent_[i] == static_cast<int>(i)) out.push_back(blobs_[i]);
    return out;
  }

 private:
  static void runs_of(const std::uint8_t* line, int columns, std::vector<Run>& runs) {
    runs.clear();
    int x = 1;
    while (x + 1 < columns) {
      if (line[x] == 0) {
        std::uint64_t word = 0;
        while (x + 8 < columns && (std::memcpy(&word, line + x, 8), word == 0)) x += 8;
        while (x + 1 < columns && line[x] == 0) ++x;
        if (x + 1 >= columns) return;
      }
      const int begin = x;
      const std::uint8_t shade = line[x];
      while (line[x] == shade) ++x;  // the margin ends it
      runs.push_back({begin, x, shade, -1});
    }
  }

  int root(int label) {
    while (parent_[label] != label) label = parent_[label] = parent_[parent_[label]];
    return label;
  }

  void join(const std::vector<Run>& above, std::vector<Run>& here, int y) {
    std::size_t a = 0;
    for (Run& run : here) {
      while (a < above.size() && above[a].end < run.begin) ++a;  // touching corners count
      for (std::size_t k = a; k < above.size() && above[k].begin <= run.end; ++k) {
        if (above[k].shade != run.shade) continue;
        const bool corner_only = above[k].end == run.begin || above[k].begin == run.end;
        if (corner_only && run.shade == kDark) continue;  // a white margin one pixel wide keeps dark apart even across a slant
        const int other = root(above[k].label);
        if (run.label < 0)
          run.label = other;
        else if (run.label != other)
          run.label = merge(run.label, other);
      }
      if (run.label < 0) {
        run.label = static_cast<int>(parent_.size());
        parent_.push_back(run.label);
        blobs_.push_back(
            {.left = run.begin, .top = y, .right = run.end - 1, .bottom = y, .first_x = run.begin, .pixels = 0, .shade = run.shade});
      }
      Blob& blob = blobs_[run.label];
      blob.left = std::min(blob.left, run.begin);
      blob.right = std::max(blob.right, run.end - 1);
      blob.bottom = y;
      blob.pixels += run.end - run.begin;
    }
  }

  int merge(int a, int b) {
    const int keep = std::min(a, b), drop = std::max(a, b);
    parent_[drop] = keep;
    Blob &k = blobs_[keep], &d = blobs_[drop];
    if (d.top < k.top) k.first_x = d.first_x;
    k.left = std::min(k.left, d.left);
    k.top = std::min(k.top, d.top);
    k.right = std::max(k.right, d.right);
    k.bottom = std::max(k.bottom, d.bottom);
    k.pixels += d.pixels;
    return keep;
  }

  std::vector<int> parent_;
  std::vector<Blob> blobs_;
};

bool may_be_tag(const Blob& b, double min_side_px) {
  const double w = b.right - b.left + 1, h = b.bottom - b.top + 1;
  const double longest = std::max(w, h), shortest = std::min(w, h);
  return shortest >= 0.7 * min_side_px && longest >= min_side_px && longest <= kMaxAspect * shortest &&
         b.pixels >= kMinRingPixels * (w + h);
}

}  // namespace

std::vector<DarkQuad> find_dark_quads(const cv::Mat& luma, const cv::Rect& window, double min_side_px) {
  const cv::Mat mask = contrast_mask(luma(window));
  std::vector<DarkQuad> quads;
  for (const Blob& blob : Blobs(mask).roots()) {
    if (!may_be_tag(blob, min_side_px)) continue;
    std::vector<cv::Point> outline = outline_of(mask, {blob.first_x, blob.top}, blob.shade == kBright);
    // A white margin that something cuts open runs round the tag on the inside: walked backwards, it is the tag's.
    if (blob.shade == kBright) std::ranges::reverse(outline);
    for (DarkQuad& quad : quads_of(outline, min_side_px, blob.shade == kDark ? 0.5 : -0.5)) {
      for (cv::Point2d& corner : quad.corners) corner += cv::Point2d(window.x - 1, window.y - 1);  // the mask's margin
      quads.push_back(quad);
    }
  }
  return quads;
}

}  // namespace vision
