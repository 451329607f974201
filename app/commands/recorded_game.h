// The recorded games that come with the program.
// Needs commands.h.
#pragma once

#include <string>

#include "app/commands/commands.h"
#include "measure/result.h"

namespace app {

/// What `live` would be given to play a recorded game.
/// Errors: BadFile when the examples were not installed, Usage for a game without a recording.
[[nodiscard]] measure::Result<LiveOptions> recorded_game(const std::string& game);

}  // namespace app
