// Ctrl-C as data: a command that runs on and on asks between two frames whether it should stop.
// Needs POSIX signals.
#pragma once

#include <csignal>

namespace app {

/// While one exists, Ctrl-C and `kill` no longer end the program at once. Make it before any thread:
/// threads inherit what is blocked.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  /// Has the player asked to stop?
  [[nodiscard]] bool asked();

 private:
  sigset_t watched_{}, before_{};
  bool asked_ = false;
};

}  // namespace app
