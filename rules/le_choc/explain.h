// From the board as it is seen to what was done: the actions that lead to it, or else those that come nearest.
//   Seen with the eyes of everybody: sides and squares. Of a fight the board shows who is left; the letters are for the players to
//   declare. What stands on the board is never refused: where nothing explains it, it can be accepted.
#pragma once

#include <optional>
#include <vector>

#include "rules/explaining.h"
#include "rules/le_choc/seen.h"

namespace rules::le_choc {

struct SeenSquare {
  Square at;
  Side side = Side::South;
};

/// The board as somebody sees it, no square twice. Whatever stands on an unsure square, it contradicts nothing.
struct SeenBoard {
  std::vector<SeenSquare> pieces;
  std::vector<Square> unsure;
};

/// Where a game and a board differ.
struct Difference {
  enum class Kind { Gone, Appeared, OtherSide } kind = Kind::Gone;
  Square at;
  Side side = Side::South;  // of the piece that is seen, or that is gone
};
/// In the order of squares.
[[nodiscard]] std::vector<Difference> differences(const Seen& game, const SeenBoard& seen);

/// An action as the board shows it. Of a fight the letters are not known, but who is left.
struct Guess {
  enum class Fight { None, AttackerWins, AttackerStays, DefenderWins };
  Event event;  // without the letters of a fight
  Fight fight = Fight::None;
  LetterSet letters;  // what the piece that acts may be, by all that was seen until then
  friend bool operator==(const Guess&, const Guess&) = default;
};

using Explanation = rules::Explanation<Seen, Guess, Difference>;
struct Explained {
  Explanations<Explanation> by;
  std::optional<Event> looks_like;  // where nothing explains it: the move or entry it looks like, which the rules refuse
  std::vector<Reason> because;      // why they do, or why no piece may be lifted so
};

/// What happened since `game`, of which the board now shows `seen`. In `after` of an explanation a fight has shown no letter yet.
[[nodiscard]] Explained explain(const Seen& game, const Rules& rules, const SeenBoard& seen);

/// An attack of the side to move that ends so, with the letters its piece may have; none where no letter can. `event.stay` counts.
[[nodiscard]] std::optional<Guess> attack_that_shows(const Seen& game, const Event& event, Guess::Fight fight, const Rules& rules);
/// The game after an attack of which nobody has declared the letters.
[[nodiscard]] Seen after_fight(const Seen& game, const Guess& attack, const Rules& rules);

/// The game with the board as it stands; a side that moved a piece has had its turn. Pieces are those that moved where they can be told.
[[nodiscard]] Seen accepted(const Seen& game, const SeenBoard& seen);

}  // namespace rules::le_choc
