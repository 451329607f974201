#include "rules/charge/combat/melee.h"

#include <fmt/format.h>

#include <algorithm>

namespace rules::charge {
namespace {

constexpr Fraction kDoubled(2);
constexpr Fraction kAddAQuarter(5, 4);

/// C-H7: a horseman and a footman together against one horseman.
bool mixed_pair_against_horse(const Fighters& own, const Fighters& foe) {
  return own.cavalry == 1 && own.infantry == 1 && foe.cavalry == 1 && foe.infantry == 0;
}

/// CG35: a horseman and a footman together against one footman.
bool mixed_pair_against_foot(const Fighters& own, const Fighters& foe) {
  return own.cavalry == 1 && own.infantry == 1 && foe.infantry == 1 && foe.cavalry == 0;
}

/// CG33: two footmen against one horseman, each side entitled to double.
bool level(const Fighters& a, const Fighters& b, const House& house) {
  const Fighters foot{0, 2}, horse{1, 0};
  return house.two_foot_v_horse == TwoFootVersusHorse::Level && ((a == foot && b == horse) || (a == horse && b == foot));
}

/// C-H3, C-H4 for one side alone, capped by C-H5.
Fraction factor_of(const Fighters& own, const Fighters& foe, const House& house) {
  if (mixed_pair_against_horse(own, foe)) return kAddAQuarter;
  if (mixed_pair_against_foot(own, foe)) return house.mixed_v_foot == MixedVersusFoot::Double ? kDoubled : Fraction(1);
  Fraction factor = 1;
  if (own.men() == 2 && foe.men() == 1) factor *= kDoubled;
  if (own.infantry == 0 && foe.cavalry == 0) factor *= kDoubled;
  return std::min(factor, Fraction(house.melee_cap));
}

Fraction score(int die, const Fraction& factor, const House& house) {
  const Fraction full = die * factor;
  if (factor != kAddAQuarter || house.quarter == Quarter::Exact) return full;
  return house.quarter == Quarter::Floor ? floor(full) : round_half_up(full);
}

std::optional<FactorReason> reason_of(const Fighters& own, const Fighters& foe, const House& house) {
  const bool two_on_one = own.men() == 2 && foe.men() == 1, horse_on_foot = own.infantry == 0 && foe.cavalry == 0;
  if (mixed_pair_against_horse(own, foe)) return FactorReason{"a quarter more: horse and foot against horse", "C-H7"};
  if (mixed_pair_against_foot(own, foe)) {
    if (house.mixed_v_foot == MixedVersusFoot::Level) return FactorReason{"level: horse and foot against foot", "CG35"};
    return FactorReason{"doubled: horse and foot against foot", "CG35"};
  }
  if (level(own, foe, house)) return FactorReason{"level: two foot against horse", "CG33"};
  if (two_on_one && horse_on_foot) {
    constexpr int kTwiceDoubled = 4;
    return FactorReason{house.melee_cap < kTwiceDoubled ? "doubled once: two horse against foot" : "doubled twice: two horse against foot",
                        "CG34"};
  }
  if (two_on_one) return FactorReason{"doubled: two against one", "C-H3"};
  if (horse_on_foot) return FactorReason{"doubled: horse against foot", "C-H4"};
  return std::nullopt;
}

bool beats(const Fraction& winner, const Fraction& loser, const House& house) {
  return house.melee_win == MeleeWin::MoreThanOne ? winner - loser > 1 : winner - loser >= 2;
}

/// Who falls of a beaten side: one man (CG36); of a mixed pair the horseman (C-H7, CG35).
Fighters fallen_of(const Fighters& beaten, const House& house) {
  if (beaten.cavalry == 1 && beaten.infantry == 1) return {1, 0};
  const int men = std::min(beaten.men(), house.pair_loses);
  return beaten.cavalry > 0 ? Fighters{men, 0} : Fighters{0, men};
}

}  // namespace

measure::Result<void> check_odds(const Fighters& a, const Fighters& b) {
  if (a.cavalry < 0 || a.infantry < 0 || b.cavalry < 0 || b.infantry < 0)
    return measure::fail(measure::ErrorCode::Usage, "a combat has no negative men");
  if (a.men() < 1 || b.men() < 1) return measure::fail(measure::ErrorCode::Usage, "a combat needs a man on each side");
  if (a.men() > 2 || b.men() > 2 || a.men() + b.men() > 3)
    return measure::fail(measure::ErrorCode::Usage, "a combat is one man against one or two: odds never exceed two to one (C-H5)");
  return {};
}

std::array<Fraction, 2> factors(const Fighters& a, const Fighters& b, const House& house) {
  if (level(a, b, house)) return {Fraction(1), Fraction(1)};
  return {factor_of(a, b, house), factor_of(b, a, house)};
}

std::array<std::optional<FactorReason>, 2> factor_reasons(const Fighters& a, const Fighters& b, const House& house) {
  return {reason_of(a, b, house), reason_of(b, a, house)};
}

measure::Result<Combat> fight(const Fighters& a, const Fighters& b, std::array<int, 2> throws, const House& house) {
  if (auto odds = check_odds(a, b); !odds) return tl::unexpected(odds.error());
  if (!possible(throws)) return measure::fail(measure::ErrorCode::Usage, "each side throws one die, 1 to 6");
  Combat combat;
  combat.factors = factors(a, b, house);
  combat.survivors = {a, b};
  const auto reasons = factor_reasons(a, b, house);
  for (std::size_t side : {0U, 1U}) {
    combat.scores[side] = score(throws[side], combat.factors[side], house);
    combat.working[side] = {{fmt::format("die {}", throws[side]), "C-H2", Fraction(throws[side])}};
    if (reasons[side]) combat.working[side].push_back({reasons[side]->says, reasons[side]->rule, combat.scores[side]});
  }
  for (std::size_t side : {0U, 1U}) {
    if (!beats(combat.scores[1 - side], combat.scores[side], house)) continue;
    combat.loser = static_cast<int>(side);
    combat.falls = fallen_of(combat.survivors[side], house);
    combat.survivors[side].cavalry -= combat.falls.cavalry;
    combat.survivors[side].infantry -= combat.falls.infantry;
  }
  return combat;
}

measure::Inches push_back(Arm arm, const House& house) {
  return measure::Inches(arm == Arm::Cavalry ? house.back_cavalry : house.back_infantry);
}

}  // namespace rules::charge
