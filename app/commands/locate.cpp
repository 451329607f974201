// `vedette locate`: every picture on its own.
#include <fmt/format.h>

#include "app/commands/commands.h"
#include "app/commands/pictures.h"
#include "app/commands/setup.h"
#include "app/commands/state_output.h"

namespace app {
namespace {

class Locating final : public PictureCommand {
 public:
  Locating(vision::Setup setup, bool json) : PictureCommand(json), setup_(std::move(setup)) { setup_.tracking.stills = true; }

 private:
  measure::Result<bool> take(const vision::Frame& frame) override {
    vision::Pipeline fresh(setup_);
    auto state = fresh.step(frame);
    if (!state) return tl::unexpected(state.error());
    // A picture on its own has no before.
    state->moves.clear();
    state->added.clear();
    state->removed.clear();
    fmt::print("{}", json_ ? line_of(json_of(*state)) + "\n" : text_of(*state));
    return state->camera.registered;
  }

  vision::Setup setup_;
};

}  // namespace

int locate(const LocateOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  Locating locating(std::move(*setup), options.json);
  locating.take_each(options.pictures, "locate reads pictures; `vedette track` follows a camera");
  return locating.status();
}

}  // namespace app
