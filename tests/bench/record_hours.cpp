// What a record costs, in a long evening and frame by frame.
//   record_hours hours [HOURS]      tables of the recorded game, forty an hour, with pictures, as fast as they are written: size and memory
//                                   hour by hour, and what a table takes from who hands it over
//   record_hours ring [MINUTES]     what the camera saw, four pictures a second: size minute by minute
//   record_hours session [MINUTES]  the recorded game as a camera that repeats it, a minute without a record and a minute with record and
//                                   pictures in turn: frames delivered, and what each took
#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "app/files/disk.h"
#include "app/files/lens_file.h"
#include "app/files/roster_file.h"
#include "app/files/table_file.h"
#include "app/record/recorder.h"
#include "app/record/video_ring.h"
#include "app/session/session.h"
#include "app/umpire/rulings_json.h"
#include "vision/sources/frame_source.h"

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

const std::string kGame = std::string(VEDETTE_SOURCE_DIR) + "/examples/charge/";
constexpr double kTablesAnHour = 40.0;
constexpr double kFramesASecond = 15.0;  // of the camera

double mb(double bytes) { return bytes / 1e6; }
double resident_mb() {
  std::ifstream statm("/proc/self/statm");
  double all = 0.0, resident = 0.0;
  statm >> all >> resident;
  return mb(resident * 4096.0);
}
double size_mb(const std::string& path) {
  std::error_code ignored;
  double all = 0.0;
  for (const char* ending : {"", "-wal"}) {
    const auto size = std::filesystem::file_size(path + ending, ignored);
    if (!ignored) all += mb(static_cast<double>(size));
  }
  return all;
}
double at(std::vector<double> values, double share) {
  if (values.empty()) return 0.0;
  std::ranges::sort(values);
  return values[std::min(values.size() - 1, static_cast<std::size_t>(share * static_cast<double>(values.size())))];
}
double ms_since(Clock::time_point begin) { return std::chrono::duration<double, std::milli>(Clock::now() - begin).count(); }
double thread_ms() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

vision::Setup setup() {
  const auto table = app::read_table(kGame + "table.toml");
  const auto roster = app::read_roster(kGame + "roster.toml");
  const auto lens = app::read_lens(kGame + "lens.json");
  return {.table = table->table, .tags = table->tags, .anchors = {}, .roster = *roster, .lens = *lens, .empty = {}};
}
app::RecordedSetup texts() {
  app::RecordedSetup out{.game = "charge"};
  write_texts(out, setup());
  return out;
}

std::vector<vision::Frame> clip() {
  std::vector<vision::Frame> frames;
  auto source = vision::open_source(kGame + "clip.mp4");
  for (;;) {
    auto delivery = (*source)->next(100ms);
    if (delivery.frame) frames.push_back(std::move(*delivery.frame));
    if (delivery.status == vision::SourceStatus::Ended) return frames;
  }
}

struct Folder {
  const std::string path = std::filesystem::temp_directory_path() / fmt::format("vedette-hours-{}", ::getpid());
  Folder() { std::filesystem::create_directory(path); }
  ~Folder() { std::filesystem::remove_all(path); }
};

void hours(int count) {
  const Folder folder;
  const std::string path = folder.path + "/evening.vedette";
  auto source = vision::open_source(kGame + "stills");
  vision::Setup stills = setup();
  stills.tracking.stills = true;
  vision::Pipeline pipeline(stills);
  std::vector<vision::Frame> frames;
  vision::TableState state;
  while (auto frame = (*source)->next(100ms).frame) {
    if (auto stepped = pipeline.step(*frame)) state = std::move(*stepped);
    frames.push_back(std::move(*frame));
  }
  auto recorder = app::Recorder::open(path, texts());
  if (!recorder) return fmt::print("{}\n", recorder.error().message);
  app::ChargeUmpire umpire(stills.roster, stills.table, {});
  std::mt19937 random(7);
  std::vector<double> taken, cpu;
  fmt::print("hour    file MB  resident MB  tables\n{:>4} {:>10.1f} {:>12.1f}\n", 0, size_mb(path), resident_mb());
  for (int hour = 1; hour <= count; ++hour) {
    for (int i = 0; i < static_cast<int>(kTablesAnHour); ++i) {
      state.time += 3600.0 / kTablesAnHour;
      state.frame = std::to_string(static_cast<int>(state.time));
      state.moves.clear();
      for (int moved = 0; moved < 8; ++moved) {
        vision::Piece& piece = state.pieces[random() % state.pieces.size()];
        const measure::TablePoint from = piece.at;
        piece.at = {piece.at.x + measure::Inches(static_cast<double>(random() % 400) / 100.0 - 2.0), piece.at.y};
        state.moves.push_back({.id = piece.id, .from = from, .to = piece.at, .heading_from = piece.heading, .heading_to = piece.heading});
      }
      const app::ChargeRulings rulings = umpire.rule(state);
      nlohmann::ordered_json ruled;
      add_rulings(ruled, rulings, umpire.house());
      const auto begin = Clock::now();
      const double before = thread_ms();
      (*recorder)->settled(state, std::move(ruled), frames[random() % frames.size()], pipeline.registration());
      cpu.push_back(thread_ms() - before);
      taken.push_back(ms_since(begin));
      std::this_thread::sleep_for(80ms);  // the writer's turn: no picture is dropped for want of an hour
    }
    fmt::print("{:>4} {:>10.1f} {:>12.1f} {:>7}\n", hour, size_mb(path), resident_mb(), taken.size());
    std::fflush(stdout);
  }
  if (const auto problem = (*recorder)->finish()) fmt::print("{}\n", problem->message);
  int dropped = 0;
  const auto store = app::RecordStore::read(path);
  static_cast<void>(store->each([&](const app::RecordEvent& event) { return dropped += event.kind == "dropped" ? 1 : 0, true; }));
  fmt::print(
      "{:.1f} MB an hour; a table takes {:.2f} ms (median), {:.2f} ms (99 of 100), {:.2f} ms (longest), of the processor {:.2f} and "
      "{:.2f} ms; {} times dropped\n",
      size_mb(path) / count, at(taken, 0.5), at(taken, 0.99), at(taken, 1.0), at(cpu, 0.5), at(cpu, 0.99), dropped);
}

void ring(int minutes) {
  const Folder folder;
  const std::string path = folder.path + "/evening.vedette-video";
  const std::vector<vision::Frame> frames = clip();
  fmt::print("minute  file MB  resident MB\n");
  const double cpu = static_cast<double>(std::clock());
  app::VideoRing kept(path);
  std::size_t seen = 0;
  for (int minute = 1; minute <= minutes; ++minute) {
    for (int i = 0; i < 240; ++i, ++seen)
      while (!kept.see(static_cast<double>(seen) * 0.25, frames[seen % frames.size()])) {
        if (const auto trouble = kept.trouble()) return fmt::print("{}\n", trouble->message);
        std::this_thread::sleep_for(1ms);
      }
    fmt::print("{:>6} {:>8.1f} {:>12.1f}\n", minute, size_mb(path), resident_mb());
    std::fflush(stdout);
  }
  kept.finish();
  fmt::print("{:.1f} ms of processor time a picture\n",
             1e3 * (static_cast<double>(std::clock()) - cpu) / CLOCKS_PER_SEC / static_cast<double>(seen));
}

/// What one session was like.
struct Taken {
  std::vector<double> wall_ms, cpu_ms;  // from a frame's delivery to the next one's being asked for
};

/// The recorded game over and over, as a camera: always the newest frame.
class Repeated final : public vision::FrameSource {
 public:
  Repeated(const std::vector<vision::Frame>& frames, Taken& taken) : frames_(frames), taken_(taken) {}
  vision::Delivery next(std::chrono::milliseconds) override {
    if (delivered_) taken_.wall_ms.push_back(ms_since(*delivered_)), taken_.cpu_ms.push_back(thread_ms() - cpu_);
    const auto number = [&] {
      return static_cast<std::int64_t>(std::chrono::duration<double>(Clock::now() - began_).count() * kFramesASecond);
    };
    while (number() <= last_) std::this_thread::sleep_for(1ms);
    last_ = number();
    vision::Frame frame = frames_[static_cast<std::size_t>(last_) % frames_.size()];
    frame.captured_at = static_cast<double>(last_) / kFramesASecond;
    frame.sequence = static_cast<std::uint64_t>(last_);
    delivered_ = Clock::now(), cpu_ = thread_ms();
    return {.frame = std::move(frame)};
  }
  [[nodiscard]] bool live() const override { return true; }
  [[nodiscard]] std::string describe() const override { return "the recorded game"; }

 private:
  const std::vector<vision::Frame>& frames_;
  Taken& taken_;
  const Clock::time_point began_ = Clock::now();
  std::int64_t last_ = -1;
  std::optional<Clock::time_point> delivered_;
  double cpu_ = 0.0;
};

void session(int minutes) {
  const std::vector<vision::Frame> frames = clip();
  std::array<Taken, 2> taken;
  std::array<double, 2> cpu_s{};
  double file = 0.0, pictures = 0.0;
  for (int minute = 0; minute < 2 * minutes; ++minute) {
    const bool recorded = minute % 2 == 1;
    const Folder folder;
    const std::string path = folder.path + "/evening.vedette";
    const double cpu = static_cast<double>(std::clock());
    {
      app::Session watched(setup());
      if (recorded) watched.record({.path = path, .texts = {.game = "charge"}, .video_minutes = 10.0});
      watched.open(std::make_unique<Repeated>(frames, taken[recorded ? 1 : 0]));
      std::this_thread::sleep_for(60s);
    }
    cpu_s[recorded ? 1 : 0] += (static_cast<double>(std::clock()) - cpu) / CLOCKS_PER_SEC;
    if (recorded) file += size_mb(path), pictures += size_mb(app::video_of(path));
  }
  for (const bool recorded : {false, true}) {
    const Taken& each = taken[recorded ? 1 : 0];
    fmt::print(
        "{:<9} {} minutes: {} frames; ms a frame, wall: {:.1f} median, {:.1f} 99 of 100; processor: {:.1f} median, {:.1f} 99 of 100; "
        "{:.2f} of a processor in all\n",
        recorded ? "recorded" : "plain", minutes, each.wall_ms.size(), at(each.wall_ms, 0.5), at(each.wall_ms, 0.99), at(each.cpu_ms, 0.5),
        at(each.cpu_ms, 0.99), cpu_s[recorded ? 1 : 0] / (60.0 * minutes));
  }
  fmt::print("record {:.1f} MB, pictures {:.1f} MB in these minutes\n", file, pictures);
}

}  // namespace

int main(int count, char** words) {
  const std::string what = count > 1 ? words[1] : "hours";
  const int number = count > 2 ? std::atoi(words[2]) : 0;
  if (what == "hours") hours(number > 0 ? number : 8);
  if (what == "ring") ring(number > 0 ? number : 15);
  if (what == "session") session(number > 0 ? number : 10);
}
