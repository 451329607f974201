#include "rules/charge/combat/dice.h"

#include <algorithm>
#include <numeric>

#include "measure/measured.h"

namespace rules::charge {
namespace {

bool within(double range_in, measure::Inches limit) { return range_in <= limit.value + measure::kLimitSlack; }

std::int64_t sum(const std::vector<int>& dice) { return std::accumulate(dice.begin(), dice.end(), std::int64_t{0}); }

}  // namespace

DiceCount dice_for(int men) {
  if (men <= 0) return {};
  return {men / kMenPerDie, men % kMenPerDie >= kMenPerHalfDie ? 1 : 0};
}

bool possible(std::span<const int> dice) {
  return std::all_of(dice.begin(), dice.end(), [](int die) { return die >= 1 && die <= kFaces; });
}

DiceCount count_of(const Throw& dice) { return {static_cast<int>(dice.full.size()), static_cast<int>(dice.half.size())}; }

Band band_of(double range_in) {
  if (within(range_in, kShortRange)) return Band::Short;
  return within(range_in, kLongRange) ? Band::Long : Band::None;
}

std::optional<int> score_needed(double range_in, const House& house) {
  const std::vector<double>& edges = house.gun_band_edges;
  if (!within(range_in, measure::Inches(edges.back()))) return std::nullopt;
  for (std::size_t band = 0; band + 1 < edges.size(); ++band) {
    // CG5 (b): each printed range stands for what is nearer to it than to the next one.
    const double edge = house.gun_bands == GunBands::Nearest ? (edges[band] + edges[band + 1]) / 2.0 : edges[band];
    if (within(range_in, measure::Inches(edge))) return static_cast<int>(band) + 1;
  }
  return static_cast<int>(edges.size());
}

Fraction musketry_number(const Throw& dice, Band band) {
  if (band == Band::None) return 0;
  const Fraction near = Fraction(sum(dice.full)) + Fraction(sum(dice.half), 2);
  return band == Band::Short ? near : near / 2;
}

Fraction gun_number(int effect_die, double range_in) {
  return within(range_in, kFullEffect) ? Fraction(effect_die) : Fraction(effect_die, 2);
}

std::vector<int> count_out(int men, int die, int casualties, AllocationWrap wrap) {
  std::vector<int> standing(static_cast<std::size_t>(std::max(0, men)));
  std::iota(standing.begin(), standing.end(), 1);
  std::vector<int> taken;
  const std::size_t owed = std::min(standing.size(), static_cast<std::size_t>(std::max(0, casualties)));
  const std::size_t step = static_cast<std::size_t>(std::max(1, die)) - 1;
  std::size_t place = 0;  // of the man who is counted "one" next
  while (taken.size() < owed) {
    std::size_t falls = place + step;
    // Past the left-hand man. A body smaller than the die is counted round in either reading: else nobody would ever fall.
    if (falls >= standing.size()) falls = (wrap == AllocationWrap::Restart ? step : falls) % standing.size();
    taken.push_back(standing[falls]);
    standing.erase(standing.begin() + static_cast<std::ptrdiff_t>(falls));
    place = falls;
  }
  return taken;
}

}  // namespace rules::charge
