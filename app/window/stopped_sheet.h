// What the players are asked when a game that was not ended stands in the records: to go on with it, or to begin anew.
#pragma once

#include <optional>

#include "app/record/stopped.h"
#include "app/window/shell/screen.h"
#include "app/window/shell/shell.h"
#include "vision/frame.h"

namespace window {

/// How the table looked when the game stopped; empty: no picture of it could be kept.
[[nodiscard]] vision::Frame picture_of(const app::StoppedGame& stopped);

/// That picture with the question over it, as large as the window. What was chosen: true to go on (Enter), false to begin anew (N).
[[nodiscard]] std::optional<bool> ask_to_go_on(const app::StoppedGame& stopped, const Picture& picture, const Theme& theme,
                                               ScreenSize size);

}  // namespace window
