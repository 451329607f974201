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
#include "vision/colour.h"

namespace vision {

/// The price of what cannot be.
inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The column of each row in the pairing of least total cost.
///
/// `cost`: rows x columns, not negative; infinity forbids a pair. `price_of_none`: positive, what a row
/// without a column costs. Ties are broken the same way in every run.
[[nodiscard]] std::vector<std::optional<std::size_t>> assign(const Eigen::MatrixXd& cost, double price_of_none);

// Which unit does an unmarked man belong to? Solved for all men nobody can tell apart by paint at once.
//   Men stand in formations about their leader or gun: the price of a man in a unit is how far he is
//   from it through the formation, step by step from neighbour to neighbour, and what speaks against his standing on
//   such a base. Each unit has only so many places.

/// Men closer than this, in base sizes, stand in one cluster.
inline constexpr double kClusterGap = 2.5;

/// Places of a unit for men on one kind of base.
struct UnitPlaces {
  std::string unit;
  std::size_t free = 0;                           // places still to be filled
  std::vector<measure::TablePoint> anchors = {};  // its leader, its guns, and the men known to be in it
  std::string army = {};
  std::vector<measure::TablePoint> comrades = {};  // others known to be of its army
  std::optional<Colour> hint = {};                 // the tint of its army's colour in the roster
  std::vector<Colour> coats = {};                  // tints of the coats of unmarked men known to be of its army
};

/// A man whose unit is sought.
struct UnknownMan {
  measure::TablePoint at;
  measure::Inches size;   // of his base: the scale on which men are neighbours
  std::size_t looks = 0;  // the same for those who seem to stand on one kind of base
  std::vector<double> against =
      {};  // what speaks against each of the places' bases as his, log-odds; infinite: it cannot be. Empty: nothing
  std::optional<Colour> coat = {};  // its tint
};

/// The unit (index into `units`) of each man, by formation and coats; none when all places are taken.
///
/// Places of units without any anchor take the clusters nobody else claims: those that fit in number and bases and stand near
/// their army. Where two armies' units fit about as well, none does.
[[nodiscard]] std::vector<std::optional<std::size_t>> solve_membership(std::span<const UnknownMan> men, std::span<const UnitPlaces> units);

/// The order in which places of a unit are given to its men, seen along `heading`: front rank first, each from the left.
[[nodiscard]] std::vector<std::size_t> formation_order(std::span<const measure::TablePoint> men, measure::Radians heading,
                                                       measure::Inches pitch);

}  // namespace vision
