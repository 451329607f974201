// Following a source to its end: one line a picture on standard output, as `track` and `umpire` print it.
#pragma once

#include <functional>
#include <string>

#include "app/commands/report.h"
#include "app/commands/state_output.h"
#include "vision/pipeline/pipeline.h"
#include "vision/sources/frame_source.h"

namespace app {

/// What a command adds to the line of a state: keys to the JSON, or lines to the text.
struct Addition {
  std::function<void(const vision::TableState&, Json&)> to_json = [](const vision::TableState&, Json&) {};
  std::function<std::string(const vision::TableState&)> to_text = [](const vision::TableState&) { return std::string(); };
};

struct FollowOptions {
  bool json = false;
  bool brief = false;   // as text, only pictures to which something is added
  bool set_up = false;  // the armies are being set up: nothing that changes is a move
};

/// Opens `source` (one source, or pictures in order) and follows it to its end, or until Ctrl-C. Returns the exit status.
int follow(vision::Setup setup, const std::vector<std::string>& source, const FollowOptions& options, const Addition& addition = {});

}  // namespace app
