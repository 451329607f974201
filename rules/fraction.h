// Exact fractions: the arithmetic of casualties, where no floating point may decide a man's life.
// Needs Boost.Rational.
#pragma once

#include <boost/rational.hpp>
#include <cstdint>
#include <string>

namespace rules {

using Fraction = boost::rational<std::int64_t>;

/// The greatest whole number not above `f`.
[[nodiscard]] inline std::int64_t floor(const Fraction& f) {
  const std::int64_t whole = f.numerator() / f.denominator();  // denominators are positive
  return f.numerator() % f.denominator() < 0 ? whole - 1 : whole;
}
/// What is left above `floor`: in [0, 1).
[[nodiscard]] inline Fraction part(const Fraction& f) { return f - Fraction(floor(f)); }
/// The nearest whole number, one half upward.
[[nodiscard]] inline std::int64_t round_half_up(const Fraction& f) { return floor(f + Fraction(1, 2)); }

/// "5", "11/8", "-1/2": the border's way of writing.
[[nodiscard]] inline std::string text(const Fraction& f) {
  std::string words = std::to_string(f.numerator());
  if (f.denominator() != 1) words += "/" + std::to_string(f.denominator());
  return words;
}

}  // namespace rules
