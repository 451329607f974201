// The sworn umpire: each player entrusts his values to it, it resolves the fights, and everybody is shown what the rules show.
//   The hidden position and what is seen of it go side by side; the public part is made of events alone, never of the position.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "rules/le_choc/position.h"
#include "rules/le_choc/seen.h"

namespace rules::le_choc {

struct SwornGame {
  Position position;
  Seen seen;
  friend bool operator==(const SwornGame&, const SwornGame&) = default;
};

/// L-8. Errors (Usage): as `begin`.
[[nodiscard]] measure::Result<SwornGame> begin_sworn(const Deployment& set_up, Side toss, const Rules& rules);

struct Sworn {
  SwornGame game;   // unchanged where the action is refused
  Applied applied;  // for the player who acted: a refusal may speak of his own hidden values
};
[[nodiscard]] Sworn play(const SwornGame& game, const Action& action, const Rules& rules);

// Letters that players entrust to a sworn umpire while the pieces are moved by hand.
//   Whatever the board shows is taken as it is (`Seen`), so a letter may be missing, and may contradict what its piece has done: that is
//   told to the player it belongs to, and to everybody once a fight shows the letter. Letters go by a piece's number.

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

}  // namespace rules::le_choc
