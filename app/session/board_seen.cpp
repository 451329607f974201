#include "app/session/board_seen.h"

#include <algorithm>
#include <iterator>

namespace app {

BoardLook look_of(const vision::BoardReading& reading, const measure::Board& board) {
  BoardLook look;
  look.unsure = reading.open;
  std::ranges::copy_if(reading.unseen, std::back_inserter(look.unseen),
                       [&](measure::SquareName at) { return std::ranges::find(reading.open, at) == reading.open.end(); });
  for (const vision::BoardPiece& piece : reading.pieces) {
    if (!piece.on) continue;
    const bool sure = measure::read_square(board, piece.at, piece.margin).inside == measure::Verdict::Yes;
    const Standing now{*piece.on, piece.side, piece.rank == vision::BoardRank::General && piece.sure, sure};
    const auto there = std::ranges::find(look.standing, now.at, &Standing::at);
    if (there == look.standing.end())
      look.standing.push_back(now);
    else if (now.sure && !there->sure)
      *there = now;
  }
  return look;
}

}  // namespace app
