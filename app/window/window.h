// The window: live picture, overlay, tools, panels.
//   Everything it shows is computed elsewhere; the whole program also runs without it.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/air/station.h"
#include "app/files/disk.h"
#include "app/record/recorder.h"
#include "app/record/stopped.h"
#include "app/window/shell/shell.h"
#include "calibration/registration.h"

namespace window {

/// What a window was left for.
struct OtherGame {
  std::string from, game;  // "charge", "le_choc", "les_allies"; from another game than these: empty
  app::LastUsed used;      // what the window was left with
};

struct LiveOptions {
  app::LastUsed used = {};  // camera, video, folder of pictures or URL, and files; the window asks for what is missing
  std::vector<calibration::Anchor> anchors = {};
  std::string keep_in = {};                              // folder for edited files; empty: beside those given, else the user's data folder
  std::function<void(const app::LastUsed&)> note = {};   // told whenever a picture comes from something else, or other files are used
  std::function<void(const OtherGame&)> leave_for = {};  // told when the players choose another game; the window then closes
  std::optional<app::RecordWanted> record = {};          // none: nothing is recorded
  std::shared_ptr<const app::StoppedGame> stopped = {};  // a recorded game that may go on: the players are asked; null: there is none
  bool go_on = false;                                    // they are not: it goes on
  std::string replay = {};                               // a record to look back at, and nothing else; then nothing is watched
  bool again = false;                                    // a recording begins again when it ends
  std::optional<std::string> mode = {};                  // "set-up", "roster" or "measure": where the window begins
  std::optional<app::air::InHall> in_hall = {};          // the hall that it joins as soon as it is on air
  Screenshot screenshot = {};
};

/// Shows the window until it is closed. Returns the exit status: 0; 4 without a usable display; 6 for a file that cannot be read.
int run_window(const LiveOptions& options);

}  // namespace window
