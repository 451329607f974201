// Points of a picture that somebody has named: what is wrong with them before any camera is asked, and how well they agree with one.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "calibration/registration.h"

namespace calibration {

/// So many points somebody names by hand, each to a few pixels; more of them a program has found.
inline constexpr std::size_t kMostNamedByHand = 8;

/// "(0, 10)": an anchor by the place it names, table inches.
[[nodiscard]] std::string name_of(const Anchor& anchor);

/// Why no camera above the table sees these anchors so, unless its lens bends lines out of all measure: two have changed places, all are
/// named in mirrored order, three lie in one line of the picture but not on the table, one lies where the others' order forbids. Empty when
/// the order can be true.
///
/// A camera above a plane keeps the sense of every three of its points (the sign of their triangle's area). Of more points than are named
/// by hand nothing is said. A sentence without full stop.
[[nodiscard]] std::optional<std::string> fault_of(std::span<const Anchor> anchors);

/// A warning where anchors miss the places they name by more than a person's slip; none where they agree.
[[nodiscard]] std::optional<Finding> anchors_doubt(const TableCamera& camera, std::span<const Anchor> anchors);

}  // namespace calibration
