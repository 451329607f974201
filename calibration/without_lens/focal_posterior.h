// How far one picture tells the focal length, where it hardly does.
//   Straight from above a longer lens and a higher camera look alike. What is left to tell them apart is weak, and the
//   likeliest camera is then a poor guess: at a short focal length distortion bends the picture more for the same change of
//   its coefficients, so that it fits the noise of the corners best. Few such lenses do; of long ones many fit almost as well.
//   Therefore the camera is taken from the mean of the posterior, not from its top.
#pragma once

#include <vector>

#include "calibration/without_lens/joint_fit.h"

namespace calibration {

/// The camera at the posterior's mean of 1 / focal length, with a covariance as wide as the posterior. A thing that stands h above
/// the table appears shifted in proportion to h / height, which goes with 1 / focal length: the mean of its place is where this
/// camera puts it. `best` is the likeliest camera of these marks, which are moved along.
[[nodiscard]] JointFit over_focal_lengths(const LensPrior& prior, Marks& marks, const JointFit& best, std::vector<LooseTag> loose);

}  // namespace calibration
