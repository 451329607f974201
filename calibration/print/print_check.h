// Was it printed at the right size? The picture knows: tags as large as stated, against the distances between them.
#pragma once

#include <span>
#include <vector>

#include "calibration/registration.h"

namespace calibration {

/// Findings "print-scale": one for all tags when they are off alike, else one for each tag whose measured side
/// differs from the stated one by more than its margin, which holds noise and what light and ink may add to every
/// edge. Empty when the print is right or the picture cannot tell.
[[nodiscard]] std::vector<Finding> check_print_scale(const TableCamera& camera, std::span<const TableTag> tags,
                                                     std::span<const TagObservation> seen);

}  // namespace calibration
