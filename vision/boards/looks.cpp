#include "vision/boards/looks.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace vision {
namespace {

/// The ring inside a disc and the ring around it that are remembered, shares of its radius: off the rim, off most of a figure.
constexpr double kReadFrom = 0.45, kReadTo = 0.85, kAroundFrom = 1.15, kAroundTo = 1.4;
/// A sector has changed when its colour differs by more than this, grey levels: more takes a piece's ground for the piece where both are
/// of like colours, less takes compression and a lamp's flicker for changes.
constexpr float kChange = 10.0f;
/// So much of the inside must have changed, and so much of the surroundings must not have, shares: a piece's own shadow goes with it, and
/// a neighbour may have come or gone.
constexpr double kInsideChanged = 0.7, kAroundSame = 0.5;
/// Where so much of the place looks like the board beside it, share, nobody stands, whatever was seen there under a hand.
constexpr double kGround = 0.7;
/// A piece stands as it stood when it is no farther off than this, inches; fewer than so many do not tell the light.
constexpr double kSamePlaceOnBoard = 0.06;
constexpr std::size_t kFewestSquares = 3;

Colour mean_of_sector(const BoardView& view, cv::Point2d at, double radius, std::size_t sector, double from, double to) {
  constexpr int kSectorRays = 3, kOut = 4;
  Colour sum = Colour::Zero();
  for (int a = 0; a < kSectorRays; ++a) {
    const double angle = 2.0 * std::numbers::pi * (static_cast<double>(sector) + (a + 0.5) / kSectorRays) / PieceLook::kSectors;
    for (int o = 0; o < kOut; ++o)
      sum += colour_at(view.bgr, at + cv::Point2d(std::cos(angle), std::sin(angle)) * (radius * (from + (to - from) * (o + 0.5) / kOut)));
  }
  return sum / static_cast<float>(kSectorRays * kOut);
}

}  // namespace

PieceLook look_at(const BoardView& view, measure::TablePoint at, double radius) {
  PieceLook look{.at = at, .radius = radius, .inside = {}, .around = {}};
  const cv::Point2d middle = view.from_board(at);
  for (std::size_t i = 0; i < PieceLook::kSectors; ++i) {
    look.inside[i] = mean_of_sector(view, middle, radius * view.per_inch, i, kReadFrom, kReadTo);
    look.around[i] = mean_of_sector(view, middle, radius * view.per_inch, i, kAroundFrom, kAroundTo);
  }
  return look;
}

bool seen_empty(const BoardView& view, const PieceLook& then, const Colour& light) {
  const PieceLook now = look_at(view, then.at, then.radius);
  std::size_t changed = 0, same = 0, ground = 0;
  for (std::size_t i = 0; i < PieceLook::kSectors; ++i) {
    changed += (now.inside[i] - then.inside[i].cwiseProduct(light)).norm() > kChange;
    ground += (now.inside[i] - now.around[i]).norm() <= kChange;
    same += (now.around[i] - then.around[i].cwiseProduct(light)).norm() <= kChange;
  }
  const auto share = [](std::size_t sectors) { return static_cast<double>(sectors) / PieceLook::kSectors; };
  return (share(changed) >= kInsideChanged && share(same) >= kAroundSame) || share(ground) >= kGround;
}

Colour light_since(std::span<const PieceLook> then, std::span<const PieceLook> now) {
  std::vector<Colour> ratios;
  for (const PieceLook& before : then)
    for (const PieceLook& after : now) {
      if (measure::distance(before.at, after.at) > measure::Inches(kSamePlaceOnBoard)) continue;
      for (std::size_t i = 0; i < PieceLook::kSectors; ++i)
        ratios.emplace_back((after.around[i].array() + 1.0f) / (before.around[i].array() + 1.0f));
    }
  return ratios.size() < kFewestSquares * PieceLook::kSectors ? Colour(Colour::Ones()) : median_colour(ratios);
}

}  // namespace vision
