#include "vision/tags/known_squares.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "vision/tags/shades.h"

namespace vision {
namespace {

/// On circles of these radii, shares of the side, nearly all directions from a square's middle meet its white margin and its black border,
/// however it is turned: a margin half a cell of six wide begins at 0.5, the border at 0.33.
constexpr int kDirections = 16;
constexpr double kInMargin = 0.64, kInBorder = 0.42;
/// So many of the directions must step from black to white. More loses tags that something covers in part, fewer cost time.
constexpr int kLeastDirections = 6;
/// Least step of print, grey levels and as a share of the sum, as in the rest of the search for tags.
constexpr int kLeastStep = 20, kLeastPercent = 22;
/// Every so many pixels a middle is tried; squares have one size and shape in blocks of so many, px.
constexpr int kTryEvery = 2, kBlock = 64;
/// Squares nearer than this share of their side are one.
constexpr double kSameSquare = 0.2;
/// So many are looked at closer: texture has more, but worse ones than a tag.
constexpr std::size_t kMostSeeds = 400;
/// Turns of a quarter that are tried, and places along each side.
constexpr int kTurns = 15, kAlong = 6;
/// A place of a side counts no more than this, steps as shares of the sum, so that what covers some says little against the rest.
constexpr double kMostAgainst = 0.2, kMostFor = 0.5;
/// Sum over all places of what is worth a closer look: a third of what the clearest print has.
constexpr double kLeastScore = 4.0;
constexpr double kQuarter = 0.5 * std::numbers::pi;  // of a turn, radians

using Offsets = std::array<std::ptrdiff_t, kDirections>;

bool is_step(double black, double white) {
  const double bright = unclipped(white);
  return white - black >= kLeastStep && 100 * (bright - black) >= kLeastPercent * (bright + black);
}

/// How far the pixels on a circle lie from the one in its middle, in memory: every fifth direction after the one before, so that a place
/// without a square is left soon.
Offsets circle(const cv::Mat& luma, const cv::Matx22d& axes, double radius) {
  Offsets out;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(i * 5 % out.size()) / kDirections;
    const cv::Vec2d there = radius * (axes * cv::Vec2d(std::cos(angle), std::sin(angle)));
    out[i] = std::lround(there[1]) * static_cast<std::ptrdiff_t>(luma.step) + std::lround(there[0]);
  }
  return out;
}

/// A pixel that may be a square's middle.
struct Seed {
  cv::Point at;
  cv::Matx22d axes;
  int directions = 0, step = 0;  // that step from black to white, and by how much in all, grey levels
};

void add_seeds(const cv::Mat& luma, const cv::Rect& part, const cv::Matx22d& axes, std::vector<Seed>& seeds) {
  const Offsets margin = circle(luma, axes, kInMargin), border = circle(luma, axes, kInBorder);
  for (int y = part.y; y < part.br().y; y += kTryEvery)
    for (int x = part.x; x < part.br().x; x += kTryEvery) {
      const std::uint8_t* pixel = luma.ptr(y) + x;
      Seed seed{.at = {x, y}, .axes = axes};
      for (int i = 0; i < kDirections && seed.directions + kDirections - i >= kLeastDirections; ++i) {
        const auto direction = static_cast<std::size_t>(i);
        const int white = pixel[margin[direction]], black = pixel[border[direction]];
        if (is_step(black, white)) ++seed.directions, seed.step += white - black;
      }
      if (seed.directions >= kLeastDirections) seeds.push_back(seed);
    }
}

/// The best of those near each other, and of all, where nothing is `taken`: that is grown.
std::vector<Seed> thinned(std::vector<Seed> seeds, cv::Mat& taken) {
  std::ranges::sort(seeds, [](const Seed& a, const Seed& b) { return std::pair(a.directions, a.step) > std::pair(b.directions, b.step); });
  std::vector<Seed> kept;
  for (const Seed& seed : seeds) {
    if (taken.at<std::uint8_t>(seed.at) != 0) continue;
    if (kept.size() == kMostSeeds) break;
    kept.push_back(seed);
    cv::circle(taken, seed.at, cvRound(kSameSquare * cv::norm(seed.axes.col(0))), cv::Scalar(255), cv::FILLED);
  }
  return kept;
}

/// Places along the sides of a square at a turn, just outside and just within it: from its middle, pixels.
struct Sides {
  std::array<cv::Point2d, 4> corners;
  std::array<cv::Point2d, 4 * kAlong> outside, within;
};

Sides sides_at(const cv::Matx22d& axes, double turn, int cells) {
  const double c = std::cos(turn), s = std::sin(turn);
  const cv::Matx22d turned = axes * cv::Matx22d(c, -s, s, c);
  const std::array<cv::Point2d, 4> square{{{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}};
  Sides out;
  for (std::size_t k = 0; k < square.size(); ++k) {
    out.corners[k] = turned * square[k];
    const cv::Point2d along = square[(k + 1) % 4] - square[k], half_cell = cv::Point2d(along.y, -along.x) * (0.5 / cells);
    for (std::size_t i = 0; i < kAlong; ++i) {
      const cv::Point2d on = square[k] + along * ((static_cast<double>(i) + 0.5) / kAlong);
      out.outside[kAlong * k + i] = turned * (on + half_cell), out.within[kAlong * k + i] = turned * (on - half_cell);
    }
  }
  return out;
}

/// How well a square's sides step from black to white. `bright`: of the picture at a place.
double score(const Sides& sides, cv::Point2d at, const auto& bright) {
  double sum = 0.0;
  for (std::size_t i = 0; i < sides.outside.size(); ++i) {
    const double white = unclipped(bright(at + sides.outside[i])), black = bright(at + sides.within[i]);
    sum += std::clamp((white - black) / std::max(1.0, white + black), -kMostAgainst, kMostFor);
  }
  return sum;
}

/// The corners at the best place and turn about a seed, to a quarter of a pixel; none where too little of a square is there.
std::optional<Quad> best_about(const cv::Mat& luma, const Seed& seed, int cells) {
  struct {
    double score = -1e9, turn = 0.0;
    cv::Point2d at;
    Sides sides;
  } best;
  const auto take = [&](const Sides& sides, cv::Point2d at, double turn, const auto& bright) {
    if (const double here = score(sides, at, bright); here > best.score) best = {here, turn, at, sides};
  };
  const auto about = [](cv::Point2d at, double step, const auto& each) {
    for (const double down : {-step, 0.0, step})
      for (const double right : {-step, 0.0, step}) each(at + cv::Point2d(right, down));
  };
  const auto roughly = [&](cv::Point2d p) { return static_cast<double>(luma.at<std::uint8_t>(cv::Point(cvRound(p.x), cvRound(p.y)))); };
  for (int t = 0; t < kTurns; ++t) {
    const double turn = kQuarter * t / kTurns;
    const Sides sides = sides_at(seed.axes, turn, cells);
    about(seed.at, 1.0, [&](cv::Point2d at) { take(sides, at, turn, roughly); });
  }
  if (best.score < kLeastScore) return std::nullopt;
  const auto exactly = [&](cv::Point2d p) { return brightness(luma, p.x, p.y); };
  best.score = -1e9;
  for (const double step : {0.5, 0.25}) {
    const auto from = best;
    for (const double further : {-step, 0.0, step}) {
      const double turn = from.turn + kQuarter * further / kTurns;
      const Sides sides = sides_at(seed.axes, turn, cells);
      about(from.at, step, [&](cv::Point2d at) { take(sides, at, turn, exactly); });
    }
  }
  Quad out;
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = best.at + best.sides.corners[k];
  return out;
}

}  // namespace

std::vector<Quad> find_known_squares(const cv::Mat& luma, const cv::Rect& window, const SquareAxes& axes, int cells, const cv::Mat& taken) {
  std::vector<Seed> seeds;
  for (int y = window.y; y < window.br().y; y += kBlock)
    for (int x = window.x; x < window.br().x; x += kBlock) {
      const auto here = axes({x + 0.5 * kBlock, y + 0.5 * kBlock});
      if (!here) continue;
      const int reach = static_cast<int>(std::ceil(cv::norm(*here))) + 2;
      const cv::Rect inner(reach, reach, luma.cols - 2 * reach, luma.rows - 2 * reach);
      add_seeds(luma, cv::Rect(x, y, kBlock, kBlock) & window & inner, *here, seeds);
    }
  std::vector<Quad> out;
  cv::Mat near = taken.clone();
  for (const Seed& seed : thinned(std::move(seeds), near))
    if (const auto best = best_about(luma, seed, cells)) out.push_back(*best);
  return out;
}

}  // namespace vision
