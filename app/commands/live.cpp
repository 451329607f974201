// `vedette live` and `vedette demo`: the window, or the same without one where there is no display.
#include <filesystem>

#include "app/commands/commands.h"
#include "app/commands/headless.h"
#include "app/commands/recorded_game.h"
#include "app/commands/setup.h"
#include "app/commands/talk.h"
#include "app/files/last_used.h"

namespace app {
namespace {

bool nothing_given(const LiveOptions& options) {
  const TableOptions& on = options.on;
  return options.source.empty() && on.table.empty() && on.roster.empty() && on.lens.empty() && on.empty.empty() && on.anchors.empty();
}

std::string absolute(const std::string& path) {
  std::error_code ignored;
  return path.empty() ? path : std::filesystem::absolute(path, ignored).lexically_normal().string();
}

/// Cameras and addresses stay as they are; files and folders become absolute.
std::string absolute_source(const std::string& source) {
  std::error_code ignored;
  return std::filesystem::exists(source, ignored) ? absolute(source) : source;
}

bool still_there(const LastUsed& used) {
  const auto there = [](const std::string& path) {
    std::error_code ignored;
    return path.empty() || std::filesystem::exists(path, ignored);
  };
  const bool is_file = used.source.starts_with('/') && !used.source.starts_with("/dev/");
  return there(used.table) && there(used.roster) && there(used.lens) && there(used.empty) && (!is_file || there(used.source));
}

/// What was used last, where it is still there.
std::optional<LiveOptions> last_time() {
  const auto used = read_last_used(state_folder());
  if (!used || !still_there(*used)) return std::nullopt;
  return LiveOptions{.on = {.table = used->table, .roster = used->roster, .lens = used->lens, .empty = used->empty, .anchors = {}},
                     .source = used->source};
}

void remember(const LiveOptions& options) {
  if (state_folder().empty() || options.source.empty()) return;
  const auto written = write_last_used(state_folder(), {.table = absolute(options.on.table),
                                                        .roster = absolute(options.on.roster),
                                                        .lens = absolute(options.on.lens),
                                                        .empty = absolute(options.on.empty),
                                                        .source = absolute_source(options.source)});
  if (!written) say("vedette: could not note what was used: " + written.error().message);
}

int show(const LiveOptions& options, const std::string& out) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  const auto source = vision::open_source(options.source);
  if (!source) return complain(source.error());
  setup->tracking.stills = (*source)->stills();
  return play_headless(*setup, **source, out);
}

}  // namespace

int live(const LiveOptions& options) {
  if (nothing_given(options)) {
    if (const auto last = last_time()) return show(*last, "");
    return demo({});
  }
  if (options.source.empty())
    return complain({measure::ErrorCode::Usage, "--source: name a camera (0), a video, a folder of pictures or a URL"});
  const int status = show(options, "");
  if (status == kDone) remember(options);
  return status;
}

int demo(const DemoOptions& options) {
  const auto game = recorded_game(options.game);
  if (!game) return complain(game.error());
  return show(*game, options.out);
}

}  // namespace app
