// Bases of one army that differ little in size are told apart by where their rims lie, all of them at once.
#pragma once

#include <span>
#include <vector>

#include "vision/discs/search.h"

namespace vision {

/// Gives round bases that were laid to their rims the size that explains best where the rims of all the army's bases appear: cutter, blur
/// and light move all of them out or in by one amount. Those whose size changes are laid again. `looks`: of each army.
void tell_sizes(const DiscPicture& picture, std::span<const DiscArmy> armies, std::span<const DiscLook> looks, std::vector<Found>& found);

}  // namespace vision
