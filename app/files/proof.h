// Proof before play: a known length was laid on the table and measured.
//   Kept with the table (table.toml, [[proof]]), so that anybody can see later how far off the measurements were.
#pragma once

#include <array>
#include <string>

#include "calibration/registration.h"
#include "measure/length.h"
#include "measure/measured.h"

namespace app {

struct Proof {
  std::array<measure::TablePoint, 2> at;  // where the ends lay
  measure::Inches stated;                 // what the stick says
  measure::Measured measured;             // what the program said
  std::string when;                       // the day, "2026-11-21"
};

/// By how much the measurement was longer than the stick.
[[nodiscard]] measure::Inches error_of(const Proof& proof);
/// The same to a ten-thousandth of an inch, the margin rounded up: what a file should say.
[[nodiscard]] Proof rounded(Proof proof);
/// Was the stated length within the margin?
[[nodiscard]] bool holds(const Proof& proof);
/// `known-length`: Info where the proof holds, Warn where the error is beyond the margin; the cost is the error.
[[nodiscard]] calibration::Finding finding_of(const Proof& proof);

/// Today, in local time, as proofs write it.
[[nodiscard]] std::string today();
/// Is this a day of the calendar, written "2026-11-21"?
[[nodiscard]] bool is_day(const std::string& text);

}  // namespace app
