// GoogleMock matchers for verdicts, lengths and angles, so that a test reads as a sentence.
//   All of them fail on NaN.
#pragma once

#include <gmock/gmock.h>

#include <cmath>
#include <ostream>

#include "measure/length.h"
#include "measure/measured.h"

namespace measure {

inline void PrintTo(Verdict v, std::ostream* out) { *out << (v == Verdict::Yes ? "yes" : v == Verdict::No ? "no" : "too close to call"); }
inline void PrintTo(Inches length, std::ostream* out) { *out << length.value << " in"; }
inline void PrintTo(Radians angle, std::ostream* out) { *out << degrees(angle) << " deg"; }
inline void PrintTo(TablePoint p, std::ostream* out) { *out << "(" << p.x.value << ", " << p.y.value << ") in"; }
inline void PrintTo(Measured m, std::ostream* out) { *out << m.value.value << " +- " << m.margin.value << " in"; }

}  // namespace measure

namespace matchers {

MATCHER(IsYes, negation ? "is not yes" : "is yes") { return arg == measure::Verdict::Yes; }
MATCHER(IsTooCloseToCall, negation ? "is clear" : "is too close to call") { return arg == measure::Verdict::TooCloseToCall; }
MATCHER(IsNo, negation ? "is not no" : "is no") { return arg == measure::Verdict::No; }

/// A length within `tolerance` of `expected`.
MATCHER_P2(IsNear, expected, tolerance, "is within " + testing::PrintToString(tolerance) + " of " + testing::PrintToString(expected)) {
  return std::abs(arg.value - expected.value) <= tolerance.value;
}
/// A point within `tolerance` of `expected`.
MATCHER_P2(IsAt, expected, tolerance, "is within " + testing::PrintToString(tolerance) + " of " + testing::PrintToString(expected)) {
  return measure::distance(arg, expected).value <= tolerance.value;
}
/// A direction within `tolerance` of `expected`, the short way round.
MATCHER_P2(PointsTo, expected, tolerance,
           "points within " + testing::PrintToString(tolerance) + " of " + testing::PrintToString(expected)) {
  return std::abs(measure::wrapped(arg - expected).value) <= tolerance.value;
}
/// A measurement whose interval holds `truth`.
MATCHER_P(Holds, truth, "holds " + testing::PrintToString(truth)) { return std::abs(arg.value.value - truth.value) <= arg.margin.value; }

}  // namespace matchers
