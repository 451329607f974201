// Was it printed at the right size? The picture knows: tags as large as stated, against the distances between them.
#pragma once

#include <span>
#include <vector>

#include "calibration/registration.h"

namespace calibration {

/// The side of a table tag as the picture shows it, in inches at z = 0.
struct MeasuredSide {
  int id = 0;
  measure::Inches stated;
  measure::Measured side;
};

/// Measures the sides of the table's tags that were seen, under a registration, which rests on the distances
/// between them far more than on their size. The margin holds noise, and what light and ink may add to every edge.
[[nodiscard]] std::vector<MeasuredSide> measured_sides(const TableCamera& camera, std::span<const TableTag> tags,
                                                       std::span<const TagObservation> seen);

/// Findings "print-scale": one for all tags when they are off alike, else one for each tag whose measured side
/// differs from the stated one by more than its margin. Empty when the print is right or the picture cannot tell.
[[nodiscard]] std::vector<Finding> check_print_scale(const TableCamera& camera, std::span<const TableTag> tags,
                                                     std::span<const TagObservation> seen);

}  // namespace calibration
