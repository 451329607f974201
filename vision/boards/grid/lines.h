// The lines between a board's squares, looked for where a camera expects them: which show, and how far off they lie.
//   Works on any print: a line shows as a dark or light stroke, or as a step between two colours. Pieces and hands hide some.
#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <span>
#include <vector>

#include "calibration/registration.h"
#include "measure/board.h"

namespace vision {

/// A board whose squares are all alike.
struct Grid {
  int columns = 0, rows = 0;
  double wide = 0.0, high = 0.0;  // of a square, inches

  [[nodiscard]] measure::TablePoint at(double i, double j) const { return {measure::Inches(i * wide), measure::Inches(j * high)}; }
};
/// Empty for boards of free squares, and for grids of fewer squares than tell a board from a pattern.
[[nodiscard]] std::optional<Grid> grid_of(const measure::Board& board);

/// So many crossings place a board; fewer in a registration kept while a hand is over it.
inline constexpr std::size_t kLeastCrossings = 16;

/// What shows of the lines of a board.
struct LinesSeen {
  std::vector<calibration::Anchor> crossings;  // of inner lines: where they were seen
  double share = 0.0;                          // of the inner lines: how much shows where it is expected
  double between = 0.0;                        // the same for lines that should not be there: halves and thirds of squares
  /// Of the squares along each border - left, right, low, high - and of those that would follow beyond: how much of the inner lines shows
  /// there. Beyond: 1 where the picture ends.
  struct Border {
    double inside = 0.0, beyond = 1.0;
  };
  std::vector<Border> borders;
};

/// `reach`: how far off a line may lie and be the one expected, share of a square.
[[nodiscard]] LinesSeen look_for_lines(const cv::Mat& luma, const calibration::TableCamera& camera, const Grid& grid, double reach);

/// How much darker squares with even column + row are than the others, grey levels; 0 where that is not clear.
[[nodiscard]] double chequer(const cv::Mat& luma, const calibration::TableCamera& camera, const Grid& grid);

// Straight edges of a picture into lattices of squares they could be the print of.
//   Two bundles of parallel lines have two vanishing points; with these known, lines of a regular grid stand at equal distances, like the
//   teeth of a comb. Everything is weighed by the length of edge seen, so pieces, hands and a floor of planks only add noise.

/// A straight edge in a picture without distortion, pixels off its middle.
struct StraightEdge {
  Eigen::Vector2d from, to;
};

/// Lines i = 0 .. columns and j = 0 .. rows of a grid, and where they would lie.
struct Lattice {
  Eigen::Matrix3d picture_from_grid;  // (i, j, 1) to the picture without distortion, homogeneous
  double support = 0.0;               // share of its lines' length that was seen, less what goes on beyond its border
};

/// The lattice of columns x rows squares that the edges tell best, best first; which of its sides is which is not known.
/// `span`: the picture's longer side, pixels.
[[nodiscard]] std::vector<Lattice> find_lattices(std::span<const StraightEdge> edges, int columns, int rows, double span);

}  // namespace vision
