#include "app/commands/setup.h"

#include <fmt/format.h>
#include <array>
#include <charconv>
#include <filesystem>

#include "app/files/disk.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "app/tongue/length.h"
#include "app/tongue/tongue.h"
#include "app/wire/words.h"
#include "vision/sources/picture.h"

namespace app {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

Result<void> read_files(const TableOptions& options, vision::Setup& setup) {
  TableFile file;
  const auto read = read_into(file, options.table, read_table)
                        .and_then([&] { return read_into(setup.roster, options.roster, read_roster); })
                        .and_then([&] { return read_into(setup.lens, options.lens, read_lens); });
  if (!read) return read;
  setup.table = std::move(file.table);
  setup.tags = std::move(file.tags);
  setup.anchors = std::move(file.anchors);
  vision::Picture empty;
  return read_into(empty, options.empty, vision::read_picture).transform([&] { setup.empty = std::move(empty.bgr); });
}

/// Squares along a side of a board. More do not fit on paper.
constexpr int kMostSquares = 100;

namespace fs = std::filesystem;

/// Beside the program: where it is installed, and where it is built (build/<preset>/vedette).
constexpr std::array kFromProgram{"../share/vedette/examples", "../../examples"};

}  // namespace

Result<SeenTable> see(vision::Setup setup, const vision::Frame& frame) {
  setup.tracking.stills = true;
  vision::Pipeline pipeline(std::move(setup));
  auto state = pipeline.step(frame);
  if (!state) return tl::unexpected(state.error());
  if (state->camera.registered && pipeline.registration()) return SeenTable{std::move(*state), *pipeline.registration()};
  const std::string why =
      state->findings.empty() ? "no corner tags were found" : state->findings.front().says + " (" + state->findings.front().fix + ")";
  return fail(ErrorCode::NotCalibrated, frame.name + ": the table cannot be registered: " + why);
}

void speak(const Speaking& speaking) {
  tongue::use(tongue::language_named(speaking.language).value_or(tongue::language_of_environment()));
  tongue::use(tongue::units_named(speaking.units).value_or(tongue::Units::Inches));
}

void speak_in_window(const Speaking& speaking) {
  const WindowChoices chosen = read_window_choices(state_folder());
  speak({.language = speaking.language.empty() ? chosen.language : speaking.language,
         .units = speaking.units.empty() ? chosen.units : speaking.units});
}

Result<HouseFile> house_of(const std::string& path) { return path.empty() ? Result<HouseFile>(HouseFile{}) : read_house(path); }

Result<vision::Setup> load_setup(const TableOptions& options) {
  vision::Setup setup;
  return read_files(options, setup).and_then([&] { return read_anchors(options.anchors, setup.anchors); }).transform([&] {
    return std::move(setup);
  });
}

measure::Result<std::pair<int, int>> parse_grid(const std::string& option, const std::string& text) {
  const char* const end = text.data() + text.size();
  int a = 0, b = 0;
  auto at = std::from_chars(text.data(), end, a);
  const bool cross = at.ec == std::errc() && at.ptr != end && *at.ptr == 'x';
  if (cross) at = std::from_chars(at.ptr + 1, end, b);
  const bool fits = cross && at.ec == std::errc() && at.ptr == end && a >= 2 && b >= 2 && a <= kMostSquares && b <= kMostSquares;
  if (!fits)
    return measure::fail(measure::ErrorCode::Usage, fmt::format("{} {}: must look like 9x6 (2 to {} each)", option, text, kMostSquares));
  return std::pair{a, b};
}

measure::Result<LiveOptions> recorded_game(const std::string& game) {
  std::error_code ignored;
  const fs::path program = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char* from_program : kFromProgram) {
    const fs::path examples = (program / from_program).lexically_normal(), folder = examples / game;
    if (!fs::exists(folder / "lens.json", ignored)) continue;
    const auto at = [&](const char* name) { return (folder / name).string(); };
    if (game != "charge")
      return LiveOptions{{.lens = at("lens.json"), .source = at("stills"), .board = (examples / "boards" / (game + ".toml")).string()}};
    return LiveOptions{{.table = at("table.toml"), .roster = at("roster.toml"), .lens = at("lens.json"), .source = at("clip.mp4")}};
  }
  return fail(ErrorCode::BadFile, "the recorded game was not found beside the program (examples/" + game + "); install it again");
}

measure::Result<std::optional<air::InHall>> hall_of(const LiveOptions& options) {
  const hall::BrokerWords& words = options.broker;
  if (words.broker.empty()) {
    if (options.table_name || !words.user.empty() || !words.password_file.empty() || !words.ca.empty())
      return measure::fail(measure::ErrorCode::Usage, "--broker: name the broker of the hall, or leave the table's name, user and ca out");
    return std::nullopt;
  }
  const auto names = web::names_of_this_machine();
  const auto name = options.table_name ? hall::table_name(*options.table_name) : hall::fitted_name(names.empty() ? "" : names.front());
  if (!name) return tl::unexpected(name.error());
  return hall::address_of(words).transform([&](const hall::BrokerAddress& at) { return std::optional(air::InHall{at, *name}); });
}

}  // namespace app
