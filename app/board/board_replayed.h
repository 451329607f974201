// What a pasted record comes to, before it is stepped through; by game.
// Needs app/board/board_replay.h.
#pragma once

#include "app/board/board_replay.h"

namespace app {

struct ReplayedRecord {
  measure::Board board;
  std::vector<ReplayStep> steps;
  std::optional<ReplayTrouble> trouble;
  std::string notice;
};

[[nodiscard]] ReplayedRecord replayed_le_choc(const std::string& text, const measure::Board& here);
[[nodiscard]] ReplayedRecord replayed_les_allies(const std::string& text, const measure::Board& here,
                                                 const std::vector<std::string>& lines);

/// A board of squares of one inch for a record whose own is not at hand.
[[nodiscard]] measure::Board plain_board(measure::BoardGame game, int columns, int rows);
[[nodiscard]] bool same_size(const measure::Board& board, int columns, int rows);
/// Squares on which somebody stood before who is there no more, but for who went along `way`.
[[nodiscard]] std::vector<measure::SquareName> gone_since(const ReplayStep& before, const ReplayStep& now);
/// "draughts"
[[nodiscard]] std::string_view spoken(measure::BoardGame game);

}  // namespace app
