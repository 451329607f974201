// Why a line of fire is or is not allowed, in the words of the rules; and the scores a gun needs by range.
// Needs measure and the house rules.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "rules/answer.h"
#include "rules/charge/aim/aim_line.h"

namespace rules::charge {

/// Every condition of C-A2..A5 or C-I1, C-I2 that does not surely hold, each with its number.
[[nodiscard]] std::vector<Reason> reasons(const FireLine& line, Arm firer, const Figure& target, const House& house);

/// A gun's range within its margin of a band's edge, or of the edge of full effect (CG52).
struct BandDoubt {
  std::optional<int> could_need;  // the other score; none where only the effect is in doubt, or nothing fires beyond
  std::vector<Reason> notes;
};
[[nodiscard]] BandDoubt band_doubt(const measure::Measured& range, const std::string& who, const House& house);

/// Fewer men serve the gun than C-A1 asks for, surely (No) or possibly.
[[nodiscard]] Reason too_few_crew(int crew, int maybe, measure::Verdict manned);

/// C-A1: a gun is served by at least so many.
inline constexpr int kCrew = kMenToServeAGun;

}  // namespace rules::charge
