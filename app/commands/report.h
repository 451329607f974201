// Ctrl-C as data: a command that runs on and on asks between two frames whether it should stop.
#pragma once

#include <array>
#include <csignal>
#include <string>
#include <vector>

#include "app/wire/table_json.h"
#include "measure/measured.h"
#include "measure/result.h"

namespace app {

/// While one exists, Ctrl-C and `kill` no longer end the program at once. Make it before any thread of ours, and one at a time:
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
  static constexpr std::array kSignals{SIGINT, SIGTERM};
  sigset_t watched_{}, before_{};
  std::array<struct sigaction, kSignals.size()> done_before_{};
  bool asked_ = false;
};

// What a command says beside its data: messages on standard error, and the exit status.
//   Colour only on a terminal, and never with NO_COLOR set.

/// The exit statuses of the border contract (docs/formats.md).
inline constexpr int kDone = 0;
inline constexpr int kNo = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kTooClose = 3;
inline constexpr int kNotSeen = 4;
inline constexpr int kNotCalibrated = 5;
inline constexpr int kBadFile = 6;
inline constexpr int kInternalError = 70;

[[nodiscard]] int exit_status(measure::ErrorCode code);

/// A line on standard error.
void say(const std::string& line);
/// Says what went wrong; returns the exit status that belongs to it.
int complain(const measure::Error& error);

/// A finding as a line for people; coloured when `terminal` is one.
[[nodiscard]] std::string line_of(const calibration::Finding& finding, bool coloured);
/// May standard output or standard error (1 or 2) be coloured?
[[nodiscard]] bool may_colour(int descriptor);

/// A page for other machines: "PATH?token=TOKEN", and whose it is.
struct SharedPage {
  std::string path, token, whose;
};
/// The address that a program listens on and, if it is shared, those for other machines, a line each on standard output.
void print_addresses(unsigned port, const std::vector<SharedPage>& shared);

/// The line of a picture that could not be read.
[[nodiscard]] Json error_line(const std::string& frame, const std::string& says);

// A table state for people: what a command prints without --json.

/// A headline and one line for each piece.
[[nodiscard]] std::string text_of(const vision::TableState& state);
/// The headline alone, and what has changed: for frame after frame of a recording.
[[nodiscard]] std::string changes_of(const vision::TableState& state);

}  // namespace app
