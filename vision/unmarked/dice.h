// Dice that lie on the table: to the network some look like redcoats with white belts.
#pragma once

#include "vision/detector.h"

namespace vision {

/// Does a die lie there? One saturated colour in the shape of a die, with pips, and nothing else new about it.
/// `frame`: 8-bit, 3 channels; `scene` must hold an empty picture of that kind; `at`: a place on the table, inches.
[[nodiscard]] bool shows_a_die(const Frame& frame, const Scene& scene, const measure::TablePoint& at);

}  // namespace vision
