#include "app/umpire/charge_possible.h"

#include <algorithm>

namespace app {
namespace {

namespace charge = rules::charge;
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
