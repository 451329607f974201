// How exactly the sides of tags were read, when every side judges by its own few profiles.
//   A side's error is estimated from how its own edge profiles scatter, and few of these are independent: by luck some
//   scatter little and then promise far too much. Sides of one kind of tag in one picture share light, blur and
//   compression, so each is told half by its own scatter and half by what is usual there.
#pragma once

#include <span>
#include <vector>

#include "calibration/registration.h"

namespace calibration {

/// The same tags; of those whose reader states a corner covariance, the variances of the sides are moderated.
[[nodiscard]] std::vector<TagObservation> with_moderated_noise(std::span<const TagObservation> seen);

}  // namespace calibration
