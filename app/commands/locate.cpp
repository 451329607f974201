// `vedette locate`: every picture on its own.
#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "app/commands/commands.h"
#include "app/commands/report.h"
#include "app/commands/setup.h"
#include "app/commands/state_output.h"
#include "vision/sources/frame_source.h"

namespace app {
namespace {

using measure::ErrorCode;

class Locating {
 public:
  Locating(vision::Setup setup, bool json) : setup_(std::move(setup)), json_(json) { setup_.tracking.stills = true; }

  void take(const std::string& argument) {
    auto source = vision::open_source(argument);
    if (!source) return refuse(std::filesystem::path(argument).filename().string(), source.error());
    if ((*source)->live())
      return refuse(argument, {ErrorCode::NotSeen, argument + ": locate reads pictures; `vedette track` follows a camera"});
    for (;;) {
      const vision::Delivery delivery = (*source)->next(std::chrono::milliseconds(0));
      if (delivery.bad_picture) refuse(delivery.bad_name, *delivery.bad_picture);
      if (delivery.frame) take(*delivery.frame);
      if (!delivery.frame && !delivery.bad_picture) return;
    }
  }

  [[nodiscard]] int status() const { return tally_.status(); }

 private:
  void take(const vision::Frame& frame) {
    vision::Pipeline fresh(setup_);
    auto state = fresh.step(frame);
    if (!state) return refuse(frame.name, state.error());
    ++tally_.understood;
    if (state->camera.registered) ++tally_.registered;
    // A picture on its own has no before.
    state->moves.clear();
    state->added.clear();
    state->removed.clear();
    fmt::print("{}", json_ ? line_of(json_of(*state)) + "\n" : text_of(*state));
    std::fflush(stdout);
  }

  void refuse(const std::string& frame, const measure::Error& error) {
    tally_.refuse(error.code);
    if (json_) fmt::print("{}\n", line_of(error_line(frame, error.message)));
    std::fflush(stdout);
    (void)complain(error);
  }

  vision::Setup setup_;
  bool json_;
  PictureTally tally_;
};

}  // namespace

int locate(const LocateOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  Locating locating(std::move(*setup), options.json);
  for (const std::string& picture : options.pictures) locating.take(picture);
  return locating.status();
}

}  // namespace app
