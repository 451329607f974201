// Two readings of one rule book agree: rules/charge against tests/rules/charge/reference.cpp, on random phases and melees, forbidden and
// impossible ones included. A failure prints what was asked and the seed; VEDETTE_SEED tries that one alone.
#include "tests/rules/charge/reference.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>

#include "rules/charge/combat/contact.h"
#include "rules/charge/combat/firing.h"
#include "rules/charge/combat/melee.h"
#include "tests/support/campaign.h"

namespace reference_test {
namespace {

namespace charge = rules::charge;
namespace ref = charge_reference;

using Random = std::mt19937;

int pick(Random& random, int least, int most) { return std::uniform_int_distribution<int>(least, most)(random); }
bool chance(Random& random, int percent) { return pick(random, 1, 100) <= percent; }

int first_seed() {
  const char* one = std::getenv("VEDETTE_SEED");
  return one ? std::atoi(one) : 1;
}
int last_seed(int now, int in_a_campaign) { return std::getenv("VEDETTE_SEED") ? first_seed() : tries(now, in_a_campaign); }

// ---- the same house for both ----

template <class Word>
void choose(Random& random, Word& word, int readings) {
  if (chance(random, 15)) word = static_cast<Word>(pick(random, 0, readings - 1));
}
void choose(Random& random, bool& flag) { flag = chance(random, 15) ? !flag : flag; }

ref::House random_house(Random& random) {
  ref::House house;
  choose(random, house.bands, 3);
  if (chance(random, 10)) house.edges = {500, 900, 1450, 2000, 3100, 4800};
  choose(random, house.six, 3);
  choose(random, house.six_hits_crew);
  choose(random, house.scope, 3);
  choose(random, house.rounding, 3);
  choose(random, house.wholes_wait);
  choose(random, house.strength, 3);
  if (chance(random, 40)) house.guns_at_once = false;
  choose(random, house.spill);
  choose(random, house.cover_per_man);
  choose(random, house.fire_when_touching);
  choose(random, house.attacker_returns);
  choose(random, house.gun_fires);
  choose(random, house.two_foot_level);
  if (chance(random, 15)) house.cap = pick(random, 1, 4);
  choose(random, house.mixed_doubles);
  if (chance(random, 15)) house.pair_loses = 2;
  choose(random, house.quarter, 3);
  choose(random, house.win_by_two);
  return house;
}

charge::House product(const ref::House& house) {
  charge::House out;
  out.gun_bands = static_cast<charge::GunBands>(house.bands);
  for (std::size_t i = 0; i < 6; ++i) out.gun_band_edges[i] = house.edges[i] / 100.0;
  out.gun_destroy_die = static_cast<charge::DestroyDie>(house.six);
  out.gun_six_also_hits_crew = house.six_hits_crew;
  out.fraction_scope = static_cast<charge::FractionScope>(house.scope);
  out.fraction_rounding = static_cast<charge::FractionRounding>(house.rounding);
  out.whole_when = house.wholes_wait ? charge::WholeWhen::Phase : charge::WholeWhen::Exchange;
  out.simultaneity = static_cast<charge::Simultaneity>(house.strength);
  out.gun_simultaneous = house.guns_at_once;
  out.pool = house.pooled ? charge::Pool::Target : charge::Pool::Unit;
  out.spill = house.spill;
  out.mixed_cover = house.cover_per_man ? charge::MixedCover::PerMan : charge::MixedCover::Majority;
  out.fire_on_contact_turn = house.fire_when_touching;
  out.attacker_returns = house.attacker_returns;
  out.gun_fires_at_attackers = house.gun_fires;
  out.two_foot_v_horse = house.two_foot_level ? charge::TwoFootVersusHorse::Level : charge::TwoFootVersusHorse::BothDouble;
  out.melee_cap = house.cap;
  out.mixed_v_foot = house.mixed_doubles ? charge::MixedVersusFoot::Double : charge::MixedVersusFoot::Level;
  out.pair_loses = house.pair_loses;
  out.quarter = static_cast<charge::Quarter>(house.quarter);
  out.melee_win = house.win_by_two ? charge::MeleeWin::AtLeastTwo : charge::MeleeWin::MoreThanOne;
  return out;
}

std::string told(const charge::House& house) {
  std::string out;
  for (const auto& key : charge::house_keys())
    if (key.get(house) != key.get({})) out += " " + key.name;
  return out.empty() ? " book" : out;
}

// ---- random phases ----

int random_range(Random& random) {
  static constexpr std::array kLimits{0, 300, 600, 900, 1200, 1500, 1800, 2400, 3000, 3600};
  if (chance(random, 30)) return std::max(0, kLimits[static_cast<std::size_t>(pick(random, 0, 9))] + pick(random, -1, 1));
  return chance(random, 60) ? pick(random, 0, 650) : pick(random, 0, 5000);
}

std::vector<int> dice(Random& random, int count) {
  std::vector<int> out(static_cast<std::size_t>(count));
  for (int& die : out) die = chance(random, 30) ? 6 : pick(random, 1, 6);
  return out;
}

int a_body(Random& random, const ref::Phase& phase, ref::Arm arm) {
  std::vector<int> fit;
  for (std::size_t b = 0; b < phase.bodies.size(); ++b)
    if (phase.bodies[b].arm == arm) fit.push_back(static_cast<int>(b));
  return fit.empty() ? -1 : fit[static_cast<std::size_t>(pick(random, 0, static_cast<int>(fit.size()) - 1))];
}
/// A body of the other army, where there is one and luck does not say otherwise.
int an_enemy(Random& random, const ref::Phase& phase, int of) {
  const auto any = [&] { return pick(random, 0, static_cast<int>(phase.bodies.size()) - 1); };
  const auto fits = [&](int b) { return b != of && (phase.bodies[b].army < 0 || phase.bodies[b].army != phase.bodies[of].army); };
  int b = any();
  for (int tries = 0; of >= 0 && !fits(b) && tries < 30; ++tries) b = any();
  return chance(random, 1) ? any() : b;
}

ref::Shot random_shot(Random& random, const ref::Phase& phase) {
  ref::Shot shot;
  const int last = static_cast<int>(phase.bodies.size()) - 1;
  const bool answers = !phase.shots.empty() && chance(random, 35);
  shot.gun = !answers && chance(random, 40);
  if (chance(random, 90)) shot.from = a_body(random, phase, shot.gun ? ref::Arm::Crew : ref::Arm::Foot);
  shot.at = an_enemy(random, phase, shot.from);
  if (const int crew = a_body(random, phase, ref::Arm::Crew); shot.gun && crew >= 0 && crew != shot.from && chance(random, 40))
    shot.at = crew;
  if (answers) {
    shot.returns = pick(random, 0, static_cast<int>(phase.shots.size()) - 1);
    const ref::Shot& first = phase.shots[shot.returns];
    if (phase.bodies[first.at].arm != ref::Arm::Foot && chance(random, 95)) shot.returns = -1;
    if (shot.returns >= 0 && chance(random, 95)) shot.from = first.at;
    if (shot.returns >= 0 && chance(random, 98) && first.from >= 0) shot.at = first.from;
  }
  if (!shot.gun && shot.returns < 0 && chance(random, 2)) shot.from = pick(random, -1, last);  // horsemen and gunners too
  if (shot.from >= 0 && chance(random, 1)) shot.at = shot.from;
  if (chance(random, 30)) shot.eligible = pick(random, 0, phase.bodies[shot.at].men);
  if (shot.gun) {
    shot.gun_named = shot.from >= 0 ? shot.from : chance(random, 50) ? 100 + pick(random, 0, 1) : -1;
    if (chance(random, 15)) shot.drafted = pick(random, 1, 4);
    shot.range = random_range(random);
    shot.hit = chance(random, 5) ? 0 : pick(random, 1, 6);
    shot.effect = chance(random, 2) ? 0 : chance(random, 30) ? 6 : pick(random, 1, 6);
    shot.allocation = chance(random, 50) ? pick(random, 1, 6) : 0;
    if (chance(random, 1)) shot.hit = 7;
    return shot;
  }
  const int men = shot.from >= 0 ? phase.bodies[shot.from].men : 24;
  const auto volley = [](int range, int of) { return ref::Volley{range, of, {}, {}}; };
  if (chance(random, 20)) {  // two bands
    shot.volleys = {volley(pick(random, 0, 300), pick(random, 0, men / 2)),
                    volley(pick(random, 301, chance(random, 80) ? 600 : 700), pick(random, 0, men / 2))};
  } else {
    const int range = chance(random, 90) ? pick(random, 0, 600) : random_range(random);
    shot.volleys = {volley(range, chance(random, 60) ? men : pick(random, 0, men + 4))};
  }
  return shot;
}

/// Adds a shot with the dice that its men throw, or, now and then, with others.
void add(Random& random, ref::Phase& phase, ref::Shot shot) {
  const bool wrong = chance(random, 2);
  phase.shots.push_back(std::move(shot));
  for (int tries = 0; !wrong && tries < 3; ++tries) {
    const ref::Says says = ref::fire(phase);
    if (!says.impossible || says.volley < 0 || says.impossible->first + 1 != static_cast<int>(phase.shots.size())) return;
    ref::Volley& volley = phase.shots.back().volleys[says.volley];
    volley.full = dice(random, says.dice.first);
    volley.half = dice(random, says.dice.second);
    if (chance(random, 1) && !volley.full.empty()) volley.full[0] = 7;
  }
}

ref::Phase random_phase(Random& random) {
  ref::Phase phase;
  phase.house = random_house(random);
  const bool armies = phase.house.scope != ref::House::OfBody || chance(random, 80);
  for (int b = pick(random, 2, 6); b > 0; --b) {
    ref::Body body;
    body.arm = chance(random, 50) ? ref::Arm::Foot : chance(random, 50) ? ref::Arm::Crew : ref::Arm::Horse;
    body.men = body.arm == ref::Arm::Crew ? pick(random, 0, 7) : pick(random, 0, 28);
    body.cover = chance(random, 25);
    if (chance(random, 20)) body.covered = pick(random, 0, body.men);
    if (armies) body.army = b % 2;
    phase.bodies.push_back(body);
  }
  const int last = static_cast<int>(phase.bodies.size()) - 1;
  if (chance(random, 50)) {
    ref::Touching touching{pick(random, 0, last), 0, chance(random, 50), -1};
    touching.b = an_enemy(random, phase, touching.a);
    if (chance(random, 75)) touching.attacker = chance(random, 50) ? touching.a : touching.b;
    if (touching.a != touching.b) phase.touching.push_back(touching);
  }
  for (int s = pick(random, 1, 7); s > 0; --s) add(random, phase, random_shot(random, phase));
  return phase;
}

/// Several bodies that fire at others together (CG14): nobody of them is fired at or fires twice.
ref::Phase pooled_phase(Random& random) {
  ref::Phase phase;
  phase.house = random_house(random);
  phase.house.pooled = true;
  phase.bodies = {{ref::Arm::Foot, 40, false, {}, 0}, {ref::Arm::Horse, 40, true, {}, 0}};
  std::vector<ref::Shot> shots;
  for (int b = pick(random, 1, 4); b > 0; --b) {
    phase.bodies.push_back({ref::Arm::Foot, pick(random, 0, 20), false, {}, 1});
    ref::Shot shot;
    shot.from = static_cast<int>(phase.bodies.size()) - 1;
    shot.at = pick(random, 0, 1);
    shot.volleys = {{pick(random, 0, 600), phase.bodies.back().men, {}, {}}};
    shots.push_back(shot);
  }
  phase.shots = shots;
  for (int tries = 0; tries < 9; ++tries) {
    const ref::Says says = ref::fire(phase);
    if (!says.impossible) break;
    ref::Volley& volley = phase.shots[says.impossible->first].volleys[says.volley];
    volley.full = dice(random, says.dice.first);
    volley.half = dice(random, says.dice.second);
  }
  return phase;
}

// ---- the same phase for both ----

std::vector<charge::FireTarget> targets_of(const ref::Phase& phase) {
  std::vector<charge::FireTarget> out;
  for (std::size_t b = 0; b < phase.bodies.size(); ++b) {
    const ref::Body& body = phase.bodies[b];
    charge::FireTarget target;
    target.name = fmt::format("B{}", b);
    target.arm = body.arm == ref::Arm::Foot    ? charge::Arm::Infantry
                 : body.arm == ref::Arm::Horse ? charge::Arm::Cavalry
                                               : charge::Arm::Gunners;
    target.men = body.men;
    target.cover = body.cover;
    target.men_covered = body.covered;
    target.army = body.army < 0 ? "" : body.army == 0 ? "red" : "blue";
    out.push_back(target);
  }
  return out;
}

std::vector<charge::Attack> attacks_of(const ref::Phase& phase) {
  const auto place = [](int at) { return at < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(at)); };
  const auto die = [](int thrown) { return thrown == 0 ? std::nullopt : std::optional(thrown); };
  std::vector<charge::Attack> out;
  for (const ref::Shot& shot : phase.shots) {
    charge::Attack attack;
    attack.target = static_cast<std::size_t>(shot.at);
    attack.from = place(shot.from);
    attack.returns = place(shot.returns);
    attack.eligible = shot.eligible;
    attack.by_gun = shot.gun;
    if (shot.gun_named >= 0) attack.gun = fmt::format("gun {}", shot.gun_named);
    attack.drafted = shot.drafted;
    attack.range_in = shot.range / 100.0;
    attack.hit_die = die(shot.hit);
    attack.effect_die = die(shot.effect);
    attack.allocation_die = die(shot.allocation);
    for (std::size_t v = 0; v < shot.volleys.size(); ++v) {
      const ref::Volley& volley = shot.volleys[v];
      const std::string at = shot.volleys.size() == 1 ? "" : fmt::format("/bands/{}", v);
      attack.volleys.push_back({volley.range / 100.0, volley.men, {volley.full, volley.half}, at});
    }
    out.push_back(attack);
  }
  return out;
}

std::vector<charge::FireContact> contacts_of(const ref::Phase& phase) {
  std::vector<charge::FireContact> out;
  for (const ref::Touching& touching : phase.touching) {
    charge::FireContact contact{{static_cast<std::size_t>(touching.a), static_cast<std::size_t>(touching.b)}, touching.this_turn, {}};
    if (touching.attacker >= 0) contact.attacker = static_cast<std::size_t>(touching.attacker);
    out.push_back(contact);
  }
  return out;
}

std::string told(const ref::Phase& phase) {
  std::string out = "house:" + told(product(phase.house)) + "\n";
  const auto targets = targets_of(phase);
  for (const auto& target : targets)
    out += fmt::format("{} {} {} men{}{} {}\n", target.name, charge::word(target.arm), target.men, target.cover ? " cover" : "",
                       target.men_covered ? fmt::format(" {} covered", *target.men_covered) : "", target.army);
  for (const ref::Touching& touching : phase.touching)
    out += fmt::format("B{} touches B{} since {}, attacker {}\n", touching.a, touching.b, touching.this_turn ? "this turn" : "earlier",
                       touching.attacker);
  for (std::size_t i = 0; i < phase.shots.size(); ++i) {
    const ref::Shot& shot = phase.shots[i];
    out += fmt::format("{}: {} of {} at B{}", i, shot.gun ? fmt::format("gun {}", shot.gun_named) : "muskets", shot.from, shot.at);
    if (shot.returns >= 0) out += fmt::format(" returns {}", shot.returns);
    if (shot.eligible) out += fmt::format(" eligible {}", *shot.eligible);
    if (shot.gun)
      out += fmt::format(" range {} hit {} effect {} allocation {} drafted {}", shot.range, shot.hit, shot.effect, shot.allocation,
                         shot.drafted);
    for (const ref::Volley& volley : shot.volleys)
      out += fmt::format(" [range {}, {} men, dice {} and halved {}]", volley.range, volley.men, fmt::join(volley.full, " "),
                         fmt::join(volley.half, " "));
    out += "\n";
  }
  return out;
}

// ---- what both say ----

std::string text(ref::Exact number) {
  return number.under == 1 ? std::to_string(number.over) : fmt::format("{}/{}", number.over, number.under);
}
std::string text(std::optional<int> number) { return number ? std::to_string(*number) : "none"; }

std::string compared(const ref::ShotSays& says, const charge::AttackResult& result, bool by_gun) {
  const bool forbidden = !says.forbidden_by.empty();
  const std::string rule = result.because.empty() ? "" : result.because.front().rule;
  if (forbidden != (result.verdict() == measure::Verdict::No && !result.because.empty()))
    return fmt::format("forbidden by {} against {}", fmt::join(says.forbidden_by, " "), rule);
  if (forbidden && std::ranges::find(says.forbidden_by, rule) == says.forbidden_by.end())
    return fmt::format("forbidden by {} against {}", fmt::join(says.forbidden_by, " "), rule);
  const auto line = [&](bool hit, std::optional<int> needs, bool destroys, const std::string& standard, const std::string& casualties,
                        int at_once, const std::string& carried) {
    return fmt::format("hit {} needs {} destroys {} standard {} casualties {} at once {} carried {}", hit, by_gun ? text(needs) : "-",
                       destroys, standard, casualties, at_once, carried);
  };
  const std::string one = line(by_gun ? says.hit : result.hit, forbidden ? result.needs : says.needs, says.destroys, text(says.standard),
                               text(says.casualties), says.at_once, text(says.carried));
  const std::string other = line(result.hit, result.needs, result.destroys_gun, rules::text(result.standard),
                                 rules::text(result.casualties), result.at_once, rules::text(result.carried));
  return one == other ? "" : one + "\n  against " + other;
}

/// Where the two disagree; empty: nowhere.
std::string disagreement(const ref::Phase& phase) {
  const ref::Says says = ref::fire(phase);
  const auto targets = targets_of(phase);
  const auto firing = charge::fire(targets, attacks_of(phase), product(phase.house), contacts_of(phase));
  if (!firing || says.impossible) {
    const std::string one = says.impossible ? fmt::format("shot {}", says.impossible->first) : "possible";
    const std::string other = firing ? "possible" : firing.error().at;
    if (says.impossible && !firing && other.starts_with(fmt::format("/attacks/{}", says.impossible->first))) return "";
    return fmt::format("{} ({}) against {} ({})", one, says.impossible ? says.impossible->second : "", other,
                       firing ? "" : firing.error().says);
  }
  for (std::size_t i = 0; i < phase.shots.size(); ++i)
    if (const auto differs = compared(says.shots[i], firing->attacks[i], phase.shots[i].gun); !differs.empty())
      return fmt::format("shot {}: {}", i, differs);
  std::array<int, 2> army_at_end{};
  for (std::size_t b = 0; b < phase.bodies.size(); ++b) {
    const ref::BodySays& one = says.bodies[b];
    const charge::TargetResult& other = firing->targets[b];
    if (phase.bodies[b].army >= 0) army_at_end[phase.bodies[b].army] += other.at_end;
    if (one.gun_destroyed != other.gun_destroyed)
      return fmt::format("B{}: gun destroyed {} against {}", b, one.gun_destroyed, other.gun_destroyed);
    if (other.total + other.men_left != phase.bodies[b].men)
      return fmt::format("B{}: {} fell and {} are left", b, other.total, other.men_left);
    if (phase.house.scope != ref::House::OfBody) continue;
    if (one.at_end != other.at_end || one.total != other.total || one.left != other.men_left)
      return fmt::format("B{}: at end {}, total {}, left {} against {}, {}, {}", b, one.at_end, one.total, one.left, other.at_end,
                         other.total, other.men_left);
  }
  for (std::size_t army = 0; army < says.at_end_of_army.size(); ++army)
    if (says.at_end_of_army[army] != army_at_end[army])
      return fmt::format("army {}: at end {} against {}", army, says.at_end_of_army[army], army_at_end[army]);
  const bool noted = std::ranges::any_of(firing->notes, [](const auto& note) { return note.rule == "C-T5"; });
  if (noted != says.muskets_before_guns) return fmt::format("muskets before guns: {} against {}", says.muskets_before_guns, noted);
  return "";
}

constexpr int kDisagreementsShown = 5;

template <class Make, class Differs, class Tell>
void agree(int seeds, Make make, Differs differs, Tell tell) {
  int shown = 0;
  for (int seed = first_seed(); seed <= seeds && shown < kDisagreementsShown; ++seed) {
    Random random(static_cast<unsigned>(seed));
    const auto asked = make(random);
    const std::string differ = differs(asked);
    if (differ.empty()) continue;
    ADD_FAILURE() << "VEDETTE_SEED=" << seed << "\n" << tell(asked) << "reference against product: " << differ;
    ++shown;
  }
}

TEST(ChargeReference, FiringPhasesAgree) {
  agree(last_seed(5000, 100000), random_phase, disagreement, [](const ref::Phase& phase) { return told(phase); });
}

TEST(ChargeReference, ThePhasesHoldEveryRefusalAndEveryOutcome) {
  std::map<std::string, int> seen;
  for (int seed = 1; seed <= 5000; ++seed) {
    Random random(static_cast<unsigned>(seed));
    const ref::Phase phase = random_phase(random);
    const ref::Says says = ref::fire(phase);
    if (says.impossible) ++seen[says.impossible->second];
    if (says.impossible) continue;
    for (const ref::ShotSays& shot : says.shots) {
      for (const std::string& rule : shot.forbidden_by) ++seen[rule];
      if (shot.forbidden_by.empty()) ++seen["fired"];
      if (shot.destroys) ++seen["destroys"];
      if (shot.at_once > 0) ++seen["men fall"];
    }
    for (const ref::BodySays& body : says.bodies)
      if (body.at_end > 0) ++seen["fractions"];
    if (says.muskets_before_guns) ++seen["muskets before guns"];
  }
  for (const char* what : {"C-A1",
                           "C-A5",
                           "C-I2",
                           "CG11",
                           "CG13",
                           "CG19",
                           "CG28",
                           "CG29",
                           "CG31",
                           "fires at itself",
                           "fires at its own army",
                           "muskets of horsemen or gunners",
                           "returns fire that was not at it",
                           "returns fire at somebody else",
                           "no such die",
                           "the dice do not match the men",
                           "who of them is left to fire in which band?",
                           "the die to hit is missing",
                           "the effect die is missing",
                           "fired",
                           "destroys",
                           "men fall",
                           "fractions",
                           "muskets before guns"})
    EXPECT_GE(seen[what], 5) << what;
  if (HasFailure())
    for (const auto& [what, times] : seen) std::printf("%s: %d\n", what.c_str(), times);
}

TEST(ChargeReference, PooledVolleysAgree) {
  agree(last_seed(1000, 20000), pooled_phase, disagreement, [](const ref::Phase& phase) { return told(phase); });
}

// ---- melees ----

struct AskedMelee {
  ref::House house;
  ref::Side a, b;
  int die_a = 1, die_b = 1;
};

AskedMelee random_melee(Random& random) {
  const auto side = [&] {
    const int men = chance(random, 90) ? pick(random, 1, 2) : pick(random, 0, 4), horse = pick(random, 0, men);
    return ref::Side{horse, men - horse};
  };
  const auto die = [&] { return chance(random, 98) ? pick(random, 1, 6) : pick(random, 0, 7); };
  return {random_house(random), side(), side(), die(), die()};
}

std::string differing_melee(const AskedMelee& asked) {
  const auto says = ref::melee(asked.a, asked.b, asked.die_a, asked.die_b, asked.house);
  const charge::House house = product(asked.house);
  const auto combat = charge::fight({asked.a.horse, asked.a.foot}, {asked.b.horse, asked.b.foot}, {asked.die_a, asked.die_b}, house);
  if (!says || !combat) return says.has_value() == combat.has_value() ? "" : says ? "refused by the product" : "allowed by the product";
  const auto side = [](int horse, int foot) { return fmt::format("{} horse and {} foot", horse, foot); };
  const auto line = [](const std::string& a, const std::string& b, int loser, const std::string& falls, const std::string& left_a,
                       const std::string& left_b) {
    return fmt::format("{} to {}, loser {}, falls {}, left {} and {}", a, b, loser, falls, left_a, left_b);
  };
  const std::string one =
      line(text(says->scores[0]), text(says->scores[1]), says->loser, side(says->falls.horse, says->falls.foot),
           side(says->survivors[0].horse, says->survivors[0].foot), side(says->survivors[1].horse, says->survivors[1].foot));
  const std::string other =
      line(rules::text(combat->scores[0]), rules::text(combat->scores[1]), combat->loser.value_or(-1),
           side(combat->falls.cavalry, combat->falls.infantry), side(combat->survivors[0].cavalry, combat->survivors[0].infantry),
           side(combat->survivors[1].cavalry, combat->survivors[1].infantry));
  return one == other ? "" : one + "\n  against " + other;
}

TEST(ChargeReference, MeleesAgree) {
  agree(last_seed(5000, 100000), random_melee, differing_melee, [](const AskedMelee& asked) {
    return fmt::format("house:{}\n{} horse {} foot throw {} against {} horse {} foot throw {}\n", told(product(asked.house)), asked.a.horse,
                       asked.a.foot, asked.die_a, asked.b.horse, asked.b.foot, asked.die_b);
  });
}

std::vector<ref::Contact> random_contacts(Random& random) {
  const int a = pick(random, 1, 5), b = pick(random, 1, 5);
  std::vector<ref::Contact> contacts;
  for (int i = 0; i < a; ++i)
    for (int j = 0; j < b; ++j)
      if (chance(random, 40) && contacts.size() < 12) contacts.push_back({i, 100 + j, 0});
  std::vector<int> gaps(contacts.size());
  for (std::size_t i = 0; i < gaps.size(); ++i) gaps[i] = static_cast<int>(i);
  std::shuffle(gaps.begin(), gaps.end(), random);
  for (std::size_t i = 0; i < gaps.size(); ++i) contacts[i].gap = gaps[i];
  return contacts;
}

std::string told(const std::vector<ref::Combatants>& combats) {
  std::string out;
  for (const ref::Combatants& combat : combats) out += fmt::format(" {}-{}", fmt::join(combat.a, "+"), fmt::join(combat.b, "+"));
  return out;
}

TEST(ChargeReference, PairingsAgree) {
  const auto differs = [](const std::vector<ref::Contact>& contacts) {
    std::vector<charge::Touch> touches;
    for (const ref::Contact& contact : contacts) touches.push_back({contact.a, contact.b, {measure::Inches(contact.gap * 0.001), {}}});
    std::ranges::sort(touches, {}, [](const charge::Touch& touch) { return touch.gap.value.value; });
    std::vector<ref::Combatants> other, one = ref::paired(contacts);
    for (const charge::Pair& pair : charge::pair_up(touches)) other.push_back({pair.a, pair.b});
    for (auto* combats : {&one, &other}) {
      for (ref::Combatants& combat : *combats) {
        std::ranges::sort(combat.a);
        std::ranges::sort(combat.b);
      }
      std::ranges::sort(*combats);
    }
    return one == other ? std::string() : told(one) + "\n  against" + told(other);
  };
  agree(last_seed(2000, 20000), random_contacts, differs, [](const std::vector<ref::Contact>& contacts) {
    std::string out;
    for (const ref::Contact& contact : contacts) out += fmt::format("{} touches {} at {}\n", contact.a, contact.b, contact.gap);
    return out;
  });
}

// ---- what needs no house, by all its numbers ----

TEST(ChargeReference, DiceScoresAllocationsAndMoraleAgree) {
  for (int men = 0; men <= 200; ++men) {
    const charge::DiceCount dice = charge::dice_for(men);
    EXPECT_EQ(ref::dice_of(men), std::pair(dice.full, dice.half)) << men;
    for (int removed = 0; removed <= men; ++removed)
      EXPECT_EQ(charge::defeated(men, removed), removed > men - removed) << men << " " << removed;
  }
  for (int bands = 0; bands < 3; ++bands) {
    ref::House house;
    house.bands = static_cast<ref::House::Bands>(bands);
    for (int range = 0; range <= 4000; ++range)
      EXPECT_EQ(ref::score_of(range, house), charge::score_needed(range / 100.0, product(house))) << range << " " << bands;
  }
  for (int men = 0; men <= 30; ++men)
    for (int die = 1; die <= 6; ++die)
      for (const bool goes_on : {true, false})
        EXPECT_EQ(ref::counted_out(men, die, men, goes_on),
                  charge::count_out(men, die, men, goes_on ? charge::AllocationWrap::Continue : charge::AllocationWrap::Restart))
            << men << " men, die " << die;
}

// ---- push-backs, as far as the rules fix them: on open ground, straight away from one opponent, up to whoever stands in the way ----

struct AskedPushBack {
  charge::Field field;  // 1 goes back from 2; 3, where he is, may bar the way
  double owed = 3.0;
};

AskedPushBack random_push_back(Random& random) {
  const auto number = [&](double least, double most) { return std::uniform_real_distribution<double>(least, most)(random); };
  AskedPushBack asked;
  const auto add = [&](int id, const char* army, double x, double y, double diameter) {
    charge::Piece piece;
    piece.figure.id = id;
    piece.figure.name = std::to_string(id);
    piece.army = army;
    piece.unit = army;
    piece.figure.footprint.shape = measure::RoundShape{measure::Inches(diameter)};
    piece.figure.footprint.centre = {measure::Inches(x), measure::Inches(y)};
    asked.field.pieces.push_back(piece);
  };
  const double way = number(-3.1, 3.1), own = number(0.5, 1.5), other = number(0.5, 1.5), apart = (own + other) / 2.0;
  add(1, "red", 0.0, 0.0, own);
  add(2, "blue", -apart * std::cos(way), -apart * std::sin(way), other);
  if (chance(random, 60)) {
    const double aside = number(-2.0, 2.0), ahead = number(1.7, 6.0);  // clear of him where he stands
    add(3, chance(random, 50) ? "red" : "blue", ahead * std::cos(way) - aside * std::sin(way),
        ahead * std::sin(way) + aside * std::cos(way), number(0.5, 1.5));
  }
  if (chance(random, 30)) {
    asked.owed = 6.0;
    asked.field.pieces[0].kind = measure::PieceKind::Cavalry;
    asked.field.pieces[0].unit_arm = measure::Arm::Cavalry;
  }
  return asked;
}

std::string differing_push_back(const AskedPushBack& asked) {
  const auto& pieces = asked.field.pieces;
  const auto at = [&](std::size_t i) {
    return std::pair(pieces[i].figure.footprint.centre.x.value, pieces[i].figure.footprint.centre.y.value);
  };
  const auto radius = [&](std::size_t i) { return std::get<measure::RoundShape>(pieces[i].figure.footprint.shape).diameter.value / 2.0; };
  const auto [bx, by] = at(1);
  const double far = std::hypot(bx, by), ux = -bx / far, uy = -by / far;
  double goes = asked.owed;
  if (pieces.size() > 2) {  // until the two bases touch
    const auto [x, y] = at(2);
    const double along = x * ux + y * uy, aside = std::abs(x * uy - y * ux), reach = radius(0) + radius(2);
    if (aside < reach) goes = std::min(goes, std::max(0.0, along - std::sqrt(reach * reach - aside * aside)));
  }
  const charge::PushBack back = charge::push_back_of(asked.field, 1, {2}, {}, charge::House{});
  const double off = std::hypot(back.to.x.value - goes * ux, back.to.y.value - goes * uy);
  if (off < 0.02 && back.owed.value == asked.owed) return "";
  return fmt::format("goes {} in to [{}, {}] against [{}, {}], {} owed, shortened by {}", goes, goes * ux, goes * uy, back.to.x.value,
                     back.to.y.value, back.owed.value, back.shortened_by);
}

TEST(ChargeReference, PushBacksAgree) {
  agree(last_seed(2000, 20000), random_push_back, differing_push_back, [](const AskedPushBack& asked) {
    std::string out;
    for (const charge::Piece& piece : asked.field.pieces)
      out += fmt::format("{} of {} at [{}, {}], {} in wide\n", piece.figure.name, piece.army, piece.figure.footprint.centre.x.value,
                         piece.figure.footprint.centre.y.value, std::get<measure::RoundShape>(piece.figure.footprint.shape).diameter.value);
    return out;
  });
}

}  // namespace
}  // namespace reference_test
