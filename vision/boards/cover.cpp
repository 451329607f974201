#include "vision/boards/cover.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace vision {
namespace {

using measure::Inches;
using measure::SquareName;
using measure::TablePoint;

/// Borders are looked at in pieces of this length, as a share of the narrowest square: longer blurs a hand's edge, shorter sees only noise.
constexpr double kPieceLength = 0.2;
/// How far on both sides of a border its tints are compared, share of the narrowest square, and how far off the border may be printed.
constexpr double kReach = 0.11, kPrintOff = 0.03;
/// A border shows where it differs so many times more than the board's clearest borders' share, and the sensor's noise ...
constexpr float kShareOfClear = 0.22f, kTimesNoise = 3.0f;
/// ... and a board whose clear borders differ less than this many times the noise shows none.
constexpr float kClearTimesNoise = 8.0f;
/// A square of whose visible borders more than this share is missing lies under something; fewer takes pale borders for hands. Beside such
/// a square fewer are enough: what lies there ends somewhere on it.
constexpr double kMissing = 0.6, kMissingBeside = 0.2;
/// Squares with fewer border pieces in free sight than this cannot be judged by them.
constexpr int kLeastPieces = 6;
/// So many missing pieces are a hand's edge beside it; fewer are a blot.
constexpr int kLeastMissing = 4;
/// Squares touch where no more than this lies between them, inches.
constexpr double kTouching = 0.02;

struct BorderPiece {
  std::size_t square = 0;
  float contrast = 0.0f;
};

/// How much a piece of border stands out: the ground's change across it, or the line's difference from both sides.
float contrast_at(const cv::Mat& bgr, cv::Point2d at, cv::Point2d along, double length, double reach, double off) {
  const cv::Point2d across(-along.y, along.x);
  const auto mean_at = [&](double d) {
    Colour sum = Colour::Zero();
    const int steps = std::max(3, static_cast<int>(length));
    for (int i = 0; i < steps; ++i) sum += colour_at(bgr, at + along * (length * ((i + 0.5) / steps - 0.5)) + across * d);
    return Colour(sum / static_cast<float>(steps));
  };
  const Colour left = 0.5f * (mean_at(-reach) + mean_at(-0.7 * reach)), right = 0.5f * (mean_at(reach) + mean_at(0.7 * reach));
  float line = 0.0f;
  for (double d = -off; d <= off + 1e-9; d += std::max(0.5, off / 3.0)) {
    const Colour here = mean_at(d);
    line = std::max(line, std::min((here - left).norm(), (here - right).norm()));
  }
  return std::max(line, (left - right).norm());
}

bool covered(cv::Point2d at, double near, std::span<const CoverDisc> pieces) {
  return std::ranges::any_of(pieces, [&](const CoverDisc& p) { return cv::norm(p.at - at) < p.radius + near; });
}

float quantile(std::vector<float> values, double share) {
  if (values.empty()) return 0.0f;
  const auto at = values.begin() + static_cast<long>(share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, at);
  return *at;
}

/// What plain ground differs by over the same distance: the contrast inside squares, off all borders, is noise and map together; its low
/// end is noise.
float noise_of(const BoardView& view, const measure::Board& board, double length, double reach, double off) {
  std::vector<float> inside;
  for (const measure::BoardSquare& square : board.squares) {
    const cv::Point2d middle = view.from_board(measure::mean_corner(square.outline));
    inside.push_back(contrast_at(view.bgr, middle + cv::Point2d(reach, 0.0), {0.0, 1.0}, length, reach, off));
    inside.push_back(contrast_at(view.bgr, middle + cv::Point2d(0.0, reach), {1.0, 0.0}, length, reach, off));
  }
  return std::max(1.0f, quantile(std::move(inside), 0.2));
}

}  // namespace

std::vector<SquareName> unseen_squares(const BoardView& view, const measure::Board& board, std::span<const CoverDisc> pieces) {
  const double narrow = measure::width_of_narrowest(board).value * view.per_inch;
  const double length = kPieceLength * narrow, reach = std::max(2.0, kReach * narrow), off = std::max(1.0, kPrintOff * narrow);
  std::vector<BorderPiece> borders;
  for (std::size_t s = 0; s < board.squares.size(); ++s) {
    const auto& outline = board.squares[s].outline;
    for (std::size_t i = 0, j = outline.size() - 1; i < outline.size(); j = i++) {
      const cv::Point2d from = view.from_board(outline[j]), to = view.from_board(outline[i]);
      const double whole = cv::norm(to - from);
      const int count = static_cast<int>(whole / length);
      if (count < 1) continue;
      const cv::Point2d along = (to - from) / whole;
      for (int k = 0; k < count; ++k) {
        const cv::Point2d at = from + along * (whole * (k + 0.5) / count);
        if (covered(at, reach, pieces)) continue;
        borders.push_back({s, contrast_at(view.bgr, at, along, length, reach, off)});
      }
    }
  }
  std::vector<float> all;
  std::ranges::transform(borders, std::back_inserter(all), &BorderPiece::contrast);
  const float clear = quantile(std::move(all), 0.75), noise = noise_of(view, board, length, reach, off);
  if (clear < kClearTimesNoise * noise) return {};
  const float shows = std::max(kShareOfClear * clear, kTimesNoise * noise);
  std::vector<int> seen(board.squares.size(), 0), missing(board.squares.size(), 0);
  for (const BorderPiece& b : borders) ++(b.contrast >= shows ? seen : missing)[b.square];
  const auto share = [&](std::size_t s) { return static_cast<double>(missing[s]) / std::max(1, seen[s] + missing[s]); };
  std::vector<bool> hidden(board.squares.size(), false);
  for (std::size_t s = 0; s < hidden.size(); ++s) hidden[s] = seen[s] + missing[s] >= kLeastPieces && share(s) > kMissing;
  // What reaches over these ends on squares beside them.
  const std::vector<bool> surely = hidden;
  for (std::size_t s = 0; s < hidden.size(); ++s)
    for (std::size_t t = 0; t < hidden.size() && !hidden[s]; ++t)
      hidden[s] = surely[t] && missing[s] >= kLeastMissing && share(s) > kMissingBeside &&
                  measure::overlap_depth(board.squares[s], board.squares[t]) > Inches(-kTouching);
  std::vector<SquareName> out;
  for (std::size_t s = 0; s < hidden.size(); ++s)
    if (hidden[s]) out.push_back(board.squares[s].at);
  return out;
}

}  // namespace vision
