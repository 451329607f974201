// Where the fit of lens and pose begins, and how it ends: poses that show the marks, the best of many starts, and the
//   last fit with straight sides and tags of unknown place.
#pragma once

#include <optional>
#include <vector>

#include "calibration/without_lens/joint_fit.h"

namespace calibration {

[[nodiscard]] TableCamera camera_of(const JointFit& fit);

/// Cameras with this focal length and bend that show the known marks where they were seen, roughly.
[[nodiscard]] std::vector<JointFit> poses_for(const Marks& marks, const Lens& lens);

/// The best fit over all starts, to the known marks alone.
[[nodiscard]] std::optional<JointFit> search(const LensPrior& prior, const Marks& marks);

/// The least-squares square under a tag's corners. Empty when a corner misses the table.
[[nodiscard]] std::optional<LooseTag> square_under(const TableCamera& camera, LooseTag tag);

/// The last fit: sides straightened, and the squares of unknown place added, which say nothing about where but
/// much about the lens.
[[nodiscard]] JointFit refined(const LensPrior& prior, Marks& marks, const JointFit& known, const std::vector<LooseTag>& loose);

}  // namespace calibration
