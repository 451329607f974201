// A game followed without a window: measurements on standard output, overlay pictures in a folder.
#pragma once

#include <optional>
#include <string>

#include "app/commands/report.h"
#include "rules/charge/game/scenario.h"
#include "rules/charge/house.h"
#include "vision/pipeline/pipeline.h"
#include "vision/sources/frame_source.h"

namespace app {

/// Plays `source` to its end (a live one until Ctrl-C) and returns the exit status. Every settled table on
/// which something has changed is measured and drawn.
/// `out`: folder of the pictures; empty: ./vedette-demo, or a temporary one where that cannot be written.
int play_headless(const vision::Setup& setup, const rules::charge::House& house, vision::FrameSource& source, Interrupt& interrupt,
                  const std::string& out, const std::optional<rules::charge::Scenario>& scenario = {});

}  // namespace app
