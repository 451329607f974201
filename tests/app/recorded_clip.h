// The clip of the recorded game, umpired and recorded once for all tests of this build: it takes long, and each test may be a process of
// its own. What is kept lies beside the program, under a name that a newly built program does not find.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "tests/app/program.h"

namespace program {

/// A copy of the record in a folder of this process, and what `umpire --json` printed meanwhile.
struct RecordedClip {
  const Folder folder;
  const std::string path = folder / "evening.vedette";
  Outcome game;

  RecordedClip() {
    namespace fs = std::filesystem;
    const fs::path program = VEDETTE_PROGRAM;
    const auto built = fs::last_write_time(program).time_since_epoch().count();
    const fs::path kept = program.parent_path() / ("recorded-clip-" + std::to_string(built));
    if (!fs::exists(kept)) {
      // Another test may be at it too: whoever is first keeps his, both are the same.
      const fs::path mine = kept.string() + "-" + std::to_string(getpid());
      fs::create_directory(mine);
      game = run(on_charge({"umpire", "--json", "--record", (mine / "record").string()}, {charge("clip.mp4")}));
      std::ofstream(mine / "printed") << game.out;
      std::error_code taken;
      if (game.status == 0) fs::rename(mine, kept, taken);
      if (game.status != 0 || taken) fs::remove_all(mine);
      if (game.status != 0) return;
    }
    fs::copy_file(kept / "record", path);
    game = {.status = 0, .out = bytes_of((kept / "printed").string()), .err = {}};
  }
};

inline const RecordedClip& recorded_clip() {
  static const RecordedClip recorded;
  return recorded;
}

}  // namespace program
