// Angles: radians inside, degrees on screen and in files.
//   Headings run anticlockwise from table +x, seen from above.
// Needs only the standard library.
#pragma once

#include <cmath>
#include <compare>
#include <numbers>

namespace measure {

struct Radians {
  double value = 0.0;
  constexpr Radians() = default;
  constexpr explicit Radians(double radians) : value(radians) {}
  friend constexpr auto operator<=>(Radians, Radians) = default;
  friend constexpr Radians operator+(Radians a, Radians b) { return Radians(a.value + b.value); }
  friend constexpr Radians operator-(Radians a, Radians b) { return Radians(a.value - b.value); }
  friend constexpr Radians operator-(Radians a) { return Radians(-a.value); }
  friend constexpr Radians operator*(Radians a, double k) { return Radians(a.value * k); }
};

[[nodiscard]] constexpr Radians from_degrees(double degrees) { return Radians(degrees * std::numbers::pi / 180.0); }
[[nodiscard]] constexpr double degrees(Radians angle) { return angle.value * 180.0 / std::numbers::pi; }

/// The same direction in (-pi, pi].
[[nodiscard]] inline Radians wrapped(Radians angle) {
  const double turn = 2.0 * std::numbers::pi;
  double value = std::remainder(angle.value, turn);
  if (value <= -std::numbers::pi) value += turn;
  return Radians(value);
}

/// The same heading in [0, 360) degrees, as files write it.
[[nodiscard]] inline double heading_degrees(Radians angle) {
  const double value = std::fmod(degrees(angle), 360.0);
  return value < 0.0 ? value + 360.0 : value;
}

inline namespace literals {
constexpr Radians operator""_deg(long double degrees) { return from_degrees(static_cast<double>(degrees)); }
constexpr Radians operator""_deg(unsigned long long degrees) { return from_degrees(static_cast<double>(degrees)); }
}  // namespace literals

}  // namespace measure
