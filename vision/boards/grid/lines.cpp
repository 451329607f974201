#include "vision/boards/grid/lines.h"

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <cmath>

#include "measure/robust.h"
#include "vision/tags/shades.h"

namespace vision {
namespace {

using calibration::TableCamera, measure::Inches, measure::TablePoint;

/// Fewer lines than this a way may be anything.
constexpr int kLeastSquares = 4;
/// Squares differ from those of a grid by less than this, inches.
constexpr double kSameSquare = 1e-6;
/// Half a side of a square is looked at as one: its middle, off the side's, and half its length, in squares. Crossings are left out.
constexpr double kHalfAt = 0.23, kHalfLong = 0.15;
/// How far to either side of a line it is looked for, squares. Wider lets pieces in.
constexpr double kAside = 0.2;
/// An edge this many times above the noise is one; it also is this many grey levels, below which compression draws edges of its own.
constexpr double kAboveNoise = 4.0, kLeastLineEdge = 1.2;
/// A printed line is at most so wide, squares; and so many pixels where it is narrower than the blur. Its weaker side is at least this
/// share of the other: less, and noise beside a plain edge passes for a second side.
constexpr double kLineWide = 0.1, kLineWidePx = 4.0, kSecondSide = 0.15;
/// A line is where it was expected within the reach, but no nearer than this is asked, pixels.
constexpr double kLeastReachPx = 1.5;
/// What is fainter than this share of the board's own lines is none of them, seen beyond the board or between them.
constexpr double kLikeLines = 0.3;
/// Where squares are compared with their neighbours, off their corner, squares: where pieces seldom reach.
constexpr double kInCorner = 0.13;
/// The halves of a line part at a crossing as everywhere on the board, within so many sigma and so many pixels. More lets men beside a line
/// move the crossing, less leaves too few.
constexpr double kParted = 3.0, kLeastPartedPx = 0.25;
/// Neighbours differ clearly: by so many grey levels, and at this share of the crossings the same way.
constexpr double kClearly = 4.0, kMostly = 0.75;

std::optional<double> grey_at(const cv::Mat& luma, double u, double v) {
  if (!(u >= 0.0 && v >= 0.0 && u < luma.cols - 1 && v < luma.rows - 1)) return std::nullopt;
  return brightness(luma, u, v);
}

/// Noise of one pixel, grey levels: from how its neighbours in a row differ from their middle, at the calmest half of places.
double noise_of(const cv::Mat& luma) {
  std::vector<double> off;
  const int step = std::max(1, luma.cols / 160);
  for (int y = 0; y < luma.rows; y += step)
    for (int x = 1; x + 1 < luma.cols; x += step) {
      const std::uint8_t* p = luma.ptr<std::uint8_t>(y) + x;
      off.push_back(std::abs(p[0] - 0.5 * (p[-1] + p[1])));
    }
  return std::max(0.5, measure::median(std::move(off)) / 0.6745 / std::sqrt(1.5));
}

class Look {
 public:
  Look(const cv::Mat& luma, const TableCamera& camera, const Grid& grid, double reach)
      : luma_(luma), camera_(camera), grid_(grid), reach_(reach), noise_(noise_of(luma)) {}

  LinesSeen seen() const {
    LinesSeen out;
    Share inner;
    std::vector<double> contrasts;
    for (const bool upright : {true, false}) {
      const int lines = upright ? grid_.columns : grid_.rows, squares = upright ? grid_.rows : grid_.columns;
      for (int line = 1; line < lines; ++line)
        for (int k = 0; k < 2 * squares; ++k) {
          const Half here = half(upright, line, at_half(k));
          inner.add(here);
          if (here.off) contrasts.push_back(here.contrast);
        }
    }
    const double least = kLikeLines * measure::median(contrasts);
    for (const std::vector<double>& parts : {std::vector{0.5}, std::vector{1.0 / 3.0, 2.0 / 3.0}}) {
      Share between;
      for (const bool upright : {true, false})
        for (int line = 0; line < (upright ? grid_.columns : grid_.rows); ++line)
          for (const double part : parts)
            for (int k = 0; k < (upright ? grid_.rows : grid_.columns); ++k)
              between.add(half(upright, line + part, at_half(2 * k + line % 2)), least);
      out.between = std::max(out.between, between.of_all());
    }
    out.share = inner.of_all();
    for (const bool upright : {false, true}) {
      const int squares = upright ? grid_.rows : grid_.columns;
      out.borders.push_back({strip(upright, {0, 1}, 0.0), strip(upright, {-1}, least)});
      out.borders.push_back({strip(upright, {2 * squares - 2, 2 * squares - 1}, 0.0), strip(upright, {2 * squares}, least)});
    }
    std::vector<Crossing> crossings;
    for (int i = 1; i < grid_.columns; ++i)
      for (int j = 1; j < grid_.rows; ++j)
        if (const auto at = crossing(i, j)) crossings.push_back(*at);
    for (const Crossing& c : undisturbed(crossings)) out.crossings.push_back(c.anchor);
    return out;
  }

 private:
  struct Half {
    bool in_picture = false;
    std::optional<double> off;  // of the line from where it was expected, squares
    double contrast = 0.0;      // of its steeper side, grey levels
  };

  struct Share {
    int shown = 0, looked_at = 0;
    void add(const Half& half, double least = 0.0) {
      looked_at += half.in_picture;
      shown += half.off && half.contrast >= least;
    }
    [[nodiscard]] double of_all() const { return looked_at == 0 ? 0.0 : static_cast<double>(shown) / looked_at; }
  };

  /// The middle of half a side of a square, halves counted from the border.
  static double at_half(int k) { return std::floor(0.5 * k) + 0.5 + (k % 2 == 0 ? -kHalfAt : kHalfAt); }

  /// The lines that cross a strip of squares. 1 where the picture ends.
  [[nodiscard]] double strip(bool upright, const std::vector<int>& halves, double least) const {
    Share share;
    const int lines = upright ? grid_.columns : grid_.rows;
    for (int line = 1; line < lines; ++line)
      for (const int k : halves) {
        const double at = k < 0 ? -0.5 + kHalfAt : at_half(k);
        share.add(half(upright, line, at), least);
      }
    return 2 * share.looked_at < static_cast<int>(halves.size()) * (lines - 1) ? 1.0 : share.of_all();
  }

  [[nodiscard]] Half half(bool upright, double line, double along) const {
    const TablePoint middle = upright ? grid_.at(line, along) : grid_.at(along, line);
    const auto centre = camera_.image_from_table(middle, Inches(0.0));
    if (!centre) return {};
    Eigen::Matrix2d jacobian = camera_.image_jacobian(middle, Inches(0.0));
    jacobian.col(0) *= grid_.wide, jacobian.col(1) *= grid_.high;  // pixels a square
    const Eigen::Vector2d across = jacobian.col(upright ? 0 : 1), lengthwise = jacobian.col(upright ? 1 : 0);
    const double square = across.norm(), step = 1.0 / square;
    const int aside = static_cast<int>(kAside * square), rows = std::max(2, static_cast<int>(2.0 * kHalfLong * lengthwise.norm()));
    std::vector<double> profile(static_cast<std::size_t>(2 * aside + 3), 0.0);
    for (std::size_t t = 0; t < profile.size(); ++t)
      for (int r = 0; r < rows; ++r) {
        const Eigen::Vector2d at = Eigen::Vector2d(centre->u, centre->v) + across * (step * (static_cast<double>(t) - aside - 1.0)) +
                                   lengthwise * (kHalfLong * (2.0 * (r + 0.5) / rows - 1.0));
        const auto grey = grey_at(luma_, at.x(), at.y());
        if (!grey) return {};
        profile[t] += *grey / rows;
      }
    Half out{.in_picture = true, .off = {}};
    const auto edge = edge_in(profile, std::max(kLineWidePx, kLineWide * square), noise_ * std::sqrt(2.0 / rows));
    if (!edge || std::abs(edge->place - aside) > std::max(kLeastReachPx, reach_ * square)) return out;
    out.off = (edge->place - aside) * step;
    out.contrast = edge->contrast;
    return out;
  }

  struct Edge {
    double place = 0.0, contrast = 0.0;
  };

  /// The middle of the strongest edge or line in a profile, pixels from its second sample.
  [[nodiscard]] static std::optional<Edge> edge_in(const std::vector<double>& profile, double line_wide, double noise) {
    std::vector<double> slope;
    for (std::size_t t = 1; t + 1 < profile.size(); ++t) slope.push_back(profile[t + 1] - profile[t - 1]);
    const auto least = std::max(kLeastLineEdge, kAboveNoise * noise);
    const auto steepest = std::ranges::max_element(slope, {}, [](double s) { return std::abs(s); });
    if (steepest == slope.end() || std::abs(*steepest) < least) return std::nullopt;
    const auto at = steepest - slope.begin();
    // A stroke has a second side that goes the other way.
    auto other = at;
    for (auto t = std::max<std::ptrdiff_t>(0, at - std::lround(line_wide));
         t <= std::min<std::ptrdiff_t>(std::ssize(slope) - 1, at + std::lround(line_wide)); ++t) {
      const double up = -slope[t] * (*steepest > 0.0 ? 1.0 : -1.0);
      const double best = -slope[other] * (*steepest > 0.0 ? 1.0 : -1.0);
      if (up > best) other = t;
    }
    const double first = side_at(slope, at);
    const bool stroke = other != at && std::abs(slope[other]) > std::max(least, kSecondSide * std::abs(*steepest));
    return Edge{stroke ? 0.5 * (first + side_at(slope, other)) : first, std::abs(*steepest)};
  }

  /// The place of a slope's peak, between its samples.
  [[nodiscard]] static double side_at(const std::vector<double>& slope, std::ptrdiff_t peak) {
    double sum = 0.0, moment = 0.0;
    for (auto t = std::max<std::ptrdiff_t>(0, peak - 1); t <= std::min<std::ptrdiff_t>(std::ssize(slope) - 1, peak + 1); ++t) {
      const double s = slope[t];
      if (s * slope[peak] <= 0.0) continue;
      sum += s * s;
      moment += s * s * static_cast<double>(t);
    }
    return moment / sum;
  }

  struct Crossing {
    calibration::Anchor anchor;
    std::array<double, 2> parted;  // how far the two halves of each line that meet there lie from each other, pixels
  };

  /// Where a line parts two colours, its middle seems off to one side, and beyond the crossing to the other: only both together are right.
  /// By how much they part is the same all over a board; a man or a shadow beside one half makes it otherwise. Such crossings are left out,
  /// unless most are such or too few would remain to place the board.
  [[nodiscard]] static std::vector<Crossing> undisturbed(const std::vector<Crossing>& all) {
    if (all.empty()) return all;
    std::vector<bool> keeps(all.size(), true);
    for (const std::size_t line : {0, 1}) {
      std::vector<double> parted, off;
      for (const Crossing& c : all) parted.push_back(c.parted[line]);
      const double usual = measure::median(parted);
      for (const double p : parted) off.push_back(std::abs(p - usual));
      const double most = std::max(kLeastPartedPx, kParted * measure::kSigmaOfMedian * measure::median(off));
      for (std::size_t i = 0; i < all.size(); ++i) keeps[i] = keeps[i] && off[i] <= most;
    }
    const auto kept = static_cast<std::size_t>(std::ranges::count(keeps, true));
    if (kept < kLeastCrossings || 2 * kept < all.size()) return all;
    std::vector<Crossing> out;
    for (std::size_t i = 0; i < all.size(); ++i)
      if (keeps[i]) out.push_back(all[i]);
    return out;
  }

  [[nodiscard]] std::optional<Crossing> crossing(int i, int j) const {
    struct Met {
      double off, parted;  // squares
    };
    const auto met = [&](bool upright, int line, int square) -> std::optional<Met> {
      const Half before = half(upright, line, at_half(2 * square - 1)), after = half(upright, line, at_half(2 * square));
      if (!before.off || !after.off) return std::nullopt;
      return Met{0.5 * (*before.off + *after.off), std::abs(*before.off - *after.off)};
    };
    const auto di = met(true, i, j), dj = met(false, j, i);
    if (!di || !dj) return std::nullopt;
    const auto pixel = camera_.image_from_table(grid_.at(i + di->off, j + dj->off), Inches(0.0));
    if (!pixel) return std::nullopt;
    const Eigen::Matrix2d jacobian = camera_.image_jacobian(grid_.at(i, j), Inches(0.0));
    return Crossing{{*pixel, grid_.at(i, j)},
                    {di->parted * grid_.wide * jacobian.col(0).norm(), dj->parted * grid_.high * jacobian.col(1).norm()}};
  }

  const cv::Mat& luma_;
  const TableCamera& camera_;
  const Grid& grid_;
  double reach_, noise_;
};

}  // namespace

std::optional<Grid> grid_of(const measure::Board& board) {
  if (board.squares.empty()) return std::nullopt;
  const auto [columns, rows] = measure::size_of(board);
  Grid grid{.columns = columns, .rows = rows};
  if (std::min(grid.columns, grid.rows) < kLeastSquares) return std::nullopt;
  const auto regular = measure::grid_squares(grid.columns, grid.rows, board.length, board.width, board.coloured);
  if (regular.size() != board.squares.size()) return std::nullopt;
  for (std::size_t i = 0; i < regular.size(); ++i) {
    const auto &a = regular[i].outline, &b = board.squares[i].outline;
    if (a.size() != b.size()) return std::nullopt;
    for (std::size_t k = 0; k < a.size(); ++k)
      if (distance(a[k], b[k]).value > kSameSquare) return std::nullopt;
  }
  grid.wide = board.length.value / grid.columns;
  grid.high = board.width.value / grid.rows;
  return grid;
}

LinesSeen look_for_lines(const cv::Mat& luma, const TableCamera& camera, const Grid& grid, double reach) {
  return Look(luma, camera, grid, reach).seen();
}

double chequer(const cv::Mat& luma, const TableCamera& camera, const Grid& grid) {
  std::vector<double> darker;
  for (int i = 1; i < grid.columns; ++i)
    for (int j = 1; j < grid.rows; ++j) {
      double sum = 0.0;
      bool known = true;
      for (const int a : {-1, 1})
        for (const int b : {-1, 1}) {
          const auto at = camera.image_from_table(grid.at(i + a * kInCorner, j + b * kInCorner), Inches(0.0));
          const auto grey = at ? grey_at(luma, at->u, at->v) : std::nullopt;
          known = known && grey;
          // The square on the far side of the corner is [i, j]: of even column + row when i + j is even.
          if (grey) sum += (a * b > 0) == ((i + j) % 2 == 0) ? -*grey : *grey;
        }
      if (known) darker.push_back(0.5 * sum);
    }
  const double typical = measure::median(darker);
  const auto alike = std::ranges::count_if(darker, [&](double d) { return d * typical > 0.0; });
  const bool clear = std::abs(typical) > kClearly && static_cast<double>(alike) > kMostly * static_cast<double>(darker.size());
  return clear ? typical : 0.0;
}

}  // namespace vision
