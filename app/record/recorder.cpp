#include "app/record/recorder.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <mutex>
#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "app/record/video_ring.h"
#include "app/wire/kept.h"
#include "app/wire/registration_json.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

/// JPEG quality of key pictures, 0..100: below it the edges of small discs blur, above it the file grows for nothing.
constexpr int kPictureQuality = 90;
/// Seconds between two frames that count as a gap: far longer than a slow camera takes.
constexpr double kGap = 1.0;
/// Seconds until what could not be written is tried again.
constexpr std::chrono::seconds kAgain{3};

std::string time_of_day() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
}

/// The set-up a record began with and the time of its last event; nothing where it holds no event.
struct SoFar {
  std::optional<RecordedGame> game;
  double last_s = 0.0;
};

measure::Result<SoFar> so_far(const RecordStore& store) {
  SoFar out;
  std::optional<measure::Error> problem;
  const auto read = store.each([&](const RecordEvent& event) {
    out.last_s = event.time_s;
    if (event.seq > 1) return true;
    auto game = setup_from(event.body).and_then([](RecordedSetup setup) { return read_setup(std::move(setup)); });
    if (game)
      out.game = std::move(*game);
    else
      problem = game.error();
    return !problem;
  });
  if (!read) return tl::unexpected(read.error());
  if (problem) return measure::fail(problem->code, store.path() + ": event 1: " + problem->message);
  return out;
}

}  // namespace

struct Recorder::State {
  struct Waiting {
    RecordEvent event;
    cv::Mat picture;
  };

  State(RecordStore opened, RecorderOptions how) : store(std::move(opened)), path(store->path()), options(std::move(how)) {}

  std::optional<RecordStore> store;  // the thread's own, until it has ended
  const std::string path;
  const RecorderOptions options;
  std::unique_ptr<VideoRing> video;  // null: none is kept
  std::jthread writer;

  // Who puts: one thread.
  double began_s = 0.0, last_s = 0.0;  // of the record: where the source's time begins, and the last event
  std::optional<double> frame_s;       // of the last frame
  std::optional<bool> registered;
  bool lens_given = false;              // by the set-up
  Json camera = nullptr;                // of the last table
  bool there = true;                    // the source
  bool is_new = false, played = false;  // the file; a table or a look has been put
  std::optional<BoardLook> looked;      // the last look, while nobody has wished anything since

  mutable std::mutex mutex;  // of what follows
  std::condition_variable woken;
  std::deque<Waiting> waiting;
  std::size_t bytes = 0, pictures = 0;                   // that wait, here or with the thread
  std::size_t dropped_events = 0, dropped_pictures = 0;  // since that was last recorded
  std::optional<measure::Error> trouble;
  bool stop = false;

  bool put(RecordEvent event, const cv::Mat& picture) {
    {
      const std::scoped_lock lock(mutex);
      if (stop) return false;
      if (bytes + event.body.size() > options.most_waiting) return ++dropped_events, false;
      const bool room = picture.empty() || pictures < options.most_pictures;
      if (!room) ++dropped_pictures;
      bytes += event.body.size();
      if (room && !picture.empty()) ++pictures;
      waiting.push_back({std::move(event), room ? picture : cv::Mat()});
    }
    woken.notify_one();
    return true;
  }

  /// Until everything is written, or, after `stop`, has been tried.
  void write_all() {
    std::vector<RecordEvent> batch;
    for (bool last = false; !last;) {
      take(batch, last);
      if (batch.empty()) continue;
      const auto written = store->append(batch);
      const std::scoped_lock lock(mutex);
      if (written) {
        for (const RecordEvent& event : batch) bytes -= event.body.size(), pictures -= event.jpeg.empty() ? 0 : 1;
        batch.clear();
        trouble.reset();
      } else {
        trouble = written.error();
      }
    }
    store.reset();
  }

  void take(std::vector<RecordEvent>& batch, bool& last) {
    std::deque<Waiting> taken;
    {
      std::unique_lock lock(mutex);
      if (batch.empty())
        woken.wait(lock, [&] { return stop || !waiting.empty(); });
      else
        woken.wait_for(lock, kAgain, [&] { return stop; });
      last = stop;
      taken.swap(waiting);
      if (dropped_events + dropped_pictures > 0) {
        const double at = taken.empty() ? (batch.empty() ? 0.0 : batch.back().time_s) : taken.back().event.time_s;
        taken.push_back({{0, at, "dropped", kept::text_of({{"events", dropped_events}, {"pictures", dropped_pictures}})}, {}});
        bytes += taken.back().event.body.size();
        dropped_events = dropped_pictures = 0;
      }
    }
    for (Waiting& each : taken) {
      if (!each.picture.empty()) cv::imencode(".jpg", each.picture, each.event.jpeg, {cv::IMWRITE_JPEG_QUALITY, kPictureQuality});
      batch.push_back(std::move(each.event));
    }
  }
};

Recorder::Recorder(std::unique_ptr<State> state) : state_(std::move(state)) {
  state_->writer = std::jthread([this] { state_->write_all(); });
}
Recorder::~Recorder() { (void)finish(); }

std::optional<measure::Error> Recorder::finish() {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->stop = true;
  }
  state_->woken.notify_one();
  if (state_->writer.joinable()) state_->writer.join();
  if (state_->video) state_->video->finish();
  std::error_code ignored;
  if (state_->is_new && state_->options.discard_empty && !state_->played) {
    std::filesystem::remove(state_->path, ignored);
    if (state_->video && !state_->video->trouble()) remove_video(video_of(state_->path));
  }
  return trouble();
}

measure::Result<std::unique_ptr<Recorder>> Recorder::open(const std::string& path, RecordedSetup setup, RecorderOptions options) {
  const auto game = read_setup(setup);
  if (!game) return tl::unexpected(game.error());
  auto store = RecordStore::open(path, options.most_pages);
  if (!store) return tl::unexpected(store.error());
  const auto before = so_far(*store);
  if (!before) return tl::unexpected(before.error());
  if (before->game && identity(*before->game) != identity(*game))
    return measure::fail(measure::ErrorCode::BadFile,
                         fmt::format("{}: is the record of another game ({}; this one is {}); name another file", path,
                                     identity(*before->game), identity(*game)));
  auto state = std::make_unique<State>(std::move(*store), std::move(options));
  state->is_new = !before->game;
  if (const double minutes = state->options.video_minutes; minutes > 0.0)
    state->video = std::make_unique<VideoRing>(video_of(path), VideoRingOptions{.minutes = minutes});
  state->began_s = state->last_s = before->last_s;
  state->lens_given = !setup.lens.empty();
  setup.began_at = state->options.now ? state->options.now() : time_of_day();
  setup.goes_on = setup.goes_on && before->game;
  state->put({0, state->began_s, before->game ? "resumed" : "begun", body_of(std::move(setup))}, {});
  return std::unique_ptr<Recorder>(new Recorder(std::move(state)));
}

bool Recorder::put(double time_s, std::string kind, Json body, const cv::Mat& picture) {
  state_->last_s = std::max(state_->last_s, state_->began_s + time_s);
  return state_->put({0, state_->last_s, std::move(kind), kept::text_of(body)}, picture);
}

void Recorder::set_up(RecordedSetup setup, bool anew) {
  State& state = *state_;
  if (anew) {
    state.began_s = state.last_s;
    state.frame_s.reset(), state.registered.reset(), state.looked.reset();
  }
  state.lens_given = !setup.lens.empty();
  setup.began_at = state.options.now ? state.options.now() : time_of_day();
  state.put({0, state.last_s, anew ? "resumed" : "set_up", body_of(std::move(setup))}, {});
}

void Recorder::see(const vision::Frame& frame) {
  if (state_->video) state_->video->see(state_->began_s + frame.captured_at, frame);
}

void Recorder::put_now(std::string kind, Json body) { put(state_->last_s - state_->began_s, std::move(kind), std::move(body)); }

void Recorder::watch(const vision::TableState& state) {
  const double before = std::exchange(state_->frame_s, state.time).value_or(state.time);
  if (state.time - before > kGap) put(state.time, "gap", {{"from_s", before}, {"to_s", state.time}});
  const bool changed = state_->registered != state.camera.registered || state.camera.moved;
  state_->registered = state.camera.registered;
  if (changed)
    put(state.time, "camera",
        {{"registered", state.camera.registered},
         {"moved", state.camera.moved},
         {"tags_seen", state.camera.tags_seen},
         {"reprojection_px", state.camera.reprojection_px},
         {"height_in", state.camera.height.value}});
}

void Recorder::settled(const vision::TableState& state, Json rulings, const vision::Frame& frame,
                       const std::optional<calibration::Registration>& camera) {
  state_->played = true;
  Json body{{"state", exact_json(state)}, {"rulings", std::move(rulings)}};
  Json seen_by = camera && state.camera.registered ? exact_json(SeenBy{*camera, state_->lens_given}) : Json(nullptr);
  const bool other = seen_by != state_->camera;
  if (other) body["camera"] = seen_by;
  // With the table, not before it: of what is dropped no table may be taken for seen by the camera of another one.
  if (put(state.time, "settled", std::move(body), frame.bgr) && other) state_->camera = std::move(seen_by);
}

void Recorder::corrected(Json correction) {
  const bool back = correction.is_number();
  put_now(back ? "taken_back" : "correction", back ? Json{{"corrections", std::move(correction)}} : std::move(correction));
}

void Recorder::source(bool there) {
  if (std::exchange(state_->there, there) != there) put_now("source", {{"there", there}});
}

void Recorder::look(const BoardLook& look, Json answer, bool told, const vision::Frame& frame, const ShownLetters& shown) {
  if (!told && state_->looked == look) return;
  state_->looked = look;
  state_->played = true;
  Json body = exact_json(RecordedLook{frame.name, frame.captured_at, look});
  body["answer"] = std::move(answer);
  if (!(shown == ShownLetters{})) body["shown"] = exact_json(shown);
  put(frame.captured_at, "look", std::move(body), frame.bgr);
}

void Recorder::wish(const std::string& kind, Json body, const ShownLetters& shown) {
  if (!(shown == ShownLetters{})) body["shown"] = exact_json(shown);
  state_->looked.reset();
  put_now(kind, std::move(body));
}

void Recorder::letters(std::size_t side, const LetterBox& box) { put_now("sealed", exact_json(RecordedLetters{side, box})); }

std::optional<measure::Error> Recorder::trouble() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->trouble;
}

std::optional<measure::Error> Recorder::video_trouble() const { return state_->video ? state_->video->trouble() : std::nullopt; }

const std::string& Recorder::path() const { return state_->path; }

}  // namespace app
