// What the turn allows: who moves, who may still fire, who is held in contact, who has won.
#include <algorithm>
#include <cmath>

#include "measure/spot.h"
#include "rules/charge/game/game_parts.h"

namespace rules::charge {
namespace {

/// Radians. A gun that was pushed back into its place is not turned.
constexpr double kHardlyTurned = 0.05;

Reason reason(std::string rule, std::string says) {
  return {std::move(rule), std::move(says), std::nullopt, std::nullopt, std::nullopt, {}};
}

const ContactRecord* contact_between(const Game& game, const BodyKey& a, const BodyKey& b) {
  const auto found = game.contacts.find(std::minmax(a, b));
  return found == game.contacts.end() ? nullptr : &found->second;
}

/// CG4.
std::optional<Reason> moved_too_much(const Game& game, const DeclaredAttack& attack, const House& house) {
  if (attack.gun != 0) {
    const Moved moved = moved_this_turn(game, attack.gun);
    if (house.gun_move_and_fire == GunMoveAndFire::Forbidden && moved != Moved::No) return reason("CG4", "the gun has moved this turn");
    if (house.gun_move_and_fire == GunMoveAndFire::PivotOnly && moved == Moved::Went)
      return reason("CG4", "the gun has done more than turn this turn");
    return std::nullopt;
  }
  if (house.infantry_move_and_fire == MoveAndFire::Allowed) return std::nullopt;
  for (const Piece* man : standing(game, attack.by))
    if (moved_this_turn(game, man->figure.id) == Moved::Went) return reason("CG4", attack.by.second + " has moved this turn");
  return std::nullopt;
}

/// Whose record the firer has: a captured gun keeps that of the army it was taken from (CG41).
BodyKey owner_of(const Game& game, const DeclaredAttack& attack) {
  const Piece* gun = attack.gun != 0 ? find(game.field, attack.gun) : nullptr;
  return gun ? BodyKey{gun->army, gun->unit} : attack.by;
}

/// C-H1, CG28, CG29, CG31: fire between bodies in contact.
std::optional<Reason> held_by_contact(const Game& game, const DeclaredAttack& attack, const House& house) {
  const ContactRecord* contact = contact_between(game, attack.by, attack.at);
  if (!contact) return std::nullopt;
  if (contact->since == game.turn)
    return house.fire_on_contact_turn ? std::nullopt : std::optional(reason("CG28", "they came into contact this turn"));
  if (contact->attacker == attack.by.first && !house.attacker_returns) return reason("CG29", "the attacker does not fire before the melee");
  if (attack.gun != 0 && !house.gun_fires_at_attackers) return reason("CG31", "a gun that is attacked does not fire");
  return std::nullopt;
}

}  // namespace

std::string_view phase_word(Step step, const House& house) {
  if (house.phases == Phases::Split) return word(step);
  switch (step) {
    case Step::MoveFirst:
    case Step::MoveSecond: return "movement";
    case Step::Artillery:
    case Step::Musketry: return "firing";
    case Step::Settle: return "casualties";
    case Step::Melee: return "melees";
    case Step::Morale: return "morale";
  }
  return "";
}

std::optional<std::string> mover(const Game& game) {
  const bool moving = game.step == Step::MoveFirst || game.step == Step::MoveSecond;
  if (!moving || game.armies.empty()) return std::nullopt;
  return game.armies[(game.first + (game.step == Step::MoveSecond ? 1U : 0U)) % game.armies.size()].name;
}

bool first_is_open(const Game& game, const House& house) {
  if (game.step != Step::MoveFirst) return false;
  return house.initiative == Initiative::RollEachTurn ? game.first_set != game.turn : game.turn == 1 && game.first_set == 0;
}

Moved moved_this_turn(const Game& game, int id, measure::Inches still) {
  const Piece *before = find(game.turn_start, id), *now = find(game.field, id);
  if (!before || !now) return Moved::No;
  const measure::Measured way = measure::centre_distance(before->figure.footprint, now->figure.footprint, game.field.common);
  if (way.value - way.margin > still) return Moved::Went;
  const double turn = std::abs(measure::wrapped(now->figure.footprint.heading - before->figure.footprint.heading).value);
  const double margin = std::hypot(now->figure.footprint.heading_margin.value, before->figure.footprint.heading_margin.value);
  return turn - margin > kHardlyTurned ? Moved::Turned : Moved::No;
}

std::optional<Reason> barred_by_turn(const Game& game, const DeclaredAttack& attack, const House& house) {
  const Step wanted = attack.gun != 0 ? Step::Artillery : Step::Musketry;
  if (game.step != wanted)
    return reason("C-T5", attack.gun != 0 ? "guns fire in the step of the artillery" : "infantry fires in the step of the musketry");
  const auto owner = game.bodies.find(owner_of(game, attack));
  const bool stands_alone = attack.gun != 0 && find(game.field, attack.gun);  // a gun that never had a crew of its own
  if (owner == game.bodies.end() && !stands_alone) return reason("C-I1", "no body is called " + attack.by.second);
  if (!game.bodies.contains(attack.at)) return reason("C-I1", "no body is called " + attack.at.second);
  if (attack.by.first == attack.at.first) return reason("C-A4", "nobody fires at his own side");
  const BodyRecord own = owner == game.bodies.end() ? BodyRecord{} : owner->second;
  const bool fires_once_more = own.destroyed_in == game.turn && house.gun_simultaneous;  // CG13
  if (attack.gun != 0 && own.gun_destroyed && !fires_once_more) return reason("C-A7", attack.by.second + ": the gun is destroyed");
  for (const DeclaredAttack& earlier : game.attacks) {
    const bool same = attack.gun != 0 ? earlier.gun == attack.gun : earlier.gun == 0 && earlier.by == attack.by;
    if (same) return reason("CG11", attack.by.second + " has fired this turn");
  }
  const auto men = attack.gun == 0 ? standing(game, attack.by) : std::vector<const Piece*>();
  const auto served = served_guns(game);
  if (!men.empty() && std::ranges::all_of(men, [&](const Piece* man) { return served.contains(man->figure.id); }))
    return reason("CG23", attack.by.second + " has served a gun this turn");
  if (auto moved = moved_too_much(game, attack, house)) return moved;
  return held_by_contact(game, attack, house);
}

std::optional<std::size_t> unanswered(const Game& game, const House& house) {
  for (std::size_t i = game.attacks.size(); i-- > 0;) {
    const DeclaredAttack& volley = game.attacks[i];
    if (volley.gun != 0 || volley.attack.returns) continue;
    const bool answered = std::ranges::any_of(game.attacks, [&](const DeclaredAttack& other) { return other.attack.returns == i; });
    const auto body = game.bodies.find(volley.at);
    if (answered || body == game.bodies.end() || body->second.arm != Arm::Infantry) continue;
    const DeclaredAttack back{volley.at, volley.by, 0, {}, {}, false, {}};
    if (!barred_by_turn(game, back, house)) return i;
  }
  return std::nullopt;
}

std::set<int> served_guns(const Game& game) {
  std::set<int> all;
  for (const DeclaredAttack& attack : game.attacks) all.insert(attack.drafted.begin(), attack.drafted.end());
  return all;
}

bool locked(const Game& game, const BodyKey& body, const House& house) {
  return house.melee_locked && std::ranges::any_of(game.contacts, [&](const auto& contact) {
           return (contact.first.first == body || contact.first.second == body) && contact.second.since < game.turn;
         });
}

std::optional<std::string> names_next_exchange(const Game& game, const House& house) {
  if (game.step != Step::Musketry || game.armies.empty() || house.exchange_order == ExchangeOrder::Free) return std::nullopt;
  std::size_t exchanges = 0;
  for (const DeclaredAttack& attack : game.attacks)
    if (attack.gun == 0 && !attack.attack.returns) ++exchanges;
  return game.armies[(game.first + exchanges) % game.armies.size()].name;
}

Outcome outcome(const Game& game) {
  std::vector<std::string> unbeaten;
  for (const ArmyRecord& army : game.armies)
    if (!army.defeated) unbeaten.push_back(army.name);
  const bool over = unbeaten.size() < std::max<std::size_t>(2, game.armies.size()) && game.armies.size() > 1;
  return {over, over && unbeaten.size() == 1 ? std::optional(unbeaten.front()) : std::nullopt};
}

}  // namespace rules::charge
