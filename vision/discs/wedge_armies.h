// Which army wears which of the paints found on the table.
//   The roster's colours are hints: all armies and paints are paired at once, by hint, by whose officers stand near and by numbers.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "measure/length.h"
#include "vision/discs/wedge_search.h"

namespace vision {

/// What is known of an army whose paint is sought.
struct ArmySought {
  std::optional<Colour> hint;
  std::size_t men = 0;                        // with discs, in the roster
  std::vector<measure::TablePoint> officers;  // its tagged pieces in sight
};

struct PaintOfArmy {
  std::optional<std::size_t> paint;  // index into the paints; none: nothing on the table speaks for it
  std::optional<std::size_t> like;   // the army that wears the same paint
};

/// The paint of each army. An army left without one shares another's when there are more bases of that paint than the other has men.
[[nodiscard]] std::vector<PaintOfArmy> armies_of_paints(std::span<const ArmySought> armies, std::span<const PaintedBases> paints);

}  // namespace vision
