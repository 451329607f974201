// The demo's games, played once and recorded for all tests of this build: it takes long, and each test may be a process of its own. What
// is kept lies beside the program, under a name that a newly built program does not find.
#pragma once

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/app/program.h"

namespace program {

/// A copy of a record in a folder of this process, and what the command printed meanwhile.
struct RecordedGame {
  const Folder folder;
  const std::string path = folder / "evening.vedette";
  Outcome game;

  /// @param words the command that plays the game; where it keeps its record is added.
  RecordedGame(const std::string& name, std::vector<std::string> words) {
    namespace fs = std::filesystem;
    const fs::path program = VEDETTE_PROGRAM;
    const auto built = fs::last_write_time(program).time_since_epoch().count();
    const fs::path kept = program.parent_path() / ("recorded-" + name + "-" + std::to_string(built));
    if (!fs::exists(kept)) {
      // Another test may be at it too: whoever is first keeps his, both are the same.
      const fs::path mine = kept.string() + "-" + std::to_string(getpid());
      fs::create_directory(mine);
      words.insert(words.end(), {"--record", (mine / "record").string()});
      game = run(words);
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

/// The clip of the recorded game of Charge!, umpired.
inline const RecordedGame& recorded_clip() {
  static const RecordedGame recorded("clip", on_charge({"umpire", "--json"}, {charge("clip.mp4")}));
  return recorded;
}

/// The pictures of a board game, `le_choc` or `les_allies`, tracked.
inline const RecordedGame& recorded_board(const std::string& game) {
  static std::map<std::string, RecordedGame> recorded;
  const std::string examples = std::string(VEDETTE_SOURCE_DIR) + "/examples/";
  const std::vector<std::string> words{"track",
                                       "--board",
                                       examples + "boards/" + game + ".toml",
                                       "--lens",
                                       examples + game + "/lens.json",
                                       "--json",
                                       examples + game + "/stills"};
  return recorded.try_emplace(game, game, words).first->second;
}

}  // namespace program
