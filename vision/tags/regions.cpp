#include "vision/tags/regions.h"

#include <algorithm>
#include <array>
#include <bit>

namespace vision {
namespace {

struct Run {
  int begin, end;  // columns, end excluded
  int label;
};

/// Regions by runs and union-find.
class Regions {
 public:
  Regions(const BitPlane& plane, Touching touching) : reach_(touching == Touching::Corners ? 0 : 1) {
    std::vector<Run> above, here;
    for (int y = 0; y < plane.rows(); ++y) {
      runs_of(plane, y, here);
      join(above, here, y);
      above.swap(here);
    }
  }

  [[nodiscard]] std::vector<PixelRegion> roots() const {
    std::vector<PixelRegion> out;
    for (std::size_t i = 0; i < parent_.size(); ++i)
      if (parent_[i] == static_cast<int>(i)) out.push_back(regions_[i]);
    return out;
  }

 private:
  /// Runs lie between the places where a row changes; sixty-four pixels without a change are passed over at once.
  static void runs_of(const BitPlane& plane, int y, std::vector<Run>& runs) {
    runs.clear();
    std::uint64_t carry = 0;
    int begin = -1;
    for (std::size_t i = 0; i < plane.words(); ++i) {
      const std::uint64_t word = plane.word(y, i);
      for (std::uint64_t changes = word ^ (word << 1 | carry); changes != 0; changes &= changes - 1) {
        const int x = static_cast<int>(64 * i) + std::countr_zero(changes) - 1;  // bit 0 is the margin
        if (begin < 0) {
          begin = x;
        } else {
          runs.push_back({begin, x, -1});
          begin = -1;
        }
      }
      carry = word >> 63;
    }
  }

  int root(int label) {
    while (parent_[label] != label) label = parent_[label] = parent_[parent_[label]];
    return label;
  }

  void join(const std::vector<Run>& above, std::vector<Run>& here, int y) {
    std::size_t a = 0;
    for (Run& run : here) {
      while (a < above.size() && above[a].end < run.begin + reach_) ++a;
      for (std::size_t k = a; k < above.size() && above[k].begin + reach_ <= run.end; ++k) {
        const int other = root(above[k].label);
        if (run.label < 0)
          run.label = other;
        else if (run.label != other)
          run.label = merge(run.label, other);
      }
      if (run.label < 0) {
        run.label = static_cast<int>(parent_.size());
        parent_.push_back(run.label);
        regions_.push_back({.left = run.begin, .top = y, .right = run.end - 1, .bottom = y, .first_x = run.begin, .pixels = 0});
      }
      PixelRegion& region = regions_[run.label];
      region.left = std::min(region.left, run.begin);
      region.right = std::max(region.right, run.end - 1);
      region.bottom = y;
      region.pixels += run.end - run.begin;
    }
  }

  int merge(int a, int b) {
    const int keep = std::min(a, b), drop = std::max(a, b);
    parent_[drop] = keep;
    PixelRegion &k = regions_[keep], &d = regions_[drop];
    if (d.top < k.top) k.first_x = d.first_x;
    k.left = std::min(k.left, d.left);
    k.top = std::min(k.top, d.top);
    k.right = std::max(k.right, d.right);
    k.bottom = std::max(k.bottom, d.bottom);
    k.pixels += d.pixels;
    return keep;
  }

  int reach_;  // columns two runs must share
  std::vector<int> parent_;
  std::vector<PixelRegion> regions_;
};

/// Steps to the eight neighbours, clockwise, and their bits in `BitPlane::around`.
const std::array<cv::Point, 8> kClockwise{{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}};
constexpr std::array<unsigned, 8> kBit{5, 8, 7, 6, 3, 0, 1, 2};

/// For every pattern of neighbours the ways on, bit `way` set where the region goes on.
using Ways = std::array<std::uint8_t, 512>;

constexpr Ways ways(Touching touching) {
  Ways out{};
  for (unsigned around = 0; around < out.size(); ++around)
    for (unsigned way = 0; way < 8; ++way) {
      const auto set = [&](unsigned w) { return (around >> kBit[w % 8] & 1U) != 0; };
      const bool slanting = way % 2 == 1;
      if (set(way) && (!slanting || touching == Touching::Corners || set(way + 7) || set(way + 1)))
        out[around] = static_cast<std::uint8_t>(out[around] | 1U << way);
    }
  return out;
}

constexpr Ways kWaysBySides = ways(Touching::Sides), kWaysByCorners = ways(Touching::Corners);

}  // namespace

std::vector<PixelRegion> regions_of(const BitPlane& plane, Touching touching) { return Regions(plane, touching).roots(); }

std::vector<cv::Point> outline_of(const BitPlane& plane, cv::Point start, Touching touching) {
  const Ways& ways_on = touching == Touching::Corners ? kWaysByCorners : kWaysBySides;
  std::vector<cv::Point> out;
  const std::size_t most = 8 * static_cast<std::size_t>(plane.columns() + plane.rows());
  cv::Point at = start;
  int heading = 0, first_heading = -1;
  do {
    const unsigned ways = ways_on[plane.around(at.x, at.y)];
    if (ways == 0) return {start};
    const int begin = (heading + 5) % 8;  // just clockwise of where we came from, kept on the outside
    heading = (begin + std::countr_zero((ways | ways << 8) >> begin)) % 8;
    if (at == start && heading == first_heading) break;
    if (first_heading < 0) first_heading = heading;
    out.push_back(at);
    at += kClockwise[heading];
  } while (out.size() < most);
  return out;
}

}  // namespace vision
