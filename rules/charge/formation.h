// How a body stands: who belongs together, where it faces, its ranks, and the order men are counted in.
//   Read from the places and headings of its figures alone, as hands put them down: ragged, oblique,
//   staggered, with holes where men fell. Right and left are the body's own.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "measure/length.h"
#include "rules/charge/field.h"

namespace rules::charge {

struct Formation {
  measure::Radians facing;                      // circular mean of the headings
  std::vector<std::vector<std::size_t>> ranks;  // front rank first, each from the right to the left; indices of the figures
};

/// Reads the figures as one body. Every figure is in exactly one rank; no figures have no ranks.
///
/// A rank is a row of side-by-side neighbours, along the direction in which the body is drawn out if
/// that is more nearly across its facing than along it. A row stands behind another when they overlap
/// from side to side and it is farther back. One man alone ahead of a row of four or more (an officer)
/// belongs to that row. Source: docs/rules-charge.md, CG22.
[[nodiscard]] Formation formation_of(std::span<const Figure> figures);

/// The bodies a unit has fallen into: groups of figures each near enough to another of its group.
///
/// Near enough is a gap of at most one and a half bases, so that a fallen man leaves one body and not two.
/// In the order of their first figures; indices of the figures, growing.
[[nodiscard]] std::vector<std::vector<std::size_t>> bodies_of(std::span<const Figure> figures);

/// The rank of every figure within its own body, 1 in front.
[[nodiscard]] std::vector<int> ranks_of(std::span<const Figure> figures);

/// The order in which men are counted for removal: front rank from the right to the left, then the ranks behind (CG22).
[[nodiscard]] std::vector<std::size_t> counting_order(std::span<const Figure> figures);

}  // namespace rules::charge
