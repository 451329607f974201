#include "rules/le_choc/deduction.h"

#include <algorithm>

namespace rules::le_choc {
namespace {

constexpr unsigned kSets = 1u << kValues;

/// For every set of letters: how many of them the force has, less the pieces that can be nothing else. Below zero nowhere: by Hall's
/// theorem the force can be told out.
std::array<int, kSets> slack_of(std::span<const LetterSet> evidence, const Counts& force) {
  std::array<int, kSets> bound{}, slack{};
  for (const LetterSet each : evidence) ++bound[each.bits];
  for (unsigned letter_bit = 1; letter_bit < kSets; letter_bit <<= 1u)  // sums over all subsets, one letter at a time
    for (unsigned set = 0; set < kSets; ++set)
      if (set & letter_bit) bound[set] += bound[set ^ letter_bit];
  for (unsigned set = 0; set < kSets; ++set) {
    for (const Value value : kAllValues)
      if (LetterSet{static_cast<std::uint8_t>(set)}.has(value)) slack[set] += force[index(value)];
    slack[set] -= bound[set];
  }
  return slack;
}

/// The letters of `own` that can be given to a piece of it: making it that letter claims one more of every set that holds the letter but
/// did not hold all the piece could be.
LetterSet fitting(LetterSet own, const std::array<int, kSets>& slack) {
  LetterSet out = LetterSet::none();
  for (const Value value : kAllValues) {
    if (!own.has(value)) continue;
    bool fits = true;
    for (unsigned set = 0; fits && set < kSets; ++set) {
      const bool claims_more = LetterSet{static_cast<std::uint8_t>(set)}.has(value) && (own.bits & ~set) != 0;
      fits = !claims_more || slack[set] > 0;
    }
    if (fits) out.add(value);
  }
  return out;
}

}  // namespace

LetterSet movers(int steps) {
  LetterSet out = LetterSet::none();
  for (const Value value : kAllValues)
    if (mobility(value) >= steps) out.add(value);
  return out;
}

bool explained(std::span<const LetterSet> evidence, const Counts& force) {
  return std::ranges::all_of(slack_of(evidence, force), [](int each) { return each >= 0; });
}

Deduction deduce(std::span<const LetterSet> evidence, const Counts& force) {
  const auto slack = slack_of(evidence, force);
  const int unseen = total(force) - static_cast<int>(evidence.size());
  Deduction out;
  out.possible.assign(evidence.begin(), evidence.end());
  out.in_reserve = unseen > 0 ? LetterSet{} : LetterSet::none();
  out.consistent = std::ranges::all_of(slack, [](int each) { return each >= 0; });
  if (!out.consistent) return out;
  std::array<std::optional<LetterSet>, kSets> known;  // pieces with the same evidence have the same answer
  for (LetterSet& each : out.possible) {
    auto& answer = known[each.bits];
    if (!answer) answer = fitting(each, slack);
    each = *answer;
  }
  if (unseen > 0) out.in_reserve = fitting(LetterSet{}, slack);
  return out;
}

}  // namespace rules::le_choc
