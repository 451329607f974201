// Who belongs to whom, all at once: the cheapest one-to-one pairing of rows with columns.
//   Optimal over all rows together (Hungarian algorithm), never greedy. Leaving a row without a column
//   has a price, so a pair dearer than that is never made.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/length.h"

namespace vision {

/// The price of what cannot be.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The column of each row in the pairing of least total cost.
///
/// `cost`: rows x columns, not negative; infinity forbids a pair. `price_of_none`: positive, what a row
/// without a column costs. Ties are broken the same way in every run.
[[nodiscard]] std::vector<std::optional<std::size_t>> assign(const Eigen::MatrixXd& cost, double price_of_none);

// Which unit does an unmarked man belong to? Solved for all men of a kind at once.
//   Men stand in formations about their leader or gun: the price of a man in a unit is how far he is
//   from it through the formation, step by step from neighbour to neighbour, and each unit has only
//   so many places.

/// A unit with room for men of the kind in question.
struct UnitPlaces {
  std::string unit;
  std::size_t free = 0;                           // places still to be filled
  std::vector<measure::TablePoint> anchors = {};  // its leader, its guns, and the men known to be in it
};

/// The unit (index into `units`) of each man; none when all places are taken.
///
/// `pitch`: the size of the men's base, the scale on which men are neighbours. Units without any anchor take the
/// clusters nobody else claims, the best fitting in number first.
[[nodiscard]] std::vector<std::optional<std::size_t>> solve_membership(std::span<const measure::TablePoint> men,
                                                                       std::span<const UnitPlaces> units, measure::Inches pitch);

/// The order in which places of a unit are given to its men, seen along `heading`: front rank first, each from the left.
[[nodiscard]] std::vector<std::size_t> formation_order(std::span<const measure::TablePoint> men, measure::Radians heading,
                                                       measure::Inches pitch);

}  // namespace vision
