// Straight edges of a picture into lattices of squares they could be the print of.
//   Two bundles of parallel lines have two vanishing points; with these known, lines of a regular grid stand at equal distances, like the
//   teeth of a comb. Everything is weighed by the length of edge seen, so pieces, hands and a floor of planks only add noise.
#pragma once

#include <Eigen/Core>
#include <span>
#include <vector>

namespace vision {

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
