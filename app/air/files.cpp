#include "app/air/files.h"

#include <chrono>
#include <filesystem>

#include "app/files/disk.h"

namespace app::air {
namespace {

/// What could not be written is tried again after so long.
constexpr std::chrono::seconds kTryAgain{1};

}  // namespace

Files::Files(std::string folder) : folder_(std::move(folder)), thread_([this] { run(); }) {}

Files::~Files() {
  {
    const std::scoped_lock lock(mutex_);
    stop_ = true;
  }
  woken_.notify_one();
  thread_.join();
}

void Files::put(const std::string& name, std::string bytes) {
  {
    const std::scoped_lock lock(mutex_);
    waiting_[name] = std::move(bytes);
  }
  woken_.notify_one();
}

std::optional<calibration::Finding> Files::trouble() const {
  const std::scoped_lock lock(mutex_);
  return trouble_;
}

void Files::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const auto ready = [this] { return stop_ || !waiting_.empty(); };
    if (trouble_)
      woken_.wait_for(lock, kTryAgain, [this] { return stop_; });
    else
      woken_.wait(lock, ready);
    const bool last = stop_;
    auto wanted = std::exchange(waiting_, {});
    lock.unlock();
    write(std::move(wanted));
    lock.lock();
    if (last) return;
  }
}

void Files::write(std::map<std::string, std::string> wanted) {
  std::error_code ignored;  // a folder that cannot be made shows when the first file is written
  if (!wanted.empty()) std::filesystem::create_directories(folder_, ignored);
  std::optional<calibration::Finding> trouble;
  std::map<std::string, std::string> left;
  for (auto& [name, bytes] : wanted) {
    if (const auto there = written_.find(name); there != written_.end() && there->second == bytes) continue;
    if (const auto done = write_text(folder_ + "/" + name, bytes)) {
      written_[name] = std::move(bytes);
      continue;
    } else if (!trouble) {
      trouble = calibration::warning("files-not-written", "--files: " + done.error().message,
                                     "make room, or let this user write there; it is tried again every second, and the game goes on");
    }
    left[name] = std::move(bytes);
  }
  const std::scoped_lock lock(mutex_);
  waiting_.merge(left);  // what has come meanwhile is newer
  trouble_ = std::move(trouble);
}

}  // namespace app::air
