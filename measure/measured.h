// A number and how far off it may be; a threshold with three answers.
//   A margin is the half-width of the 95 % interval. Independent margins add in quadrature. Yes and
//   No are promises that hold everywhere inside the margin; the middle goes to the players.
#pragma once

#include <algorithm>
#include <cmath>

#include "measure/length.h"

namespace measure {

/// Half-width of the 95 % interval of a normal error, in standard deviations.
inline constexpr double kSigmasOf95 = 1.959963984540054;
/// At a limit, equality within this counts as inside (the border contract), in inches or radians.
inline constexpr double kLimitSlack = 1e-9;

struct Measured {
  Inches value, margin;
};
struct MeasuredAngle {
  Radians value, margin;
};

enum class Verdict { Yes, TooCloseToCall, No };  // from best to worst

/// Both must hold: the worse one speaks.
[[nodiscard]] constexpr Verdict both(Verdict a, Verdict b) { return std::max(a, b); }
/// Yes becomes No and No becomes Yes; doubt stays doubt.
[[nodiscard]] constexpr Verdict opposite(Verdict v) {
  return v == Verdict::Yes ? Verdict::No : v == Verdict::No ? Verdict::Yes : Verdict::TooCloseToCall;
}

namespace detail {
[[nodiscard]] inline Verdict at_most(double value, double margin, double limit) {
  if (value + margin <= limit + kLimitSlack) return Verdict::Yes;
  if (value - margin > limit + kLimitSlack) return Verdict::No;
  return Verdict::TooCloseToCall;
}
}  // namespace detail

/// Is `m` at most `limit`? A NaN is too close to call.
[[nodiscard]] inline Verdict at_most(Measured m, Inches limit) { return detail::at_most(m.value.value, m.margin.value, limit.value); }
[[nodiscard]] inline Verdict at_most(MeasuredAngle m, Radians limit) { return detail::at_most(m.value.value, m.margin.value, limit.value); }
/// Is `m` at least `limit`? A NaN is too close to call.
[[nodiscard]] inline Verdict at_least(Measured m, Inches limit) { return detail::at_most(-m.value.value, m.margin.value, -limit.value); }

/// The uncertainty of a table point: its covariance in square inches, table axes.
struct PointCovariance {
  double xx = 0.0, xy = 0.0, yy = 0.0;
  friend constexpr PointCovariance operator+(PointCovariance a, PointCovariance b) { return {a.xx + b.xx, a.xy + b.xy, a.yy + b.yy}; }
  friend constexpr PointCovariance operator*(PointCovariance a, double k) { return {a.xx * k, a.xy * k, a.yy * k}; }
};

/// The variance of a point, both coordinates together.
[[nodiscard]] inline double spread(const PointCovariance& c) { return std::max(0.0, c.xx + c.yy); }
/// 95 % half-width of an error of this variance.
[[nodiscard]] inline Inches margin_from(double variance) { return Inches(kSigmasOf95 * std::sqrt(std::max(0.0, variance))); }
/// 95 % half-width of each coordinate: the root mean of the two variances (the border contract).
[[nodiscard]] inline Inches margin_of(const PointCovariance& c) { return margin_from(0.5 * (c.xx + c.yy)); }
/// The isotropic covariance that has this margin on each coordinate.
[[nodiscard]] inline PointCovariance covariance_of(Inches margin) {
  const double sigma = margin.value / kSigmasOf95;
  return {sigma * sigma, 0.0, sigma * sigma};
}

}  // namespace measure
