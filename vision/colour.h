// Colours of a picture, and how colours of paint are compared.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

namespace vision {

/// A picture colour: B, G, R in 0..255.
using Colour = Eigen::Vector3f;

/// White paper in a roster's colours: a hint is a share of it.
inline constexpr float kHintWhite = 235.0F;

/// "#rrggbb" as a colour; none for anything else.
[[nodiscard]] std::optional<Colour> parse_colour(const std::string& hex);

/// How tints of one paint differ, 1 sigma of each of a tint's numbers. Smaller splits an army under mixed light, larger makes two blues
/// one.
inline constexpr float kTintSigma = 0.12F;

/// A paint (B, G, R as shares of white) as its tint: the logarithms of two ratios of its channels, and its brightness, which shade
/// changes and which therefore counts for less.
[[nodiscard]] Colour tint_of(const Colour& paint);
[[nodiscard]] Colour paint_of_tint(const Colour& tint);
/// The same of a colour of a roster, or of a picture of which no white is known: B, G, R in 0..255.
[[nodiscard]] inline Colour tint_in_any_light(const Colour& colour) { return tint_of(colour / kHintWhite); }

/// How far apart two tints are, squared sigmas of one paint's.
[[nodiscard]] inline float tint_distance2(const Colour& a, const Colour& b) { return (a - b).squaredNorm() / (kTintSigma * kTintSigma); }

}  // namespace vision
