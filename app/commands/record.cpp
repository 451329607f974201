// `vedette record`: what records there are, what one holds, whether one is whole.
// `vedette replay`: the recorded answers, computed again.
// `vedette export`: a record as lines of JSON, as a table, or as the text of the game.

#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>

#include "app/board/board_replay.h"
#include "app/commands/commands.h"
#include "app/commands/recording.h"
#include "app/commands/report.h"
#include "app/record/export.h"
#include "app/record/replay.h"
#include "app/window/boards/window.h"
#include "app/window/window.h"

namespace app {
namespace {

namespace fs = std::filesystem;

/// What a record holds, in figures.
struct Contents {
  RecordedSetup setup;
  std::int64_t events = 0;
  double seconds = 0.0;
  std::map<std::string, int> kinds;
};

measure::Result<Contents> contents_of(const RecordStore& store) {
  Contents out;
  const auto read = store.each([&](const RecordEvent& event) {
    if (event.seq == 1) out.setup = setup_from(event.body).value_or(RecordedSetup{});
    out.events = event.seq, out.seconds = event.time_s;
    ++out.kinds[event.kind];
    return true;
  });
  if (!read) return tl::unexpected(read.error());
  return out;
}

Json contents_json(const Contents& holds) {
  return {{"game", holds.setup.game}, {"began_at", holds.setup.began_at}, {"source", holds.setup.source}, {"program", holds.setup.program},
          {"seconds", holds.seconds}, {"events", holds.events},           {"kinds", holds.kinds}};
}

std::string contents_text(const Contents& holds) {
  std::string kinds;
  for (const auto& [kind, count] : holds.kinds) kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", count, kind);
  return fmt::format("{}, begun {}, {} long, {} events: {}", holds.setup.game, holds.setup.began_at, clock_of(holds.seconds), holds.events,
                     kinds);
}

/// One line a record, whole or not.
int list(const RecordOptions& options) {
  const std::string folder = options.path.empty() ? records_folder() : options.path;
  std::error_code problem;
  std::vector<std::string> paths;
  for (const auto& entry : fs::directory_iterator(folder, problem))
    if (entry.path().extension() == ".vedette") paths.push_back(entry.path().string());
  if (problem && !options.path.empty()) return complain({measure::ErrorCode::BadFile, folder + ": is no folder that can be read"});
  std::ranges::sort(paths);
  for (const std::string& path : paths) {
    const auto holds = RecordStore::read(path).and_then([](const RecordStore& store) { return contents_of(store); });
    if (options.json) {
      Json line{{"file", path}};
      line.update(holds ? contents_json(*holds) : Json{{"error", holds.error().message}});
      fmt::print("{}\n", line_of(line));
    } else {
      fmt::print("{}\n", holds ? path + ": " + contents_text(*holds) : holds.error().message);
    }
  }
  if (paths.empty()) say(folder + ": no records there");
  return kDone;
}

int show(const RecordOptions& options, const RecordStore& store) {
  if (const auto holds = contents_of(store); holds && !options.json) fmt::print("{}\n", contents_text(*holds));
  const auto read = store.each([&](const RecordEvent& event) {
    if (options.json)
      fmt::print("{}\n", line_of(export_line(event)));
    else
      fmt::print("{:>6}  {:>7}  {:>9.3f} s  {}\n", event.seq, clock_of(event.time_s), event.time_s, in_words(event));
    return true;
  });
  return read ? kDone : complain(read.error());
}

int check(const RecordOptions& options, const RecordStore& store) {
  RecordEvent last;
  const auto read = store.each([&](const RecordEvent& event) { return last = event, true; });
  const std::string structure = read ? store.structure() : "";
  const bool whole = read && structure.empty() && last.seq > 0;
  const std::string says = !read                ? read.error().message.substr(options.path.size() + 2)
                           : !structure.empty() ? "every event is whole, but the file is damaged: " + structure
                           : last.seq == 0      ? damaged_from(1, 0.0)
                                                : fmt::format("whole: {} events, {}", last.seq, clock_of(last.time_s));
  if (options.json) {
    Json line{{"whole", whole}, {"events", last.seq}, {"seconds", last.time_s}};
    if (!whole) line["damaged_from"] = read && last.seq > 0 ? Json(nullptr) : Json(last.seq + 1);
    line["says"] = says;
    fmt::print("{}\n", line_of(line));
  } else {
    fmt::print("{}: {}\n", options.path, says);
  }
  return whole ? kDone : kNo;
}

}  // namespace

int record(const RecordOptions& options) {
  if (options.what == "list") return list(options);
  if (options.path.empty()) return complain({measure::ErrorCode::Usage, "record " + options.what + ": name the record (NAME.vedette)"});
  const auto store = RecordStore::read(options.path);
  if (!store) return complain(store.error());
  return options.what == "show" ? show(options, *store) : check(options, *store);
}

int replay_record(const ReplayOptions& options) {
  const auto store = RecordStore::read(options.path);
  if (!store) return complain(store.error());
  if (!options.json && window::display_available()) {
    const auto contents = contents_of(*store);
    if (!contents) return complain(contents.error());
    if (contents->setup.board.empty()) return window::run_window({.replay = options.path});
    auto game = read_setup(contents->setup);
    if (!game) return complain(game.error());
    auto setup = board_setup_of(game->texts);
    if (!setup) return complain(setup.error());
    const std::string title(spoken(setup->board.game));
    return window::run_board_window(
        {.setup = std::move(*setup), .houses = game->houses(), .used = {}, .replay = options.path, .title = title});
  }
  int differ = 0;
  const auto done = replay(*store, [&](const ReplayedTable& table) {
    if (table.event.time_s > options.to_s) return false;
    if ((!table.state && !table.look) || table.event.time_s < options.from_s) return true;
    if (table.differs) {
      ++differ;
      say(fmt::format("{}: event {}, {}: the answer differs from the recorded one", options.path, table.event.seq,
                      clock_of(table.event.time_s)));
    }
    Json line = table.state ? json_of(*table.state) : Json{{"frame", table.look->frame}, {"time_s", table.look->time_s}, {"settled", true}};
    line.update(table.answer);
    if (options.json)
      fmt::print("{}\n", line_of(line));
    else
      fmt::print("{}", in_words(table));
    return true;
  });
  if (!done) return complain(done.error());
  if (differ > 0) return kNo;
  return kDone;
}

int export_record(const ExportOptions& options) {
  const auto store = RecordStore::read(options.path);
  if (!store) return complain(store.error());
  const auto done = write_export(*store, options.to, [](const std::string& text) { fmt::print("{}", text); });
  return done ? kDone : complain(done.error());
}

}  // namespace app
