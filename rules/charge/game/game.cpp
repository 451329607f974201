// What the turn allows: who moves, who may still fire, who is held in contact, who has won.
#include "rules/charge/game/game.h"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "measure/footprint.h"
#include "rules/charge/combat/firing.h"
#include "rules/charge/game/game_parts.h"

namespace rules::charge {
namespace {

// ---- steps ----

int soldiers_lost(const Game& game, const std::string& army) {
  int lost = 0;
  for (const auto& [body, record] : game.bodies)
    if (body.first == army) lost += static_cast<int>(record.fallen.size()) + owed_by(game, body);
  return lost;
}

void next_turn(Game& game, const House& house) {
  ++game.turn;
  game.step = Step::MoveFirst;
  game.turn_start = game.field;
  if (house.initiative == Initiative::Alternate && !game.armies.empty()) game.first = (game.first + 1) % game.armies.size();
  game.attacks.clear();
  game.settled = false;
  for (const auto& [id, back] : game.going_back)
    if (const Piece* const man = find(game.field, id)) note(game, "C-H8", man->figure.name + " did not go back after his combat");
  game.going_back.clear();
  game.combats.clear();
  game.paired.clear();
}

Applied next_step(const Game& game, const House& house) {
  Applied out{game, true, {}, nullptr};
  Game& next = out.game;
  if (!next.owed.empty())
    out.because.push_back({"C-K5", "men are still owed; they stay owed", double(next.owed.size()), std::nullopt, std::nullopt, {}});
  if (next.step == Step::Morale) {
    next_turn(next, house);
    return out;
  }
  next.step = static_cast<Step>(static_cast<int>(next.step) + 1);
  if (next.step == Step::Artillery) begin_firing(next);
  if (next.step == Step::Settle) settle(next, house);
  if (next.step == Step::Morale || house.morale_when == MoraleWhen::Immediate) test_morale(next);
  return out;
}

Applied set_first(const Game& game, const SetFirst& action) {
  if (action.army >= game.armies.size()) return refused(game, "CG3", "there is no such army");
  if (game.step != Step::MoveFirst) return refused(game, "CG3", "who moves first is settled in the first movement");
  Applied out{game, true, {}, nullptr};
  out.game.first = action.army;
  out.game.first_set = game.turn;
  note(out.game, "CG3", out.game.armies[action.army].name + " moves first");
  return out;
}

}  // namespace

void test_morale(Game& game) {
  for (ArmyRecord& army : game.armies) {
    const int lost = soldiers_lost(game, army.name);
    if (army.defeated || !defeated(army.original, lost)) continue;
    army.defeated = true;
    note(game, "C-W1", fmt::format("{} has lost {} of {} and fights no more", army.name, lost, army.original));
  }
}

Game begin(const Field& field) {
  Game game;
  game.field = game.turn_start = field;
  for (const Piece& piece : field.pieces) {
    if (!is_soldier(piece)) continue;
    ++game.bodies.try_emplace(key_of(piece), BodyRecord{arm_of(piece), 0, false, {}}).first->second.original;
    const auto army = std::ranges::find(game.armies, piece.army, &ArmyRecord::name);
    if (army == game.armies.end())
      game.armies.push_back({piece.army, 1, false});
    else
      ++army->original;
  }
  return game;
}

Applied apply(const Game& game, const Action& action, const House& house) {
  struct Visitor {
    const Game& game;
    const House& house;
    Applied operator()(const NextStep&) const { return next_step(game, house); }
    Applied operator()(const SetFirst& a) const { return set_first(game, a); }
    Applied operator()(const Fire& a) const { return fire_now(game, a, house); }
    Applied operator()(const Allocate& a) const { return allocate(game, a, house); }
    Applied operator()(const PairUp& a) const { return pair_up_now(game, a); }
    Applied operator()(const Fight& a) const { return fight_now(game, a, house); }
    Applied operator()(const AcceptTable& a) const { return accept(game, a, house); }
  };
  Applied applied = std::visit(Visitor{game, house}, action);
  applied.before = std::make_shared<const Game>(game);
  return applied;
}

using measure::Inches;

std::map<int, PushBack> as_they_stand(const std::map<int, PushBack>& backs, const Field& seen, Inches still) {
  struct Near {
    Inches off;
    int man, place;
  };
  std::vector<Near> nearest;
  std::map<int, PushBack> out;
  std::set<int> taken;
  for (const auto& [id, back] : backs) {
    const Piece* const man = find(seen, id);
    if (!man) continue;
    const measure::Measured gone =
        measure::distance_between({back.from, seen.common}, measure::centre_of(man->figure.footprint), seen.common);
    if (gone.value - gone.margin <= still) {
      out[id] = back;
      taken.insert(id);
    }
    for (const auto& [place, other] : backs)
      if (const Piece* const owner = find(seen, place); owner && key_of(*owner) == key_of(*man) && arm_of(*owner) == arm_of(*man))
        nearest.push_back({measure::distance(man->figure.footprint.centre, other.to), id, place});
  }
  std::ranges::stable_sort(nearest, {}, &Near::off);
  for (const Near& near : nearest)
    if (!out.contains(near.man) && taken.insert(near.place).second) out[near.man] = backs.at(near.place);
  return out;
}

Comparison compare(const Game& game, const Field& seen, measure::Inches still) {
  Comparison out;
  bool behind = false;
  const auto tell = [&](Difference::Kind kind, const Piece& piece, bool astray, Inches by = {}) {
    out.differences.push_back({kind, piece.figure.id, piece.figure.name, by});
    if (astray) ++out.astray;
  };
  const auto moving = mover(game);
  const auto backs = as_they_stand(game.going_back, seen, still);
  for (const Piece& piece : game.field.pieces) {
    const Piece* now = find(seen, piece.figure.id);
    const bool taken = game.to_lift.contains(piece.figure.id);
    if (!now) {
      if (!taken) tell(Difference::Kind::Gone, piece, true);  // else he was lifted as owed
      continue;
    }
    if (taken) {
      tell(Difference::Kind::StillStands, piece, false);
      behind = true;
    }
    const auto back = backs.find(piece.figure.id);
    const measure::Measured way = measure::centre_distance(piece.figure.footprint, now->figure.footprint, game.field.common);
    const bool stands_still = way.value - way.margin <= still;
    if (back != backs.end() && !taken) {  // C-H8
      const StoodBack stood = stood_back(back->second, now->figure.footprint, game.field.common);
      const bool waits = stands_still && stood.verdict != measure::Verdict::Yes;
      if (!waits && stood.verdict != measure::Verdict::No) continue;
      const Inches by = waits ? measure::distance(back->second.from, back->second.to) : stood.off.value;
      tell(waits ? Difference::Kind::GoesBack : Difference::Kind::Astray, piece, !waits, by);
      behind |= waits;
      continue;
    }
    if (!stands_still) tell(Difference::Kind::Moved, piece, moving != piece.army, way.value);
  }
  for (const Piece& piece : seen.pieces)
    if (!find(game.field, piece.figure.id)) tell(Difference::Kind::Appeared, piece, true);
  out.agreement = out.astray > 0 ? Agreement::OutOfStep : behind ? Agreement::Behind : Agreement::InStep;
  return out;
}

namespace {

/// Radians. A gun that was pushed back into its place is not turned.
constexpr double kHardlyTurned = 0.05;

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
std::optional<Reason> held_by_their_contact(const Game& game, const DeclaredAttack& attack, const House& house) {
  const ContactRecord* contact = contact_between(game, attack.by, attack.at);
  if (!contact) return std::nullopt;
  return rules::charge::held_by_contact(contact->since == game.turn, contact->attacker == attack.by.first, attack.gun != 0, house);
}

}  // namespace

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

namespace {

/// What forbids it, whether or not the table enforces that rule.
std::optional<Reason> barred(const Game& game, const DeclaredAttack& attack, const House& house) {
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
  return held_by_their_contact(game, attack, house);
}

}  // namespace

std::optional<Reason> barred_by_turn(const Game& game, const DeclaredAttack& attack, const House& house) {
  auto reason = barred(game, attack, house);
  return reason && house.as_it_counts(measure::Verdict::No, reason->rule) == measure::Verdict::No ? reason : std::nullopt;
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
