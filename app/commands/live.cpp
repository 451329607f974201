// `vedette live` and `vedette demo`: the window, or the same without one where there is no display.
#include <filesystem>
#include <functional>
#include <map>

#include "app/commands/commands.h"
#include "app/commands/follow_board.h"
#include "app/commands/headless.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/disk.h"
#include "app/files/scenario_file.h"
#include "app/window/boards/window.h"
#include "app/window/window.h"

namespace app {
namespace {

/// No table and no source; house rules or a scenario alone go with what was used last.
bool nothing_given(const LiveOptions& options) {
  const TableOptions& on = options.on;
  return options.source.empty() && options.board.empty() && on.table.empty() && on.roster.empty() && on.lens.empty() && on.empty.empty() &&
         on.anchors.empty();
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
  return there(used.table) && there(used.roster) && there(used.lens) && there(used.empty) && there(used.house) && there(used.scenario) &&
         there(used.board) && (!is_file || there(used.source));
}

LiveOptions options_of(const LastUsed& used) {
  return {.on = {.table = used.table, .roster = used.roster, .lens = used.lens, .empty = used.empty},
          .scenario = used.scenario,
          .source = used.source,
          .house = used.house,
          .board = used.board};
}

LastUsed used_by(const LiveOptions& options) {
  const TableOptions& on = options.on;
  return {.table = on.table,
          .roster = on.roster,
          .lens = on.lens,
          .empty = on.empty,
          .source = options.source,
          .house = options.house,
          .scenario = options.scenario,
          .board = options.board};
}

/// What was used last, where it is still there.
std::optional<LiveOptions> last_time() {
  const auto used = read_last_used(state_folder());
  if (!used || !still_there(*used)) return std::nullopt;
  return options_of(*used);
}

void remember(const LastUsed& used) {
  if (state_folder().empty() || used.source.empty()) return;
  const auto written = write_last_used(state_folder(), {.table = absolute(used.table),
                                                        .roster = absolute(used.roster),
                                                        .lens = absolute(used.lens),
                                                        .empty = absolute(used.empty),
                                                        .source = absolute_source(used.source),
                                                        .house = absolute(used.house),
                                                        .scenario = absolute(used.scenario),
                                                        .board = absolute(used.board)});
  if (!written) say("vedette: could not note what was used: " + written.error().message);
}

std::optional<std::string> given(const std::string& text) { return text.empty() ? std::nullopt : std::optional(text); }

using Leaving = std::function<void(const window::OtherGame&)>;

/// The recorded game is shown again and again, and what is edited in it is kept apart from the recording.
int show_table(const LiveOptions& options, bool recorded, const Leaving& leave_for) {
  window::LiveOptions wanted;
  wanted.table = given(options.on.table);
  wanted.roster = given(options.on.roster);
  wanted.lens = given(options.on.lens);
  wanted.empty = given(options.on.empty);
  wanted.house = given(options.house);
  wanted.source = given(options.source);
  wanted.scenario = given(options.scenario);
  for (const std::string& text : options.on.anchors) {
    const auto anchor = parse_anchor(text);
    if (!anchor) return complain(anchor.error());
    wanted.anchors.push_back(*anchor);
  }
  wanted.again = recorded;
  wanted.note = remember;
  wanted.leave_for = leave_for;
  if (recorded && !state_folder().empty()) wanted.keep_in = state_folder() + "/demo";
  return window::run_window(wanted);
}

int show_headless(const LiveOptions& options, const std::string& out) {
  if (options.source.empty())
    return complain({measure::ErrorCode::Usage, "--source: there is no display to ask on; name a camera (0), a video, a folder or a URL"});
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  std::optional<rules::charge::Scenario> scenario;
  if (!options.scenario.empty()) {
    auto read = read_scenario(options.scenario, setup->table, setup->roster);
    if (!read) return complain(read.error());
    scenario = std::move(*read);
  }
  Interrupt interrupt;  // before the source starts its thread
  const auto house = house_of(options.house);
  if (!house) return complain(house.error());
  const auto source = vision::open_source(options.source);
  if (!source) return complain(source.error());
  setup->tracking.stills = (*source)->stills();
  return play_headless(*setup, house->charge, **source, interrupt, out, scenario);
}

const char* title_of(measure::BoardGame game) {
  if (game == measure::BoardGame::LeChoc) return "Le Choc";
  return game == measure::BoardGame::LesAllies ? "Les Alliés" : "draughts";
}

int show_board(const LiveOptions& options, bool recorded, const Leaving& leave_for) {
  if (options.source.empty())
    return complain({measure::ErrorCode::Usage, "--source: name the camera over the board (0), a video, a folder or a URL"});
  auto setup = load_board(options.board, options.on.lens, options.on.anchors);
  if (!setup) return complain(setup.error());
  const auto house = house_of(options.house);
  if (!house) return complain(house.error());
  const BoardHouses houses{.le_choc = house->le_choc, .les_allies = house->les_allies};
  if (!window::display_available()) return follow_board(*setup, houses, {options.source}, false);
  if (!recorded) remember(used_by(options));
  const std::string title = title_of(setup->board.game);
  return window::run_board_window(
      {.setup = std::move(*setup), .houses = houses, .used = used_by(options), .note = remember, .title = title, .leave_for = leave_for});
}

/// Another game over the same camera: as it was left, else with nothing but what does not belong to one game.
measure::Result<LiveOptions> next_game(const window::OtherGame& other, bool recorded, std::map<std::string, LiveOptions>& left) {
  if (const auto known = left.find(other.game); known != left.end()) return known->second;
  auto out = recorded_game(other.game);
  if (!out) return out;
  if (!recorded) {
    const std::string board = out->board;
    out = LiveOptions{.on = {.lens = other.used.lens}, .source = other.used.source, .board = board};
  }
  out->house = other.used.house;
  return out;
}

/// One window after the other, as the players choose.
int show_in_windows(LiveOptions options, bool recorded) {
  std::map<std::string, LiveOptions> left;
  for (;;) {
    std::optional<window::OtherGame> other;
    const Leaving leave_for = [&](const window::OtherGame& chosen) { other = chosen; };
    const int status = options.board.empty() ? show_table(options, recorded, leave_for) : show_board(options, recorded, leave_for);
    if (!other) return status;
    recorded = recorded && other->used.source == options.source;
    if (!recorded) options = options_of(other->used);
    left[other->from] = options;
    auto next = next_game(*other, recorded, left);
    if (!next) return complain(next.error());
    options = std::move(*next);
  }
}

int show_recorded(const DemoOptions& options, const std::string& house, const std::string& scenario) {
  auto game = recorded_game(options.game);
  if (!game) return complain(game.error());
  game->house = house;
  game->scenario = scenario;
  if (window::display_available()) return show_in_windows(*game, true);
  return game->board.empty() ? show_headless(*game, options.out) : show_board(*game, true, {});
}

}  // namespace

int live(const LiveOptions& options) {
  auto last = nothing_given(options) ? last_time() : std::nullopt;
  if (nothing_given(options) && !last) return show_recorded({}, options.house, options.scenario);
  if (last && !options.house.empty()) last->house = options.house;
  if (last && !options.scenario.empty()) last->scenario = options.scenario;
  const LiveOptions& wanted = last ? *last : options;
  if (window::display_available()) return show_in_windows(wanted, false);
  if (!wanted.board.empty()) return show_board(wanted, false, {});
  const int status = show_headless(wanted, "");
  if (status == kDone) remember(used_by(wanted));
  return status;
}

int demo(const DemoOptions& options) { return show_recorded(options, "", ""); }

}  // namespace app
