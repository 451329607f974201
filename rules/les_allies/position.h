// Men on a board, and how far the border binds them.
//   A Position is a value: men in the order of their squares, no two on one square.
// Needs rules/les_allies/board.h, house.h.
#pragma once

#include <optional>
#include <vector>

#include "rules/les_allies/board.h"
#include "rules/les_allies/house.h"

namespace rules::les_allies {

struct Man {
  Square at;
  Side side = Side::Allies;
  Rank rank = Rank::Soldier;
  int home = 1;            // the zone he began in; with his side it names his first player (D-1)
  bool has_taken = false;  // for soldier.back_move = until_he_takes (DG5)
  friend bool operator==(const Man&, const Man&) = default;
};

using Position = std::vector<Man>;

/// The border between the zones (D-2, D-20): with a zone named, its men stay in it.
struct Border {
  int zone = 0;                    // 0: open to all
  bool transferred_cross = false;  // men whose home is the other zone may cross (DG20)
  friend bool operator==(const Border&, const Border&) = default;
};

/// What a position is judged by.
struct Setting {
  const Board& board;
  const House& house;
  Border border{};
};

/// The man on a square; none where nobody stands.
[[nodiscard]] const Man* man_at(const Position& men, Square at);
/// Puts men in the order of their squares.
void put_in_order(Position& men);
[[nodiscard]] int count_of(const Position& men, Side side);
/// May nobody stand here: Holland (D-5, DG4)?
[[nodiscard]] bool closed(const Place& place, const House& house);
/// Does a soldier who ends here become a General (D-14, DG14, DG15)?
[[nodiscard]] bool promotes(const Setting& setting, const Man& soldier, Square at);

}  // namespace rules::les_allies
