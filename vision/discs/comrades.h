// What the bases of an army tell of one another: sizes that differ little, by where all their rims lie, which way those face whose wedges
// hardly show, and that somebody stands in their ranks who hardly shows himself.
#pragma once

#include <span>
#include <vector>

#include "vision/discs/settle.h"

namespace vision {

/// Gives round bases that were laid to their rims the size that explains best where the rims of all the army's bases appear: cutter, blur
/// and light move all of them out or in by one amount. Those whose size changes are laid again. `looks`: of each army.
void tell_sizes(const DiscPicture& picture, std::span<const DiscArmy> armies, std::span<const DiscLook> looks, std::vector<Found>& found);

/// Tells which way each base that was laid to its rim faces, by its own wedge and by what comrades about it tell.
void tell_fronts(std::vector<Found>& found);

/// Counts for each base those beside it, touching or nearly, that are likely men of its army by themselves.
void count_comrades(std::vector<Found>& found);

/// A place in line with two comrades who touch.
struct PlaceInLine {
  SeenDisc seen;         // as it would stand, like the nearer of the two
  std::size_t army = 0;  // theirs ...
  float cost = 0.0F;     // ... and what the nearer costs as its
};

/// Where men would stand who go on a line of two laid bases of one army and size that touch, one step farther, and nobody is told to stand.
/// Bases half a width off, which bar such a place, may be told wrongly: they rule out nothing.
[[nodiscard]] std::vector<PlaceInLine> places_in_line(std::span<const Found> found);

}  // namespace vision
