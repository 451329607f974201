// Letters that players entrust to a sworn umpire while the pieces are moved by hand.
//   Whatever the board shows is taken as it is (`Seen`), so a letter may be missing, and may contradict what its piece has done: that is
//   told to the player it belongs to, and to everybody once a fight shows the letter. Letters go by a piece's number.
// Needs rules/le_choc/sworn.h.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/le_choc/sworn.h"

namespace rules::le_choc {

struct Entrusted {
  std::array<std::vector<std::optional<Value>>, 2> letters;  // by side and number, from 0; what is beyond the end is missing
};

/// None: missing.
[[nodiscard]] std::optional<Value> letter_of(const Entrusted& entrusted, Side side, int number);
/// None takes the letter back.
void entrust(Entrusted& entrusted, Side side, int number, std::optional<Value> value);
/// What of a side's force no piece has been entrusted with; below zero nowhere that `why_not_entrusted` was asked.
[[nodiscard]] Counts not_entrusted(const Entrusted& entrusted, Side side, const Rules& rules);

/// L-2: why a piece cannot be of this letter; none: it can.
[[nodiscard]] std::optional<Reason> why_not_entrusted(const Entrusted& entrusted, Side side, int number, Value value, const Rules& rules);
/// L-11, L-4: what a piece has done that its letter could not; none: nothing. For its own player alone.
[[nodiscard]] std::optional<Reason> contradicted(const SeenPiece& piece, Value value);

/// LG13(a), LG14: does somebody stand on the objective whom nobody that the enemy has left could dislodge? The fallen are known (L-4), so
/// one hidden letter decides, the occupant's own; missing, it proves nothing. An enemy who is gone without a fight counts as left.
[[nodiscard]] bool undislodged(const Seen& seen, const Entrusted& entrusted, const Rules& rules);

/// What everybody may deduce, and the watcher's own letters.
[[nodiscard]] View view_of(const Seen& seen, const Entrusted& entrusted, Side watcher, const Rules& rules);

}  // namespace rules::le_choc
