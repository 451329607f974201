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
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* from_program : kFromProgram) {
    const fs::path examples = (program / from_program).lexically_normal(), folder = examples / game;
    if (!fs::exists(folder / "clip.mp4", ignored)) continue;
    const auto at = [&](const char* name) { return (folder / name).string(); };
    if (game != "charge")
      return LiveOptions{.on = {.table = {}, .roster = {}, .lens = at("lens.json"), .empty = {}, .anchors = {}},
                         .source = at("clip.mp4"),
                         .board = (examples / "boards" / (game + ".toml")).string()};
    return LiveOptions{.on = {.table = at("table.toml"), .roster = at("roster.toml"), .lens = at("lens.json"), .empty = {}, .anchors = {}},
                       .source = at("clip.mp4")};
  }
  return fail(ErrorCode::BadFile, "the recorded game was not found beside the program (examples/" + game + "/clip.mp4); install it again");
}

}  // namespace app
