#include "app/record/video_ring.h"

#include <fmt/format.h>
#include <sqlite3.h>
#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <deque>
#include <filesystem>
#include <functional>
#include <mutex>
#include <opencv2/imgcodecs.hpp>
#include <thread>

#include "app/record/sqlite_file.h"

namespace app {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

/// "Vdtv": tells the pictures of a record from any other SQLite file.
constexpr int kVideoId = 0x56647476;
/// Seconds between two pictures that are kept. A hand that moves a figure is seen six times or more; more pictures would be fewer minutes
/// in the same room.
constexpr double kBetween = 0.25;
/// JPEG quality, 0..100. Chosen with the above so that ten minutes of 1080p fit into 600 MB (docs/record.md); higher, and they do not.
constexpr int kVideoQuality = 70;
/// Milliseconds that a reader and the writer wait for each other when one of them opens or closes the file.
constexpr int kVideoPatienceMs = 1000;

/// Beyond any record, so that every time has its number.
constexpr double kLongest = 1e12;
std::int64_t ms_of(double record_s) { return std::llround(std::clamp(record_s, -kLongest, kLongest) * 1000.0); }

}  // namespace

std::string video_of(const std::string& record) { return record + "-video"; }

void remove_video(const std::string& path) {
  std::error_code ignored;
  for (const char* ending : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path + ending, ignored);
}

void remove_old_videos(const std::string& folder, std::size_t but) {
  std::error_code ignored;
  std::vector<std::pair<std::filesystem::file_time_type, std::string>> all;
  for (const auto& entry : std::filesystem::directory_iterator(folder, ignored))
    if (entry.path().extension() == video_of(".vedette")) all.emplace_back(entry.last_write_time(ignored), entry.path().string());
  std::ranges::sort(all, std::greater<>());
  for (std::size_t i = but; i < all.size(); ++i) remove_video(all[i].second);
}

struct VideoRing::State {
  struct Seen {
    double record_s = 0.0;
    cv::Mat bgr;
  };
  struct Kept {
    std::int64_t ms = 0, bytes = 0;
  };

  State(std::string name, VideoRingOptions how) : path(std::move(name)), options(how) {}

  const std::string path;
  const VideoRingOptions options;
  std::optional<double> taken_s;  // of the last frame that was taken; who sees: one thread

  // The writer's own.
  std::optional<SQLite::Database> file;
  std::deque<Kept> kept;  // the oldest first
  std::int64_t bytes = 0;

  mutable std::mutex mutex;  // of what follows
  std::condition_variable woken;
  std::optional<Seen> waiting;
  bool busy = false, stop = false;
  std::optional<measure::Error> trouble;
  std::jthread writer;

  void fail_with(std::string says) {
    const std::scoped_lock lock(mutex);
    trouble = measure::Error{ErrorCode::BadFile, std::move(says)};
  }

  void run() {
    if (const auto opened = guarded(path, [&] { return open(); }); !opened) {
      file.reset();
      fail_with(opened.error().message);
    }
    while (const auto seen = next()) {
      if (file) keep(*seen);
      const std::scoped_lock lock(mutex);
      busy = false;
    }
    if (file) (void)guarded(path, [&]() -> Result<void> { return file->exec("PRAGMA journal_mode = DELETE"), Result<void>(); });
    file.reset();
  }

  std::optional<Seen> next() {
    std::unique_lock lock(mutex);
    woken.wait(lock, [&] { return stop || waiting; });
    return std::exchange(waiting, std::nullopt);
  }

  Result<void> open() {
    file.emplace(path, SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE, kVideoPatienceMs);
    const auto number = [&](const char* pragma) { return file->execAndGet(std::string("PRAGMA ") + pragma).getInt(); };
    if (number("page_count") > 0 && number("application_id") != kVideoId)
      return fail(ErrorCode::BadFile, path + ": holds no pictures of a record; move it away, or name another record");
    // Not synchronous: what the last seconds before a power failure showed is not worth a disk that is kept busy.
    file->exec(fmt::format("PRAGMA application_id = {}; PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF", kVideoId));
    if (options.most_pages > 0) file->exec(fmt::format("PRAGMA max_page_count = {}", options.most_pages));
    file->exec("CREATE TABLE IF NOT EXISTS picture (ms INTEGER PRIMARY KEY, jpeg BLOB NOT NULL) STRICT");
    SQLite::Statement all(*file, "SELECT ms, length(jpeg) FROM picture ORDER BY ms");
    while (all.executeStep()) note(all.getColumn(0).getInt64(), all.getColumn(1).getInt64());
    return {};
  }

  void note(std::int64_t ms, std::int64_t size) { kept.push_back({ms, size}), bytes += size; }

  void keep(const Seen& seen) {
    std::vector<unsigned char> jpeg;
    cv::imencode(".jpg", seen.bgr, jpeg, {cv::IMWRITE_JPEG_QUALITY, kVideoQuality});
    const std::int64_t ms = ms_of(seen.record_s), size = static_cast<std::int64_t>(jpeg.size());
    if (!kept.empty() && ms <= kept.back().ms) return;  // a record's time does not go back
    try {
      write(ms, jpeg);
      note(ms, size);
    } catch (const SQLite::Exception& problem) {
      give_way(problem.getErrorCode() & 0xff);
    }
  }

  void write(std::int64_t ms, const std::vector<unsigned char>& jpeg) {
    SQLite::Transaction both(*file);
    SQLite::Statement drop(*file, "DELETE FROM picture WHERE ms <= ?");
    std::int64_t left = bytes + static_cast<std::int64_t>(jpeg.size());
    std::size_t gone = 0;
    while (gone < kept.size() && (left > options.most_bytes || kept[gone].ms < ms - ms_of(options.minutes * 60.0)))
      left -= kept[gone++].bytes;
    if (gone > 0) drop.bind(1, kept[gone - 1].ms), drop.exec();
    SQLite::Statement put(*file, "INSERT INTO picture VALUES (?, ?)");
    put.bind(1, ms), put.bindNoCopy(2, jpeg.data(), static_cast<int>(jpeg.size()));
    put.exec();
    both.commit();
    kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(gone));
    bytes = left - static_cast<std::int64_t>(jpeg.size());
  }

  /// Pictures are not worth an event that the record cannot keep.
  void give_way(int code) {
    file.reset();
    if (code != SQLITE_FULL) return fail_with(explained(path, code));
    remove_video(path);
    fail_with(path + ": the disk is full; what the camera saw is no longer kept, the record has the room. Make room for both");
  }
};

VideoRing::VideoRing(const std::string& path, VideoRingOptions options) : state_(std::make_unique<State>(path, options)) {
  state_->writer = std::jthread([state = state_.get()] { state->run(); });
}
VideoRing::~VideoRing() { finish(); }

void VideoRing::finish() {
  {
    const std::scoped_lock lock(state_->mutex);
    state_->stop = true;
  }
  state_->woken.notify_one();
  if (state_->writer.joinable()) state_->writer.join();
}

bool VideoRing::see(double record_s, const vision::Frame& frame) {
  State& state = *state_;
  if (frame.bgr.empty() || (state.taken_s && record_s > *state.taken_s - kBetween && record_s < *state.taken_s + kBetween)) return false;
  {
    const std::scoped_lock lock(state.mutex);
    if (state.busy || state.stop || state.trouble) return false;
    state.busy = true;
    state.waiting = {record_s, frame.bgr};
  }
  state.taken_s = record_s;
  state.woken.notify_one();
  return true;
}

std::optional<measure::Error> VideoRing::trouble() const {
  const std::scoped_lock lock(state_->mutex);
  return state_->trouble;
}

// ---- reading ----

struct RecordedVideo::State {
  std::string path;
  SQLite::Database file;
  State(std::string name, const std::string& uri)
      : path(std::move(name)), file(uri, SQLite::OPEN_READONLY | SQLite::OPEN_URI, kVideoPatienceMs) {}
};

RecordedVideo::RecordedVideo(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordedVideo::RecordedVideo(RecordedVideo&&) noexcept = default;
RecordedVideo& RecordedVideo::operator=(RecordedVideo&&) noexcept = default;
RecordedVideo::~RecordedVideo() = default;

Result<RecordedVideo> RecordedVideo::read(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return fail(ErrorCode::NotSeen, path + ": there is no such file");
  return opened_to_read(path, [&](const std::string& uri) -> Result<RecordedVideo> {
    auto state = std::make_unique<State>(path, uri);
    if (state->file.execAndGet("PRAGMA application_id").getInt() != kVideoId)
      return fail(ErrorCode::BadFile, path + ": holds no pictures of a record");
    return RecordedVideo(std::move(state));
  });
}

std::vector<double> RecordedVideo::times(double from_s, double to_s) const {
  std::vector<double> times;
  (void)guarded(state_->path, [&]() -> Result<void> {
    SQLite::Statement some(state_->file, "SELECT ms FROM picture WHERE ms > ? AND ms <= ? ORDER BY ms");
    some.bind(1, ms_of(from_s)), some.bind(2, ms_of(to_s));
    while (some.executeStep()) times.push_back(static_cast<double>(some.getColumn(0).getInt64()) / 1000.0);
    return {};
  });
  return times;
}

Result<std::vector<unsigned char>> RecordedVideo::picture(double time_s) const {
  return guarded(state_->path, [&]() -> Result<std::vector<unsigned char>> {
    SQLite::Statement one(state_->file, "SELECT jpeg FROM picture WHERE ms = ?");
    one.bind(1, ms_of(time_s));
    if (!one.executeStep())
      return fail(ErrorCode::NotSeen, fmt::format("{}: there is no picture of {:.3f} s any more", state_->path, time_s));
    const SQLite::Column column = one.getColumn(0);
    const auto* const bytes = static_cast<const unsigned char*>(column.getBlob());
    return std::vector<unsigned char>(bytes, bytes + column.getBytes());
  });
}

}  // namespace app
