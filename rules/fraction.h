// Exact fractions: the arithmetic of casualties, where no floating point may decide a man's life.
//   Always in lowest terms with a positive denominator. Written here because Boost.Rational of Debian 12
//   (1.74) compares itself with whole numbers by calling itself for ever under C++20.
#pragma once

#include <cassert>
#include <compare>
#include <cstdint>
#include <numeric>
#include <ostream>
#include <string>

namespace rules {

class Fraction {
 public:
  constexpr Fraction(std::int64_t whole = 0) : over_(whole), under_(1) {}
  /// `under` is not zero.
  constexpr Fraction(std::int64_t over, std::int64_t under) : over_(over), under_(under) {
    assert(under != 0);
    const std::int64_t common = std::gcd(over_, under_) * (under_ < 0 ? -1 : 1);
    over_ /= common;
    under_ /= common;
  }
  [[nodiscard]] constexpr std::int64_t numerator() const { return over_; }
  [[nodiscard]] constexpr std::int64_t denominator() const { return under_; }

  friend constexpr Fraction operator+(Fraction a, Fraction b) { return {a.over_ * b.under_ + b.over_ * a.under_, a.under_ * b.under_}; }
  friend constexpr Fraction operator-(Fraction a, Fraction b) { return {a.over_ * b.under_ - b.over_ * a.under_, a.under_ * b.under_}; }
  friend constexpr Fraction operator*(Fraction a, Fraction b) { return {a.over_ * b.over_, a.under_ * b.under_}; }
  friend constexpr Fraction operator/(Fraction a, Fraction b) { return {a.over_ * b.under_, a.under_ * b.over_}; }
  constexpr Fraction& operator+=(Fraction b) { return *this = *this + b; }
  constexpr Fraction& operator-=(Fraction b) { return *this = *this - b; }
  constexpr Fraction& operator*=(Fraction b) { return *this = *this * b; }
  friend constexpr bool operator==(Fraction a, Fraction b) = default;
  friend constexpr std::strong_ordering operator<=>(Fraction a, Fraction b) { return a.over_ * b.under_ <=> b.over_ * a.under_; }

 private:
  std::int64_t over_, under_;
};

/// The greatest whole number not above `f`.
[[nodiscard]] constexpr std::int64_t floor(Fraction f) {
  const std::int64_t whole = f.numerator() / f.denominator();
  return f.numerator() % f.denominator() < 0 ? whole - 1 : whole;
}
/// What is left above `floor`: in [0, 1).
[[nodiscard]] constexpr Fraction part(Fraction f) { return f - floor(f); }
/// The nearest whole number, one half upward.
[[nodiscard]] constexpr std::int64_t round_half_up(Fraction f) { return floor(f + Fraction(1, 2)); }

/// "5", "11/8", "-1/2": the border's way of writing.
[[nodiscard]] inline std::string text(Fraction f) {
  std::string words = std::to_string(f.numerator());
  if (f.denominator() != 1) words += "/" + std::to_string(f.denominator());
  return words;
}
inline std::ostream& operator<<(std::ostream& out, Fraction f) { return out << text(f); }

}  // namespace rules
