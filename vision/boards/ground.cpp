#include "vision/boards/ground.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <vector>

#include "measure/table.h"

namespace vision {
namespace {

/// Corners of squares are looked at so far out of the middle, share of the way.
constexpr double kIntoCorner = 0.76;
/// A round thing is looked at here, shares of its radius, and is ground where its mean differs no more than this from the empty board, grey
/// levels, nor each place by more than so much in the mean (a man with relief): less takes worn squares for pieces, more loses men who
/// hardly differ from their squares. 14 and 28 served board_photos 60 1 and 60 1001; they were raised when the grain of one 720p print made
/// squares men (TrackBoard.ABattleIsToldZoneByZone), and are not derived.
constexpr std::array kLookedAt = {0.2, 0.4, 0.55, 0.7};
constexpr float kLikeGround = 22.0f, kGroundVaries = 34.0f;
/// A thing of such a radius, so near to the middle of a square (shares of its width), may be the square unless its rim shows so far all
/// round.
constexpr double kLeastInSquare = 0.5, kMiddleOfSquare = 0.15, kSurelyRound = 0.92;
/// A square whose corners differ from each other by more than this, grey levels, and from others of its kind by so much, share, has them
/// covered. What lies around the board is seen so far beside it and in such steps, shares of its side.
constexpr float kCornersAgree = 20.0f, kOtherTint = 0.25f;
constexpr double kAroundAt = 0.02, kAroundStep = 0.02;
}  // namespace

cv::Mat view_without_pieces(const BoardView& view, const measure::Board& board) {
  const auto seen_at = [&](measure::TablePoint point) -> std::optional<Colour> {
    const cv::Point2d at = view.from_board(point);
    const cv::Point pixel(static_cast<int>(at.x), static_cast<int>(at.y));
    if (!cv::Rect({}, view.known.size()).contains(pixel) || !view.known.at<std::uint8_t>(pixel)) return std::nullopt;
    return colour_at(view.bgr, at);
  };
  // Draughts have squares of two tints and men who may cover their corners; other boards have painted squares.
  const bool chequered = board.game == measure::BoardGame::Draughts;
  const auto kind = [](const measure::BoardSquare& square) { return static_cast<std::size_t>(square.at.column + square.at.row) % 2; };
  std::array<std::vector<Colour>, 2> tints;
  std::vector<std::optional<Colour>> own(board.squares.size());
  std::vector<bool> clear(board.squares.size(), false);  // its corners agree: nothing lies over them
  for (std::size_t i = 0; i < own.size(); ++i) {
    const measure::BoardSquare& square = board.squares[i];
    const measure::TablePoint middle = measure::mean_corner(square.outline);
    std::vector<Colour> corners;
    for (const measure::TablePoint corner : square.outline)
      if (const auto colour = seen_at(middle + (corner - middle) * kIntoCorner)) corners.push_back(*colour);
    if (corners.empty()) continue;
    own[i] = median_colour(corners);
    clear[i] = std::ranges::all_of(corners, [&](const Colour& c) { return (c - *own[i]).norm() <= kCornersAgree; });
    tints[kind(square)].push_back(*own[i]);
  }
  std::vector<Colour> around;
  for (double t = 0.0; t < 1.0; t += kAroundStep)
    for (const double beyond : {-kAroundAt, 1.0 + kAroundAt})
      for (const measure::TablePoint point :
           {measure::TablePoint{board.length * t, board.width * beyond}, measure::TablePoint{board.length * beyond, board.width * t}})
        if (const auto colour = seen_at(point)) around.push_back(*colour);
  const auto level = [](const Colour& c) { return cv::Scalar(c[0], c[1], c[2]); };
  cv::Mat out(view.bgr.size(), CV_8UC3, around.empty() ? cv::Scalar() : level(median_colour(around)));
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (!own[i]) continue;
    const Colour usual = median_colour(tints[kind(board.squares[i])]);
    const bool like_others = (*own[i] - usual).norm() < kOtherTint * usual.norm();
    std::vector<cv::Point> outline;
    for (const measure::TablePoint corner : board.squares[i].outline) outline.emplace_back(view.from_board(corner));
    cv::fillPoly(out, outline, level(like_others || (clear[i] && !chequered) ? *own[i] : usual));
  }
  return out;
}

bool is_ground(const BoardView& view, const cv::Mat& empty, const RoundThing& thing) {
  Colour sum = Colour::Zero();
  float sizes = 0.0f, count = 0.0f;
  for (const cv::Point2d& ray : rays())
    for (const double share : kLookedAt) {
      const cv::Point2d at = thing.at + ray * (share * thing.radius);
      const Colour off = colour_at(view.bgr, at) - colour_at(empty, at);
      sum += off, sizes += off.norm(), count += 1.0f;
    }
  return sum.norm() <= kLikeGround * count && sizes <= kGroundVaries * count;
}

bool is_like_a_square(const BoardView& view, const measure::Board& board, const RoundThing& thing) {
  const double width = measure::width_of_narrowest(board).value * view.per_inch;
  if (thing.support > kSurelyRound || thing.radius < kLeastInSquare * width) return false;
  return std::ranges::any_of(board.squares, [&](const measure::BoardSquare& square) {
    return cv::norm(thing.at - view.from_board(measure::mean_corner(square.outline))) < kMiddleOfSquare * width;
  });
}

}  // namespace vision
