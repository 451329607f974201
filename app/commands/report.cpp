#include "app/commands/report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <pthread.h>
#include <unistd.h>
#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <map>

namespace app {
namespace {

const char* condition(const vision::Piece& piece) {
  if (piece.seen == vision::Seen::Hidden) return "  hidden";
  if (piece.seen == vision::Seen::Lost) return "  lost";
  return piece.doubtful ? "  identity doubtful" : "";
}

std::string headline(const vision::TableState& state) {
  if (!state.camera.registered) return fmt::format("{}: not registered", state.frame);
  return fmt::format("{}: {} pieces; tags {}; reprojection {:.2f} px; camera {:.1f} in up{}", state.frame, state.pieces.size(),
                     fmt::join(state.camera.tags_seen, " "), state.camera.reprojection_px, state.camera.height.value,
                     state.camera.moved ? "; the camera has moved" : "");
}

std::string findings(const vision::TableState& state) {
  std::string out;
  for (const calibration::Finding& finding : state.findings)
    out += fmt::format("  ! {}{}\n", finding.says, finding.fix.empty() ? "" : " (" + finding.fix + ")");
  return out;
}

std::string line(const vision::Piece& piece) {
  const std::string heading = piece.heading ? fmt::format("{:6.1f} deg", measure::heading_degrees(*piece.heading)) : "  no front";
  return fmt::format("  {:<14} {:6.2f} {:6.2f} in  {}  +-{:.3f} in{}\n", piece.name, piece.at.x.value, piece.at.y.value, heading,
                     measure::margin_of(piece.covariance).value, condition(piece));
}

std::string turn_of(const vision::Move& move) {
  if (!move.heading_from || !move.heading_to) return "";
  return fmt::format(", turned {:+.1f} deg", measure::degrees(measure::wrapped(*move.heading_to - *move.heading_from)));
}

// Threads that a library started before `main`, as OpenBLAS does, block nothing: the signal may come to one of them.
std::atomic<bool> came_to_a_librarys_thread = false;
static_assert(std::atomic<bool>::is_always_lock_free);

}  // namespace

Interrupt::Interrupt() {
  came_to_a_librarys_thread = false;
  sigemptyset(&watched_);
  struct sigaction note {};
  note.sa_handler = [](int) { came_to_a_librarys_thread = true; };
  note.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    sigaddset(&watched_, kSignals[i]);
    sigaction(kSignals[i], &note, &done_before_[i]);
  }
  pthread_sigmask(SIG_BLOCK, &watched_, &before_);
}

Interrupt::~Interrupt() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &done_before_[i], nullptr);
  pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

bool Interrupt::asked() {
  const timespec at_once{};
  if (!asked_) asked_ = came_to_a_librarys_thread || sigtimedwait(&watched_, nullptr, &at_once) > 0;
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

void print_addresses(unsigned port, const std::vector<SharedPage>& shared) {
  fmt::print("http://127.0.0.1:{}/\n", port);
  const auto names = web::names_of_this_machine();
  const std::string here = names.empty() ? "this machine" : names.front();
  for (const SharedPage& each : shared) fmt::print("http://{}:{}/{}?token={}  {}\n", here, port, each.path, each.token, each.whose);
  std::fflush(stdout);
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

Json error_line(const std::string& frame, const std::string& says) { return {{"frame", frame}, {"error", says}}; }

std::string text_of(const vision::TableState& state) {
  std::string out = headline(state) + "\n";
  for (const vision::Piece& piece : state.pieces) out += line(piece);
  return out + findings(state);
}

std::string changes_of(const vision::TableState& state) {
  std::map<int, std::string> names;
  for (const vision::Piece& piece : state.pieces) names[piece.id] = piece.name;
  const auto name = [&](int id) { return names.contains(id) ? names[id] : fmt::format("piece {}", id); };
  std::string out = headline(state) + (state.settled ? "; settled" : "") + "\n";
  for (const vision::Move& move : state.moves)
    out += fmt::format("  moved   {:<14} {:.2f} in{}, to {:.2f} {:.2f}\n", name(move.id), measure::distance(move.from, move.to).value,
                       turn_of(move), move.to.x.value, move.to.y.value);
  for (const int id : state.added) out += fmt::format("  added   {}\n", name(id));
  for (const int id : state.removed) out += fmt::format("  removed {}\n", name(id));
  return out + findings(state);
}

}  // namespace app
