// A body fires at a body: every man who may, at his nearest eligible enemy (C-I1..I4, CG15, CG16).
//   A gun is a body of one.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "rules/charge/aim/aim.h"
#include "rules/charge/aim/aim_line.h"

namespace rules::charge {

/// The line of fire that is best for one man of the target: yes over too close over no, then the nearest.
struct BestLine {
  std::size_t firer = 0;
  FireLine line;
};

struct BodyFire {
  std::vector<BestLine> lines;    // one for each man of the target
  std::vector<Shooter> shooters;  // one for each firer; ranges and bands of each by himself
};

/// Judges all lines from a body that has at least one man to one that has at least one.
///
/// `own_at`: where the firers' own men begin among the field's friends, if they are there.
[[nodiscard]] BodyFire volley_of(const Firer& firer, std::span<const Figure> target, const FireField& field,
                                 std::optional<std::size_t> own_at, const House& house);

/// Settles the range bands by the house (CG15), counts who fires in which, and says what is doubtful.
void count_shooters(Aim& aim, std::vector<Shooter> shooters, const Firer& firer, const House& house);

}  // namespace rules::charge
