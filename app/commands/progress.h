// How far long work is, in one line of the terminal: "[=====>              ] 12 of 240 pictures, 34 s left".
//   Only where standard error is a terminal, never within the first second, gone at the end. Not where JSON goes to a terminal as well:
//   whoever reads it there wants nothing between its lines. No colour.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

namespace app {

class Progress {
 public:
  /// `what` is counted: "pictures". `total`: how many there will be; 0 where that is not known. Make it after an Interrupt.
  Progress(std::string what, std::size_t total, bool json);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// There will be so many more.
  void expect(std::size_t more);
  /// One more is done.
  void step();
  /// Takes the line away until the result is gone: for something else to be printed.
  [[nodiscard]] std::unique_lock<std::mutex> quiet();

 private:
  void draw();
  void clear();

  std::string what_;
  std::size_t total_, done_ = 0;
  std::chrono::steady_clock::time_point began_;
  std::size_t width_ = 0;  // of the line that stands there now
  std::mutex mutex_;
  std::condition_variable_any ended_;
  std::jthread thread_;  // draws: a step may take longer than a line should stand still
};

/// What the line says after so many seconds.
[[nodiscard]] std::string progress_line(const std::string& what, std::size_t done, std::size_t total, double seconds);

}  // namespace app
