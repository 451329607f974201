#include "app/record/store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sodium.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/record/sqlite_file.h"

namespace app {
namespace {

using measure::ErrorCode, measure::fail, measure::Result;

/// "Vdte": tells a record from any other SQLite file.
constexpr int kApplicationId = 0x56647465;

/// Milliseconds that a reader and the writer wait for each other when one of them opens or closes the file.
constexpr int kPatienceMs = 1000;

/// What leads from a file of version i to one of version i + 1. A released entry is never changed.
constexpr std::array kMigrations{R"(
  CREATE TABLE event (seq INTEGER PRIMARY KEY, time_s REAL NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL, chain BLOB NOT NULL) STRICT;
  CREATE TABLE picture (seq INTEGER PRIMARY KEY REFERENCES event(seq), jpeg BLOB NOT NULL) STRICT;
  CREATE TRIGGER event_stays BEFORE UPDATE ON event BEGIN SELECT RAISE(ABORT, 'events are only added'); END;
  CREATE TRIGGER event_is_kept BEFORE DELETE ON event BEGIN SELECT RAISE(ABORT, 'events are only added'); END;
  CREATE TRIGGER picture_stays BEFORE UPDATE ON picture BEGIN SELECT RAISE(ABORT, 'pictures are only added'); END;
  CREATE TRIGGER picture_is_kept BEFORE DELETE ON picture BEGIN SELECT RAISE(ABORT, 'pictures are only added'); END;
)"};
static_assert(kMigrations.size() == kRecordVersion);

class Hash {
 public:
  Hash() { crypto_generichash_init(&state_, nullptr, 0, kBytes); }
  Hash& add(const void* bytes, std::size_t count) {
    crypto_generichash_update(&state_, static_cast<const unsigned char*>(bytes), count);
    return *this;
  }
  /// With its length, so that no two lists of parts look alike.
  Hash& add_part(const void* bytes, std::size_t count) { return add_number(count).add(bytes, count); }
  Hash& add_number(std::uint64_t value) {
    std::array<unsigned char, 8> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(value >> (8 * i));
    return add(bytes.data(), bytes.size());
  }
  [[nodiscard]] Chain done() {
    Chain chain{};
    crypto_generichash_final(&state_, chain.data(), chain.size());
    return chain;
  }

 private:
  static constexpr std::size_t kBytes = std::tuple_size_v<Chain>;
  crypto_generichash_state state_{};
};

Chain chained(const Chain& before, const RecordEvent& event) {
  Hash hash;
  hash.add(before.data(), before.size()).add_number(static_cast<std::uint64_t>(event.seq));
  hash.add_number(std::bit_cast<std::uint64_t>(event.time_s)).add_part(event.kind.data(), event.kind.size());
  return hash.add_part(event.body.data(), event.body.size()).add_part(event.jpeg.data(), event.jpeg.size()).done();
}

std::vector<unsigned char> bytes_of(const SQLite::Column& column) {
  const auto* const bytes = static_cast<const unsigned char*>(column.getBlob());
  return {bytes, bytes + column.getBytes()};
}

int number(SQLite::Database& file, const char* pragma) { return file.execAndGet(std::string("PRAGMA ") + pragma).getInt(); }

/// A record of a version this program knows, or, where `may_be_new`, a file with nothing in it.
Result<void> look_at_head(SQLite::Database& file, const std::string& path, bool may_be_new) {
  std::error_code ignored;
  if (may_be_new && number(file, "page_count") == 0 && std::filesystem::file_size(path, ignored) == 0) return {};
  if (number(file, "application_id") != kApplicationId) return fail(ErrorCode::BadFile, explained(path, SQLITE_NOTADB));
  const int version = number(file, "user_version");
  if (version > kRecordVersion)
    return fail(ErrorCode::BadFile, fmt::format("{}: was written by a newer version of this program (format {}, this one knows {}); open "
                                                "it with that version, or name another file",
                                                path, version, kRecordVersion));
  return {};
}

void migrate(SQLite::Database& file) {
  const int version = number(file, "user_version");
  if (version == kRecordVersion) return;
  SQLite::Transaction all(file);
  for (std::size_t i = static_cast<std::size_t>(version); i < kMigrations.size(); ++i) file.exec(kMigrations[i]);
  file.exec(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplicationId, kRecordVersion));
  all.commit();
}

}  // namespace

std::string explained(const std::string& path, int code) {
  switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return path + ": another program has this record open; close it there, or name another file";
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN: return path + ": cannot be written or opened there; name a file in a folder of your own";
    case SQLITE_FULL: return path + ": the disk is full; make room, what was recorded so far is whole";
    case SQLITE_IOERR: return path + ": the disk does not take or give it; look whether it is still there and not full";
    case SQLITE_NOTADB: return path + ": is no record (NAME.vedette); name another file";
    case SQLITE_CORRUPT: return path + ": is damaged; `vedette record check` says from where on";
    default: return fmt::format("{}: SQLite says: {}", path, sqlite3_errstr(code));
  }
}

std::string uri_of(const std::string& path) {
  std::string uri = "file:";
  for (const char c : path) uri += c == '?' || c == '#' || c == '%' ? fmt::format("%{:02x}", c) : std::string(1, c);
  return uri;
}

/// Only one program at a time adds to a record. The lock goes with the program, however it ends.
class WritersLock {
 public:
  explicit WritersLock(const std::string& path) : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
    if (file_ < 0)
      problem_ = errno;
    else if (::flock(file_, LOCK_EX | LOCK_NB) != 0)
      problem_ = errno, file_ = -1;  // stays open: closing it would drop the locks that SQLite may hold in this very program
  }
  WritersLock(WritersLock&& other) noexcept : file_(std::exchange(other.file_, -1)), problem_(other.problem_) {}
  WritersLock& operator=(WritersLock&&) = delete;
  ~WritersLock() {
    if (file_ >= 0) ::close(file_);
  }
  [[nodiscard]] int problem() const { return problem_; }

 private:
  int file_ = -1, problem_ = 0;
};

struct RecordStore::State {
  std::string path;
  std::optional<WritersLock> lock;  // released after the file is closed
  SQLite::Database file;
  std::int64_t last = 0;  // event, and its chain
  Chain chain{};
  bool written = false;

  State(std::string name, std::optional<WritersLock> held, int flags)
      : path(std::move(name)), lock(std::move(held)), file(path, flags, kPatienceMs) {}
  State(const std::string& name, const std::string& uri) : path(name), file(uri, SQLite::OPEN_READONLY | SQLite::OPEN_URI, kPatienceMs) {}
};

RecordStore::RecordStore(std::unique_ptr<State> state) : state_(std::move(state)) {}
RecordStore::RecordStore(RecordStore&&) noexcept = default;
RecordStore& RecordStore::operator=(RecordStore&&) noexcept = default;
RecordStore::~RecordStore() {
  if (!state_ || !state_->written) return;
  // One plain file is left, which can be read wherever it is copied.
  (void)guarded(state_->path, [&]() -> Result<void> { return state_->file.exec("PRAGMA journal_mode = DELETE"), Result<void>(); });
}

Result<RecordStore> RecordStore::open(const std::string& path, int most_pages) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return fail(ErrorCode::BadFile, path + ": is a folder; name a file in it");
  WritersLock lock(path);
  if (lock.problem() == EWOULDBLOCK) return fail(ErrorCode::BadFile, explained(path, SQLITE_BUSY));
  if (lock.problem() != 0)
    return fail(ErrorCode::BadFile, fmt::format("{}: no record can be written there ({}); name a file in a folder of your own", path,
                                                std::strerror(lock.problem())));
  return guarded(path, [&]() -> Result<RecordStore> {
    auto state = std::make_unique<State>(path, std::move(lock), SQLite::OPEN_READWRITE);
    if (auto head = look_at_head(state->file, path, true); !head) return tl::unexpected(head.error());
    if (most_pages > 0) state->file.exec(fmt::format("PRAGMA max_page_count = {}", most_pages));
    migrate(state->file);
    RecordStore store(std::move(state));
    const auto whole = store.each([&](const RecordEvent&) { return true; });
    if (!whole) return tl::unexpected(whole.error());
    return store;
  });
}

Result<RecordStore> RecordStore::read(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return fail(ErrorCode::BadFile, path + ": there is no such file");
  return opened_to_read(path, [&](const std::string& uri) -> Result<RecordStore> {
    auto state = std::make_unique<State>(path, uri);
    if (auto head = look_at_head(state->file, path, false); !head) return tl::unexpected(head.error());
    return RecordStore(std::move(state));
  });
}

Result<void> RecordStore::append(std::span<const RecordEvent> events) {
  State& state = *state_;
  return guarded(state.path, [&]() -> Result<void> {
    // Not before something is added: a file that is refused stays as it is. A commit is on the disk when it returns, also when the machine
    // itself stops.
    if (!std::exchange(state.written, true)) state.file.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    SQLite::Transaction all(state.file);
    SQLite::Statement put(state.file, "INSERT INTO event VALUES (?, ?, ?, ?, ?)");
    SQLite::Statement put_picture(state.file, "INSERT INTO picture VALUES (?, ?)");
    std::int64_t last = state.last;
    Chain chain = state.chain;
    for (RecordEvent event : events) {
      event.seq = ++last;
      event.time_s += 0.0;  // of a negative zero, which the file keeps as zero, a positive one
      chain = chained(chain, event);
      put.bind(1, event.seq), put.bind(2, event.time_s), put.bind(3, event.kind), put.bind(4, event.body);
      put.bind(5, chain.data(), static_cast<int>(chain.size()));
      put.exec(), put.reset();
      if (event.jpeg.empty()) continue;
      put_picture.bind(1, event.seq), put_picture.bind(2, event.jpeg.data(), static_cast<int>(event.jpeg.size()));
      put_picture.exec(), put_picture.reset();
    }
    all.commit();
    state.last = last, state.chain = chain;
    return {};
  });
}

Result<void> RecordStore::each(const std::function<bool(const RecordEvent&)>& visit) const {
  State& state = *state_;
  std::int64_t last = 0;
  double last_s = 0.0;
  const auto damaged = [&] { return fail(ErrorCode::BadFile, state.path + ": " + damaged_from(last + 1, last_s)); };
  try {
    SQLite::Statement next(state.file,
                           "SELECT e.seq, time_s, kind, body, chain, jpeg FROM event e LEFT JOIN picture p ON e.seq = p.seq "
                           "ORDER BY e.seq");
    Chain chain{};
    while (next.executeStep()) {
      RecordEvent event{next.getColumn(0).getInt64(), next.getColumn(1).getDouble(), next.getColumn(2).getString(),
                        next.getColumn(3).getString(), bytes_of(next.getColumn(5))};
      chain = chained(chain, event);
      const SQLite::Column kept = next.getColumn(4);
      const bool holds = kept.getBytes() == static_cast<int>(chain.size()) && std::memcmp(kept.getBlob(), chain.data(), chain.size()) == 0;
      if (event.seq != last + 1 || !holds) return damaged();
      last = event.seq, last_s = event.time_s;
      event.jpeg.clear();
      if (!visit(event)) return {};
    }
    state.last = last, state.chain = chain;
    return {};
  } catch (const SQLite::Exception& problem) {
    const int code = problem.getErrorCode() & 0xff;
    if (code == SQLITE_BUSY || code == SQLITE_LOCKED) return fail(ErrorCode::BadFile, explained(state.path, code));
    return damaged();
  }
}

Result<std::vector<unsigned char>> RecordStore::picture(std::int64_t seq) const {
  return guarded(state_->path, [&]() -> Result<std::vector<unsigned char>> {
    SQLite::Statement one(state_->file, "SELECT jpeg FROM picture WHERE seq = ?");
    one.bind(1, seq);
    if (!one.executeStep()) return fail(ErrorCode::NotSeen, fmt::format("{}: event {} has no picture", state_->path, seq));
    return bytes_of(one.getColumn(0));
  });
}

std::string RecordStore::structure() const {
  try {
    std::string says = state_->file.execAndGet("PRAGMA integrity_check(1)").getString();
    return says == "ok" ? "" : says;
  } catch (const SQLite::Exception& problem) {
    return problem.what();
  }
}

const std::string& RecordStore::path() const { return state_->path; }

std::string clock_of(double time_s) {
  constexpr double kLongest = 1e12;  // a file may say anything
  const auto all = static_cast<long>(std::clamp(time_s, 0.0, kLongest));
  const long hours = all / 3600, minutes = all / 60 % 60, seconds = all % 60;
  return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, seconds) : fmt::format("{}:{:02}", minutes, seconds);
}

std::string damaged_from(std::int64_t seq, double time_s) {
  return seq <= 1 ? "damaged from the first event on"
                  : fmt::format("damaged from event {}, {} on; what is before it is whole", seq, clock_of(time_s));
}

}  // namespace app
