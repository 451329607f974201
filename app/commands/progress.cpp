#include "app/commands/progress.h"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cmath>
#include <cstdio>

namespace app {
namespace {

using namespace std::chrono_literals;

constexpr auto kFirst = 1000ms;  // shorter work is over before anybody wonders
constexpr auto kBetween = 200ms;
constexpr std::size_t kBarWidth = 20;

}  // namespace

std::string progress_line(const std::string& what, std::size_t done, std::size_t total, double seconds) {
  if (total == 0) return fmt::format("{} {}, {:.0f} s", done, what, seconds);
  const std::size_t filled = std::min(kBarWidth, kBarWidth * done / total);
  std::string line =
      fmt::format("[{}{:<{}}] {} of {} {}", std::string(filled, '='), filled < kBarWidth ? ">" : "", kBarWidth - filled, done, total, what);
  if (done > 0 && done < total)
    line += fmt::format(", {:.0f} s left", std::ceil(seconds / static_cast<double>(done) * static_cast<double>(total - done)));
  return line;
}

Progress::Progress(std::string what, std::size_t total, bool json)
    : what_(std::move(what)), total_(total), began_(std::chrono::steady_clock::now()) {
  if (isatty(STDERR_FILENO) == 0 || (json && isatty(STDOUT_FILENO) != 0)) return;
  thread_ = std::jthread([this](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    for (auto wait = kFirst; !ended_.wait_for(lock, stop, wait, [&] { return stop.stop_requested(); }); wait = kBetween) draw();
  });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  thread_.join();
  clear();
}

void Progress::expect(std::size_t more) {
  const std::lock_guard lock(mutex_);
  total_ += more;
}

void Progress::step() {
  const std::lock_guard lock(mutex_);
  ++done_;
}

std::unique_lock<std::mutex> Progress::quiet() {
  std::unique_lock lock(mutex_);
  clear();
  return lock;
}

void Progress::draw() {
  const std::string line =
      progress_line(what_, done_, total_, std::chrono::duration<double>(std::chrono::steady_clock::now() - began_).count());
  fmt::print(stderr, "\r{:<{}}", line, width_);
  std::fflush(stderr);
  width_ = line.size();
}

void Progress::clear() {
  if (width_ == 0) return;
  fmt::print(stderr, "\r{:{}}\r", "", width_);
  std::fflush(stderr);
  width_ = 0;
}

}  // namespace app
