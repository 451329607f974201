#include "vision/tags_candidates.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <opencv2/imgproc.hpp>

#include "vision/tags_outline.h"

namespace vision {
namespace {

/// Side of a threshold tile in pixels. With its eight neighbours it spans 12 pixels: enough to hold black and
/// white of the smallest readable tag (3 px a cell), small enough to follow the edge of a shadow.
constexpr int kTile = 4;
/// Least difference between the darkest and brightest pixel nearby, in grey levels: below it there is only noise.
constexpr int kMinContrast = 14;
/// The same as a share of their sum, so that a darkened picture is treated as the bright one was. Print on
/// paper has 50 % and more, glare lowers it to 20 %; lower than this finds every blade of grass.
constexpr int kMinPercentContrast = 22;
/// Of a ring one pixel thick around a box w x h about 2 (w + h) pixels are dark; thinner is a scratch.
constexpr double kMinRingPixels = 1.6;
constexpr double kMaxAspect = 6.0;

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
  for (int row = 0; row < t.low.rows; ++row) {
    std::uint8_t *low = t.low.ptr(row), *high = t.high.ptr(row);
    for (int c = 0; c < t.low.cols; ++c) {
      const int difference = high[c] - low[c], sum = high[c] + low[c];
      const bool contrasts = difference >= kMinContrast && 100 * difference >= kMinPercentContrast * sum;
      low[c] = static_cast<std::uint8_t>(contrasts ? (sum + 1) / 2 : 0);
    }
  }
  return t.low;
}

constexpr std::uint8_t kDark = 1, kBright = 2;

/// One line of the mask; without branches, so that the compiler handles many pixels at once.
void compare(const std::uint8_t* in, const std::uint8_t* threshold, std::uint8_t* out, int columns) {
  for (int x = 0; x < columns; ++x) {
    const int below = threshold[x] > in[x] ? threshold[x] - in[x] : 0;
    out[x] = static_cast<std::uint8_t>(std::min<int>(threshold[x], kBright) - std::min(below, kBright - kDark));
  }
}

/// Dark or bright against the middle of its neighbourhood, 0 where nothing contrasts. One pixel of margin all
/// round, always 0.
cv::Mat contrast_mask(const cv::Mat& luma) {
  const cv::Mat thresholds = thresholds_of(luma);
  cv::Mat mask(luma.rows + 2, luma.cols + 2, CV_8U);
  mask.row(0).setTo(0);
  mask.row(mask.rows - 1).setTo(0);
  std::vector<std::uint8_t> line(static_cast<std::size_t>(thresholds.cols) * kTile);
  for (int y = 0; y < luma.rows; ++y) {
    if (y % kTile == 0) {
      const std::uint8_t* threshold = thresholds.ptr(y / kTile);
      for (std::size_t c = 0; c * kTile < line.size(); ++c) std::memset(&line[c * kTile], threshold[c], kTile);
    }
    std::uint8_t* out = mask.ptr(y + 1);
    out[0] = out[luma.cols + 1] = 0;
    compare(luma.ptr(y), line.data(), out + 1, luma.cols);
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
  /// Which byte of a word is the first, in memory, that is not 0.
  static int first_set(std::uint64_t word) {
    return (std::endian::native == std::endian::little ? std::countr_zero(word) : std::countl_zero(word)) / 8;
  }

  static std::uint64_t byte_at(int place) {
    return std::uint64_t{0xFF} << 8 * (std::endian::native == std::endian::little ? place : 7 - place);
  }

  /// The runs of a line lie between the places where its shade changes; eight pixels without a change are passed over at once.
  static void runs_of(const std::uint8_t* line, int columns, std::vector<Run>& runs) {
    runs.clear();
    int begin = 0;
    const auto ends_at = [&](int x) {
      if (line[x - 1] != 0) runs.push_back({begin, x, line[x - 1], -1});
      begin = x;
    };
    int x = 1;
    for (; x + 8 <= columns; x += 8) {
      std::uint64_t before = 0, here = 0;
      std::memcpy(&before, line + x - 1, 8);
      std::memcpy(&here, line + x, 8);
      for (std::uint64_t changes = before ^ here; changes != 0;) {
        const int at = first_set(changes);
        ends_at(x + at);
        changes &= ~byte_at(at);
      }
    }
    for (; x < columns; ++x)
      if (line[x] != line[x - 1]) ends_at(x);  // the margin ends the last run
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
