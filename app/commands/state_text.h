// A table state for people: what a command prints without --json.
// Needs vision/table_state.h.
#pragma once

#include <string>

#include "vision/table_state.h"

namespace app {

/// A headline and one line for each piece.
[[nodiscard]] std::string text_of(const vision::TableState& state);
/// The headline alone, and what has changed: for frame after frame of a recording.
[[nodiscard]] std::string changes_of(const vision::TableState& state);

}  // namespace app
