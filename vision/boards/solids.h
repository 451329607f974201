// Pieces by what they cover, not by their rims: high men seen from the side, whose wall and top are of one colour, are no circles.
//   Seen from above a cylinder is the hull of two circles: its foot, and its top, which is larger and lies farther from the camera's foot.
//   Where a side's colour covers such a hull, and not what lies around it, a man stands.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vision/boards/heights.h"
#include "vision/boards/sides.h"

namespace vision {

/// A cylinder as it is seen from above, view pixels.
struct Hull {
  cv::Point2d foot, top;
  double radius = 0.0, top_radius = 0.0;
  measure::Inches height;

  /// How far outside it a place lies; below 0 inside. The hull is that of both circles, which differ little in size.
  [[nodiscard]] double outside(cv::Point2d at) const;
  /// What holds it with so much around it.
  [[nodiscard]] cv::Rect2d box(double around) const;
};

/// `radius`: of the foot, view pixels.
[[nodiscard]] Hull hull_of(const BoardView& view, cv::Point2d foot, double radius, measure::Inches height);

/// What stands where nobody may and is seen where the upper of two men on another piece's foot would be may be that man: `standing` says
/// so, and the rank of that other piece is no longer sure.
void doubt_tops(const BoardView& view, const measure::Board& board, std::span<const SidedDisc> discs, std::span<StandingDisc> standing);

/// A man found by what he covers.
struct Solid {
  SidedDisc top;
  StandingDisc standing;  // nothing is sure of him: colour alone tells of him
  Hull hull;
};

/// Which pixels of a board show which side's colour, and whose they are.
class Solids {
 public:
  /// `discs`, `standing`: who has been found, one for one; they tell the sides' colours, the size and the height of a man. `empty`: the
  /// view without pieces. All outlive this.
  Solids(const BoardView& view, const cv::Mat& empty, const measure::Board& board, std::span<const SidedDisc> discs,
         std::span<const StandingDisc> standing);

  /// How much speaks for one of them: the share of his hull that is in sight and of his colour, less where that goes on around it.
  [[nodiscard]] double support(std::size_t disc) const;

  [[nodiscard]] Hull hull(std::size_t disc) const { return hull_of(standing_[disc].foot, standing_[disc].height.value); }

  /// Who else stands on a square, one or two men high. `without`: of those who have been found, the ones that are not taken for granted.
  [[nodiscard]] std::vector<Solid> find(std::span<const std::size_t> without);

 private:
  struct Cover {
    double in_sight = 0.0, covered = 0.0, leaks = 0.0;  // shares: of the hull; of what is in sight; of what lies around it
    double explained = 0.0;                             // places covered, less those that are not and those that lie around it and are
    [[nodiscard]] double support() const { return in_sight * covered * (1.0 - leaks); }
  };
  [[nodiscard]] Hull hull_of(cv::Point2d foot, double height) const;
  void tell_pixels(const cv::Mat& empty, const measure::Board& board, std::array<std::vector<Colour>, 2>& colours);
  void take(const Hull& hull, std::uint16_t owner);
  [[nodiscard]] std::optional<Hull> best_in(const cv::Rect& part, std::size_t side) const;
  [[nodiscard]] Cover cover_of(const Hull& hull, std::size_t side, std::uint16_t owner) const;

  const BoardView& view_;
  const measure::Board& board_;
  std::span<const SidedDisc> discs_;
  std::span<const StandingDisc> standing_;
  double radius_ = 0.0, man_ = 0.0;  // of a man: view pixels, inches
  std::array<std::optional<Colour>, 2> colour_;
  cv::Mat shown_;  // 8-bit: 0 the board, else 1 + side
  cv::Mat owner_;  // 16-bit: 0 nobody's, else 1 + disc
};

}  // namespace vision
