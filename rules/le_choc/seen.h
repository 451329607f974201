// What may be deduced of hidden letters: sets of letters, and the counts of a force (L-2).
//   Exact: a piece keeps a letter if and only if the whole force can be told out so that it has it. By Hall's theorem that is so when
//   no set of letters is claimed by more pieces than the force has of them, which is counted for all 256 sets.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "rules/answer.h"
#include "rules/le_choc/ending.h"
#include "rules/le_choc/value.h"

namespace rules::le_choc {

/// L-11: letters that move so many squares at once.
[[nodiscard]] LetterSet movers(int steps);

/// Can a force be told out so that every piece is among its letters?
[[nodiscard]] bool explained(std::span<const LetterSet> evidence, const Counts& force);

struct Deduction {
  std::vector<LetterSet> possible;  // of each piece that was seen, in the order of the evidence
  LetterSet in_reserve;             // letters that a piece nobody has seen yet may have; none where there is none
  bool consistent = true;           // false: no force of this kind explains the evidence; then the counts prove nothing
};
/// `evidence`: what each piece of a side that was ever on the board has shown by itself, fallen ones too; the others of `force` wait
/// unseen.
[[nodiscard]] Deduction deduce(std::span<const LetterSet> evidence, const Counts& force);

// A game of Le Choc as everybody at the table sees it: which piece stands where, what each has shown, and so what it may be.
//   The open umpire keeps nothing else. No hidden value has a place in it, so nothing made of it can tell one.
//   What players declare is never refused: a declaration that contradicts what was seen is flagged, with its reason.

/// A piece that was ever on the board.
struct SeenPiece {
  Side side = Side::South;
  int number = 1;            // of its side, in the order of appearing
  std::optional<Square> at;  // none: fallen
  LetterSet evidence;        // what it has shown by itself: distances moved, letters declared
  bool shown = false;        // it stays face up (LG9, reveal.sticky)
  friend bool operator==(const SeenPiece&, const SeenPiece&) = default;
};

struct Seen {
  Side to_move = Side::South;
  std::vector<SeenPiece> pieces;  // in the order of appearing; of those on one base square the last is on top
  std::array<int, 2> reserve{};   // pieces nobody has seen, by side
  Clocks clocks;
  std::optional<Ending> ending;
  friend bool operator==(const Seen&, const Seen&) = default;
};

/// The board before the first action: squares with a piece, by side (L-8).
[[nodiscard]] Seen begin_seen(std::array<std::vector<Square>, 2> squares, Side first, const Rules& rules);
/// LG13: an umpire who knows no values judges the objective by how long it is held.
[[nodiscard]] Rules without_values(Rules rules);

struct Observed {
  Seen seen;
  bool done = true;           // false: the squares alone make the event impossible; `seen` is then as it was, `flags` say why
  std::vector<Reason> flags;  // contradictions: the event is taken, the newest evidence believed
};
/// What an event shows. `announced`: the end as an umpire who knows the values has told it; without one the public facts decide.
[[nodiscard]] Observed observe(const Seen& seen, const Event& event, const Rules& rules, const std::optional<Ending>& announced = {});

// ---- questions ----

/// What may be deduced of a side's pieces; of `Deduction::possible`, one for each piece of the side in the order of appearing.
[[nodiscard]] Deduction deduce(const Seen& seen, Side side, const Rules& rules);
/// The same of every piece of both sides, in the order of `seen.pieces`.
[[nodiscard]] std::vector<LetterSet> possible_letters(const Seen& seen, const Rules& rules);
/// The place in `pieces` of the piece on a square, the top one of several.
[[nodiscard]] std::optional<std::size_t> seen_on(const Seen& seen, Square at);
/// Whose piece stands on the objective.
[[nodiscard]] std::optional<Side> occupant(const Seen& seen, const Rules& rules);
[[nodiscard]] Ground ground_of(const Seen& seen, const Rules& rules);

/// A square the piece on `from` may go to or attack, and as which letters.
struct PossibleArrival {
  Square at;
  bool attack = false;
  LetterSet letters;
};
/// The legal moves and attacks of a piece as far as anybody can tell; empty where nobody stands.
[[nodiscard]] std::vector<PossibleArrival> possible_arrivals(const Seen& seen, Square from, const Rules& rules);

}  // namespace rules::le_choc
