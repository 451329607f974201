// `vedette track`: pictures in order, with identities, settled tables and moves.
#include "app/commands/commands.h"
#include "app/commands/follow.h"
#include "app/commands/follow_board.h"
#include "app/commands/setup.h"
#include "app/commands/talk.h"

namespace app {

int track(const TrackOptions& options) {
  if (options.on.table.empty() == options.board.empty())
    return complain({measure::ErrorCode::Usage, "track: say what the pictures show: --table for a table, --board for a board game"});
  if (!options.board.empty()) {
    const auto board = load_board(options.board, options.on.lens, options.on.anchors);
    if (!board) return complain(board.error());
    const auto house = house_of(options.house);
    if (!house) return complain(house.error());
    return follow_board(*board, {.le_choc = house->le_choc, .les_allies = house->les_allies}, options.source, options.json);
  }
  auto setup = load_setup(options.on);
  if (!setup) return complain(setup.error());
  return follow(std::move(*setup), options.source, {.json = options.json, .set_up = options.set_up});
}

}  // namespace app
