// A folder of small files that streaming programs read by themselves: each is replaced in one step, and only when it changes.
//   Written on a thread of its own, for a disk may be slow and the game does not wait. What cannot be written is tried again, and said.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "calibration/registration.h"

namespace app::air {

class Files {
 public:
  /// The folder is made where there is none.
  explicit Files(std::string folder);
  /// Writes what waits.
  ~Files();
  Files(const Files&) = delete;
  Files& operator=(const Files&) = delete;

  /// The file of this name holds these bytes from here on. Never waits; of what comes faster than the disk takes it, the last is written.
  void put(const std::string& name, std::string bytes);
  /// What keeps the files from being written just now; none: nothing.
  [[nodiscard]] std::optional<calibration::Finding> trouble() const;

 private:
  void run();
  void write(std::map<std::string, std::string> wanted);

  std::string folder_;
  mutable std::mutex mutex_;
  std::condition_variable woken_;
  std::map<std::string, std::string> waiting_;
  std::optional<calibration::Finding> trouble_;
  bool stop_ = false;
  std::map<std::string, std::string> written_;  // the thread's own
  std::thread thread_;
};

}  // namespace app::air
