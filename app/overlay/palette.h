// From meanings to colours: the Okabe-Ito palette, told apart by colour-blind players, in print and on
// grass. Never colour alone: every verdict also has a sign, drawn from `strokes_of`.
// Needs overlay/display_list.h.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "app/overlay/display_list.h"

namespace overlay {

inline constexpr Rgb kGreen{0, 158, 115};     // bluish green: yes
inline constexpr Rgb kYellow{240, 228, 66};   // yellow: too close to call
inline constexpr Rgb kVermilion{213, 94, 0};  // vermilion: no
inline constexpr Rgb kSkyBlue{86, 180, 233};  // sky blue: the player's focus
inline constexpr Rgb kWhite{255, 255, 255};   // the selection
inline constexpr Rgb kMist{198, 208, 216};    // what stays quiet
inline constexpr Rgb kPill{14, 18, 22};       // labels and halos

[[nodiscard]] Rgb rgb_of(const Colour& colour);
/// "#rrggbb" as a colour. Empty for anything else.
[[nodiscard]] std::optional<Rgb> parse_rgb(std::string_view text);

/// A sign as polylines in the unit square, y down.
[[nodiscard]] std::vector<std::vector<std::pair<double, double>>> strokes_of(Sign sign);

}  // namespace overlay
