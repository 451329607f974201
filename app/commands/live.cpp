// `vedette live` and `vedette demo`: the window, or the same without one where there is no display.
#include <fmt/format.h>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "app/board/board_replay.h"
#include "app/commands/commands.h"
#include "app/commands/follow_board.h"
#include "app/commands/pictures.h"
#include "app/commands/recording.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/files/disk.h"
#include "app/files/lens_memory.h"
#include "app/files/scenario_file.h"
#include "app/overlay/figures.h"
#include "app/overlay/readings.h"
#include "app/umpire/charge_umpire.h"
#include "app/umpire/rulings_json.h"
#include "app/window/boards/window.h"
#include "app/window/window.h"
#include "measure/gap.h"
#include "rules/charge/game/scenario.h"
#include "rules/charge/house.h"
#include "vision/pipeline/pipeline.h"
#include "vision/sources/frame_source.h"

namespace app {
namespace {

// ---- a game followed without a window: measurements on standard output, overlay pictures in a folder ----

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using vision::Piece;

/// Longest wait for a live frame.
constexpr std::chrono::milliseconds kHeadlessPatience{200};
/// A recording is followed at least this many times faster than it was made. When the machine cannot, frames are
/// left out, as they are with a camera: a smaller number makes the demo long, a larger one leaves out more.
constexpr double kHaste = 2.3;
/// Seconds the first frame may take before anything is left out: everything is looked for in it.
constexpr double kHeadStart = 1.0;
/// Rulers drawn on one picture. More hide the table.
constexpr std::size_t kRulers = 5;

const Piece* nearest_enemy(const Piece& piece, const vision::TableState& state) {
  const Piece* nearest = nullptr;
  double least = std::numeric_limits<double>::infinity();
  for (const Piece& other : state.pieces) {
    if (other.army == piece.army || other.seen != vision::Seen::Yes) continue;
    const double gap = measure::gap(vision::footprint_of(piece), vision::footprint_of(other)).value.value;
    if (gap < least) {
      least = gap;
      nearest = &other;
    }
  }
  return nearest;
}

/// From guns and officers to the nearest enemy, the shortest first; one for each pair of units.
std::vector<overlay::Ruler> rulers(const vision::TableState& state) {
  struct Candidate {
    double length;
    const Piece *from, *to;
    [[nodiscard]] std::pair<std::string, std::string> units() const { return std::minmax(from->unit, to->unit); }
  };
  std::vector<Candidate> all;
  for (const Piece& piece : state.pieces) {
    const bool asks = piece.kind == measure::PieceKind::Gun || piece.kind == measure::PieceKind::Officer;
    const Piece* enemy = asks && piece.seen == vision::Seen::Yes ? nearest_enemy(piece, state) : nullptr;
    if (enemy) all.push_back({measure::distance(piece.at, enemy->at).value, &piece, enemy});
  }
  std::ranges::sort(all, {}, &Candidate::length);
  std::set<std::pair<std::string, std::string>> measured;
  std::vector<overlay::Ruler> out;
  for (const Candidate& c : all)
    if (out.size() < kRulers && measured.insert(c.units()).second)
      out.push_back({.from = {.piece = c.from->id}, .to = {.piece = c.to->id}});
  return out;
}

class Showing {
 public:
  /// `lens_memory`: of a live camera.
  Showing(const vision::Setup& setup, const HouseFile& house, OverlayPictures pictures, Recording& recording, LensMemory lens_memory)
      : setup_(setup),
        house_(house),
        lens_memory_(std::move(lens_memory)),
        pipeline_(with_lens_before(setup, lens_memory_)),
        umpire_(setup.roster, setup.table, house.charge),
        pictures_(std::move(pictures)),
        recording_(recording) {
    umpire_.dial(house.custom.rules);
  }

  void play(const std::optional<rules::charge::Scenario>& scenario) { umpire_.play(scenario); }

  /// What stopped goes on, as of Session::go_on.
  void go_on(const StoppedGame& stopped) {
    umpire_ = *stopped.umpire;
    umpire_.replace(setup_.roster, setup_.table);
    umpire_.rule_by(house_.charge);
    umpire_.dial(house_.custom.rules);
    pipeline_.tracker().take_up(stopped.last.pieces, stopped.next_id);
  }

  void take(const vision::Frame& frame) {
    auto state = pipeline_.step(frame);
    if (!state) return (void)(status_ = complain(state.error()));
    ++frames_;
    if (state->camera.registered) ++registered_;
    if (const auto told = pipeline_.estimated_lens())
      if (const auto finding = lens_memory_.keep(*told)) say(finding->says);
    auto rulings = umpire_.look(*state);
    recording_.take(*state, rulings, umpire_.house(), frame, pipeline_.registration());
    if (rulings) rulings_ = std::move(rulings);
    const bool changed = !state->moves.empty() || !state->added.empty() || !state->removed.empty();
    if (state->settled && (changed || pictures_.written() == 0)) show(*state, frame);
    last_frame_ = frame;
    last_ = std::move(*state);
    shown_last_ = last_.settled && (changed || (pictures_.written() == 1 && frames_ == 1));
  }

  /// The table as it stands when the recording ends.
  void finish() {
    if (frames_ > 0 && !shown_last_) show(last_, last_frame_);
    pictures_.finish();
  }

  [[nodiscard]] int status() const {
    if (status_ != kDone) return status_;
    return frames_ > 0 && registered_ == 0 ? kNotCalibrated : kDone;
  }

 private:
  static vision::Setup with_lens_before(vision::Setup setup, const LensMemory& memory) {
    setup.lens_before = memory.before();
    return setup;
  }
  void show(const vision::TableState& state, const vision::Frame& frame) {
    fmt::print("\n{:.1f} s  {}", state.time, changes_of(state));
    overlay::DisplayList list = overlay::terrain(setup_.table.terrain, false);
    overlay::append(list, overlay::figures(state, setup_.roster));
    for (const overlay::Ruler& ruler : rulers(state)) {
      overlay::Reading reading = overlay::read(ruler, state, setup_.table);
      fmt::print("  {:<30} {}\n", reading.headline.who, reading.headline.value);
      overlay::append(list, std::move(reading.drawing));
    }
    if (rulings_) fmt::print("{}", text_of(ruling_lines(*rulings_)));
    rulings_.reset();
    std::fflush(stdout);
    draw(list, frame);
  }

  void draw(const overlay::DisplayList& list, const vision::Frame& frame) {
    if (!pipeline_.registration()) return;
    const auto written = pictures_.write(frame, list, pipeline_.registration()->camera, {setup_.table.length, setup_.table.width});
    if (!written) status_ = complain(written.error());
  }

  const vision::Setup& setup_;
  const HouseFile& house_;
  LensMemory lens_memory_;
  vision::Pipeline pipeline_;
  ChargeUmpire umpire_;
  std::optional<ChargeRulings> rulings_;  // of the last settled table, until they are shown
  OverlayPictures pictures_;
  Recording& recording_;
  int frames_ = 0, registered_ = 0, status_ = kDone;
  bool shown_last_ = false;
  vision::TableState last_;
  vision::Frame last_frame_;
};

/// Plays `source` to its end (a live one until Ctrl-C) and returns the exit status. Every settled table on
/// which something has changed is measured and drawn.
/// `out`: folder of the pictures; empty: ./vedette-demo, or a temporary one where that cannot be written.
int play_headless(const vision::Setup& setup, const HouseFile& house, vision::FrameSource& source, Interrupt& interrupt,
                  const std::string& out, const std::optional<rules::charge::Scenario>& scenario, Recording& recording,
                  const StoppedGame* stopped, LensMemory lens_memory) {
  auto pictures = OverlayPictures::open(out);
  if (!pictures) return complain(pictures.error());
  say("Following " + source.describe() + "; there is no display, so measurements are printed and pictures written.");
  Showing showing(setup, house, std::move(*pictures), recording, std::move(lens_memory));
  if (stopped) showing.go_on(*stopped);
  showing.play(scenario);
  const Clock::time_point began = Clock::now();
  bool first = true;
  while (!interrupt.asked()) {
    const vision::Delivery delivery = source.next(kHeadlessPatience);
    if (delivery.bad_picture) (void)complain(*delivery.bad_picture);
    if (delivery.status == vision::SourceStatus::Ended) break;
    if (!delivery.frame) continue;
    const double spent = std::chrono::duration<double>(Clock::now() - began).count();
    const bool late = !source.live() && !source.stills() && spent > kHeadStart + delivery.frame->captured_at / kHaste;
    if (first || !late) showing.take(*delivery.frame);
    first = false;
  }
  showing.finish();
  return showing.status();
}

// ---- the window ----

/// No table and no source; house rules or a scenario alone go with what was used last.
bool nothing_given(const LiveOptions& options) {
  LastUsed given = options.used;
  given.house.clear();
  given.scenario.clear();
  return given == LastUsed{} && options.anchors.empty();
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
  return std::ranges::all_of(kPathsUsed,
                             [&](const auto& each) { return there(used.*each.second) || (each.second == &LastUsed::source && !is_file); });
}

/// What was used last, where it is still there.
std::optional<LastUsed> last_time() {
  auto used = read_last_used(state_folder());
  if (!used || !still_there(*used)) return std::nullopt;
  return *std::move(used);
}

void remember(const LastUsed& used) {
  if (state_folder().empty() || used.source.empty()) return;
  LastUsed noted = used;
  if (noted.house == house_beside(noted.table)) noted.house.clear();  // nobody named it: what lies there next time counts
  for (const auto& [key, path] : kPathsUsed) noted.*path = path == &LastUsed::source ? absolute_source(used.source) : absolute(used.*path);
  const auto written = write_last_used(state_folder(), noted);
  if (!written) say("vedette: could not note what was used: " + written.error().message);
}

using Leaving = std::function<void(const window::OtherGame&)>;
using InHall = std::optional<air::InHall>;

/// The recorded game is shown again and again, and what is edited in it is kept apart from the recording.
int show_table(const LiveOptions& options, bool recorded, const Leaving& leave_for, const InHall& in_hall) {
  window::LiveOptions wanted{.used = options.used};
  wanted.in_hall = in_hall;
  for (const std::string& text : options.anchors) {
    const auto anchor = parse_anchor(text);
    if (!anchor) return complain(anchor.error());
    wanted.anchors.push_back(*anchor);
  }
  wanted.again = recorded;
  if (!recorded) wanted.record = wanted_record(options);
  if (wanted.record) wanted.stopped = stopped_game(options.record, wanted.record->texts);
  wanted.go_on = options.go_on;
  wanted.note = remember;
  wanted.leave_for = leave_for;
  if (recorded && !state_folder().empty()) wanted.keep_in = state_folder() + "/demo";
  return window::run_window(wanted);
}

int show_headless(const LiveOptions& options, bool recorded, const std::string& out) {
  if (options.used.source.empty())
    return complain({measure::ErrorCode::Usage, "--source: there is no display to ask on; name a camera (0), a video, a folder or a URL"});
  const LastUsed& used = options.used;
  auto setup = load_setup({.table = used.table, .roster = used.roster, .lens = used.lens, .empty = used.empty, .anchors = options.anchors});
  if (!setup) return complain(setup.error());
  std::optional<rules::charge::Scenario> scenario;
  const auto read =
      read_into(scenario, options.used.scenario, [&](const std::string& path) { return read_scenario(path, setup->table, setup->roster); });
  if (!read) return complain(read.error());
  Interrupt interrupt;  // before the source starts its thread
  const auto house = house_of(options.used.house);
  if (!house) return complain(house.error());
  const auto source = vision::open_source(options.used.source);
  if (!source) return complain(source.error());
  setup->tracking.stills = (*source)->stills();
  RecordTo to = options.record;
  std::shared_ptr<const StoppedGame> stopped;
  if (const auto wanted = recorded ? std::nullopt : wanted_record(options)) {
    to.path = wanted->path, to.video_minutes = wanted->video_minutes;
    stopped = stopped_game(options.record, wanted->texts);
  }
  if (stopped) {
    const std::string what = when_stopped(*stopped, std::time(nullptr)) + ", " + what_stopped(*stopped);
    say(what + (options.go_on ? ". It goes on." : ". --go-on goes on with it; this is a new game."));
  }
  if (!options.go_on) stopped.reset();
  if (stopped) to.path = stopped->path, to.goes_on = true;
  Recording recording(to, options.used, options.anchors);
  LensMemory lens_memory((*source)->live() ? used.table : "");
  return recording.finish(
      play_headless(*setup, *house, **source, interrupt, out, scenario, recording, stopped.get(), std::move(lens_memory)));
}

/// `out`: as of `play_headless`; only a recorded game's pictures are drawn.
int show_board(const LiveOptions& options, bool recorded, const Leaving& leave_for, const InHall& in_hall, const std::string& out = "") {
  if (options.used.source.empty())
    return complain({measure::ErrorCode::Usage, "--source: name the camera over the board (0), a video, a folder or a URL"});
  auto setup = load_board(options.used.board, options.used.lens, options.anchors);
  if (!setup) return complain(setup.error());
  const auto house = house_of(options.used.house);
  if (!house) return complain(house.error());
  const BoardHouses houses{.le_choc = house->le_choc, .les_allies = house->les_allies};
  if (!window::display_available() && recorded) {
    auto pictures = OverlayPictures::open(out);
    return pictures ? follow_board(*setup, houses, {options.used.source}, false, {.pictures = &*pictures}) : complain(pictures.error());
  }
  if (!window::display_available()) {
    if (options.go_on)
      return complain({measure::ErrorCode::Usage, "--go-on: a board game goes on in the window only; there is no display"});
    const auto wanted = wanted_record(options);
    const RecordTo to{wanted ? wanted->path : "", options.record.program, wanted ? wanted->video_minutes : 0.0};
    return follow_board(*setup, houses, {options.used.source}, false,
                        {.record = to, .files = options.used, .anchors = options.anchors, .lens_memory = LensMemory(options.used.board)});
  }
  if (!recorded) remember(options.used);
  const auto record = recorded ? std::nullopt : wanted_record(options);
  const std::string title(spoken(setup->board.game));
  return window::run_board_window({.setup = std::move(*setup),
                                   .houses = houses,
                                   .used = options.used,
                                   .note = remember,
                                   .record = record,
                                   .stopped = record ? stopped_game(options.record, record->texts) : nullptr,
                                   .go_on = options.go_on,
                                   .title = title,
                                   .leave_for = leave_for,
                                   .in_hall = in_hall});
}

/// Another game over the same camera: as it was left, else with nothing but what does not belong to one game.
measure::Result<LiveOptions> next_game(const window::OtherGame& other, bool recorded, std::map<std::string, LiveOptions>& left) {
  if (const auto known = left.find(other.game); known != left.end()) return known->second;
  auto out = recorded_game(other.game);
  if (!out) return out;
  if (!recorded) {
    const std::string board = out->used.board;
    out = LiveOptions{{.lens = other.used.lens, .source = other.used.source, .board = board}};
  }
  out->used.house = other.used.house;
  return out;
}

/// One window after the other, as the players choose.
int show_in_windows(LiveOptions options, bool recorded, const InHall& in_hall = {}) {
  std::map<std::string, LiveOptions> left;
  const RecordTo anew{.path = {}, .program = options.record.program, .video_minutes = options.record.video_minutes};
  for (;;) {
    std::optional<window::OtherGame> other;
    const Leaving leave_for = [&](const window::OtherGame& chosen) { other = chosen; };
    const int status =
        options.used.board.empty() ? show_table(options, recorded, leave_for, in_hall) : show_board(options, recorded, leave_for, in_hall);
    if (!other) return status;
    recorded = recorded && other->used.source == options.used.source;
    if (!recorded) options = LiveOptions{other->used};
    left[other->from] = options;
    auto next = next_game(*other, recorded, left);
    if (!next) return complain(next.error());
    options = std::move(*next);
    options.record = anew;
  }
}

int show_recorded(const DemoOptions& options) {
  auto game = recorded_game(options.game);
  if (!game) return complain(game.error());
  if (window::display_available()) {
    speak_in_window(options.speaking);
    return show_in_windows(*game, true);
  }
  return game->used.board.empty() ? show_headless(*game, true, options.out) : show_board(*game, true, {}, {}, options.out);
}

}  // namespace

measure::Result<Watched> to_watch(const LiveOptions& options) {
  const auto with_house_beside = [](Watched watched) {
    LastUsed& used = watched.options.used;
    if (!watched.recorded && used.house.empty() && used.board.empty()) used.house = house_beside(used.table);
    return watched;
  };
  if (!nothing_given(options)) return with_house_beside({options});
  LiveOptions wanted = options;  // only what is watched is another
  const auto last = last_time();
  const bool recorded = !last;
  if (recorded) {
    auto game = recorded_game(DemoOptions{}.game);
    if (!game) return tl::unexpected(game.error());
    wanted.used = std::move(game->used);
  } else {
    wanted.used = *last;
  }
  if (recorded || !options.used.house.empty()) wanted.used.house = options.used.house;
  if (recorded || !options.used.scenario.empty()) wanted.used.scenario = options.used.scenario;
  return with_house_beside({std::move(wanted), recorded});
}

int live(const LiveOptions& options) {
  const auto watched = to_watch(options);
  if (!watched) return complain(watched.error());
  const LiveOptions& wanted = watched->options;
  const auto in_hall = hall_of(wanted);
  if (!in_hall) return complain(in_hall.error());
  if (window::display_available()) {
    speak_in_window(wanted.speaking);
    return show_in_windows(wanted, watched->recorded, *in_hall);
  }
  if (*in_hall)
    return complain({measure::ErrorCode::Usage, "--broker: there is no display to open a window on; `vedette serve` joins a hall without"});
  if (watched->recorded) return show_headless(wanted, true, "");
  if (!wanted.used.board.empty()) return show_board(wanted, false, {}, {});
  const int status = show_headless(wanted, false, "");
  if (status == kDone) remember(wanted.used);
  return status;
}

int demo(const DemoOptions& options) { return show_recorded(options); }

}  // namespace app
