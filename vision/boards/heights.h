// How high pieces stand, from their side walls; and with it where their feet are.
//   A disc of height h shows its top moved away from the camera's foot, and a strip of its wall on the near side: its outline is that of
//   two circles together. Two men on top of each other show twice the wall. Near the camera's foot nothing shows it.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "measure/measured.h"
#include "vision/boards/sides.h"

namespace vision {

/// A piece as it stands.
struct StandingDisc {
  cv::Point2d foot;                // centre of its base, view pixels
  measure::PointCovariance noise;  // of `foot`, view pixels squared
  measure::Inches height;          // as its wall shows it
  bool stacked = false;            // two men high
  /// Log of how much likelier that is than the other, 0 and more: by the picture, and with caution because stacks are rarer than men.
  double evidence = 0.0;
  double support = 0.0;       // share of the outline that shows where it belongs
  bool may_be_a_top = false;  // it may be the upper man of another piece
};

struct HeightGuess {
  double height = 0.0;     // of one man, inches
  double sigma = 0.0;      // how well that is known before the picture is asked, share; more than 0
  bool may_stack = false;  // are there pieces of two men?
  cv::Mat ground = {};     // the view as it would be without pieces; empty: not known
};

/// Are most pieces seen from so far aside that their walls count?
[[nodiscard]] bool seen_from_the_side(const BoardView& view, std::span<const SidedDisc> discs);

/// `discs` in this view. Sizes and the height of a man are learned from all of them together.
[[nodiscard]] std::vector<StandingDisc> stand(const BoardView& view, std::span<const SidedDisc> discs, HeightGuess guess);

// How large the tops of pieces appear against each other.
//   What is nearer to the camera looks larger: the top of two men on top of each other by about one part in a hundred, wherever it stands
//   and however it was put down. Turned rings, relief or a print on the tops tell that much; plain tops do not, and nothing is said of
//   them.

/// Of each top its size against the median of all, less one; none where nothing on it can be compared. `tops`: where the middle of each top
/// is expected, within a few pixels; tops of one kind look alike.
[[nodiscard]] std::vector<std::optional<double>> sizes_of_tops(const cv::Mat& bgr, std::span<const cv::Point2d> tops, double radius);

}  // namespace vision
