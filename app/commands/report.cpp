#include "app/commands/report.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace app {

Interrupt::Interrupt() {
  sigemptyset(&watched_);
  sigaddset(&watched_, SIGINT);
  sigaddset(&watched_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
}

Interrupt::~Interrupt() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

bool Interrupt::asked() {
  const timespec at_once{};
  if (!asked_) asked_ = sigtimedwait(&watched_, nullptr, &at_once) > 0;
  return asked_;
}

int exit_status(measure::ErrorCode code) {
  static constexpr std::array kStatuses{kWrongUsage, kNotSeen, kNotCalibrated, kBadFile, kInternalError};
  return kStatuses[static_cast<std::size_t>(code)];
}

void say(const std::string& line) { fmt::print(stderr, "{}\n", line); }

int complain(const measure::Error& error) {
  say("vedette: " + error.message);
  return exit_status(error.code);
}

const char* word(calibration::Finding::Severity severity) {
  static constexpr std::array kWords{"info", "warn", "fault"};
  return kWords[static_cast<std::size_t>(severity)];
}

bool may_colour(int descriptor) {
  const char* refused = std::getenv("NO_COLOR");
  return isatty(descriptor) != 0 && (refused == nullptr || *refused == '\0');
}

std::string line_of(const calibration::Finding& finding, bool coloured) {
  static constexpr std::array kColours{"\033[36m", "\033[33m", "\033[31m"};
  const char* const colour = kColours[static_cast<std::size_t>(finding.severity)];
  const std::string head = coloured ? fmt::format("{}{}\033[0m", colour, word(finding.severity)) : word(finding.severity);
  std::string line = fmt::format("{} [{}] {}", head, finding.code, finding.says);
  if (finding.cost) line += fmt::format(" (may cost {:.3f} in)", finding.cost->value);
  if (!finding.fix.empty()) line += fmt::format("\n      mend: {}", finding.fix);
  return line;
}

}  // namespace app
