#include "app/board/board_umpire.h"

#include "app/board/battle_umpire.h"
#include "app/board/umpire_of.h"

namespace app {

measure::Result<std::unique_ptr<BoardUmpire>> begin_umpire(const measure::Board& board, const BoardHouses& houses, const BoardLook& first,
                                                           UmpireKind kind) {
  if (board.game == measure::BoardGame::LeChoc) {
    const choc::Rules rules = le_choc_rules(board, houses.le_choc);
    return std::make_unique<UmpireOf<LeChocOnBoard>>(LeChocOnBoard{board, kind == UmpireKind::Open ? choc::without_values(rules) : rules},
                                                     first);
  }
  auto squares = les_allies_board(board);
  if (!squares) return tl::unexpected(squares.error());
  const bool draughts = board.game == measure::BoardGame::Draughts;
  if (!draughts && allies::has_two_zones(*squares))
    return begin_battle(LesAlliesOnBoard{board, std::move(*squares), houses.les_allies}, first);
  return std::make_unique<UmpireOf<LesAlliesOnBoard>>(
      LesAlliesOnBoard{board, std::move(*squares), draughts ? allies::international() : houses.les_allies}, first);
}

}  // namespace app
