// Lengths on the table, with the unit in the type.
//   Inches is the unit of play; millimetres exist because bases are sold in mm. A bare number never
//   becomes a length by accident; 1 in is exactly 25.4 mm.
// Needs only the standard library.
#pragma once

#include <cmath>
#include <compare>

namespace measure {

inline constexpr double kMillimetresPerInch = 25.4;

struct Inches {
  double value = 0.0;
  constexpr Inches() = default;
  constexpr explicit Inches(double inches) : value(inches) {}
  friend constexpr auto operator<=>(Inches, Inches) = default;
  friend constexpr Inches operator+(Inches a, Inches b) { return Inches(a.value + b.value); }
  friend constexpr Inches operator-(Inches a, Inches b) { return Inches(a.value - b.value); }
  friend constexpr Inches operator-(Inches a) { return Inches(-a.value); }
  friend constexpr Inches operator*(Inches a, double k) { return Inches(a.value * k); }
  friend constexpr Inches operator*(double k, Inches a) { return Inches(a.value * k); }
  friend constexpr Inches operator/(Inches a, double k) { return Inches(a.value / k); }
  friend constexpr double operator/(Inches a, Inches b) { return a.value / b.value; }
  constexpr Inches& operator+=(Inches b) { return *this = *this + b; }
  constexpr Inches& operator-=(Inches b) { return *this = *this - b; }
};

[[nodiscard]] inline Inches abs(Inches a) { return Inches(std::abs(a.value)); }
[[nodiscard]] inline Inches hypot(Inches a, Inches b) { return Inches(std::hypot(a.value, b.value)); }

inline namespace literals {
constexpr Inches operator""_in(long double inches) { return Inches(static_cast<double>(inches)); }
constexpr Inches operator""_in(unsigned long long inches) { return Inches(static_cast<double>(inches)); }
constexpr Inches operator""_mm(long double mm) { return Inches(static_cast<double>(mm) / kMillimetresPerInch); }
constexpr Inches operator""_mm(unsigned long long mm) { return Inches(static_cast<double>(mm) / kMillimetresPerInch); }
}  // namespace literals

}  // namespace measure
