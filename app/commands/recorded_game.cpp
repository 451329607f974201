#include "app/commands/recorded_game.h"

#include <array>
#include <filesystem>

namespace app {
namespace {

namespace fs = std::filesystem;
using measure::ErrorCode;
using measure::fail;

/// Beside the program: where it is installed, and where it is built (build/<preset>/vedette).
constexpr std::array kFromProgram{"../share/vedette/examples", "../../examples"};

}  // namespace

measure::Result<LiveOptions> recorded_game(const std::string& game) {
  if (game != "charge") return fail(ErrorCode::Usage, game + ": there is no recorded game of it yet; `--game charge` has one");
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* from_program : kFromProgram) {
    const fs::path folder = (program / from_program / "charge").lexically_normal();
    if (!fs::exists(folder / "clip.mp4", ignored)) continue;
    const auto at = [&](const char* name) { return (folder / name).string(); };
    return LiveOptions{.on = {.table = at("table.toml"), .roster = at("roster.toml"), .lens = at("lens.json"), .empty = {}, .anchors = {}},
                       .source = at("clip.mp4")};
  }
  return fail(ErrorCode::BadFile, "the recorded game was not found beside the program (examples/charge/clip.mp4); install it again");
}

}  // namespace app
