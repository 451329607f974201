// Whose is each base that the network sees? Armies are told apart by their paints, relative to each other.
//   The roster's colours are hints, as in the pot: the lamp shifts all of them alike. Which paints on the table are the armies' is decided
//   for all armies at once: by how well they explain what the bases show, by the hints, by whose officers stand near, and by numbers.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "measure/length.h"
#include "vision/discs/sight.h"

namespace vision {

/// What is known of an army.
struct ArmySought {
  std::optional<Colour> hint;
  std::size_t men = 0;                        // with discs, in the roster
  std::vector<measure::TablePoint> officers;  // its tagged pieces in sight
  std::vector<DiscBase> bases;                // that its men stand on
  std::optional<Colour> paint;                // as in SeenDisc, when an earlier picture told it
};

struct Owners {
  std::vector<std::optional<std::size_t>> of_base;         // the army of each base; none where nothing is known of any army
  std::vector<std::vector<float>> costs;                   // of each base as one of each army, see owners.cpp; large where nothing is known
  std::vector<std::optional<Colour>> paints;               // of each army; none: nothing on the table speaks for it
  std::vector<std::pair<std::size_t, std::size_t>> alike;  // armies that cannot be told apart, the smaller index first
};

/// Sets print and paint of each base to those by which it was told.
[[nodiscard]] Owners owners_of(std::vector<SeenDisc>& seen, std::span<const ArmySought> armies);

}  // namespace vision
