#pragma once

#include <string>
#include <vector>

#include "tests/bench/bases/worlds.h"
#include "vision/discs/settle.h"

namespace bench {

/// The pieces of a world's roster.toml, or of the truth of a simulated table without one; none where it cannot be read, which is said on
/// standard error.
[[nodiscard]] std::vector<measure::PieceSpec> specs_of(const std::string& folder);

/// Every base with a wedge that the network sees in a picture, likely or not, laid to its rim as each base that it may be, as vision/discs
/// does on a first look.
[[nodiscard]] std::vector<vision::Found> laid_in(const vision::BaseNet& net, const WorldPicture& world,
                                                 const std::vector<measure::PieceSpec>& specs);

}  // namespace bench
