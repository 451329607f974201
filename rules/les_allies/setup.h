// Who plays with how many men, and where they may begin (D-1, D-4, D-5, D-23).
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "rules/answer.h"
#include "rules/les_allies/board.h"

namespace rules::les_allies {

/// Four players on two zones, or two players (D-23).
enum class Variant { FourPlayers, ZoneOne, ZoneTwo, FranceGermany, RussiaGermany, RussiaAustria };
[[nodiscard]] std::string_view word(Variant variant);
[[nodiscard]] std::optional<Variant> variant_called(std::string_view word);
[[nodiscard]] std::span<const std::string_view> variant_words();

/// A nation's men, as they stand at the start (D-1).
struct Contingent {
  std::string_view nation;
  int men = 0;
};
struct Player {
  int number = 1;  // 1 to 4, as the book counts them (D-1)
  Side side = Side::Allies;
  int zone = 1;
  int men = 0;
  std::string_view powers;
  std::vector<Contingent> nations = {};  // the same powers, each with its men
};
[[nodiscard]] std::vector<Player> players(Variant variant);
/// The player whose men these were at the start.
[[nodiscard]] int player_of(Side side, int zone);

/// The board as a variant uses it: one zone, or the two powers and the neutrals that may be entered, with only those fortresses that make
/// Generals (D-23, DG27, DG28).
[[nodiscard]] Board board_for(const Board& whole, Variant variant);

/// Why a man of this side may not begin on this square; none where he may (D-4, DG3, DG4).
[[nodiscard]] std::optional<Reason> barred_at_start(const Board& board, const House& house, Side side, Square at);
struct SetupFault {
  Square at;
  Reason why;
};
/// Everybody who may not begin where he stands, in the order of squares.
[[nodiscard]] std::vector<SetupFault> setup_faults(const Board& board, const House& house, const Position& men);
/// Where men of this side may begin in this zone, ordered; a player has enough of them, or cannot begin.
[[nodiscard]] std::vector<Square> starting_squares(const Board& board, const House& house, Side side, int zone);

}  // namespace rules::les_allies
