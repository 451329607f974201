// `vedette track`: pictures in order, with identities, settled tables and moves.
#include "app/commands/commands.h"
#include "app/commands/follow.h"
#include "app/commands/setup.h"
#include "app/commands/talk.h"

namespace app {

int track(const TrackOptions& options) {
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  return follow(std::move(*setup), options.source, {.json = options.json, .set_up = options.set_up});
}

}  // namespace app
