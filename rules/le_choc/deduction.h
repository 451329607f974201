// What may be deduced of hidden letters: sets of letters, and the counts of a force (L-2).
//   Exact: a piece keeps a letter if and only if the whole force can be told out so that it has it. By Hall's theorem that is so when
//   no set of letters is claimed by more pieces than the force has of them, which is counted for all 256 sets.
// Needs rules/le_choc/value.h.
#pragma once

#include <span>
#include <vector>

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
  friend bool operator==(const Deduction&, const Deduction&) = default;
};
/// `evidence`: what each piece of a side that was ever on the board has shown by itself, fallen ones too; the others of `force` wait
/// unseen.
[[nodiscard]] Deduction deduce(std::span<const LetterSet> evidence, const Counts& force);

}  // namespace rules::le_choc
