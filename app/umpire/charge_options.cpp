#include "app/umpire/charge_options.h"

#include <algorithm>

#include "measure/gap.h"
#include "rules/charge/combat/dice.h"

namespace app {
namespace {

namespace charge = rules::charge;

bool same_body(const charge::Piece& a, const charge::Piece& b) { return a.unit == b.unit && a.army == b.army; }

/// Whoever the rules have taken bars nobody's way and hides nobody, though he still stands.
charge::Field without_the_fallen(charge::Field field, const charge::Game* game) {
  if (game) std::erase_if(field.pieces, [&](const charge::Piece& piece) { return game->to_lift.contains(piece.figure.id); });
  return field;
}

/// The figure's way: its own body moves with it and bars nothing, nor does a base it already touches.
charge::MoveQuestion way_of(const charge::Field& field, const charge::Piece& piece) {
  charge::MoveQuestion question;
  question.arm = charge::arm_of(piece);
  question.base = piece.figure.footprint;
  question.terrain = field.terrain;
  question.table = field.table;
  for (const charge::Piece& other : field.pieces) {
    if (same_body(other, piece)) continue;
    const auto gap = measure::gap(piece.figure.footprint, other.figure.footprint, field.common);
    if (gap.value <= gap.margin) continue;
    (other.army == piece.army ? question.friends : question.enemies).push_back(other.figure);
  }
  return question;
}

/// The piece where this turn's inches are counted from: in its own movement where the turn began, else where it stands.
charge::Piece at_its_start(const charge::Piece& piece, const charge::Game* game) {
  const bool moving = game && charge::mover(*game) == piece.army;
  const charge::Piece* const start = moving ? charge::find(game->turn_start, piece.figure.id) : nullptr;
  charge::Piece out = piece;
  if (start) out.figure.footprint.centre = start->figure.footprint.centre;
  return out;
}

/// The gun that fires when `piece` is asked: itself, whoever serves it, or that of its crew unless the enemy has it (CG41).
std::optional<charge::Piece> gun_of(const charge::Field& field, const charge::Piece& piece, const charge::House& house) {
  if (!charge::is_soldier(piece)) return charge::as_served(field, piece, house);
  for (const charge::Piece& other : field.pieces)
    if (!charge::is_soldier(other) && same_body(other, piece) && charge::as_served(field, other, house).army == piece.army) return other;
  return std::nullopt;
}

std::optional<charge::Figure> figure_with(const charge::Field& field, int id) {
  const charge::Piece* const piece = charge::find(field, id);
  return piece ? std::optional(piece->figure) : std::nullopt;
}

/// The man whose line it is: rules name him, and names are unique within a body.
std::optional<charge::Figure> firer_of(const charge::Body& body, const charge::AimAt& man) {
  const auto by = std::ranges::find_if(body.men, [&](const charge::Piece* piece) { return piece->figure.name == man.by; });
  if (by != body.men.end()) return (*by)->figure;
  const auto nearest = std::ranges::min_element(
      body.men, {}, [&](const charge::Piece* piece) { return measure::distance(piece->figure.footprint.centre, man.at).value; });
  return nearest == body.men.end() ? std::nullopt : std::optional((*nearest)->figure);
}

void add_unverified(LegalOptions& out, const std::vector<std::string>& keys) {
  for (const std::string& key : keys)
    if (std::ranges::find(out.unverified, key) == out.unverified.end()) out.unverified.push_back(key);
}

void add_targets(LegalOptions& out, const charge::Field& field, const std::optional<charge::Piece>& gun, const charge::Body* own,
                 const charge::House& house) {
  for (const charge::Body& body : charge::bodies_of(field)) {
    if (body.army == out.army) continue;
    TargetOptions target;
    target.unit = body.unit;
    target.army = body.army;
    target.arm = body.arm;
    target.men = static_cast<int>(body.men.size());
    target.aim = gun ? charge::judge_aim(field, *gun, body, house) : charge::judge_aim(field, *own, body, house);
    if (!gun) {
      target.dice_short = charge::dice_for(target.aim.men_short);
      target.dice_long = charge::dice_for(target.aim.men_long);
    }
    if (const charge::AimAt* const man = target.man()) {
      target.at = figure_with(field, man->id);
      target.from = gun ? std::optional(gun->figure) : firer_of(*own, *man);
      if (man->clearance) target.nearest = figure_with(field, man->nearest_id);
    }
    add_unverified(out, target.aim.unverified);
    out.targets.push_back(std::move(target));
  }
  std::ranges::stable_sort(out.targets, {}, [](const TargetOptions& target) {
    const charge::AimAt* const man = target.man();
    return std::pair(target.aim.verdict, man ? man->range.value.value : 0.0);
  });
}

using measure::Verdict;

/// The attack as far as the turn is asked about it.
charge::DeclaredAttack attack_of(const charge::JudgedAim& judged, const charge::Piece& firer, bool gun, const charge::Field& field) {
  charge::DeclaredAttack attack;
  attack.by = {firer.army, firer.unit};
  attack.gun = gun ? judged.id : 0;
  for (const charge::Body& body : charge::bodies_of(field))
    if (body.unit == judged.target && body.army != firer.army) attack.at = {body.army, body.unit};
  return attack;
}

}  // namespace

const charge::AimAt* TargetOptions::man() const {
  if (aim.best) return &aim.men[*aim.best];
  const auto closest =
      std::ranges::min_element(aim.men, {}, [](const charge::AimAt& man) { return std::pair(man.verdict, man.range.value); });
  return closest == aim.men.end() ? nullptr : &*closest;
}

std::optional<LegalOptions> options_of(const OptionsQuestion& question) {
  const charge::Field field = without_the_fallen(question.field, question.game.get());
  const charge::Piece* const piece = question.ids.empty() ? nullptr : charge::find(field, question.ids.front());
  if (!piece) return std::nullopt;
  LegalOptions out;
  out.name = piece->figure.name;
  out.unit = piece->unit;
  out.army = piece->army;
  out.arm = charge::arm_of(*piece);
  out.allowance = charge::allowance(out.arm, question.house);
  const auto bodies = charge::bodies_of(field);
  const auto own = std::ranges::find_if(bodies, [&](const charge::Body& b) { return b.unit == piece->unit && b.army == piece->army; });
  if (own != bodies.end()) out.standing = out.original = static_cast<int>(own->men.size());
  if (question.game)
    if (const auto record = question.game->bodies.find({out.army, out.unit}); record != question.game->bodies.end())
      out.original = record->second.original;
  const auto gun = gun_of(field, *piece, question.house);
  if (gun) {
    const charge::Served served = charge::crew_of(field, *gun, question.house);
    if (gun->army != piece->army) out.taken_from = piece->army;
    out.army = gun->army;
    out.gun = gun->figure.id;
    out.crew = static_cast<int>(served.surely.size());
    out.crew_maybe = static_cast<int>(served.maybe.size());
  }
  if (question.ids.size() == 1) {
    out.reach = charge::reach(way_of(field, at_its_start(*piece, question.game.get())), question.house);
    add_unverified(out, out.reach->unverified);
  }
  if (gun) {
    add_targets(out, field, gun, nullptr, question.house);
  } else if (own != bodies.end() && own->arm == charge::Arm::Infantry) {
    charge::Body muskets = *own;
    std::set<int> silent = question.silent;
    if (question.game) silent.merge(charge::served_guns(*question.game));
    std::erase_if(muskets.men, [&](const charge::Piece* man) { return silent.contains(man->figure.id); });
    if (!muskets.men.empty()) add_targets(out, field, std::nullopt, &muskets, question.house);
  }
  return out;
}

std::vector<MayFire> may_still_fire(const charge::Game& game, const charge::Field& seen, const charge::House& house) {
  const bool artillery = game.step == charge::Step::Artillery;
  if (!artillery && game.step != charge::Step::Musketry) return {};
  charge::Field field = seen;
  std::erase_if(field.pieces, [&](const charge::Piece& piece) { return game.to_lift.contains(piece.figure.id); });
  auto judged = charge::judge_aims(field, house);
  std::ranges::stable_sort(judged, {}, [](const charge::JudgedAim& aim) { return aim.aim.verdict; });
  std::vector<MayFire> all;
  for (const charge::JudgedAim& aim : judged) {
    const charge::Piece* const piece = charge::find(field, aim.id);
    if (!piece || aim.aim.verdict == Verdict::No || charge::is_soldier(*piece) == artillery) continue;
    const charge::Piece firer = artillery ? charge::as_served(field, *piece, house) : *piece;
    if (charge::barred_by_turn(game, attack_of(aim, firer, artillery, field), house)) continue;
    auto known = std::ranges::find_if(all, [&](const MayFire& fire) { return std::ranges::find(fire.ids, aim.id) != fire.ids.end(); });
    if (known == all.end()) {
      MayFire fire{firer.unit, firer.army, {aim.id}, {}, aim.aim.verdict};
      for (const charge::Piece& man : field.pieces)
        if (!artillery && man.figure.id != aim.id && man.army == firer.army && man.unit == firer.unit) fire.ids.push_back(man.figure.id);
      known = all.insert(all.end(), std::move(fire));
    }
    known->targets.push_back(aim.target);
  }
  return all;
}

}  // namespace app
