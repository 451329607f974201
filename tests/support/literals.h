// Lengths and angles as tests write them: 2.5_in, 25_mm, 90_deg.
#pragma once

#include "measure/length.h"

namespace measure {
inline namespace literals {

constexpr Inches operator""_in(long double inches) { return Inches(static_cast<double>(inches)); }
constexpr Inches operator""_in(unsigned long long inches) { return Inches(static_cast<double>(inches)); }
constexpr Inches operator""_mm(long double mm) { return Inches(static_cast<double>(mm) / kMillimetresPerInch); }
constexpr Inches operator""_mm(unsigned long long mm) { return Inches(static_cast<double>(mm) / kMillimetresPerInch); }
constexpr Radians operator""_deg(long double degrees) { return from_degrees(static_cast<double>(degrees)); }
constexpr Radians operator""_deg(unsigned long long degrees) { return from_degrees(static_cast<double>(degrees)); }

}  // namespace literals
}  // namespace measure
