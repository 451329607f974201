// What the bases of an army tell of one another: sizes that differ little, by where all their rims lie, and which way those face whose own
// wedge does not tell it.
#pragma once

#include <span>
#include <vector>

#include "vision/discs/settle.h"

namespace vision {

/// Gives round bases that were laid to their rims the size that explains best where the rims of all the army's bases appear: cutter, blur
/// and light move all of them out or in by one amount. Those whose size changes are laid again. `looks`: of each army.
void tell_sizes(const DiscPicture& picture, std::span<const DiscArmy> armies, std::span<const DiscLook> looks, std::vector<Found>& found);

/// Ovals of which front and rear look alike face as the men of their army beside them do, where those agree and stand along the same axis.
/// Round bases face as the network holds them to, though white says something else, where it holds two such men to face so too and of none
/// both edges of a wedge say otherwise.
void face_like_comrades(std::vector<Found>& found);

}  // namespace vision
