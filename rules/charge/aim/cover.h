// Cover: is a man behind a wall or hedge, or in a wood or house, as seen along a line of fire (CG24, CG25)?
// Needs measure and the house rules.
#pragma once

#include <span>
#include <string>

#include "measure/table.h"
#include "rules/charge/figure.h"
#include "rules/charge/house.h"

namespace rules::charge {

/// A cover line shields a man at most this far behind it, from where the line of fire crosses it to his base (CG24).
inline constexpr measure::Inches kBehindCover{1.0};

struct Cover {
  bool covered = false;
  bool doubtful = false;    // within the errors of both places he might be, or not be
  bool uses_woods = false;  // whether he is covered hangs on `cover.woods` (CG25)
  std::string by;           // name of the terrain; empty without
};

/// Walls and hedges are cover lines; woods and houses are areas, if `house.woods_cover`. Ground counts under the base centre.
[[nodiscard]] Cover cover_of(const Figure& firer, const Figure& man, std::span<const measure::Terrain> terrain, const House& house);

/// Is a body covered of whose `eligible` men so many are (CG24)? Where `cover.mixed` counts per man, only if all are.
[[nodiscard]] bool body_covered(int covered, int eligible, const House& house);

}  // namespace rules::charge
