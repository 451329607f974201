#include "rules/charge/aim/aim_musketry.h"

#include <fmt/format.h>

#include <algorithm>

#include "rules/charge/formation.h"

namespace rules::charge {
namespace {

using measure::Inches, measure::Measured, measure::Verdict;

/// What is known so far of the best line to one man; most lines out of range are never looked at further.
struct Candidate {
  bool any = false;
  Verdict verdict = Verdict::No;
  Inches range;
  std::size_t firer = 0;
  std::optional<FireLine> line;

  void offer(Verdict v, Inches away, std::size_t by, std::optional<FireLine> whole) {
    if (any && (v != verdict ? v > verdict : !(away < range))) return;
    *this = {.any = true, .verdict = v, .range = away, .firer = by, .line = std::move(whole)};
  }
};

Verdict in_short_range(const Measured& range) { return measure::at_most(range, kShortRange); }
bool beyond_short_range(const Measured& range) { return !(range.value <= kShortRange + Inches(measure::kLimitSlack)); }

/// A man's nearest eligible enemy, and whether a nearer one of whom he is not sure could change the band.
class OwnTarget {
 public:
  void offer(Verdict v, int id, const Measured& range) {
    if (v == Verdict::No) return;
    auto& nearest = v == Verdict::Yes ? sure_ : maybe_;
    if (!nearest || range.value < nearest->range.value) nearest = Found{id, range};
  }
  void tell(Shooter& shooter) const {
    const auto& found = sure_ ? sure_ : maybe_;
    if (!found) return;
    shooter.may_fire = sure_ ? Verdict::Yes : Verdict::TooCloseToCall;
    shooter.at = found->id;
    shooter.range = found->range;
    shooter.long_range = beyond_short_range(found->range);
    shooter.band_doubtful = in_short_range(found->range) == Verdict::TooCloseToCall ||
                            (sure_ && maybe_ && shooter.long_range && in_short_range(maybe_->range) != Verdict::No);
  }

 private:
  struct Found {
    int id;
    Measured range;
  };
  std::optional<Found> sure_, maybe_;
};

bool counts(const Shooter& s, Verdict of) { return s.may_fire == of; }

/// CG15 (b): the nearest pair's band is everybody's.
void by_nearest_pair(std::vector<Shooter>& shooters, Verdict of) {
  const auto nearer = [&](const Shooter& a, const Shooter& b) {
    return counts(a, of) != counts(b, of) ? counts(a, of) : a.range.value < b.range.value;
  };
  const Shooter nearest = *std::min_element(shooters.begin(), shooters.end(), nearer);
  for (Shooter& s : shooters) {
    s.long_range = nearest.long_range;
    s.band_doubtful = nearest.band_doubtful;
  }
}

/// CG15 (c): the band of more than half of the men is everybody's; evenly split, the long one.
void by_majority(std::vector<Shooter>& shooters, Verdict of) {
  int men = 0, near = 0, surely_near = 0, maybe_near = 0;
  for (const Shooter& s : shooters) {
    if (!counts(s, of)) continue;
    ++men;
    near += s.long_range ? 0 : 1;
    surely_near += !s.long_range && !s.band_doubtful ? 1 : 0;
    maybe_near += !s.long_range || s.band_doubtful ? 1 : 0;
  }
  for (Shooter& s : shooters) {
    s.long_range = 2 * near <= men;
    s.band_doubtful = (2 * surely_near > men) != (2 * maybe_near > men);
  }
}

}  // namespace

BodyFire volley_of(const Firer& firer, std::span<const Figure> target, const FireField& field, std::optional<std::size_t> own_at,
                   const House& house) {
  const std::vector<int> ranks = firer.arm == Arm::Gun ? std::vector<int>(firer.figures.size(), 1) : ranks_of(firer.figures);
  const auto line = [&](std::size_t by, const Figure& man) {
    return field.line(firer.arm, firer.figures[by], man, own_at ? std::optional(*own_at + by) : std::nullopt);
  };
  std::vector<Candidate> best(target.size());
  BodyFire volley;
  for (std::size_t i = 0; i < firer.figures.size(); ++i) {
    const Figure& man = firer.figures[i];
    Shooter shooter{
        .id = man.id, .rank = ranks[i], .may_fire = Verdict::No, .at = {}, .range = {}, .long_range = false, .band_doubtful = false};
    OwnTarget own;
    for (std::size_t k = 0; k < target.size() && ranks[i] <= house.max_ranks; ++k) {
      const Bearing quick = field.bearing(firer.arm, man, target[k]);
      if (quick.verdict() == Verdict::No) {
        best[k].offer(Verdict::No, quick.range.value, i, std::nullopt);
        continue;
      }
      FireLine whole = line(i, target[k]);
      own.offer(whole.verdict(), target[k].id, whole.bearing.range);
      best[k].offer(whole.verdict(), whole.bearing.range.value, i, std::move(whole));
    }
    own.tell(shooter);
    volley.shooters.push_back(shooter);
  }
  for (std::size_t k = 0; k < target.size(); ++k)
    volley.lines.push_back({best[k].firer, best[k].line ? std::move(*best[k].line) : line(best[k].firer, target[k])});
  return volley;
}

void count_shooters(Aim& aim, std::vector<Shooter> shooters, const Firer& firer, const House& house) {
  const auto fire = [&](Verdict v) {
    return std::count_if(shooters.begin(), shooters.end(), [&](const Shooter& s) { return counts(s, v); });
  };
  const Verdict of = fire(Verdict::Yes) > 0 ? Verdict::Yes : Verdict::TooCloseToCall;
  if (house.range_of == RangeOf::UnitNearest) by_nearest_pair(shooters, of);
  if (house.range_of == RangeOf::Majority) by_majority(shooters, of);
  aim.men_too_close = static_cast<int>(fire(Verdict::TooCloseToCall));
  int doubtful = 0;
  const Shooter* first = nullptr;
  for (const Shooter& s : shooters) {
    if (counts(s, Verdict::Yes)) ++(s.long_range ? aim.men_long : aim.men_short);
    if (!s.band_doubtful || counts(s, Verdict::No)) continue;
    ++doubtful;
    if (!first) first = &s;
  }
  if (first)
    aim.because.push_back(
        {.rule = "CG52",
         .says = fmt::format("{} {} at short or long range: too close to call", doubtful, doubtful == 1 ? "man fires" : "men fire"),
         .value = first->range.value.value,
         .limit = kShortRange.value,
         .margin = first->range.margin.value,
         .who = firer.figures[static_cast<std::size_t>(first - shooters.data())].name});
  aim.shooters = std::move(shooters);
}

}  // namespace rules::charge
