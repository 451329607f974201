// From the options of a command to what the pipeline needs: files read, anchors understood.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/air/station.h"
#include "app/commands/commands.h"
#include "app/files/house_file.h"
#include "app/files/table_file.h"
#include "measure/result.h"
#include "vision/pipeline/pipeline.h"

namespace app {

/// Reads what the options name; what is not named stays empty.
/// Errors: BadFile of any of the files, Usage for anchors that cannot be used.
[[nodiscard]] measure::Result<vision::Setup> load_setup(const TableOptions& options);

/// One picture on its own, and the camera it was seen by.
struct SeenTable {
  vision::TableState state;
  calibration::Registration registration;
};
/// Errors: NotCalibrated where the table cannot be registered, with the reason; those of the pipeline.
[[nodiscard]] measure::Result<SeenTable> see(vision::Setup setup, const vision::Frame& frame);

/// The house rules of a file; the defaults where `path` is empty. Errors: BadFile.
[[nodiscard]] measure::Result<HouseFile> house_of(const std::string& path);

// Counts such as "9x6" on the command line.

/// "9x6" as two counts from 2 to 100. `option` is named in the message. Errors: Usage.
[[nodiscard]] measure::Result<std::pair<int, int>> parse_grid(const std::string& option, const std::string& text);

// How people are spoken to.

/// What `live` shows in: what is named, else what was chosen in the window, else what the environment asks for; lengths else in inches.
void speak_in_window(const Speaking& speaking);
/// The same of what has no window: what is named, else what the environment asks for.
void speak(const Speaking& speaking);

// The recorded games that come with the program.

/// What `live` would be given to play a recorded game.
/// Errors: BadFile when the examples were not installed, Usage for a game without a recording.
[[nodiscard]] measure::Result<LiveOptions> recorded_game(const std::string& game);

/// What `live` and `serve` watch.
struct Watched {
  LiveOptions options;
  bool recorded = false;  // the recorded game that comes with the program
};
/// What is named, and the house rules that lie beside a table that is named; else what was used last, else the recorded game.
/// Errors: BadFile when that was not installed.
[[nodiscard]] measure::Result<Watched> to_watch(const LiveOptions& options);

/// The hall that the table is in, by --broker and --table-name; none: it is in none. Errors: Usage, BadFile of a password or certificate.
[[nodiscard]] measure::Result<std::optional<air::InHall>> hall_of(const LiveOptions& options);

}  // namespace app
