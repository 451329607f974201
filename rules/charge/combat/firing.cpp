#include "rules/charge/combat/firing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace rules::charge {
namespace {

constexpr int kDestroyingFace = 6;  // C-A7

using Wrong = tl::unexpected<QuestionError>;
Wrong wrong(std::string at, std::string says) { return Wrong(QuestionError{std::move(at), std::move(says)}); }

bool is_a_length(double inches) { return std::isfinite(inches) && inches >= 0.0; }

// ---- is the question one that dice and men could have made? ----

tl::expected<void, QuestionError> check_target(const FireTarget& target, const std::string& at) {
  if (target.men < 0) return wrong(at + "/men", "a body has no negative men");
  if (target.arm == Arm::Gun) return wrong(at + "/arm", "fire falls on men: a gun's crew is of arm \"gunners\"");
  if (target.men_covered && (*target.men_covered < 0 || *target.men_covered > target.men))
    return wrong(at + "/men_covered", "from none to all of its men are covered");
  return {};
}

tl::expected<void, QuestionError> check_gun(const Attack& attack, const std::string& at) {
  if (!is_a_length(attack.range_in)) return wrong(at + "/range_in", "a range is a number of inches, 0 or more");
  for (const auto& [die, name] :
       {std::pair{attack.hit_die, "/hit_die"}, {attack.effect_die, "/effect_die"}, {attack.allocation_die, "/allocation_die"}})
    if (die && !possible(std::vector{*die})) return wrong(at + name, "a die shows 1 to 6");
  if (attack.drafted < 0) return wrong(at + "/drafted", "no fewer than no men serve a gun");
  return {};
}

/// Could this body fire at that one at all?
tl::expected<void, QuestionError> check_pair(const std::vector<FireTarget>& targets, const Attack& attack, const std::string& at) {
  if (!attack.from) return {};
  const FireTarget &firer = targets[*attack.from], &target = targets[attack.target];
  if (*attack.from == attack.target) return wrong(at + "/target", firer.name + " cannot fire at itself (C-A4)");
  if (!firer.army.empty() && firer.army == target.army)
    return wrong(at + "/target",
                 fmt::format("{} and {} are both of {}: nobody fires at his own side (C-A4)", firer.name, target.name, firer.army));
  if (!attack.by_gun && firer.arm != Arm::Infantry)
    return wrong(at + "/from", fmt::format("{} are {}: only infantry has muskets (C-I3)", firer.name,
                                           firer.arm == Arm::Cavalry ? "horsemen" : "gunners"));
  return {};
}

tl::expected<void, QuestionError> check_volleys(const Attack& attack, const std::string& at) {
  if (attack.volleys.empty()) return wrong(at, "a body of infantry fires with \"men\" and \"dice\", or with \"bands\"");
  for (const Volley& volley : attack.volleys) {
    if (!is_a_length(volley.range_in)) return wrong(at + volley.place + "/range_in", "a range is a number of inches, 0 or more");
    if (volley.men < 0) return wrong(at + volley.place + "/men", "a body has no negative men");
    if (!possible(volley.dice.full) || !possible(volley.dice.half)) return wrong(at + volley.place + "/dice", "a die shows 1 to 6");
  }
  return {};
}

tl::expected<void, QuestionError> check(const std::vector<FireTarget>& targets, const std::vector<Attack>& attacks,
                                        const std::vector<FireContact>& contacts) {
  for (std::size_t i = 0; i < targets.size(); ++i)
    if (auto fine = check_target(targets[i], fmt::format("/targets/{}", i)); !fine) return fine;
  for (std::size_t i = 0; i < attacks.size(); ++i) {
    const Attack& attack = attacks[i];
    const std::string at = fmt::format("/attacks/{}", i);
    if (attack.target >= targets.size()) return wrong(at + "/target", "no such target");
    if (attack.from && *attack.from >= targets.size()) return wrong(at + "/from", "no such body");
    if (attack.eligible && *attack.eligible < 0) return wrong(at + "/eligible", "no fewer than no men can fall");
    if (attack.returns && (*attack.returns >= i || !attack.from || attacks[*attack.returns].target != *attack.from))
      return wrong(at + "/returns", "it names an earlier attack that fired at the body which now returns it (\"from\")");
    if (attack.returns && attacks[*attack.returns].from && *attacks[*attack.returns].from != attack.target)
      return wrong(at + "/target", "fire is returned to the body that it came from (C-I5)");
    if (auto fine = check_pair(targets, attack, at); !fine) return fine;
    if (auto fine = attack.by_gun ? check_gun(attack, at) : check_volleys(attack, at); !fine) return fine;
  }
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const auto& [one, other] = contacts[i].bodies;
    if (one >= targets.size() || other >= targets.size() || one == other)
      return wrong(fmt::format("/contacts/{}", i), "two bodies of the question are in contact");
  }
  return {};
}

// ---- the phase as it goes on ----

struct Standing {
  int men = 0;      // standing
  int pending = 0;  // owed at the end of the phase (whole.when = phase)
  int fired = 0;    // men whose muskets, or whose gun, have been fired this turn
  bool gun_destroyed = false;
  int fallen() const { return start - men; }
  int start = 0;
};

/// A fraction carried for one target, and how many of it have fallen once everybody has whom the fire that left it could reach.
struct Carried {
  Fraction sum;
  int reach = 0;
};

class Phase {
 public:
  Phase(const std::vector<FireTarget>& targets, const std::vector<Attack>& attacks, const std::vector<FireContact>& contacts,
        const House& house)
      : targets_(targets), attacks_(attacks), contacts_(contacts), house_(house), bodies_(targets.size()) {
    for (std::size_t i = 0; i < targets.size(); ++i) bodies_[i].men = bodies_[i].start = targets[i].men;
  }

  tl::expected<void, QuestionError> judge(std::size_t i) {
    const Attack& attack = attacks_[i];
    std::ranges::transform(bodies_, std::back_inserter(strength_before_.emplace_back()), &Standing::men);
    AttackResult result;
    if (auto refused = forbidden(attack)) {
      result.because.push_back(std::move(*refused));
    } else if (attack.by_gun) {
      if (auto fired = fire_gun(attack, i, result); !fired) return fired;
    } else if (auto fired = fire_volleys(attack, i, result); !fired) {
      return fired;
    }
    if (result.hit) suffer(attack, result);
    result_.attacks.push_back(std::move(result));
    return {};
  }

  Firing settle() {
    for (Standing& body : bodies_) body.men -= std::min(body.men, body.pending);
    std::vector<int> at_end(bodies_.size());
    for (std::size_t i = 0; i < bodies_.size(); ++i) at_end[i] = std::min(bodies_[i].pending, bodies_[i].start);
    for (auto& [pool, carried] : ledger_) settle_pool(carried, at_end);
    for (std::size_t i = 0; i < bodies_.size(); ++i)
      result_.targets.push_back({at_end[i], bodies_[i].fallen(), bodies_[i].men, bodies_[i].gun_destroyed});
    note_order();
    for (const FireTarget& target : targets_)
      if (target.men_covered && result_.unverified.empty()) result_.unverified.push_back("cover.mixed");
    return std::move(result_);
  }

 private:
  /// What the rules forbid, whatever the dice: nothing else is asked of such an attack.
  std::optional<Reason> forbidden(const Attack& attack) const {
    if (attack.from)
      if (auto kept = held(attack)) return kept;
    const std::string& firer = attack.from ? targets_[*attack.from].name : attack.gun;
    if (attack.eligible == 0) return reason("CG19", "none of them may be fired at", targets_[attack.target].name);
    if (attack.by_gun) {
      if (guns_fired_.contains(attack.gun)) return reason("CG11", "the gun has fired this turn", attack.gun);
      if (!attack.from || served_by(attack) >= kMenToServeAGun) return std::nullopt;
      if (bodies_[*attack.from].gun_destroyed && !house_.gun_simultaneous) return reason("CG13", "the gun is destroyed", firer);
      return Reason{
          .rule = "C-A1", .says = "fewer than four men serve the gun", .value = served_by(attack), .limit = kMenToServeAGun, .who = firer};
    }
    if (attack.from && bodies_[*attack.from].start > 0 && bodies_[*attack.from].fired >= bodies_[*attack.from].start)
      return reason("CG11", "all its men have fired this turn", firer);
    return std::nullopt;
  }

  /// Does their contact keep the firing body from the other?
  std::optional<Reason> held(const Attack& attack) const {
    for (const FireContact& contact : contacts_)
      if (std::ranges::is_permutation(contact.bodies, std::array{*attack.from, attack.target}))
        if (auto held = held_by_contact(contact.made_this_turn, contact.attacker == attack.from, attack.by_gun, house_)) return held;
    return std::nullopt;
  }

  /// C-A1, CG13: men who serve the gun of an attack, and no other that has fired; at the start of the phase where guns fire all at once.
  int served_by(const Attack& attack) const {
    const Standing& crew = bodies_[*attack.from];
    if (!house_.gun_simultaneous && crew.gun_destroyed) return 0;
    return std::min(house_.gun_simultaneous ? crew.start : crew.men, crew.start - crew.fired) + attack.drafted;
  }

  /// CG11: how many of a firing body may fire in attack `i`; none: it is no body of this question. Who has fired does not fire again.
  std::optional<int> able(std::size_t i) const {
    const Attack& attack = attacks_[i];
    if (!attack.from) return std::nullopt;
    const Standing& body = bodies_[*attack.from];
    int men = body.men;
    if (house_.simultaneity == Simultaneity::Phase) men = body.start;
    if (house_.simultaneity == Simultaneity::Exchange && attack.returns) men = strength_before_[*attack.returns][*attack.from];
    return std::min(men, body.start - body.fired);
  }

  /// C-T5: guns fire before muskets; a list that holds them in another order is judged as it stands.
  void note_order() {
    const auto musket = std::ranges::find(attacks_, false, &Attack::by_gun);
    if (std::find_if(musket, attacks_.end(), [](const Attack& attack) { return attack.by_gun; }) != attacks_.end())
      result_.notes.push_back(reason("C-T5", "guns fire before muskets; the attacks were judged in the order of the list"));
  }

  tl::expected<void, QuestionError> fire_gun(const Attack& attack, std::size_t i, AttackResult& result) {
    result.needs = score_needed(attack.range_in, house_);
    if (!result.needs) {
      result.because.push_back({"C-A5", "out of range", attack.range_in, house_.gun_band_edges.back(), std::nullopt, {}});
      return {};
    }
    if (*result.needs > 1 && !attack.hit_die)
      return wrong(fmt::format("/attacks/{}/hit_die", i),
                   fmt::format("at {} in the gun throws to hit: its hit die is missing", attack.range_in));
    if (!attack.gun.empty()) guns_fired_.insert(attack.gun);
    if (attack.from) bodies_[*attack.from].fired += std::max(0, kMenToServeAGun - attack.drafted);
    const bool exact = house_.gun_bands == GunBands::Exact;
    result.hit = *result.needs == 1 || (exact ? *attack.hit_die == *result.needs : *attack.hit_die >= *result.needs);
    if (!result.hit) {
      result.working.push_back(
          {fmt::format("a miss: {} thrown, {}{} needed", *attack.hit_die, *result.needs, exact ? "" : " or more"), "C-A5", Fraction(0)});
      return {};
    }
    if (!attack.effect_die) return wrong(fmt::format("/attacks/{}/effect_die", i), "the shot hits: its effect die is missing");
    result.standard = gun_number(*attack.effect_die, attack.range_in);
    result.working.push_back({fmt::format("effect die {}", *attack.effect_die), "C-A6", Fraction(*attack.effect_die)});
    if (result.standard != *attack.effect_die) result.working.push_back({"halved: beyond 9 in", "C-A6", result.standard});
    if (targets_[attack.target].arm == Arm::Gunners) {
      const auto& die = house_.gun_destroy_die == DestroyDie::Effect ? attack.effect_die
                        : house_.gun_destroy_die == DestroyDie::Hit  ? attack.hit_die
                                                                     : attack.allocation_die;
      result.destroys_gun = die == kDestroyingFace;
    }
    return {};
  }

  tl::expected<void, QuestionError> fire_volleys(const Attack& attack, std::size_t i, AttackResult& result) {
    const auto able_men = able(i);
    int stated = 0;
    for (const Volley& volley : attack.volleys) stated += volley.men;
    if (able_men && stated > *able_men && attack.volleys.size() > 1)
      return wrong(fmt::format("/attacks/{}/bands", i),
                   fmt::format("only {} men are left to fire: say in which band each of them is", *able_men));
    for (const Volley& volley : attack.volleys) {
      const std::string at = fmt::format("/attacks/{}{}", i, volley.place);
      const Band band = band_of(volley.range_in);
      if (band == Band::None) {
        result.because.push_back({"C-I2", "out of musket range", volley.range_in, kLongRange.value, std::nullopt, {}});
        continue;
      }
      const int men = able_men ? std::min(volley.men, *able_men) : volley.men;
      if (attack.from) bodies_[*attack.from].fired += men;
      if (house_.pool == Pool::Unit) {
        if (auto match = dice_match(volley.dice, men, at); !match) return match;
      } else if (auto match = pool_matches(i, band, volley, men, at); !match) {
        return match;
      }
      result.hit = true;
      add_working(volley.dice, band, result);
    }
    return {};
  }

  static tl::expected<void, QuestionError> dice_match(const Throw& dice, int men, const std::string& at) {
    const DiceCount owed = dice_for(men);
    if (count_of(dice) == owed) return {};
    return wrong(at + "/dice", fmt::format("{} men throw {} full and {} half dice", men, owed.full, owed.half));
  }

  /// CG14 (b): all volleys on one target in one band are one throw; the last of them completes it.
  tl::expected<void, QuestionError> pool_matches(std::size_t i, Band band, const Volley& volley, int men, const std::string& at) {
    auto& pool = pools_[{attacks_[i].target, band}];
    pool.first += men;
    pool.second.full.insert(pool.second.full.end(), volley.dice.full.begin(), volley.dice.full.end());
    pool.second.half.insert(pool.second.half.end(), volley.dice.half.begin(), volley.dice.half.end());
    for (std::size_t later = i + 1; later < attacks_.size(); ++later)
      for (const Volley& other : attacks_[later].volleys)
        if (attacks_[later].target == attacks_[i].target && !attacks_[later].by_gun && band_of(other.range_in) == band) return {};
    return dice_match(pool.second, pool.first, at);
  }

  static void add_working(const Throw& dice, Band band, AttackResult& result) {
    if (dice.full.empty() && dice.half.empty()) return;  // too few men in this band: nothing to tell
    const Fraction number = musketry_number(dice, band);
    for (int die : dice.full) result.working.push_back({fmt::format("die {}", die), "C-I3", Fraction(die)});
    for (int die : dice.half) result.working.push_back({fmt::format("half die {}", die), "C-I4", Fraction(die, 2)});
    if (band == Band::Long) result.working.push_back({"halved: beyond 3 in", "C-I3", number});
    result.standard += number;
  }

  /// C-K2 with CG24: what cover leaves of the number.
  Fraction cover_rate(const Attack& attack) const {
    const FireTarget& target = targets_[attack.target];
    if (attack.cover) return *attack.cover ? kCoverRate : Fraction(1);
    if (!target.men_covered) return target.cover ? kCoverRate : Fraction(1);
    const int men = std::max(1, std::min(attack.eligible.value_or(target.men), target.men));
    const Fraction covered = std::min(Fraction(*target.men_covered, men), Fraction(1));
    if (house_.mixed_cover == MixedCover::Majority) return covered > Fraction(1, 2) ? kCoverRate : Fraction(1);
    return 1 - covered + covered * kCoverRate;
  }

  void suffer(const Attack& attack, AttackResult& result) {
    const FireTarget& target = targets_[attack.target];
    Standing& body = bodies_[attack.target];
    if (result.destroys_gun) {
      body.gun_destroyed = true;
      result.working.push_back({"a six destroys the gun", "C-A7", Fraction(0)});
      if (!house_.gun_six_also_hits_crew) return;  // CG7
    }
    if (house_.fraction_rounding == FractionRounding::Standard) result.standard = round_half_up(result.standard);
    Fraction number = result.standard * rate_of(target.arm);
    if (rate_of(target.arm) != 1)
      result.working.push_back({target.arm == Arm::Cavalry ? "halved: cavalry" : "halved: gunners", "C-K1", number});
    if (const Fraction cover = cover_rate(attack); cover != 1) {
      number *= cover;
      result.working.push_back({cover == kCoverRate ? "halved: behind cover" : "partly behind cover", "C-K2", number});
    }
    if (house_.fraction_rounding == FractionRounding::PerAttack) number = round_half_up(number);
    result.casualties = number;
    result.carried = part(number);
    const int reach = house_.spill || !attack.eligible ? target.men : *attack.eligible;  // CG20
    const int fallen_before = body.fallen();
    const int whole = static_cast<int>(std::min<std::int64_t>({floor(number), reach, body.men - std::min(body.men, body.pending)}));
    if (house_.whole_when == WholeWhen::Exchange) {
      result.at_once = whole;
      body.men -= whole;
    } else {
      body.pending += whole;
    }
    Carried& carried = ledger_[pool_of(attack)][attack.target];
    carried.sum += result.carried;
    if (result.carried != 0) carried.reach = std::max(carried.reach, fallen_before + reach);
  }

  /// CG8: whose fractions are added together.
  std::string pool_of(const Attack& attack) const {
    if (house_.fraction_scope == FractionScope::Unit) return fmt::format("{}", attack.target);
    return house_.fraction_scope == FractionScope::Army ? army_at(attack) : player_of(attack);
  }

  /// Under fire. Where no army is named, those who fire first and those who return it are of two.
  const std::string& army_at(const Attack& attack) const {
    static const std::string first = "those who were fired at first", second = "those who were answered";
    const std::string& named = targets_[attack.target].army;
    return named.empty() ? (attack.returns ? second : first) : named;
  }

  /// The army that fires: of the firing body, else the only other one, else whoever faces the army under fire.
  std::string player_of(const Attack& attack) const {
    if (attack.from && !targets_[*attack.from].army.empty()) return targets_[*attack.from].army;
    const std::string& facing = army_at(attack);
    std::set<std::string> others;
    for (const FireTarget& target : targets_)
      if (!target.army.empty() && target.army != facing) others.insert(target.army);
    return others.size() == 1 ? *others.begin() : "facing " + facing;
  }

  /// C-K3, C-K4: the fractions of one pool become men; where it has several targets, those with the largest fractions lose them.
  void settle_pool(std::map<std::size_t, Carried>& carried, std::vector<int>& at_end) {
    Fraction sum = 0;
    for (const auto& [target, own] : carried) sum += own.sum;
    auto owed = static_cast<int>(round_half_up(sum));
    std::vector<std::pair<Fraction, std::size_t>> order;
    for (const auto& [target, own] : carried) order.emplace_back(own.sum, target);
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    // First what each owes by itself, then the rest, largest fraction first.
    for (const bool rest : {false, true})
      for (const auto& [own, target] : order) {
        Standing& body = bodies_[target];
        const int open = std::max(0, std::min(body.men, carried[target].reach - body.fallen()));
        const int falls = std::min({owed, open, rest ? owed : static_cast<int>(floor(own))});
        body.men -= falls;
        at_end[target] += falls;
        owed -= falls;
      }
  }

  const std::vector<FireTarget>& targets_;
  const std::vector<Attack>& attacks_;
  const std::vector<FireContact>& contacts_;
  const House& house_;
  std::vector<Standing> bodies_;
  std::set<std::string> guns_fired_;
  std::vector<std::vector<int>> strength_before_;  // of every body, before each attack
  std::map<std::pair<std::size_t, Band>, std::pair<int, Throw>> pools_;
  std::map<std::string, std::map<std::size_t, Carried>> ledger_;
  Firing result_;
};

}  // namespace

Fraction rate_of(Arm arm) { return arm == Arm::Infantry ? Fraction(1) : Fraction(1, 2); }

std::optional<Reason> held_by_contact(bool made_this_turn, bool attacks, bool by_gun, const House& house) {
  if (made_this_turn && !house.fire_on_contact_turn) return reason("CG28", "they came into contact this turn");
  if (attacks && !made_this_turn && !house.attacker_returns) return reason("CG29", "the attacker does not fire before the melee");
  if (by_gun && !attacks && !house.gun_fires_at_attackers) return reason("CG31", "a gun that is attacked does not fire");
  return std::nullopt;
}

tl::expected<Firing, QuestionError> fire(const std::vector<FireTarget>& targets, const std::vector<Attack>& attacks, const House& house,
                                         const std::vector<FireContact>& contacts) {
  if (auto fine = check(targets, attacks, contacts); !fine) return tl::unexpected(fine.error());
  Phase phase(targets, attacks, contacts, house);
  for (std::size_t i = 0; i < attacks.size(); ++i)
    if (auto judged = phase.judge(i); !judged) return tl::unexpected(judged.error());
  return phase.settle();
}

}  // namespace rules::charge
