// Where a found base stands and how far that is off, by its rim and by the network together.
#pragma once

#include <Eigen/Core>
#include <span>

#include "vision/discs/settle.h"

namespace vision {

/// A place on the table, inches, and its variances: of what changes from frame to frame, and of what does not, without the camera's own.
struct Place {
  Eigen::Vector2d at;
  Eigen::Matrix2d noise, systematic;
};

/// What the scatter of a base's edges does not tell of how far it is off, in every frame alike.
///
/// Blur smooths the noise of edges, what is left of it is common to the more of their places the wider it is, and the wider the blur the
/// more does what lies beside an edge, figures, shadows and ground, move it: the variance is larger than the scatter says in proportion
/// to the cube of the blur. The exponent is the whole number with which margins hold alike on pictures as they are, blurred, compressed,
/// sharpened and with noise; the factors are by tests/bench/bases/fit_margins. Factors for each cubed pixel of the blur (1 sigma).
inline constexpr double kPlaceByBlur = 15.9, kHeadingByBlur = 9.7;
/// How often the variance of a place or heading holds that of its edges' scatter, in a picture of such a blur (see blur_of); never less
/// than once.
[[nodiscard]] double times_scatter(double factor, double blur);

/// The mean of two places, each weighed by the inverse of how far it is off.
[[nodiscard]] Place mean_of(const Place& a, const Place& b);

/// By the rim and by the network together, where both see the base: where little of a rim shows, or it has nearly the colour of what it
/// lies on, the network knows the place better. `blur`: of the picture, pixels, see blur_of; `doubt`: see doubt_of.
[[nodiscard]] Place place_of(const Found& found, double blur, double doubt);

/// By the rim alone if the base shows it: what moves beside a base moves what the network sees of it.
[[nodiscard]] Place place_beside_movement(const Found& found, double blur, double doubt);

/// By how much the variances of an army's rims are larger than the rims say, from how far they are from where the network sees the bases:
/// on ground of the bases' own colour other edges are taken for rims, which their noise does not tell. At least 1.
[[nodiscard]] double doubt_of(std::span<const Found> bases, double blur);

/// What moves a heading that its noise does not tell, radians, 1 sigma.
[[nodiscard]] double heading_systematic_sigma(const DiscFit& fit, double blur);

}  // namespace vision
