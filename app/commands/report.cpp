#include "app/commands/report.h"

#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>
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

using Severity = calibration::Finding::Severity;
using measure::ErrorCode;

int exit_status(ErrorCode code) {
  switch (code) {
    case ErrorCode::Usage: return kWrongUsage;
    case ErrorCode::NotSeen: return kNotSeen;
    case ErrorCode::NotCalibrated: return kNotCalibrated;
    case ErrorCode::BadFile: return kBadFile;
    case ErrorCode::Internal: return kInternalError;
  }
  return kInternalError;
}

void say(const std::string& line) { fmt::print(stderr, "{}\n", line); }

int complain(const measure::Error& error) {
  say("vedette: " + error.message);
  return exit_status(error.code);
}

const char* word(Severity severity) {
  switch (severity) {
    case Severity::Info: return "info";
    case Severity::Warn: return "warn";
    case Severity::Fault: return "fault";
  }
  return "info";
}

bool may_colour(int descriptor) {
  const char* refused = std::getenv("NO_COLOR");
  return isatty(descriptor) != 0 && (refused == nullptr || *refused == '\0');
}

std::string line_of(const calibration::Finding& finding, bool coloured) {
  const char* colour = finding.severity == Severity::Fault ? "\033[31m" : finding.severity == Severity::Warn ? "\033[33m" : "\033[36m";
  const std::string head = coloured ? fmt::format("{}{}\033[0m", colour, word(finding.severity)) : word(finding.severity);
  std::string line = fmt::format("{} [{}] {}", head, finding.code, finding.says);
  if (finding.cost) line += fmt::format(" (may cost {:.3f} in)", finding.cost->value);
  if (!finding.fix.empty()) line += fmt::format("\n      mend: {}", finding.fix);
  return line;
}

}  // namespace app
